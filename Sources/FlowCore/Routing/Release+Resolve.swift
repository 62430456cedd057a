/// The route that applies, as indexes into the release.
package struct Resolution: Sendable {
  package let route: Int32
  /// The split arm taken, or -1.
  package let arm: Int32
  package let destination: Int32
}

extension Release {
  /// The first route of a port that applies to this person now; nil if none does.
  ///
  /// Allocates nothing. Time: linear in the port's routes and their conditions.
  package func resolve(port: Int, _ environment: borrowing Environment) -> Resolution? {
    var route = Int(ports[port].firstRoute)
    let end = route + Int(ports[port].routeCount)
    while route < end {
      if let resolution = resolve(route: route, environment) { return resolution }
      route += 1
    }
    return nil
  }

  private func resolve(route index: Int, _ environment: borrowing Environment) -> Resolution? {
    let route = routes[index]
    if let when = route.when, !holds(when, environment) { return nil }
    guard route.split >= 0 else {
      return Resolution(
        route: Int32(truncatingIfNeeded: index), arm: -1, destination: route.destination)
    }
    guard let arm = arm(of: Int(route.split), environment) else { return nil }
    return Resolution(
      route: Int32(truncatingIfNeeded: index), arm: Int32(truncatingIfNeeded: arm),
      destination: arms[arm].destination)
  }

  /// Whether a condition holds for this person now.
  package func holds(_ condition: ConditionID, _ environment: borrowing Environment) -> Bool {
    environment.slots.withUnsafeBufferPointer { conditions.evaluate(condition, $0) }
  }

  /// The arm whose range has the person's number; nil when they do not take part.
  private func arm(of index: Int, _ environment: borrowing Environment) -> Int? {
    guard splits[index].isUsable else { return nil }
    let number = environment.numbers[Int(splits[index].bucket)]
    guard number >= 0 else { return nil }
    if let namespace = splits[index].namespace {
      let place = environment.numbers[Int(namespace.bucket)]
      guard place >= namespace.from && place < namespace.to else { return nil }
    }
    var arm = Int(splits[index].firstArm)
    let end = arm + Int(splits[index].armCount)
    while arm < end {
      if number >= arms[arm].from && number < arms[arm].to { return arm }
      arm += 1
    }
    return nil
  }
}
