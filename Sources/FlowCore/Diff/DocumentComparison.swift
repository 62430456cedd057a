/// Compares two documents, and collects the changes.
struct DocumentComparison {
  private(set) var changes: [Change] = []

  /// Adds a change.
  mutating func add(
    _ id: ChangeMessageID, _ location: FlowLocation = FlowLocation(),
    _ arguments: JSONObject = JSONObject()
  ) {
    changes.append(Change(id, location, arguments))
  }

  /// Adds the changes between the unknown members of `owner`.
  ///
  /// A member named after a format preserves source text of an imported document, which has no
  /// meaning to the engine, and is not compared.
  mutating func compare(
    unknown old: JSONObject, _ new: JSONObject, _ location: FlowLocation, of owner: JSONObject
  ) {
    if old.isEmpty && new.isEmpty { return }
    let pairs = Matching(old.members.map { $0.key }, new.members.map { $0.key })
    for (index, member) in new.members.enumerated() where !DocumentFormat.isName(member.key) {
      let oldIndex = pairs.oldIndices[index]
      if oldIndex >= 0, old.members[oldIndex].value == member.value { continue }
      add(
        oldIndex < 0 ? .memberAdded : .memberChanged, location,
        ["member": .name(member.key), "owner": .object(owner)])
    }
    for index in pairs.removedIndices where !DocumentFormat.isName(old.members[index].key) {
      add(
        .memberRemoved, location,
        ["member": .name(old.members[index].key), "owner": .object(owner)])
    }
  }
}
