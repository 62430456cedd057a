import FlowCore

extension NavigatorReducer {
  /// The error for firing a port without its output; nil if the port needs none that is missing.
  func missingOutputError(
    _ port: Name, _ step: ShownStep, _ session: Session
  ) -> FlowMagicError? {
    guard let declaration = screens[step.screen]?.declaration else { return nil }
    let all = declaration.provides.map(\.key)
    let required = declaration.ports.first { $0.name == port }.map { $0.provides ?? all } ?? []
    guard let missing = required.first(where: { session.output($0) ?? .null == .null }) else {
      return nil
    }
    return FlowMagicError(
      .missingOutput,
      "The screen \(step.screen) fired \(port) without its output, and the session has no "
        + "\(missing). Fire it with an output, or remove \(port) from the screen's outputPorts.")
  }

  /// Starts a session on the latest release, or on the bundled flows if that fails.
  mutating func begin(
    context: JSONObject, flow: Name?,
    _ start: (Release) -> (session: Session, transition: SessionTransition)
  ) {
    var isUnknownFlowReported = false
    for release in releases {
      let (session, transition) = start(release)
      guard let error = apply(session, transition, isNew: true) else { return }
      let isUnknownFlow = (error as? FlowError)?.code == .unknownFlow
      if !isUnknownFlow || !isUnknownFlowReported { report(error) }
      isUnknownFlowReported = isUnknownFlowReported || isUnknownFlow
      guard release === bundledRelease else { continue }
      // The bundled flows may lack the flow of that name: then their first flow is the last
      // resort.
      if flow != nil, isUnknownFlow {
        begin(context: context, flow: nil) { Session.start(nil, in: $0, context: context) }
        return
      }
      fail(session, error)
    }
  }

  /// The error for a flow that neither the latest release nor the bundled flows have; else nil.
  func unknownFlowError(_ flow: Name) -> FlowError? {
    guard releases.allSatisfy({ $0.flowIndex(flow) == nil }) else { return nil }
    return .unknownFlow(flow)
  }

  /// Applies a transition of the session, then evaluates the decisions that it leads to.
  ///
  /// - Returns: The error that prevents it; nothing has changed then.
  mutating func apply(
    _ next: Session, _ transition: SessionTransition, isNew: Bool = false
  ) -> (any Error)? {
    let before = self
    guard let error = applyWithoutDecisions(transition, to: next, isNew: isNew) ?? makeDecisions()
    else { return nil }
    self = before
    return error
  }

  /// Applies a transition of the session without evaluating the decision that it leads to.
  ///
  /// - Returns: The error that prevents it; nothing has changed then.
  mutating func applyWithoutDecisions(
    _ transition: SessionTransition, to next: Session, isNew: Bool
  ) -> (any Error)? {
    var path = isNew ? [] : state.path
    var shownStep: ShownStep?
    switch transition.effect {
    case .fail(let error): return error
    case .atStart, .finish: break
    case .pop(_, let removed):
      path.removeLast(min(removed, path.count))
      if let last = path.last {
        shownStep = last
        forgetPress(of: last.id)
        refreshNeededValues(of: last, next)
        refreshDrawnScreen(of: last, next)
      }
    case .show(let presentation, let removed):
      let replaced = removed > 0 ? path.dropLast(removed - 1).last : nil
      path.removeLast(min(removed, path.count))
      let id = lastID + 1
      let layer = ScreenLayer.Key(
        id, presentation.style, over: path.last, inPlaceOf: replaced)
      let step = ShownStep(
        id: id, presentation, content: next.content,
        metadata: next.metadata(at: next.visits.count - 1), layer: layer)
      do {
        contents[step.id] = try decode(step, next.outputs, in: next.release)
      } catch {
        return error
      }
      lastID = step.id
      path.append(step)
      shownStep = step
      state.drawnScreens[step.id] = drawnScreenState(of: step, in: next)
    }
    // NB: the engine drops the oldest steps of very long paths.
    path.removeFirst(max(0, path.count - next.visits.count))
    if isNew { begin(next) }
    state.session = next
    if shownStep != nil { state.lastChange = NavigationChange(transition.effect, isNew: isNew) }
    replacePath(with: path)
    if case .pop = transition.effect, let shownStep {
      // Going back discards the last answer of a step in code, so that it is asked again.
      undoAnswers(in: shownStep.id)
    }
    recordEvents(of: transition, in: next)
    if let shownStep {
      if screens[shownStep.screen]?.decision == nil { effects.append(.show(shownStep)) }
      record(.stepShown, shownStep.detail)
    }
    if case .finish(let outcome) = transition.effect {
      record(.sessionFinished, ["outcome": .string(outcome.string)])
      effects.append(.finish(outcome))
    }
    return nil
  }

  /// Reads the needed values of a step again, because a flow that it entered may have changed them.
  private mutating func refreshNeededValues(of step: ShownStep, _ session: Session) {
    guard let screen = screens[step.screen],
      let needed = try? screen.readNeeds(session.outputs(before: session.visits.count - 1))
    else { return }
    contents[step.id]?.neededValues = needed
  }

  /// Begins a session with a new id, and records its start.
  mutating func begin(_ session: Session) {
    state.id = makeID()
    state.session = session
    reportedSteps = []
    let flow = session.path.first?.flow ?? session.release.flowIDs.first ?? ""
    var detail: JSONObject = ["flow": .string(flow.string)]
    let attributes = ReportedAttributes.json(
      session.context, of: session.release, privateAttributes: privateAttributes)
    if !attributes.isEmpty { detail["attributes"] = .object(attributes) }
    record(.sessionStarted, detail)
  }

  /// Falls back to the bundled flows when the release cannot continue.
  ///
  /// - Returns: Whether the step that fired the port was left.
  mutating func fallBack(
    from session: Session, _ port: Name, output: JSON?, failed: Session
  ) -> Bool {
    if session.release !== bundledRelease, state.isActive {
      var next = session
      if case .moved = next.adopt(bundledRelease) {
        let moved = next
        let transition = next.fire(port, output: output)
        if case .fail = transition.effect {
        } else {
          let before = self
          move(to: moved, from: session)
          if apply(next, transition) == nil { return true }
          self = before
        }
      }
    }
    guard case .failed(let error) = failed.status else { return false }
    return restartOnBundledFlow(with: session, because: error, failed)
  }

  /// Starts the bundled flow with the outputs of a session that has failed.
  ///
  /// - Returns: Whether the bundled flow could be started.
  mutating func restartOnBundledFlow(
    with session: Session, because error: FlowError, _ failed: Session
  ) -> Bool {
    record(.sessionFailed, error.detail)
    if session.release !== bundledRelease, let flow = bundledRelease.flows.first, flow.start >= 0 {
      let start = bundledRelease.steps[Int(flow.start)].id
      let (next, transition) = Session.open(
        start, of: flow.id, in: bundledRelease, outputs: session.outputs, context: session.context)
      guard let startError = apply(next, transition, isNew: true) else { return true }
      report(startError)
    }
    state.session = failed
    return false
  }

  /// Records that the session failed; if no other session is active, the path becomes empty.
  mutating func fail(_ session: Session, _ error: any Error) {
    if state.session == nil { state.id = makeID() }
    if !state.isActive {
      state.session = session
      replacePath(with: [])
    }
    record(.sessionFailed, ProblemDetail(error).detail)
  }

  /// Replaces the path and removes the content of steps that are no longer on it.
  mutating func replacePath(with path: [ShownStep]) {
    let remaining = Set(path.map(\.id))
    for step in state.path where !remaining.contains(step.id) {
      contents[step.id] = nil
      endVisit(of: step.id)
      state.drawnScreens[step.id] = nil
    }
    state.path = path
    abandonCalls()
  }
}
