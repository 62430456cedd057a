/// Compiles the conditions of a release, each set of equal ones only once.
struct DistinctConditions {
  /// The conditions without repetition.
  private(set) var table = JSONTable()
  /// The issues of each condition, at its index.
  private(set) var issues: [[ConditionIssue]] = []
  /// The compiled form of each.
  private(set) var ids: [ConditionID] = []
  var builder: ConditionTable.Builder

  init(segments: [Segment]) {
    builder = ConditionTable.Builder(segments: segments)
  }

  /// Compiles a condition, unless an equal one has been compiled.
  mutating func add(_ condition: JSON) -> ConditionID {
    let index = Int(table.index(of: condition))
    if index == ids.count {
      let issueCount = builder.issues.count
      ids.append(builder.add(condition))
      issues.append(builder.issues.count == issueCount ? [] : Array(builder.issues[issueCount...]))
    }
    return ids[index]
  }

  /// The index of each compiled condition among the distinct ones, by its first instruction.
  var indexes: [Int32] {
    var indexes = [Int32](repeating: -1, count: Int(ids.last?.start ?? -1) + 1)
    for index in ids.indices { indexes[Int(ids[index].start)] = Int32(truncatingIfNeeded: index) }
    return indexes
  }
}
