/// A text in the languages of the app.
public struct LocalizedText: Codable, Hashable, Sendable {
  /// In English.
  public let en: String
  /// In German.
  public let de: String

  /// Creates a text in both languages.
  public init(en: String, de: String) {
    self.en = en
    self.de = de
  }

  /// The text in the language of a tag such as `de-AT`; English for every language except German.
  public func text(in language: String) -> String {
    language.lowercased().prefix { $0 != "-" && $0 != "_" } == "de" ? de : en
  }
}

/// A Sanskrit name, transliterated and in Devanagari.
public struct SanskritName: Codable, Hashable, Sendable {
  /// In IAST transliteration: `vīrabhadrāsana`.
  public let iast: String
  /// In Devanagari: `वीरभद्रासन`.
  public let devanagari: String
}
