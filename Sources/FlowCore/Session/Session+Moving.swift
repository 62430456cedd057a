extension Session {
  /// Starts a flow.
  ///
  /// - Parameters:
  ///   - flow: The flow's id; if nil, the release's first flow.
  ///   - release: The release to run.
  ///   - context: The user's attributes.
  /// - Returns: The session, and the transition that shows its first step. A flow that cannot start
  ///   results in a failed session and `fail`; a flow whose steps are all skipped may finish
  ///   immediately.
  public static func start(
    _ flow: Name? = nil, in release: Release, context: JSONObject = JSONObject()
  ) -> (session: Session, transition: SessionTransition) {
    guard let index = flow.map({ release.flowIndex($0) }) ?? (release.flows.isEmpty ? nil : 0)
    else {
      return failed(release, context, .unknownFlow(flow))
    }
    var session = Session(release: release, rootFlow: Int32(index), context: context)
    var resolver = RouteResolver(session)
    let end = resolver.start(flow: index, session)
    let transition = session.finish(resolver, end, logCount: 0)
    if case .fail(let error) = transition.effect { session.status = .failed(error) }
    return (session, transition)
  }

  /// Opens a step directly, for a deep link or a notification.
  ///
  /// - Parameters:
  ///   - step: The step's id.
  ///   - flow: The flow's id; if nil, the release's first flow.
  ///   - release: The release to run.
  ///   - outputs: The outputs that the step needs, which earlier steps would have provided.
  ///   - context: The user's attributes.
  /// - Returns: The session at that step, without a back stack. Missing needs and unknown ids
  ///   result in a failed session and `fail`; the host then starts the flow from its beginning.
  public static func open(
    _ step: Name, of flow: Name? = nil, in release: Release, outputs: JSONObject = JSONObject(),
    context: JSONObject = JSONObject()
  ) -> (session: Session, transition: SessionTransition) {
    guard let index = flow.map({ release.flowIndex($0) }) ?? (release.flows.isEmpty ? nil : 0)
    else {
      return failed(release, context, .unknownFlow(flow))
    }
    guard let target = release.stepIndex(step, flow: index) else {
      return failed(release, context, .unknownStep(step, in: release.flows[index].id))
    }
    var session = Session(release: release, rootFlow: Int32(index), context: context)
    for member in outputs.members { session.record(member.key, member.value) }
    var resolver = RouteResolver(session)
    let end = resolver.arrive(at: Int32(target), style: .root, session)
    let transition = session.finish(resolver, end, logCount: session.log.count)
    if case .fail(let error) = transition.effect { session.status = .failed(error) }
    return (session, transition)
  }

  /// Leaves the current step through a port; this is the only way to move forward.
  ///
  /// - Parameters:
  ///   - port: The port's name.
  ///   - output: The output of the screen; if nil, an earlier output is kept.
  /// - Returns: The effect to perform, with the exposures and edges to record. On `fail` nothing
  ///   has changed, except after a cycle of skipped steps: then the session has failed.
  /// - Complexity: Linear in the number of routes evaluated and steps skipped.
  public mutating func fire(_ port: Name, output: JSON? = nil) -> SessionTransition {
    guard case .active = status, let visit = visits.last else {
      return SessionTransition(
        .fail(FlowError(.sessionEnded, "The session is over. Start a new one.")))
    }
    let step = Int(visit.step)
    guard let portIndex = release.portIndex(port, step: step) else {
      return SessionTransition(.fail(unknownPort(port, step)))
    }
    let logCount = log.count
    if let output { record(output, step: step) }
    var resolver = RouteResolver(self)
    let end = resolver.leave(by: portIndex, self)
    return finish(resolver, end, logCount: logCount)
  }

  /// Goes back to the previous step.
  ///
  /// Outputs recorded since that step was shown are removed; `enteredValue(_:)` returns them, to
  /// prefill its screen.
  public mutating func back() -> SessionTransition {
    guard case .active = status else {
      return SessionTransition(
        .fail(FlowError(.sessionEnded, "The session is over. Start a new one.")))
    }
    guard visits.count > 1 else { return SessionTransition(.atStart) }
    visits.removeLast()
    let visit = visits[visits.count - 1]
    calls.removeLast(calls.count - Int(visit.depth))
    removeOutputs(after: Int(visit.logCount), keepingEnteredValues: true)
    return SessionTransition(.pop(presentation(visit), removed: 1))
  }
}

extension Session {
  private static func failed(
    _ release: Release, _ context: JSONObject, _ error: FlowError
  ) -> (session: Session, transition: SessionTransition) {
    var session = Session(release: release, rootFlow: 0, context: context)
    session.status = .failed(error)
    return (session, SessionTransition(.fail(error)))
  }

  private func unknownPort(_ port: Name, _ step: Int) -> FlowError {
    let names = release.steps[step].portIndices.map { release.ports[$0].name.string }
    let ports = names.isEmpty ? "It has none." : "It has \(names.joined(separator: ", "))."
    return FlowError(
      .unknownPort, "Step \(release.steps[step].id) has no port \(port). \(ports)",
      location: release.location(step: step))
  }

  /// Applies the end of a resolved path; if it failed, removes the outputs that were recorded since
  /// the log had `logCount` entries.
  private mutating func finish(
    _ resolver: RouteResolver, _ end: RouteResolver.End, logCount: Int
  ) -> SessionTransition {
    let effect: SessionEffect
    switch end {
    case .arrived(let step, let style):
      effect = show(step, style, resolver)
    case .returned(let visit):
      effect = returnTo(visit)
    case .finished(let outcome):
      status = .finished(release.outcomes[Int(outcome)])
      effect = .finish(release.outcomes[Int(outcome)])
    case .failed(let error):
      if error.code == .skipCycle {
        status = .failed(error)
      } else {
        removeOutputs(after: logCount, keepingEnteredValues: false)
        return SessionTransition(.fail(error))
      }
      effect = .fail(error)
    }
    for exposure in resolver.exposures {
      exposedVariants.removeAll { $0.experiment == exposure.experiment }
      exposedVariants.append(
        ExposedVariant(experiment: exposure.experiment, variant: exposure.variant))
    }
    return SessionTransition(effect, exposures: resolver.exposures, edges: resolver.edges)
  }

  private mutating func show(
    _ step: Int32, _ style: Destination.Style, _ resolver: RouteResolver
  ) -> SessionEffect {
    let oldCount = visits.count
    while let last = visits.last, last.depth > resolver.returnDepth { visits.removeLast() }
    switch style {
    case .root: visits.removeAll(keepingCapacity: true)
    case .replace: visits.removeLast(visits.isEmpty ? 0 : 1)
    default: break
    }
    let removed = oldCount - visits.count
    calls = resolver.calls
    if removed > 0 { compactLog(from: Int(visits.last?.logCount ?? 0)) }
    if visits.count == Session.maximumPathLength { removeOldestVisit() }
    let visit = Visit(
      step: step, style: style, depth: Int32(truncatingIfNeeded: calls.count),
      logCount: Int32(truncatingIfNeeded: log.count))
    visits.append(visit)
    return .show(presentation(visit), removed: removed)
  }

  /// Goes back to the visit that entered a flow which has ended, keeping the outputs of that flow.
  private mutating func returnTo(_ index: Int) -> SessionEffect {
    let removed = visits.count - 1 - index
    visits.removeLast(removed)
    calls.removeLast(calls.count - Int(visits[index].depth))
    compactLog(from: Int(visits[index].logCount))
    visits[index].logCount = Int32(truncatingIfNeeded: log.count)
    return .pop(presentation(visits[index]), removed: removed)
  }
}
