/// Counts with their nouns.
package enum Plural {
  /// "1 error", "2 errors".
  package static func text(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
