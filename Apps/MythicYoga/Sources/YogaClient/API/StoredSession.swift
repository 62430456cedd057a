public import AccountsClient
public import YogaDomain

/// A session as it is stored: its tokens and its user.
public struct StoredSession: RefreshableSession, Codable, Hashable, Sendable {
  /// The tokens.
  public var tokens: SessionTokens
  /// The user.
  public var user: Profile

  /// Creates a session.
  public init(tokens: SessionTokens, user: Profile) {
    self.tokens = tokens
    self.user = user
  }

  /// The token that requests carry.
  public var accessToken: String { tokens.accessToken }
  /// The token that is exchanged for the next ones.
  public var refreshToken: String { tokens.refreshToken }

  /// Replaces the tokens.
  public mutating func replaceTokens(_ tokens: SessionTokens) { self.tokens = tokens }
}
