package import FlowCore

extension NavigatorReducer {
  /// Starts a flow on the latest release, or on the bundled flows if that fails.
  package mutating func start(_ flow: Name? = nil, context: JSONObject) {
    begin(context: context, flow: flow) { release in
      Session.start(flow, in: release, context: context)
    }
  }

  /// Opens a step directly; starts the flow if that fails and no session is active.
  ///
  /// With `keepsOutputs`, a running session keeps its outputs, except those that `overrides`
  /// replaces.
  ///
  /// - Returns: Whether the step is shown.
  package mutating func open(
    _ step: Name, of flow: Name?, outputs overrides: JSONObject, context: JSONObject,
    keepsOutputs: Bool = true
  ) -> Bool {
    var outputs = JSONObject()
    if keepsOutputs, state.isActive { outputs = state.session?.outputs ?? outputs }
    for member in overrides.members { outputs[member.key] = member.value }
    for release in releases {
      if let index = release.flow(of: step, in: flow ?? release.flowIDs.first),
        case .step(let session)? = linkResolver(to: step, of: index, in: release, outputs, context)
          .resolve(), present(session) == nil
      {
        return true
      }
      let (session, transition) = Session.open(
        step, of: flow, in: release, outputs: outputs, context: context)
      let wasActive = state.isActive
      if let error = apply(session, transition, isNew: true) {
        report(error)
        if release === bundledRelease || wasActive { break }
      } else {
        return true
      }
    }
    if !state.isActive { start(flow, context: context) }
    return false
  }

  /// Fires a port of the current step; ignores one that a screen repeats after it was left by it.
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
    if let id, id != current.id || !state.isActive, isRepeatedPress(port, of: id) { return false }
    guard id == nil || id == current.id else {
      let message = "\(port) was fired by a screen that is no longer shown. It was ignored."
      report(FlowMagicError(.staleScreen, message))
      return false
    }
    if output == nil, let error = missingOutputError(port, current, session) {
      report(error)
      return false
    }
    var newSession = session
    let transition = newSession.fire(port, output: output)
    if let error = apply(newSession, transition) {
      report(error)
      guard fallBack(from: session, port, output: output, failed: newSession) else { return false }
    }
    recordPress(port, of: current.id)
    return true
  }

  /// Goes back one step, or one screen of a step in code.
  ///
  /// - Returns: Whether there was something to go back to.
  package mutating func back() -> Bool {
    guard canGoBack else { return false }
    if let current = state.current, undoAnswers(in: current.id) { return true }
    return leaveStep()
  }

  /// Goes back to the step before the current one.
  ///
  /// - Returns: Whether there was a step to go back to.
  mutating func leaveStep() -> Bool {
    // A step without an interface would only navigate forward again.
    guard let index = state.path.dropLast().lastIndex(where: { canReturn(to: $0) }) else {
      return false
    }
    return pop(to: index, keeping: nil)
  }

  /// Goes back to a step of the path, removing all steps after it at once.
  ///
  /// - Parameter id: A step with an interface, or a screen that a step in code has shown.
  /// - Returns: Whether the step became the current one; false if it already was, has no interface
  ///   or is not on the path.
  package mutating func back(to id: ShownStep.ID) -> Bool {
    guard state.isActive else { return false }
    if let owner = owner(of: id) {
      guard let index = state.path.firstIndex(where: { $0.id == owner.step }) else { return false }
      return pop(to: index, keeping: owner.index)
    }
    guard let index = state.path.firstIndex(where: { $0.id == id }),
      screens.hasInterface(state.path[index].screen)
    else { return false }
    return pop(to: index, keeping: nil)
  }

  /// Goes back to a step of the path.
  ///
  /// - Parameters:
  ///   - index: The step's index.
  ///   - answers: The maximum number of answers that a step in code keeps; if nil, all but the
  ///     latest.
  /// - Returns: Whether anything was removed: a step from the path, or an answer.
  mutating func pop(to index: Int, keeping answers: Int?) -> Bool {
    let target = state.path[index].id
    let removed = state.path.count - 1 - index
    if removed > 0 {
      guard var newSession = state.session else { return false }
      var transition: SessionTransition?
      for _ in 0..<removed { transition = newSession.back() }
      guard case .pop(let presentation, _) = transition?.effect,
        apply(newSession, SessionTransition(.pop(presentation, removed: removed))) == nil
      else { return false }
    }
    // Going back to a step in code has already removed its latest answer.
    let answerCount = state.visits[target]?.log.answers.count ?? 0
    let isUndone = answers.map { undoAnswers(answerCount - $0, in: target) } ?? false
    return removed > 0 || isUndone
  }

  /// Whether the current step has no interface and is working.
  package var isWorking: Bool {
    guard state.isActive, let current = state.current, current.id != failedStep else {
      return false
    }
    return !screens.hasInterface(current.screen)
  }

  /// Whether there is a step, or a screen of a step in code, to go back to.
  package var canGoBack: Bool {
    guard state.isActive, let current = state.current else { return false }
    return state.visits[current.id]?.log.answers.isEmpty == false
      || state.path.dropLast().contains { canReturn(to: $0) }
  }

  /// Adopts a release: now if the session can move to it, otherwise with the next session.
  package mutating func adopt(_ release: Release) {
    latestRelease = release
    adoptionError = nil
    guard let session = state.session else { return }
    if case .failed = session.status {
      // The session has no usable step: start again on a release that may work.
      start(session.release.flowIDs.first, context: session.context)
      return
    }
    guard policy == .whenSafe, state.isActive else { return }
    var newSession = session
    // With the same routes and conditions, it leads where the session's own release does.
    let isSameStructure = session.release.structureHash == release.structureHash
    switch newSession.adopt(release, checksNeeds: !isSameStructure) {
    case .moved: move(to: newSession, from: session)
    case .stayed(let error): adoptionError = error
    }
  }

  /// Sets the user's attributes, for drawn screens at once and for routes from the next fired port.
  package mutating func setContext(_ context: JSONObject) {
    state.session?.context = context
    updateDrawnScreens { $0.attributes = context }
  }

  /// Restores a saved state; if its session has ended, starts a flow instead.
  ///
  /// - Throws: The error of the first release, such as `session-mismatch`, if neither the latest
  ///   nor the bundled release can continue it.
  package mutating func restore(
    _ saved: JSON, orStart flow: Name?, context: JSONObject
  ) throws(FlowError) {
    let saved = try NavigatorState.parts(of: saved)
    // The last screen of an ended session could not do anything.
    guard !saved.hasEnded else { return start(flow, context: context) }
    var failure: FlowError?
    for release in releases {
      do throws(FlowError) {
        var session = try Session(restoring: saved.session, in: release, context: context)
        // Another release may need outputs that this session lacks. The session's own release
        // continues where it was: its conditions may ensure that missing outputs are not needed.
        if session.status == .active, saved.structureHash != release.structureHash,
          case .stayed(let error) = session.adopt(release)
        {
          throw error
        }
        try show(session, saved)
        if let error = makeDecisions() { report(error) }
        return
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// The releases to try, in this order: the latest one, then the bundled flows.
  var releases: [Release] {
    latestRelease === bundledRelease ? [bundledRelease] : [latestRelease, bundledRelease]
  }
}
