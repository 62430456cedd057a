extension Verification {
  /// Checks for routes to steps and flows that do not exist, and for empty or unknown outcomes.
  func checkTargets() {
    for flow in document.flows.indices {
      let first = Int(release.flows[flow].firstStep)
      for step in release.flows[flow].stepIndices where needsDetailedCheck(step) {
        let ports = document.flows[flow].steps[step - first].ports
        for (port, documentPort) in zip(release.steps[step].portIndices, ports) {
          for (route, documentRoute) in zip(
            release.ports[port].routeIndices, documentPort.routes)
          {
            checkTarget(documentRoute.target, locationIndex(port: port, route: route))
          }
        }
      }
    }
  }

  /// Whether a step has a target that needs a detailed check.
  private func needsDetailedCheck(_ step: Int) -> Bool {
    for port in release.steps[step].portIndices {
      for route in release.ports[port].routeIndices {
        guard release.routes[route].split < 0 else { return true }
        let destination = Int(release.routes[route].destination)
        let target = Int(release.destinations[destination].target)
        switch release.destinations[destination].kind {
        case .step: continue
        case .finish: if release.outcomes[target].isEmpty { return true }
        case .flow, .missing: return true
        }
      }
    }
    return false
  }

  private func checkTarget(_ target: Route.Target, _ location: LocationIndex) {
    switch target {
    case .destination(let destination): check(destination, location)
    case .split(let split):
      for variant in split.variants { check(variant.destination, location) }
    }
  }

  private func check(_ destination: Destination, _ location: LocationIndex) {
    switch destination.kind {
    case .step(let id):
      guard release.flows[Int(location.flow)].stepsByID[id] == nil, checkLimit(.unknownStep) else {
        return
      }
      report(.unknownStep, location, ["target": .name(id)])
    case .finish(let outcome):
      if outcome.isEmpty { report(.emptyOutcome, location) }
    case .flow(let id, let then):
      check(then, of: id, location)
      for continuation in then { check(continuation.destination, location) }
    }
  }

  private func check(_ then: [Continuation], of id: Name, _ location: LocationIndex) {
    guard let flow = flowsByID[id] else {
      report(.unknownFlow, location, ["target": .name(id)])
      return
    }
    var outcomes: [Name: Int32] = [:]
    if then.contains(where: { $0.outcome != nil }) {
      for exit in graph.exits(of: Int(flow)) {
        outcomes[release.outcomes[Int(graph.exits[exit].outcome)]] = 0
      }
    }
    for continuation in then {
      guard let outcome = continuation.outcome, outcomes[outcome] == nil else { continue }
      report(.unknownOutcome, location, ["target": .name(id), "outcome": .name(outcome)])
    }
  }
}
