import Foundation

extension Catalog {
  /// The glossary's entries that match a search text in English, German or Sanskrit, with or
  /// without accents.
  ///
  /// Entries with a name that begins with the text come first; an empty text matches all entries.
  public func entries(matching text: String) -> [GlossaryEntry] {
    let query = Self.folded(text)
    guard !query.isEmpty else { return glossary }
    return glossary.enumerated().compactMap { index, entry -> (Int, Int, GlossaryEntry)? in
      let names = [entry.name.en, entry.name.de, entry.sanskrit.iast, entry.sanskrit.devanagari]
        .map(Self.folded)
      if names.contains(where: { $0.hasPrefix(query) }) { return (0, index, entry) }
      if names.contains(where: { $0.contains(query) }) { return (1, index, entry) }
      return nil
    }
    .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// A text folded for searching: without case, accents and surrounding spaces.
  private static func folded(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
      .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
