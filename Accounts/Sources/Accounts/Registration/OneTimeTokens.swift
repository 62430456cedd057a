/// Finds one-time tokens that are still valid, stores those for password resets, and builds the
/// URLs of links.
public struct OneTimeTokens: Sendable {
  let store: any AccountStore
  let settings: AccountSettings
  let clock: @Sendable () -> Int

  /// The lifetimes of tokens and of invitations, in seconds.
  enum Lifetime {
    static let verify = 86_400
    static let reset = 30 * 60
    static let setUp = 86_400
    static let invitation = 7 * 86_400
    static let secondFactor = 10 * 60
  }

  /// The user that a token belongs to, to show its page; changes nothing.
  ///
  /// - Returns: The user; nil if the token is invalid, or belongs to no one.
  public func owner(
    of token: String, for purpose: OneTimeToken.Purpose
  ) async throws -> User? {
    try await store.read { reader in
      try validToken(token, for: purpose, in: reader)?.user
        .flatMap { try reader.user($0) }
    }
  }

  /// The URL of a link with a token or with the secret of an invitation.
  func url(_ path: String, _ secret: SecretToken) -> String {
    settings.publicURL + path + "?link=" + secret.string
  }

  /// The token with this secret, if it is for this purpose and still valid.
  func validToken(
    _ token: String, for purpose: OneTimeToken.Purpose, in reader: any AccountReader
  ) throws -> OneTimeToken? {
    guard let secret = SecretToken(token), let stored = try reader.oneTimeToken(secret.hash),
      stored.purpose == purpose, stored.isValid(at: clock())
    else { return nil }
    return stored
  }

  /// Whether a user has a token for this purpose that is still valid.
  func hasValidToken(
    of user: String, for purpose: OneTimeToken.Purpose, in reader: any AccountReader
  ) throws -> Bool {
    let now = clock()
    return try reader.oneTimeTokens(of: user, for: purpose).contains { $0.isValid(at: now) }
  }

  /// Stores a token to set a new password; earlier ones stay valid until one is used, so that a
  /// stranger's request does not invalidate the link that the user is about to follow.
  ///
  /// - Returns: The expiry of the token, in seconds since 1970.
  func storeResetToken(
    for user: User, with secret: SecretToken, in writer: any AccountWriter
  ) throws -> Int {
    let expires = clock() + OneTimeTokens.Lifetime.reset
    try writer.put(
      OneTimeToken(
        hash: secret.hash, purpose: .resetPassword, user: user.id, created: clock(),
        expires: expires))
    return expires
  }
}
