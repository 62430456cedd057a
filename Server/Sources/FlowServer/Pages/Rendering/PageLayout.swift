import HTTPTypes

/// The layout of all pages, and their security headers.
package enum PageLayout {
  /// Returns defaults for the values that not every page sets, so that none is missing.
  static func defaultContext(
    _ texts: Localization, theme: String?, service: String
  ) -> [String: Any] {
    [
      "language": texts.language.rawValue, "theme": orFalse(theme), "service": service,
      "stylesheet": PageFiles.stylePath, "font": orFalse(PortalFiles.fontPath),
      "script": PageFiles.script,
      "notice": false, "errors": false, "symbol": false, "footerLinks": false, "lead": false,
      "footnote": false, "list": false, "isDestructive": false,
      "hasProviders": false, "hiddenFields": [[String: Any]](), "fields": [[String: Any]](),
      "hasPasskeys": false, "username": false, "button": false, "requestID": false,
      "hasLanguages": false,
      "languages": [[String: Any]](), "token": "", "pagePath": "/", "return": "/",
      "isHome": false, "isAccount": false, "hasFields": false,
    ]
  }

  static func languages(_ texts: Localization) -> [[String: Any]] {
    Language.allCases.map { language in
      [
        "code": language.rawValue, "name": language.name,
        "pressed": language == texts.language ? "true" : "false",
      ]
    }
  }

  /// Returns the context of the symbol above a page's title; `kind` is its CSS class.
  static func symbol(_ icon: String, _ kind: String? = nil) -> [String: Any] {
    ["icon": icon, "kind": orFalse(kind)]
  }

  /// Renders a whole page: its body first, then the layout around it.
  static func html(
    _ template: String, in layout: String, _ context: [String: Any], _ language: Language
  ) throws(Problem) -> String {
    var context = context
    // NB: the layout does not escape the body, because the page's own template has already escaped
    // its values; of all other values, only the script and the QR code are not escaped.
    context["body"] = try PageTemplates.render(template, context, in: language)
    return try PageTemplates.render(layout, context, in: language)
  }

  static func response(
    _ html: String, status: Int, publicURL: String, retryAfter: Int? = nil
  ) -> EndpointResponse {
    var headers: HTTPFields = [
      .cacheControl: "no-store", .contentSecurityPolicy: policy(publicURL),
      .crossOriginOpenerPolicy: "same-origin", .permissionsPolicy: permissions,
      // NB: not `no-referrer`, with which browsers hide a form's origin even from this server.
      .referrerPolicy: "same-origin",
    ]
    headers[.xContentTypeOptions] = "nosniff"
    headers[.retryAfter] = retryAfter.map { "\(max(1, $0))" }
    return .bytes(
      Array(html.utf8), type: "text/html; charset=utf-8", status: status, headers: headers)
  }

  /// Allows only our own style sheet, pictures, font and script.
  ///
  /// Forms must be submitted to this server; identity providers are reached through a link or a
  /// page with a `Refresh` header, to which the restriction does not apply.
  private static func policy(_ publicURL: String) -> String {
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; "
      + "script-src \(PageFiles.scriptHashSource); form-action 'self'; "
      + "base-uri 'none'; frame-ancestors 'none'"
      + (publicURL.hasPrefix("https:") ? "; upgrade-insecure-requests" : "")
  }

  private static let permissions =
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), "
    + "publickey-credentials-create=(self), publickey-credentials-get=(self), "
    + "clipboard-write=(self)"
}

extension HTTPField.Name {
  // NB: never nil, because the names are tokens of RFC 9110, but the initializer is failable.
  static let crossOriginOpenerPolicy = Self("Cross-Origin-Opener-Policy") ?? .via
  static let permissionsPolicy = Self("Permissions-Policy") ?? .via
}
