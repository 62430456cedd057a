/// The tokens of a session as they are stored on the device.
package struct SessionTokens: Codable, Sendable, Hashable {
  package var access: String
  /// Seconds since 1970 at which the access token expires.
  package var expires: Int64
  package var refresh: String

  package init(access: String, expires: Int64, refresh: String) {
    (self.access, self.expires, self.refresh) = (access, expires, refresh)
  }
}

/// Keeps a session's tokens: the keychain in apps, memory in tests.
package protocol TokenStore: Sendable {
  /// Returns the stored tokens; nil if nobody is signed in.
  func load() throws -> SessionTokens?
  /// Stores tokens, or removes them.
  func save(_ tokens: SessionTokens?) throws
}

/// No tokens: for extensions and the watch, which have no session.
package struct NoTokens: TokenStore {
  package init() {}
  package func load() throws -> SessionTokens? { nil }
  package func save(_ tokens: SessionTokens?) throws {}
}
