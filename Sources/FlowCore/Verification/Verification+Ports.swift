extension Verification {
  /// Ports without a route for everybody, and routes that are never taken.
  func checkPorts() {
    var seen = SeenConditions(count: facts.conditions.values.count)
    for step in release.steps.indices {
      for port in release.steps[step].portIndices {
        checkFallback(port)
        checkShadows(port, &seen)
        if document.origin == .flowKit { checkOverlaps(port) }
      }
      if facts.ofStep[step] >= 0, release.steps[step].nextPort < 0 {
        report(
          .skipWithoutNext, site(step: step),
          "is not shown to everybody, but has no port “next” by which the others go on.",
          fix: "Add a port “next” with a route, or show the step to everybody.")
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
    case .always: return
    case .identified:
      report(
        .portWithoutFallback, site(port: port),
        "leads nowhere for a person without the attribute that its experiment divides by.",
        fix: "Add a last route without a condition, or declare the attribute.",
        severity: .warning)
    case nil:
      report(
        .portWithoutFallback, site(port: port), "leads nowhere: it has no route.",
        fix: "Add a route, or take the port out.")
    default:
      let isSplit = routes.contains { release.routes[$0].split >= 0 && facts.ofRoute[$0] < 0 }
      report(
        .portWithoutFallback, site(port: port),
        isSplit
          ? "leads nowhere for people who take no part in its experiment."
          : "leads nowhere for people to whom none of its conditions applies.",
        fix: "Add a last route without a condition.")
    }
  }

  private func checkShadows(_ port: Int, _ seen: inout SeenConditions) {
    var always: Int?
    for route in release.ports[port].routeIndices {
      let condition = facts.ofRoute[route]
      var winner = always
      if winner == nil, condition >= 0 { winner = seen.route(with: condition, on: port) }
      if let winner {
        let number = (winner - Int(release.ports[port].firstRoute) + 1).description
        report(
          .shadowedRoute, site(port: port, route: route),
          "is never taken, because route " + number
            + (always == nil ? " has the same condition." : " always applies."),
          fix: "Move the route up, or take it out.")
      } else if coverage[route] == .always {
        always = route
      } else if coverage[route] == .whenever {
        seen.note(route, condition, on: port)
      }
    }
  }

  /// Pairs of conditions on the same answers that can hold together.
  ///
  /// Each route is compared with the 32 before it.
  private func checkOverlaps(_ port: Int) {
    workOutConditions()
    let routes = release.ports[port].routeIndices
    for route in routes where facts.ofRoute[route] >= 0 {
      let first = max(routes.lowerBound, route - 32)
      let others = first..<route
      guard let other = others.first(where: { overlap($0, route) }) else { continue }
      report(
        .overlappingConditions, site(port: port, route: route),
        "can apply together with route " + (other - routes.lowerBound + 1).description
          + "; the earlier one wins, where FlowKit would have refused both.",
        fix: "Make the conditions exclude each other, or keep the order if it is meant.")
    }
  }

  private func overlap(_ left: Int, _ right: Int) -> Bool {
    guard facts.ofRoute[left] >= 0, facts.ofRoute[left] != facts.ofRoute[right] else {
      return false
    }
    let mine = facts.implication(facts.ofRoute[left], holds: true).results
    let others = facts.implication(facts.ofRoute[right], holds: true).results
    var shares = false
    for result in mine {
      let path = facts.leaves[Int(result / 2)].path
      guard others.contains(where: { facts.leaves[Int($0 / 2)].path == path }) else { continue }
      shares = true
      if !facts.isFeasible(mine + others, path: path, mayBeArray: false) { return false }
    }
    return shares
  }
}

/// The first route with each condition on the port that is looked at.
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

  mutating func note(_ route: Int, _ condition: Int32, on port: Int) {
    ports[Int(condition)] = Int32(truncatingIfNeeded: port)
    routes[Int(condition)] = Int32(truncatingIfNeeded: route)
  }
}
