/// Counts with their nouns.
package enum Plural {
  /// "1 error", "2 errors".
  package static func text(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension String {
  /// The text with its first letter capitalized.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
