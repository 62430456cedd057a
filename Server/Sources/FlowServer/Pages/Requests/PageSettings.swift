package import HTTPTypes

/// A browser's preferences for pages.
package struct PageSettings: Sendable {
  /// The language that the browser asks for; nil if it asks for none.
  package let requestedLanguage: Language?
  /// `light` or `dark`; nil to follow the system.
  package let theme: String?

  /// The language of pages.
  package var language: Language { requestedLanguage ?? .english }

  /// Reads the cookies with the user's choices; without one, the language is that of
  /// `Accept-Language`.
  package init(_ headers: HTTPFields) {
    requestedLanguage =
      Cookies.value(PageCookies.language, in: headers).flatMap(Language.init(rawValue:))
      ?? headers[.acceptLanguage].map { Language.preferred($0) }
    let theme = Cookies.value(PageCookies.theme, in: headers)
    self.theme = theme.flatMap { ["light", "dark"].contains($0) ? $0 : nil }
  }
}
