/// A language of the pages.
package enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case german = "de"

  /// The name of the language, in that language.
  package var name: String {
    switch self {
    case .english: "English"
    case .german: "Deutsch"
    }
  }

  /// The supported language that a browser prefers, by its `Accept-Language`; English if it states
  /// none.
  package static func preferred(_ header: String?) -> Language {
    var best: (language: Language, weight: Double)?
    for part in (header ?? "").split(separator: ",").prefix(20) {
      let pieces = part.split(separator: ";").map { $0.filter { $0 != " " } }
      let tag = pieces.first?.lowercased().split(separator: "-").first.map(String.init) ?? ""
      let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }
      let weight = quality.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      guard let language = Language(rawValue: tag), weight > 0 else { continue }
      if let best, best.weight >= weight { continue }
      best = (language, weight)
    }
    return best?.language ?? .english
  }
}
