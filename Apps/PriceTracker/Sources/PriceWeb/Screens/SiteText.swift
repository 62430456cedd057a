import FlowCore
import PriceDomain

/// A text of the site in both languages.
struct SiteText: Sendable {
  let english: String
  let german: String

  init(_ english: String, _ german: String) { (self.english, self.german) = (english, german) }

  func text(_ language: Language) -> String { language == .german ? german : english }
}

extension Language {
  /// The language of a page.
  init(page: String) { self = page.hasPrefix("de") ? .german : .english }
}
