/// The differences between two versions of a step's content, value by value.
enum ContentDifferences {
  /// The maximum number of differences that are listed.
  static let limit = 100
  /// A value whose path has at least this many bytes is compared as a whole.
  private static let maximumPathBytes = 500

  /// The differences as objects: `path` (dotted; empty for the root), `kind` (`added`, `removed` or
  /// `changed`), and for short values that changed also `value` and `before`.
  ///
  /// With more than ``limit`` differences, the content is reported as changed as a whole.
  static func list(_ old: JSON, _ new: JSON) -> [JSON] {
    var list: [JSON] = []
    if old != new { collect(old, new, "", &list) }
    return list.count > limit ? [["path": "", "kind": "changed"]] : list
  }

  private static func collect(_ old: JSON, _ new: JSON, _ path: String, _ list: inout [JSON]) {
    if list.count > limit { return }
    guard path.utf8.count < maximumPathBytes, let oldObject = old.object,
      let newObject = new.object
    else {
      if old == new { return }
      var difference: JSONObject = ["path": .string(path), "kind": "changed"]
      if isShort(old), isShort(new) {
        difference["value"] = new
        difference["before"] = old
      }
      list.append(.object(difference))
      return
    }
    let pairs = Matching(oldObject.members.map { $0.key }, newObject.members.map { $0.key })
    for (index, member) in newObject.members.enumerated() {
      let oldIndex = pairs.oldIndices[index]
      let path = join(path, member.key)
      if oldIndex >= 0 {
        collect(oldObject.members[oldIndex].value, member.value, path, &list)
      } else {
        list.append(["path": .string(path), "kind": "added"])
      }
    }
    for index in pairs.removedIndices {
      list.append(["path": .string(join(path, oldObject.members[index].key)), "kind": "removed"])
    }
  }

  private static func join(_ path: String, _ key: Name) -> String {
    path.utf8.isEmpty ? key.string : path + "." + key.string
  }

  /// Whether a value is short enough for a sentence.
  private static func isShort(_ value: JSON) -> Bool {
    switch value {
    case .array, .object: false
    case .string(let text): text.utf8.count <= 120
    default: true
    }
  }
}
