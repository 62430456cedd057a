extension Verification {
  /// Checks for routes to steps, flows and outcomes that do not exist.
  func checkTargets() {
    for flow in document.flows.indices {
      let first = Int(release.flows[flow].firstStep)
      for step in release.flows[flow].stepIndices where needsDetailedCheck(step) {
        let ports = document.flows[flow].steps[step - first].ports
        for (port, documentPort) in zip(release.steps[step].portIndices, ports) {
          for (route, documentRoute) in zip(
            release.ports[port].routeIndices, documentPort.routes)
          {
            checkTarget(documentRoute.target, site(port: port, route: route))
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

  private func checkTarget(_ target: Route.Target, _ site: LocationIndex) {
    switch target {
    case .destination(let destination): check(destination, site)
    case .split(let split):
      for variant in split.variants { check(variant.destination, site) }
    }
  }

  private func check(_ destination: Destination, _ site: LocationIndex) {
    switch destination.kind {
    case .step(let id):
      guard release.flows[Int(site.flow)].stepsByID[id] == nil, admit(.unknownStep) else {
        return
      }
      report(.unknownStep, site, ["target": .name(id)])
    case .finish(let outcome):
      if outcome.isEmpty { report(.emptyOutcome, site) }
    case .flow(let id, let then):
      check(then, of: id, site)
      for continuation in then { check(continuation.destination, site) }
    }
  }

  private func check(_ then: [Continuation], of id: Name, _ site: LocationIndex) {
    guard let flow = flowsByID[id] else {
      report(.unknownFlow, site, ["target": .name(id)])
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
      report(.unknownOutcome, site, ["target": .name(id), "outcome": .name(outcome)])
    }
  }
}
