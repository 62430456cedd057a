/// The route that applies, as indexes into the release.
package struct Resolution: Sendable {
  package let route: Int32
  /// The split variant taken, or -1.
  package let variant: Int32
  package let destination: Int32
}

extension Release {
  /// Returns the first route of a port that applies in a context; nil if none does.
  ///
  /// Allocates only where a condition does, see ``ConditionTable``. Time: linear in the port's
  /// routes, conditions and variants.
  package func resolve(port: Int, _ context: borrowing EvaluationContext) -> Resolution? {
    var route = Int(ports[port].firstRoute)
    let end = route + Int(ports[port].routeCount)
    while route < end {
      if let resolution = resolve(route: route, context) { return resolution }
      route += 1
    }
    return nil
  }

  private func resolve(route index: Int, _ context: borrowing EvaluationContext) -> Resolution? {
    let route = routes[index]
    if let when = route.when, !isTrue(when, context) { return nil }
    guard route.split >= 0 else {
      return Resolution(
        route: Int32(truncatingIfNeeded: index), variant: -1, destination: route.destination)
    }
    guard let variant = variant(of: Int(route.split), context) else { return nil }
    return Resolution(
      route: Int32(truncatingIfNeeded: index), variant: Int32(truncatingIfNeeded: variant),
      destination: variants[variant].destination)
  }

  /// Whether a condition is true in a context.
  package func isTrue(_ condition: ConditionID, _ context: borrowing EvaluationContext) -> Bool {
    context.slots.withUnsafeBufferPointer { conditions.evaluate(condition, $0) }
  }

  /// The variant whose range contains the user's number; nil if the user does not take part.
  private func variant(of index: Int, _ context: borrowing EvaluationContext) -> Int? {
    guard splits[index].isUsable else { return nil }
    let number = context.bucketNumbers[Int(splits[index].bucket)]
    guard number >= 0 else { return nil }
    if let namespace = splits[index].namespace {
      let number = context.bucketNumbers[Int(namespace.bucket)]
      guard number >= namespace.from && number < namespace.to else { return nil }
    }
    var variant = Int(splits[index].firstVariant)
    let end = variant + Int(splits[index].variantCount)
    while variant < end {
      if number >= variants[variant].from && number < variants[variant].to { return variant }
      variant += 1
    }
    return nil
  }
}
