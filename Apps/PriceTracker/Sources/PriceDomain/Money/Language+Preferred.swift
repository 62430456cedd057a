extension Language {
  /// Creates the first supported language of a user's preferred ones, otherwise English.
  ///
  /// - Parameter preferred: Language tags such as `de-AT`, the most preferred first.
  public init(preferred: [String]) {
    for tag in preferred {
      let code = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
      guard let supported = Language(rawValue: code) else { continue }
      self = supported
      return
    }
    self = .english
  }

  /// Creates the supported language that an `Accept-Language` header prefers, otherwise English.
  ///
  /// - Parameter header: The header's value, such as `fr, de;q=0.8, en;q=0.5`.
  public init(acceptLanguage header: String) {
    let ranges = header.split(separator: ",").map { range -> (tag: String, weight: Double) in
      let parts = range.lowercased().filter { !$0.isWhitespace }.split(separator: ";")
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
      return (String(parts.first ?? ""), weight.flatMap { Double($0.dropFirst(2)) } ?? 1)
    }
    let accepted = ranges.filter { $0.weight > 0 }.sorted { $0.weight > $1.weight }
    self.init(preferred: accepted.map { $0.tag })
  }
}
