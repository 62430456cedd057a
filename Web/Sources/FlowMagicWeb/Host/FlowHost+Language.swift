import FlowCore
public import Hummingbird

extension FlowHost {
  /// The language of this host's pages for a request: the one that the visitor has chosen, or else
  /// the best match for the browser's preferences.
  ///
  /// For the app's own pages outside of the flow, such as one that a link in an email opens.
  ///
  /// - Parameter request: The request for the app's page.
  /// - Returns: One of the languages that the current release has texts in; `en` or `de` if it has
  ///   none.
  public func language(for request: Request) -> String {
    let languages = releases.current.languages
    let cookies = VisitCookies(isSecure: isSecure(request), flowPath: "/", maxAge: 0)
    let acceptedLanguages = cookies.language(request.headers) ?? request.headers[.acceptLanguage]
    let language = Language.best(
      acceptedLanguages, of: languages.isEmpty ? ["en", "de"] : languages)
    return language?.string ?? "en"
  }
}
