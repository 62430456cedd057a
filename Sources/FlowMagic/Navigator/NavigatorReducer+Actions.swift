package import FlowCore

extension NavigatorReducer {
  /// Starts a flow on the latest release, or on the compiled one if that fails.
  package mutating func start(_ flow: Name? = nil, context: JSONObject) {
    begin(context: context, flow: flow) { release in
      Session.start(flow, in: release, context: context)
    }
  }

  /// Opens a step directly; starts the flow if that fails and there is no session yet.
  ///
  /// What was entered in a running session is kept, unless `outputs` says otherwise.
  ///
  /// - Returns: Whether the step is shown.
  package mutating func open(
    _ step: Name, of flow: Name?, outputs given: JSONObject, context: JSONObject,
    keepsOutputs: Bool = true
  ) -> Bool {
    var outputs = JSONObject()
    if keepsOutputs, state.isActive { outputs = state.session?.outputs ?? outputs }
    for member in given.members { outputs[member.key] = member.value }
    for release in releases {
      if let index = release.flow(of: step, in: flow ?? release.flowIDs.first),
        case .step(let session)? = linkPath(to: step, of: index, in: release, outputs, context)
          .find(), present(session) == nil
      {
        return true
      }
      let (session, transition) = Session.open(
        step, of: flow, in: release, outputs: outputs, context: context)
      let wasActive = state.isActive
      if let error = apply(session, transition, isNew: true) {
        report(error)
        if release === compiled || wasActive { break }
      } else {
        return true
      }
    }
    if !state.isActive { start(flow, context: context) }
    return false
  }

  /// Fires a port of the current step.
  ///
  /// - Returns: Whether the step was left.
  @discardableResult
  package mutating func fire(_ port: Name, output: JSON?, from id: ShownStep.ID?) -> Bool {
    guard let session = state.session, let current = state.path.last else {
      report(
        FlowMagicError(
          .staleScreen, "\(port) was fired before the first step was shown. It was ignored."))
      return false
    }
    guard id == nil || id == current.id else {
      let message = "\(port) was fired by a screen that is no longer shown. It was ignored."
      report(FlowMagicError(.staleScreen, message))
      return false
    }
    if output == nil, let error = missingOutput(port, current, session) {
      report(error)
      return false
    }
    var next = session
    let transition = next.fire(port, output: output)
    guard let error = apply(next, transition) else { return true }
    report(error)
    return fallBack(from: session, port, output: output, failed: next)
  }

  /// Goes back one step.
  ///
  /// - Returns: Whether there was a step to go back to.
  package mutating func back() -> Bool {
    guard canGoBack, var next = state.session else { return false }
    var transition = next.back()
    var removed = 1
    // A screen without an interface would only navigate forward again.
    while let screen = next.current?.screen, screens.isWork(screen) {
      transition = next.back()
      removed += 1
    }
    guard case .pop(let presentation, _) = transition.effect else { return false }
    return apply(next, SessionTransition(.pop(presentation, removed: removed))) == nil
  }

  /// Goes back to a step of the path, over all after it at once.
  ///
  /// - Returns: Whether the step is the current one now; not if it has no interface, was current
  ///   already or is not on the path.
  package mutating func back(to id: ShownStep.ID) -> Bool {
    guard state.isActive, var next = state.session,
      let index = state.path.firstIndex(where: { $0.id == id }),
      !screens.isWork(state.path[index].screen)
    else { return false }
    let removed = state.path.count - 1 - index
    var transition: SessionTransition?
    for _ in 0..<removed { transition = next.back() }
    guard case .pop(let presentation, _) = transition?.effect else { return false }
    return apply(next, SessionTransition(.pop(presentation, removed: removed))) == nil
  }

  /// Whether the current step has no interface and works.
  package var isWorking: Bool {
    state.isActive && state.current.map { screens.isWork($0.screen) } == true
  }

  /// Whether there is a step with an interface to go back to.
  package var canGoBack: Bool {
    state.isActive && state.path.dropLast().contains { !screens.isWork($0.screen) }
  }

  /// Adopts a release: now if the session can move to it, else with the next session.
  package mutating func adopt(_ release: Release) {
    latest = release
    guard let session = state.session else { return }
    if case .failed = session.status {
      // The session has no usable step: start again on a release that may work.
      start(session.release.flowIDs.first, context: session.context)
      return
    }
    guard policy == .whenSafe, state.isActive else { return }
    var next = session
    guard case .moved = next.adopt(release) else { return }
    move(to: next, from: session)
  }

  /// Sets the user's attributes; they apply from the next step on.
  package mutating func setContext(_ context: JSONObject) {
    state.session?.context = context
  }

  /// Restores a saved state.
  ///
  /// - Throws: `session-mismatch` if it fits neither the latest nor the compiled release.
  package mutating func restore(_ saved: JSON, context: JSONObject) throws(FlowError) {
    let (id, savedSession, layers) = try NavigatorState.parts(of: saved)
    var failure: FlowError?
    for release in releases {
      do throws(FlowError) {
        var session = try Session(restoring: savedSession, in: release, context: context)
        // Another release may need outputs that this session does not have.
        if session.status == .active, case .stayed(let error) = session.adopt(release) {
          throw error
        }
        try show(session, id: id, layers: layers)
        return
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  var releases: [Release] { latest === compiled ? [compiled] : [latest, compiled] }
}
