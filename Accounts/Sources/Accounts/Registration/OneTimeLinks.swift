/// Finds one-time links that are still valid, and builds their URLs.
public struct OneTimeLinks: Sendable {
  let store: any AccountStore
  let settings: AccountSettings
  let clock: @Sendable () -> Int

  /// The lifetimes of links, in seconds.
  enum Lifetime {
    static let verify = 86_400
    static let reset = 30 * 60
    static let setUp = 86_400
    static let invitation = 7 * 86_400
    static let secondFactor = 10 * 60
  }

  /// The user that a link belongs to, to show its page; changes nothing.
  ///
  /// - Returns: nil if the link is invalid, or belongs to no one.
  public func owner(
    of link: String, for purpose: OneTimeLink.Purpose
  ) async throws -> User? {
    try await store.read { reader in
      try validLink(link, for: purpose, in: reader)?.user
        .flatMap { try reader.user($0) }
    }
  }

  /// The URL of a link.
  func url(_ path: String, _ secret: SecretToken) -> String {
    settings.publicURL + path + "?link=" + secret.text
  }

  /// The link with this secret, if it is for this purpose and still valid.
  func validLink(
    _ link: String, for purpose: OneTimeLink.Purpose, in reader: any AccountReader
  ) throws -> OneTimeLink? {
    guard let secret = SecretToken(link), let stored = try reader.link(secret.hash),
      stored.purpose == purpose, stored.isValid(at: clock())
    else { return nil }
    return stored
  }

  /// Whether a user has a link for this purpose that is still valid.
  func hasValidLink(
    of user: String, for purpose: OneTimeLink.Purpose, in reader: any AccountReader
  ) throws -> Bool {
    let now = clock()
    return try reader.links(of: user, for: purpose).contains { $0.isValid(at: now) }
  }

  /// Stores a link to set a new password; earlier links stay valid until one of them is used, so
  /// that a stranger's request does not void the one that the user is about to follow.
  func storeResetLink(
    for user: User, with secret: SecretToken, in writer: any AccountWriter
  ) throws -> Int {
    let expires = clock() + OneTimeLinks.Lifetime.reset
    try writer.put(
      OneTimeLink(
        hash: secret.hash, purpose: .resetPassword, user: user.id, created: clock(),
        expires: expires))
    return expires
  }
}
