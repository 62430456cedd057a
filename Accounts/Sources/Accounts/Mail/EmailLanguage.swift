/// A language of the emails.
public enum EmailLanguage: String, Sendable, CaseIterable {
  /// English, also for languages without texts.
  case english = "en"
  /// German, which addresses the reader as “du”.
  case german = "de"

  /// Creates the language of a BCP 47 tag, such as `de-AT`; English for any other than German.
  public init(tag: String) {
    let tag = tag.lowercased()
    self = tag == "de" || tag.hasPrefix("de-") ? .german : .english
  }
}
