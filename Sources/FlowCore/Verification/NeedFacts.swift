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
  /// The keys that are provided for certain if a condition is false, at twice its index, and if it
  /// is true, at the index after that.
  private let implied: [UInt64]
  /// The keys that are provided for certain if a route is taken.
  private let ifTaken: [UInt64]

  /// Returns the keys that are provided for certain if a condition is true or false.
  func implied(by condition: Int32, isTrue: Bool) -> UInt64 {
    condition < 0 ? 0 : implied[Int(condition) * 2 + (isTrue ? 1 : 0)]
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
    var implied: [UInt64] = []
    for condition in facts.conditions.values.indices {
      for isTrue in [false, true] {
        let implication = facts.implication(Int32(condition), isTrue: isTrue)
        implied.append(implication.present.mask(from: base))
      }
    }
    self.implied = implied
    ifTaken = Self.implied(byRoutesOf: graph.release, coverage, implied) { route in
      facts.conditionOfRoute[route]
    }
  }

  /// Derives the facts from a compiled release, whose document is not known, for a session that
  /// shows the steps `shown`: their conditions were evaluated in another release, if at all.
  init(
    _ release: Release, coverage: [RouteCoverage], keys: [Name: Int32], keyOfStep: [Int32],
    shown: [Int], base: Int32
  ) {
    var masks = [UInt64](repeating: 0, count: release.conditions.paths.count)
    for index in masks.indices {
      guard let output = release.conditions.paths[index].outputKey else { continue }
      let key = keys[output, default: -1] - base
      if key >= 0, key < Self.batchSize { masks[index] = 1 << UInt64(key) }
    }
    // A condition's index is that of its first instruction.
    implied = release.conditions.impliedOutputs(masks, all: NeedAnalysis.closed >> 1)
    self.base = base
    self.keyOfStep = keyOfStep
    var conditionOfStep = release.steps.map { $0.showWhen?.start ?? Self.none }
    let unknown = Int32(truncatingIfNeeded: implied.count / 2 - 1)
    for step in shown where conditionOfStep[step] != Self.none { conditionOfStep[step] = unknown }
    self.conditionOfStep = conditionOfStep
    ifTaken = Self.implied(byRoutesOf: release, coverage, implied) { route in
      release.routes[route].when?.start ?? Self.none
    }
  }

  private static func implied(
    byRoutesOf release: Release, _ coverage: [RouteCoverage], _ implied: [UInt64],
    conditionOf: (_ route: Int) -> Int32
  ) -> [UInt64] {
    var ifTaken = [UInt64](repeating: 0, count: release.routes.count)
    for port in release.ports {
      var earlier: UInt64 = 0  // implied by the false conditions of earlier routes
      for route in port.routeIndices {
        ifTaken[route] = earlier
        let condition = Int(conditionOf(route))
        guard condition >= 0 else { continue }
        ifTaken[route] |= implied[condition * 2 + 1]
        if coverage[route] == .matchingUsers { earlier |= implied[condition * 2] }
      }
    }
    return ifTaken
  }
}
