// The locations of steps and edges by name, continuations, and the errors of a release.

extension Release {
  package func location(step: Int) -> FlowLocation {
    FlowLocation(flow: flows[Int(steps[step].flow)].id, step: steps[step].id)
  }

  package func edgeTarget(_ destination: Int32) -> SessionEdge.Target {
    let target = destinations[Int(destination)]
    switch target.kind {
    case .finish:
      return .finish(outcomes[Int(target.target)])
    case .step:
      let step = location(step: Int(target.target))
      return .step(flow: step.flow ?? "", step: step.step ?? "")
    case .flow:
      let flow = flows[Int(target.target)]
      return .step(flow: flow.id, step: flow.start < 0 ? "" : steps[Int(flow.start)].id)
    case .missing:
      return .step(flow: "", step: "")
    }
  }

  /// Returns the destination for an outcome of an entered flow: its own continuation, or the
  /// default one.
  package func continuation(of destination: Int32, _ outcome: Int32) -> Int32? {
    var fallback: Int32?
    for index in destinations[Int(destination)].continuationIndices {
      let continuation = continuations[index]
      if continuation.outcome == outcome { return continuation.destination }
      if continuation.outcome < 0, fallback == nil { fallback = continuation.destination }
    }
    return fallback
  }
}

extension Release {
  package func missingStart(_ flow: Int) -> FlowError {
    FlowError(
      .unknownStep, "Flow \(flows[flow].id) starts at a step that it does not have.",
      location: FlowLocation(flow: flows[flow].id))
  }

  package func missingTarget(_ step: Int32) -> FlowError {
    FlowError(
      .unknownStep,
      "A route of step \(steps[Int(step)].id) leads to a missing step or flow.",
      location: location(step: Int(step)))
  }

  package func noRoute(port: Int) -> FlowError {
    var location = location(step: Int(ports[port].step))
    location.port = ports[port].name
    return FlowError(
      .noRoute, "No route of this port applies. Give it a last route without a condition.",
      location: location)
  }

  package func noNextPort(_ step: Int) -> FlowError {
    FlowError(
      .noRoute, "Step \(steps[step].id) is skipped but has no port named next.",
      location: location(step: step))
  }

  package func skipCycle(_ step: Int) -> FlowError {
    FlowError(
      .skipCycle,
      "Steps that are all skipped lead back to \(steps[step].id). One has to be shown.",
      location: location(step: step))
  }

  package func missingNeed(_ key: Name, _ step: Int) -> FlowError {
    FlowError(
      .missingNeed, "Step \(steps[step].id) needs \(key), which the session lacks.",
      location: location(step: step))
  }

  package func tooManyNestedFlows(_ step: Int32) -> FlowError {
    FlowError(
      .tooManyNestedFlows,
      "Flows enter each other more than \(Session.maximumDepth) times without ending.",
      location: location(step: Int(step)))
  }
}

extension FlowError {
  package static func unknownFlow(_ flow: Name?) -> FlowError {
    FlowError(
      .unknownFlow, flow.map { "There is no flow \($0)." } ?? "The document has no flow.",
      location: FlowLocation(flow: flow))
  }

  static func unknownStep(_ step: Name, in flow: Name) -> FlowError {
    FlowError(
      .unknownStep, "Flow \(flow) has no step \(step).",
      location: FlowLocation(flow: flow, step: step))
  }
}
