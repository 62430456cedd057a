/// A session as a device stores it: its tokens, and what the app stores with them.
public protocol RefreshableSession: Equatable, Sendable {
  /// The tokens that the service returns for a refresh token.
  associatedtype Tokens: Sendable

  /// The token that requests carry.
  var accessToken: String { get }
  /// The token that is exchanged, once, for the next tokens.
  var refreshToken: String { get }
  /// Replaces the tokens, and nothing else.
  mutating func replaceTokens(_ tokens: Tokens)
}

/// The reasons why an app's requests fail, one of which is that the session has ended.
public protocol SessionFailure: Error, Equatable {
  /// The service has ended the session; the user has to sign in again.
  static var signedOut: Self { get }
}
