/// The implications of a document's conditions, for reasoning about paths through its flows.
///
/// Equal conditions are analyzed once. Whether a comparison is true for a value is always decided
/// by the engine's own evaluator, so that the two cannot disagree.
struct ConditionFacts {
  /// The facts implied by a condition that is true, or by one that is false.
  struct Implication {
    /// Needed keys whose output is certain to exist.
    var present: [Int32] = []
    /// Comparisons with their results: the index of the leaf, doubled, plus 1 if it is true.
    var results: [Int32] = []
  }

  /// A comparison of one attribute.
  struct Leaf {
    let path: Int32
    let spec: JSON
    /// The needed key whose output the leaf reads, or -1.
    let key: Int32
    /// Whether the leaf reads an output, which can change on the path.
    let isOutput: Bool
  }

  /// The index of the condition of each step and of each route; -1 if it has none or an empty one.
  let conditionOfStep: [Int32]
  let conditionOfRoute: [Int32]
  let conditions: JSONTable
  let issues: [[ConditionIssue]]
  private(set) var leaves: [Leaf] = []
  private(set) var paths: [AttributePath] = []
  private var ifTrue: [Implication] = []
  private var ifFalse: [Implication] = []
  private var leafTable = JSONTable()
  private var pathIndexes: [Name: Int32] = [:]
  /// The leaves in the order in which `collect` visits them.
  private var visitedLeaves: [Int32] = []
  /// The position in ``visitedLeaves`` of the next leaf for `imply`, which visits them in the same
  /// order.
  private var nextVisitedIndex = 0
  private var evaluator: LeafEvaluator?

  /// Creates facts from the conditions that a release was compiled from.
  init(_ compiled: DistinctConditions, _ release: Release) {
    conditions = compiled.table
    issues = compiled.issues
    var indexes = compiled.indexes
    for index in conditions.values.indices {
      // An empty condition is always true.
      if case .object(let object) = conditions.values[index], object.isEmpty {
        indexes[Int(compiled.ids[index].start)] = -1
      }
    }
    func index(_ condition: ConditionID?) -> Int32 {
      condition.map { indexes[Int($0.start)] } ?? -1
    }
    conditionOfStep = release.steps.map { index($0.showWhen) }
    conditionOfRoute = release.routes.map { index($0.when) }
  }

  /// Derives the implications of each condition; `keys` are the needed outputs.
  mutating func derive(keys: [Name: Int32], segments: [Segment]) {
    guard evaluator == nil else { return }
    for index in conditions.values.indices where issues[index].isEmpty {
      collect(conditions.values[index], keys)
    }
    evaluator = LeafEvaluator(leaves, segments: segments)
    for index in conditions.values.indices {
      let implications = issues[index].isEmpty ? imply(conditions.values[index]) : Implications()
      ifTrue.append(implications.ifTrue)
      ifFalse.append(implications.ifFalse)
    }
  }

  /// Returns the facts implied by a condition that is true or false.
  func implication(_ condition: Int32, isTrue: Bool) -> Implication {
    guard condition >= 0, Int(condition) < ifTrue.count else { return Implication() }
    return isTrue ? ifTrue[Int(condition)] : ifFalse[Int(condition)]
  }

  /// Whether a leaf is true for a value of its attribute.
  func isTrue(_ leaf: Int32, for value: JSON) -> Bool {
    evaluator?.isTrue(Int(leaf), for: value) ?? false
  }
}

extension ConditionFacts {
  /// The facts implied by a condition in each of the two cases.
  fileprivate struct Implications {
    var ifTrue = Implication()
    var ifFalse = Implication()
  }

  private mutating func collect(_ condition: JSON, _ keys: [Name: Int32]) {
    for member in condition.object?.members ?? [] {
      switch LogicalOperator(member.key) {
      case .not: collect(member.value, keys)
      case .and, .or, .nor:
        for element in member.value.array ?? [] { collect(element, keys) }
      case nil:
        let count = leafTable.values.count
        let index = leafTable.index(of: .object(JSONObject([member])))
        if Int(index) == count { addLeaf(member, keys) }
        visitedLeaves.append(index)
      }
    }
  }

  private mutating func addLeaf(_ member: JSONObject.Member, _ keys: [Name: Int32]) {
    var path = pathIndexes[member.key] ?? -1
    if path < 0 {
      path = Int32(truncatingIfNeeded: paths.count)
      pathIndexes[member.key] = path
      paths.append(AttributePath(member.key))
    }
    let key = paths[Int(path)].outputKey.flatMap { keys[$0] } ?? -1
    leaves.append(
      Leaf(path: path, spec: member.value, key: key, isOutput: paths[Int(path)].isOutput))
  }

  /// Derives what a conjunction implies.
  ///
  /// If it is true, all members are true; if it is false, it is known which member is false only if
  /// there is only one.
  private mutating func imply(_ condition: JSON) -> Implications {
    var parts: [Implications] = []
    for member in condition.object?.members ?? [] {
      switch LogicalOperator(member.key) {
      case .not:
        parts.append(imply(member.value).negated)
      case .and:
        parts.append(conjunction((member.value.array ?? []).map { imply($0) }))
      case .or:
        parts.append(conjunction((member.value.array ?? []).map { imply($0).negated }).negated)
      case .nor:
        parts.append(conjunction((member.value.array ?? []).map { imply($0).negated }))
      case nil:
        parts.append(implyLeaf(visitedLeaves[nextVisitedIndex]))
        nextVisitedIndex += 1
      }
    }
    return conjunction(parts)
  }

  // NB: `mutating` only so that the mutating caller passes `self` on without a copy.
  private mutating func implyLeaf(_ index: Int32) -> Implications {
    var implications = Implications()
    implications.ifTrue.results = [index * 2 + 1]
    implications.ifFalse.results = [index * 2]
    let key = leaves[Int(index)].key
    if key >= 0 {
      // A result that is impossible for a missing output implies that the output exists.
      if isTrue(index, for: .null) {
        implications.ifFalse.present = [key]
      } else {
        implications.ifTrue.present = [key]
      }
    }
    return implications
  }

  private func conjunction(_ parts: [Implications]) -> Implications {
    guard var all = parts.first else { return Implications() }
    for part in parts.dropFirst() {
      all.ifTrue.present += part.ifTrue.present
      all.ifTrue.results += part.ifTrue.results
      all.ifFalse.present.removeAll { !part.ifFalse.present.contains($0) }
      all.ifFalse.results.removeAll { !part.ifFalse.results.contains($0) }
    }
    return all
  }
}

extension ConditionFacts.Implications {
  fileprivate var negated: Self { Self(ifTrue: ifFalse, ifFalse: ifTrue) }
}

/// The operators that combine conditions.
enum LogicalOperator {
  case and, or, nor, not

  init?(_ key: Name) {
    guard key.startsWithDollar else { return nil }
    if key == "$and" {
      self = .and
    } else if key == "$or" {
      self = .or
    } else if key == "$nor" {
      self = .nor
    } else if key == "$not" {
      self = .not
    } else {
      return nil
    }
  }
}

/// Evaluates single comparisons with the engine's evaluator.
struct LeafEvaluator {
  private let table: ConditionTable
  private let ids: [ConditionID]

  init(_ leaves: [ConditionFacts.Leaf], segments: [Segment]) {
    var builder = ConditionTable.Builder(segments: segments)
    ids = leaves.map { leaf in
      builder.add(.object(JSONObject([JSONObject.Member(key: "x", value: leaf.spec)])))
    }
    table = builder.finish()
  }

  func isTrue(_ index: Int, for value: JSON) -> Bool {
    let slots = table.bind(JSONObject([JSONObject.Member(key: "x", value: value)]))
    return slots.withUnsafeBufferPointer { table.evaluate(ids[index], $0) }
  }
}
