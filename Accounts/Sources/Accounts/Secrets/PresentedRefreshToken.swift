/// A refresh token as a client sends it: a secret, the session that it belongs to, the time of
/// issue, and a message authentication code which shows that this service has issued it.
///
/// Of a session's used tokens, only the newest are stored. An older one is still recognized by its
/// authentication code, and its reuse shows that it was copied.
struct PresentedRefreshToken: Sendable {
  /// A session, and when one of its tokens was issued.
  struct Origin: Sendable {
    let session: String
    /// Seconds since 1970.
    let issued: Int
  }

  /// The secret, under whose hash the token is stored.
  let secret: SecretToken
  /// The session and the time that the token was issued for.
  let origin: Origin

  /// Parses a client's token; nil if it is not one that this service has issued with one of its
  /// keys.
  ///
  /// When a key is removed, the apps whose tokens were issued with it must sign in again.
  init?(_ text: String, _ keys: AccountKeyring) {
    guard text.utf8.count <= 256 else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard let secret = parts.first.flatMap({ SecretToken($0) }) else { return nil }
    self.secret = secret
    // NB: the secret alone is not accepted. Without the rest, the service could not determine the
    // session of an old token.
    guard parts.count == 4, let issued = Int(parts[2]),
      parts[3].utf8.count == AccountKeyring.macLength
    else { return nil }
    let content = parts.dropLast().joined(separator: "-")
    guard keys.isMAC(parts[3], of: content, for: Self.purpose) else { return nil }
    origin = Origin(session: parts[1], issued: issued)
  }

  /// The token for a client.
  static func string(
    _ secret: SecretToken, of session: String, at now: Int, _ keys: AccountKeyring
  ) -> String {
    let content = "\(secret.string)-\(session)-\(now)"
    return content + "-" + keys.mac(of: content, for: purpose)
  }

  private static let purpose = "refresh-token"
}
