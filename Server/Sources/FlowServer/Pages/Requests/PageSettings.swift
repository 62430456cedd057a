package import HTTPTypes

/// A browser's preferences for pages.
package struct PageSettings: Sendable {
  package let language: Language
  /// `light` or `dark`; nil to follow the system.
  package let theme: String?

  /// Reads the cookies with the user's choices; without one, the language is that of
  /// `Accept-Language`.
  package init(_ headers: HTTPFields) {
    let chosenLanguage = Cookies.value(PageCookies.language, in: headers).flatMap(
      Language.init(rawValue:))
    language = chosenLanguage ?? Language.preferred(headers[.acceptLanguage])
    let theme = Cookies.value(PageCookies.theme, in: headers)
    self.theme = theme.flatMap { ["light", "dark"].contains($0) ? $0 : nil }
  }
}
