package import HTTPTypes

/// A browser's preferences for pages.
package struct PageSettings: Sendable {
  package let language: Language
  /// `light` or `dark`; nil for what the system says.
  package let theme: String?

  /// By its cookies, which users set on a page, and else by what the browser asks for.
  package init(_ headers: HTTPFields) {
    let chosen = Cookies.value(PageCookies.language, in: headers).flatMap(Language.init(rawValue:))
    language = chosen ?? Language.preferred(headers[.acceptLanguage])
    let theme = Cookies.value(PageCookies.theme, in: headers)
    self.theme = theme.flatMap { ["light", "dark"].contains($0) ? $0 : nil }
  }
}
