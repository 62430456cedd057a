internal import AccountsClient

/// The tokens of a session as they are stored on the device.
package struct SessionTokens: RefreshableSession, Codable, Sendable, Hashable {
  package var access: String
  /// Seconds since 1970 at which the access token expires.
  package var expires: Int64
  package var refresh: String

  package init(access: String, expires: Int64, refresh: String) {
    (self.access, self.expires, self.refresh) = (access, expires, refresh)
  }

  package var accessToken: String { access }
  package var refreshToken: String { refresh }

  package mutating func replaceTokens(_ tokens: SessionTokens) { self = tokens }
}

extension SessionTokens {
  /// Creates the tokens that the service returned now.
  init(_ data: TokensData, now: Int64) {
    self.init(
      access: data.accessToken, expires: now + Int64(data.expiresIn), refresh: data.refreshToken)
  }
}

/// No tokens: for extensions and the watch, which have no session.
package struct EmptySessionVault: SessionVault {
  package init() {}
  package func load() throws -> SessionTokens? { nil }
  package func save(_ tokens: SessionTokens?) throws {}
}
