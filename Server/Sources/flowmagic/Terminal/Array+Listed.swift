extension [String] {
  /// The elements as in a sentence, such as "a, b or c" with the conjunction "or".
  package func listed(with conjunction: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
