/// Numbers with their nouns.
package enum Counted {
  /// "1 error", "2 errors".
  package static func words(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension String {
  /// The text with a capital first letter, as at the start of a sentence.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
