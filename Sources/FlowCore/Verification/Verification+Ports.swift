extension Verification {
  /// Checks for ports without a route for all users, for routes that never apply, and for steps
  /// with a condition but without a port `next`.
  func checkPorts() {
    var seen = SeenConditions(count: facts.conditions.values.count)
    for step in release.steps.indices {
      for port in release.steps[step].portIndices {
        checkFallback(port)
        checkShadows(port, &seen)
        if document.origin == .flowKit { checkOverlaps(port) }
      }
      if facts.conditionOfStep[step] >= 0, release.steps[step].nextPort < 0 {
        report(.skipWithoutNext, locationIndex(step: step))
      }
    }
  }

  private func checkFallback(_ port: Int) {
    let routes = release.ports[port].routeIndices
    var best: RouteCoverage?
    for route in routes where coverage[route].rawValue >= best?.rawValue ?? 0 {
      best = coverage[route]
    }
    switch best {
    case .allUsers: return
    case .identifiedUsers:
      report(.noRouteWithoutIdentity, locationIndex(port: port), severity: .warning)
    case nil:
      report(.noRoute, locationIndex(port: port))
    default:
      let isSplit = routes.contains {
        release.routes[$0].split >= 0 && facts.conditionOfRoute[$0] < 0
      }
      report(
        isSplit ? .noRouteOutsideExperiment : .noRouteWithoutCondition, locationIndex(port: port))
    }
  }

  private func checkShadows(_ port: Int, _ seen: inout SeenConditions) {
    var catchAll: Int?
    for route in release.ports[port].routeIndices {
      let condition = facts.conditionOfRoute[route]
      var winner = catchAll
      if winner == nil, condition >= 0 { winner = seen.route(with: condition, on: port) }
      if let winner {
        report(
          catchAll == nil ? .shadowedBySameCondition : .shadowedByAlways,
          locationIndex(port: port, route: route), ["route": index(winner, on: port)])
      } else if coverage[route] == .allUsers {
        catchAll = route
      } else if coverage[route] == .matchingUsers {
        seen.record(route, condition, on: port)
      }
    }
  }

  /// Checks for pairs of conditions on the same outputs that can be true together.
  ///
  /// Each route is compared with the 32 routes before it.
  private func checkOverlaps(_ port: Int) {
    analyzeConditions()
    let routes = release.ports[port].routeIndices
    for route in routes where facts.conditionOfRoute[route] >= 0 {
      let first = max(routes.lowerBound, route - 32)
      let others = first..<route
      guard let other = others.first(where: { areOverlapping($0, route) }) else { continue }
      report(
        .overlappingConditions, locationIndex(port: port, route: route),
        ["route": index(other, on: port)])
    }
  }

  /// A route's index on its port.
  private func index(_ route: Int, on port: Int) -> JSON {
    .number(JSONNumber(route - Int(release.ports[port].firstRoute)))
  }

  private func areOverlapping(_ left: Int, _ right: Int) -> Bool {
    let leftCondition = facts.conditionOfRoute[left]
    let rightCondition = facts.conditionOfRoute[right]
    guard leftCondition >= 0, leftCondition != rightCondition else { return false }
    let leftResults = facts.implication(leftCondition, isTrue: true).results
    let rightResults = facts.implication(rightCondition, isTrue: true).results
    var haveCommonAttribute = false
    for result in leftResults {
      let path = facts.leaves[Int(result / 2)].path
      guard rightResults.contains(where: { facts.leaves[Int($0 / 2)].path == path }) else {
        continue
      }
      haveCommonAttribute = true
      if !facts.isFeasible(leftResults + rightResults, attributePath: path, mayBeArray: false) {
        return false
      }
    }
    return haveCommonAttribute
  }
}

/// The first route with each condition on the port that is being checked.
private struct SeenConditions {
  private var ports: [Int32]
  private var routes: [Int32]

  init(count: Int) {
    ports = [Int32](repeating: -1, count: count)
    routes = ports
  }

  func route(with condition: Int32, on port: Int) -> Int? {
    Int(ports[Int(condition)]) == port ? Int(routes[Int(condition)]) : nil
  }

  mutating func record(_ route: Int, _ condition: Int32, on port: Int) {
    ports[Int(condition)] = Int32(truncatingIfNeeded: port)
    routes[Int(condition)] = Int32(truncatingIfNeeded: route)
  }
}
