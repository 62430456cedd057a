import HTTPTypes

/// Decides whether a request was sent by one of our own pages (CSRF).
///
/// A browser that says where a request comes from is believed if it says that it comes from us:
/// pages of other sites cannot make it lie. One that says nothing at all, such as an old one, must
/// have a state that is sealed for its cookie, which only our pages hold.
enum RequestOrigin {
  enum PageResponse: Equatable { case ours, unsaid, foreign }

  /// - Parameters:
  ///   - headers: The request's.
  ///   - host: The host that the request was sent to.
  ///   - origin: The site's own address; nil where only the host is known.
  /// - Returns: `unsaid` when the browser says nothing about it.
  static func check(_ headers: HTTPFields, host: String?, origin: String?) -> PageResponse {
    let site = headers[.secFetchSite]
    // `none` is a user's own doing, such as reloading the response to a form.
    if let site, site != "same-origin", site != "none" { return .foreign }
    guard let sender = headers[.origin] else { return site == nil ? .unsaid : .ours }
    if let origin { return sender == origin ? .ours : .foreign }
    guard let host, !host.isEmpty, sender == "https://\(host)" || sender == "http://\(host)" else {
      return .foreign
    }
    return .ours
  }

  /// Whether a host is this machine itself, where a page may be without https.
  static func isLoopback(_ host: String) -> Bool {
    let name =
      host.hasPrefix("[")
      ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    return ["localhost", "127.0.0.1", "[::1]"].contains(String(name))
  }
}

extension HTTPField.Name {
  // NB: never nil, because the names are tokens of RFC 9110; there is no initializer that says so.
  static let secFetchSite = Self("Sec-Fetch-Site") ?? .via
  static let referrerPolicy = Self("Referrer-Policy") ?? .via
  static let crossOriginOpenerPolicy = Self("Cross-Origin-Opener-Policy") ?? .via
  static let crossOriginResourcePolicy = Self("Cross-Origin-Resource-Policy") ?? .via
}
