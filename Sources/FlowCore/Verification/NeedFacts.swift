/// The implications of conditions for a batch of needed keys, as bit masks.
struct NeedFacts {
  /// The number of keys analyzed in one pass.
  ///
  /// The 64th bit distinguishes a full set from `NeedAnalysis.closed`.
  static let batchSize: Int32 = 63
  /// A step without a condition.
  static let none: Int32 = -1

  /// The index of the first key.
  let base: Int32
  /// The condition of each step's `showWhen`, or ``none``.
  let conditionOfStep: [Int32]
  /// The needed key that has the step's id, or -1.
  let keyOfStep: [Int32]
  /// The keys that are provided for certain if a condition is true, and if it is false.
  private let ifTrue: [UInt64]
  private let ifFalse: [UInt64]
  /// The keys that are provided for certain if a route is taken.
  private let ifTaken: [UInt64]

  /// Returns the keys that are provided for certain if a condition is true or false.
  func implied(by condition: Int32, isTrue: Bool) -> UInt64 {
    guard condition >= 0 else { return 0 }
    return isTrue ? ifTrue[Int(condition)] : ifFalse[Int(condition)]
  }

  /// Returns the keys that are provided for certain if a route is taken; none for an edge after a
  /// call.
  func implied(byRoute route: Int) -> UInt64 { route < 0 ? 0 : ifTaken[route] }
}

extension NeedFacts {
  /// Derives the facts about the batch of keys from `base` on from the document's conditions.
  init(
    _ facts: ConditionFacts, _ graph: FlowGraph, coverage: [RouteCoverage], keyOfStep: [Int32],
    base: Int32
  ) {
    self.base = base
    self.keyOfStep = keyOfStep
    conditionOfStep = facts.conditionOfStep
    let conditions = facts.conditions.values.indices
    let ifTrue = conditions.map {
      facts.implication(Int32($0), isTrue: true).present.mask(from: base)
    }
    let ifFalse = conditions.map {
      facts.implication(Int32($0), isTrue: false).present.mask(from: base)
    }
    var ifTaken = [UInt64](repeating: 0, count: graph.release.routes.count)
    for port in graph.release.ports {
      var earlier: UInt64 = 0  // implied by the false conditions of earlier routes
      for route in port.routeIndices {
        let condition = Int(facts.conditionOfRoute[route])
        ifTaken[route] = earlier | (condition < 0 ? 0 : ifTrue[condition])
        if coverage[route] == .matchingUsers, condition >= 0 { earlier |= ifFalse[condition] }
      }
    }
    self.ifTrue = ifTrue
    self.ifFalse = ifFalse
    self.ifTaken = ifTaken
  }

  /// Creates facts for a compiled release without analyzing its conditions.
  init(_ release: Release, keyOfStep: [Int32], base: Int32) {
    self.base = base
    self.keyOfStep = keyOfStep
    conditionOfStep = release.steps.map { $0.showWhen == nil ? NeedFacts.none : 0 }
    ifTrue = [0]
    ifFalse = [0]
    ifTaken = [UInt64](repeating: 0, count: release.routes.count)
  }
}
