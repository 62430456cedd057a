import FlowCore

extension Walk {
  /// Why a port may not be left without an output; nil if it may.
  func missingOutput(
    _ port: Name, _ step: ShownStep, _ session: Session
  ) -> FlowMagicError? {
    guard let declaration = screens[step.screen]?.declaration else { return nil }
    let all = declaration.provides.map(\.key)
    let surely = declaration.ports.first { $0.name == port }.map { $0.provides ?? all } ?? []
    guard let missing = surely.first(where: { session.output($0) ?? .null == .null }) else {
      return nil
    }
    return FlowMagicError(
      .missingOutput,
      "The screen \(step.screen) was left by \(port) without its output, and nobody has entered "
        + "\(missing). Fire it with an output, or take \(port) off the screen's outputPorts.")
  }

  mutating func begin(
    context: JSONObject, flow: Name?,
    _ start: (Release) -> (session: Session, transition: Transition)
  ) {
    for release in releases {
      let (session, transition) = start(release)
      guard let error = take(session, transition, isNew: true) else { return }
      report(error)
      guard release === compiled else { continue }
      // The compiled flow's own beginning is what is left when a named flow is not in it.
      if flow != nil, (error as? FlowError)?.code == .unknownFlow {
        begin(context: context, flow: nil) { Session.start(nil, in: $0, context: context) }
        return
      }
      fail(session, error)
    }
  }

  /// Goes over to a new moment of the session.
  ///
  /// - Returns: Why not; then nothing has changed.
  mutating func take(
    _ next: Session, _ transition: Transition, isNew: Bool = false
  ) -> (any Error)? {
    var path = isNew ? [] : state.path
    var shown: ShownStep?
    switch transition.effect {
    case .fail(let error): return error
    case .atStart, .finish: break
    case .pop(_, let removed):
      path.removeLast(min(removed, path.count))
      if let last = path.last { shown = last }
    case .show(let presentation, let removed):
      path.removeLast(min(removed, path.count))
      let step = ShownStep(id: lastID + 1, presentation, content: next.content)
      do {
        contents[step.id] = try decode(step)
      } catch {
        return error
      }
      lastID = step.id
      path.append(step)
      shown = step
    }
    // NB: the engine forgets the oldest steps of very long paths.
    path.removeFirst(max(0, path.count - next.visits.count))
    if isNew { begin(next) }
    state.session = next
    replacePath(with: path)
    note(transition, in: next)
    if let shown {
      notes.append(.shows(shown))
      record(.stepShown, shown.detail)
    }
    if case .finish(let outcome) = transition.effect {
      record(.sessionFinished, ["outcome": .string(outcome.string)])
      notes.append(.finished(outcome))
    }
    return nil
  }

  mutating func begin(_ session: Session) {
    state.id = makeID()
    state.session = session
    reported = []
    let flow = session.path.first?.flow ?? session.release.flowIDs.first ?? ""
    var detail: JSONObject = ["flow": .string(flow.string)]
    let attributes = ReportedAttributes.json(session.context, keeping: privateAttributes)
    if !attributes.isEmpty { detail["attributes"] = .object(attributes) }
    record(.sessionStarted, detail)
  }

  /// When the release cannot go on, tries what was compiled into the app.
  mutating func fallBack(
    from session: Session, _ port: Name, output: JSON?, failed: Session
  ) -> Bool {
    if session.release !== compiled, state.isActive {
      var next = session
      if case .moved = next.adopt(compiled) {
        let moved = next
        let transition = next.fire(port, output: output)
        if case .fail = transition.effect {
        } else {
          let before = self
          move(to: moved, from: session)
          if take(next, transition) == nil { return true }
          self = before
        }
      }
    }
    guard case .failed(let error) = failed.status else { return false }
    return beginAgain(with: session, because: error, failed)
  }

  /// The session is over for good: begins the compiled flow, keeping what the person entered.
  mutating func beginAgain(
    with session: Session, because error: FlowError, _ failed: Session
  ) -> Bool {
    record(.sessionFailed, error.detail)
    if session.release !== compiled, let flow = compiled.flows.first, flow.start >= 0 {
      let start = compiled.steps[Int(flow.start)].id
      let (next, transition) = Session.open(
        start, of: flow.id, in: compiled, outputs: session.outputs, context: session.context)
      guard let second = take(next, transition, isNew: true) else { return true }
      report(second)
    }
    state.session = failed
    return false
  }

  mutating func fail(_ session: Session, _ error: any Error) {
    if state.session == nil { state.id = makeID() }
    if !state.isActive {
      state.session = session
      replacePath(with: [])
    }
    record(.sessionFailed, FlowProblem(error).detail)
  }

  mutating func replacePath(with path: [ShownStep]) {
    let kept = Set(path.map(\.id))
    for step in state.path where !kept.contains(step.id) { contents[step.id] = nil }
    state.path = path
  }
}
