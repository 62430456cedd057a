/// Says what is different in a step's content.
enum ContentWords {
  /// The end of a sentence about the content; nil when nothing changed.
  static func difference(_ old: JSON?, _ new: JSON?) -> String? {
    guard let old else { return new == nil ? nil : "is new" }
    guard let new else { return "was removed" }
    if old == new { return nil }
    var parts: [String] = []
    collect(old, new, "", &parts)
    return parts.isEmpty ? nil : "changed: " + Quote.list(parts, "and")
  }

  private static func collect(_ old: JSON, _ new: JSON, _ path: String, _ parts: inout [String]) {
    guard let before = old.object, let now = new.object else {
      if old == new { return }
      let name = path.utf8.isEmpty ? "it" : Quote.text(path)
      guard let before = short(old), let now = short(new) else {
        parts.append(name + " is different")
        return
      }
      parts.append(name + " is now " + now + " instead of " + before)
      return
    }
    let pairs = Matching(before.members.map { $0.key }, now.members.map { $0.key })
    for (index, member) in now.members.enumerated() {
      let known = pairs.old[index]
      let path = join(path, member.key)
      if known >= 0 {
        collect(before.members[known].value, member.value, path, &parts)
      } else {
        parts.append(Quote.text(path) + " is new")
      }
    }
    for index in pairs.removed {
      parts.append(Quote.text(join(path, before.members[index].key)) + " was removed")
    }
  }

  private static func join(_ path: String, _ key: Name) -> String {
    path.utf8.isEmpty ? key.string : path + "." + key.string
  }

  /// A value short enough for a sentence.
  private static func short(_ value: JSON) -> String? {
    switch value {
    case .array, .object: return nil
    case .string(let text): return text.utf8.count > 120 ? nil : Quote.text(text)
    default: return value.text(.compact)
    }
  }
}
