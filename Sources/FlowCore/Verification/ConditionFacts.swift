/// The implications of a document's conditions, for reasoning about paths through its flows.
///
/// Equal conditions are evaluated once. Whether a comparison holds for a value is always decided by
/// the engine's own evaluator, so that the two cannot disagree.
struct ConditionFacts {
  /// The facts implied by a condition that holds, or by one that fails.
  struct Implication {
    /// Needed keys whose output is certain to exist.
    var present: [Int32] = []
    /// Comparisons with their results: the index of the leaf, doubled, plus 1 if it holds.
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

  /// The condition of each step and route, or -1.
  let ofStep: [Int32]
  let ofRoute: [Int32]
  let conditions: JSONTable
  let issues: [[ConditionIssue]]
  private(set) var leaves: [Leaf] = []
  private(set) var paths: [AttributePath] = []
  private var holding: [Implication] = []
  private var failing: [Implication] = []
  private var leafTable = JSONTable()
  private var pathIndexes: [Name: Int32] = [:]
  /// The leaves in the order in which `collect` visits them.
  private var visited: [Int32] = []
  /// The position in ``visited`` of the next leaf for `imply`, which visits them in the same order.
  private var nextVisited = 0
  private var evaluator: LeafEvaluator?

  /// Creates facts from the conditions that a release was compiled from.
  init(_ compiled: DistinctConditions, _ release: Release) {
    conditions = compiled.table
    issues = compiled.issues
    var indexes = compiled.indexes
    for index in conditions.values.indices {
      // An empty condition always holds.
      if case .object(let object) = conditions.values[index], object.isEmpty {
        indexes[Int(compiled.ids[index].start)] = -1
      }
    }
    func index(_ condition: ConditionID?) -> Int32 {
      condition.map { indexes[Int($0.start)] } ?? -1
    }
    ofStep = release.steps.map { index($0.showWhen) }
    ofRoute = release.routes.map { index($0.when) }
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
      holding.append(implications.holds)
      failing.append(implications.fails)
    }
  }

  /// Returns the facts implied by a condition that holds or fails.
  func implication(_ condition: Int32, holds: Bool) -> Implication {
    guard condition >= 0, Int(condition) < holding.count else { return Implication() }
    return holds ? holding[Int(condition)] : failing[Int(condition)]
  }

  /// Whether a leaf holds for a value of its attribute.
  func leaf(_ leaf: Int32, holdsFor value: JSON) -> Bool {
    evaluator?.leaf(Int(leaf), holdsFor: value) ?? false
  }
}

extension ConditionFacts {
  /// The facts implied by a condition in each of the two cases.
  fileprivate struct Implications {
    var holds = Implication()
    var fails = Implication()
  }

  private mutating func collect(_ condition: JSON, _ keys: [Name: Int32]) {
    for member in condition.object?.members ?? [] {
      switch Combiner(member.key) {
      case .not: collect(member.value, keys)
      case .and, .or, .nor:
        for element in member.value.array ?? [] { collect(element, keys) }
      case nil:
        let known = leafTable.values.count
        let index = leafTable.index(of: .object(JSONObject([member])))
        if Int(index) == known { addLeaf(member, keys) }
        visited.append(index)
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
  /// If it holds, all members hold; if it fails, the failed member is known only if it is the only
  /// one.
  private mutating func imply(_ condition: JSON) -> Implications {
    var parts: [Implications] = []
    for member in condition.object?.members ?? [] {
      switch Combiner(member.key) {
      case .not:
        parts.append(imply(member.value).flipped)
      case .and:
        parts.append(all((member.value.array ?? []).map { imply($0) }))
      case .or:
        parts.append(all((member.value.array ?? []).map { imply($0).flipped }).flipped)
      case .nor:
        parts.append(all((member.value.array ?? []).map { imply($0).flipped }))
      case nil:
        parts.append(implyLeaf(visited[nextVisited]))
        nextVisited += 1
      }
    }
    return all(parts)
  }

  // NB: `mutating` avoids copying all of the state, because its caller is mutating too.
  private mutating func implyLeaf(_ index: Int32) -> Implications {
    var implications = Implications()
    implications.holds.results = [index * 2 + 1]
    implications.fails.results = [index * 2]
    let key = leaves[Int(index)].key
    if key >= 0 {
      // A result that is impossible for a missing output implies that the output exists.
      if leaf(index, holdsFor: .null) {
        implications.fails.present = [key]
      } else {
        implications.holds.present = [key]
      }
    }
    return implications
  }

  private func all(_ parts: [Implications]) -> Implications {
    guard var all = parts.first else { return Implications() }
    for part in parts.dropFirst() {
      all.holds.present += part.holds.present
      all.holds.results += part.holds.results
      all.fails.present.removeAll { !part.fails.present.contains($0) }
      all.fails.results.removeAll { !part.fails.results.contains($0) }
    }
    return all
  }
}

extension ConditionFacts.Implications {
  fileprivate var flipped: Self { Self(holds: fails, fails: holds) }
}

/// The keys of a condition that combine other conditions.
enum Combiner {
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

  func leaf(_ index: Int, holdsFor value: JSON) -> Bool {
    let slots = table.bind(JSONObject([JSONObject.Member(key: "x", value: value)]))
    return slots.withUnsafeBufferPointer { table.evaluate(ids[index], $0) }
  }
}
