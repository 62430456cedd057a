/// The outputs that must exist for a condition to be true.
///
/// Only conjunctions are considered: members of an object, and `$and`. Comparisons with numbers are
/// ignored, because in them a missing output counts as 0, as in JavaScript.
enum OutputPresence {
  static func implied(by condition: JSON) -> [Name] {
    (condition.object?.members ?? []).flatMap { member -> [Name] in
      if member.key == "$and" { return (member.value.array ?? []).flatMap { implied(by: $0) } }
      guard let path = BindingPath(member.key), path.scope == .output, requiresValue(member.value)
      else { return [] }
      return [path.key]
    }
  }

  private static func requiresValue(_ test: JSON) -> Bool {
    if isPresent(test) { return true }
    return (test.object?.members ?? []).contains { member in
      switch member.key {
      case "$exists": Coercion.isTruthy(member.value)
      case "$eq": isPresent(member.value)
      case "$in":
        member.value.array.map { !$0.isEmpty && $0.allSatisfy { isPresent($0) } } ?? false
      default: false
      }
    }
  }

  private static func isPresent(_ literal: JSON) -> Bool {
    literal.string.map { !$0.isEmpty } ?? (literal.bool == true)
  }
}
