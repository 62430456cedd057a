package import HTTPTypes

/// What every answer tells browsers, so that none makes more of it than it is.
package enum SecurityHeaders {
  /// Adds what the answer does not say by itself.
  ///
  /// - Parameters:
  ///   - reply: The answer; a page brings its own policy.
  ///   - isShared: Whether pages of other sites may read it.
  ///   - publicURL: Where people reach the server.
  package static func add(to reply: inout Reply, isShared: Bool, publicURL: String) {
    set(.xContentTypeOptions, "nosniff", &reply)
    set(.referrerPolicy, "no-referrer", &reply)
    set(.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'", &reply)
    set(.crossOriginResourcePolicy, isShared ? "cross-origin" : "same-origin", &reply)
    // Two years; subdomains are somebody else's to decide on.
    if publicURL.hasPrefix("https:") {
      set(.strictTransportSecurity, "max-age=63072000", &reply)
    }
  }

  private static func set(_ name: HTTPField.Name, _ value: String, _ reply: inout Reply) {
    if reply.headers[name] == nil { reply.headers[name] = value }
  }
}

extension HTTPField.Name {
  // NB: never nil, because the names are tokens of RFC 9110; there is no initializer that says so.
  package static let referrerPolicy = Self("Referrer-Policy") ?? .via
  package static let crossOriginResourcePolicy = Self("Cross-Origin-Resource-Policy") ?? .via
}
