/// The implications of conditions for a batch of needed keys, as bit masks.
struct NeedFacts {
  /// The number of keys analyzed in one pass.
  ///
  /// The 64th bit distinguishes a full set from `NeedAnalysis.closed`.
  static let batch: Int32 = 63
  /// A step without a condition.
  static let none: Int32 = -1

  /// The index of the first key.
  let base: Int32
  /// The condition of each step's `showWhen`, or ``none``.
  let ofStep: [Int32]
  /// The needed key that has the step's id, or -1.
  let keyOfStep: [Int32]
  /// The keys that are provided for certain if a condition holds, and if it fails.
  private let holding: [UInt64]
  private let failing: [UInt64]
  /// The keys that are provided for certain if a route is taken.
  private let routes: [UInt64]

  /// Returns the keys that are provided for certain if a condition holds or fails.
  func implied(by condition: Int32, holds: Bool) -> UInt64 {
    guard condition >= 0 else { return 0 }
    return holds ? holding[Int(condition)] : failing[Int(condition)]
  }

  /// Returns the keys that are provided for certain if a route is taken; none for a link after a
  /// call.
  func implied(byRoute route: Int) -> UInt64 { route < 0 ? 0 : routes[route] }
}

extension NeedFacts {
  /// Derives the facts about the batch of keys from `base` on from the document's conditions.
  init(
    _ facts: ConditionFacts, _ graph: FlowGraph, coverage: [RouteCoverage], keyOfStep: [Int32],
    base: Int32
  ) {
    self.base = base
    self.keyOfStep = keyOfStep
    ofStep = facts.ofStep
    let conditions = facts.conditions.values.indices
    let holding = conditions.map {
      facts.implication(Int32($0), holds: true).present.mask(from: base)
    }
    let failing = conditions.map {
      facts.implication(Int32($0), holds: false).present.mask(from: base)
    }
    var routes = [UInt64](repeating: 0, count: graph.release.routes.count)
    for port in graph.release.ports {
      var earlier: UInt64 = 0  // what failing earlier routes imply
      for route in port.routeIndices {
        let condition = Int(facts.ofRoute[route])
        routes[route] = earlier | (condition < 0 ? 0 : holding[condition])
        if coverage[route] == .whenever, condition >= 0 { earlier |= failing[condition] }
      }
    }
    self.holding = holding
    self.failing = failing
    self.routes = routes
  }

  /// Creates facts for a compiled release without analyzing its conditions.
  init(_ release: Release, keyOfStep: [Int32], base: Int32) {
    self.base = base
    self.keyOfStep = keyOfStep
    ofStep = release.steps.map { $0.showWhen == nil ? NeedFacts.none : 0 }
    holding = [0]
    failing = [0]
    routes = [UInt64](repeating: 0, count: release.routes.count)
  }
}
