import PriceDomain
import Testing

struct LanguageTests {
  @Test func `the first supported language of the preferred ones is used, else English`() {
    #expect(Language(preferred: ["fr-FR", "de-AT", "en"]) == .german)
    #expect(Language(preferred: ["fr-FR"]) == .english)
  }

  static let headers: [(header: String, language: Language)] = [
    ("", .english), ("de", .german), ("de-AT,de;q=0.9,en;q=0.8", .german), ("DE", .german),
    ("fr, de;q=0.5", .german), ("fr", .english), ("en, de", .english),
    ("en;q=0.5, de", .german), ("en;q=0.5,de;q=0.7", .german), ("en; Q=0.5 , de ; q=0.7", .german),
    ("de;q=0, en", .english), ("de;q=0", .english), ("de;q=0.000", .english),
    ("*", .english), (",;q=1,", .english),
  ]

  @Test(arguments: headers)
  func `the supported language with the highest weight is preferred`(
    row: (header: String, language: Language)
  ) {
    #expect(Language(acceptLanguage: row.header) == row.language)
  }
}
