import HTTPTypes

/// Decides whether a request was sent from one of this host's own pages (CSRF protection).
///
/// A browser that reports the origin of a request is trusted, because pages of other sites cannot
/// forge it. For one that reports nothing, such as an old browser, the request needs a state that
/// is sealed for its cookie, which only this host's pages contain.
enum RequestOrigin {
  enum Sender: Equatable { case sameOrigin, unreported, crossOrigin }

  /// Compares the origin that a browser reports with that of this site.
  ///
  /// - Parameters:
  ///   - headers: The headers of the request.
  ///   - host: The host that the request was sent to.
  ///   - origin: The site's own origin; nil if only the host is known.
  /// - Returns: `unreported` if the browser reports nothing.
  static func check(_ headers: HTTPFields, host: String?, origin: String?) -> Sender {
    let site = headers[.secFetchSite]
    // `none` is caused by the user, such as by reloading the response to a form.
    if let site, site != "same-origin", site != "none" { return .crossOrigin }
    guard let sender = headers[.origin] else { return site == nil ? .unreported : .sameOrigin }
    if let origin { return sender == origin ? .sameOrigin : .crossOrigin }
    guard let host, !host.isEmpty, sender == "https://\(host)" || sender == "http://\(host)" else {
      return .crossOrigin
    }
    return .sameOrigin
  }

  /// Whether a host is the local machine, where https is not required.
  static func isLoopback(_ host: String) -> Bool {
    let name =
      host.hasPrefix("[")
      ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    return ["localhost", "127.0.0.1", "[::1]"].contains(String(name))
  }

  /// Whether a text is the origin of a site on this machine without https, such as
  /// `http://127.0.0.1:8100`.
  static func isLoopbackOrigin(_ text: String) -> Bool {
    guard text.hasPrefix("http://") else { return false }
    let host = text.dropFirst(7)
    return !host.contains("/") && isLoopback(String(host))
  }
}

extension HTTPField.Name {
  // NB: never nil, because the names are valid tokens of RFC 9110; there is no initializer without
  // an optional.
  static let secFetchSite = Self("Sec-Fetch-Site") ?? .via
  static let secFetchMode = Self("Sec-Fetch-Mode") ?? .via
  static let referrerPolicy = Self("Referrer-Policy") ?? .via
  static let crossOriginOpenerPolicy = Self("Cross-Origin-Opener-Policy") ?? .via
  static let crossOriginResourcePolicy = Self("Cross-Origin-Resource-Policy") ?? .via
}
