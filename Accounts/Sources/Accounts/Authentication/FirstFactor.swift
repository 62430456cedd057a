/// The first factor that a user authenticated with.
enum FirstFactor: String, Sendable {
  case password
  /// An account at an identity provider.
  case external
  /// The link of an invitation, with which the user created the account.
  case invitation
  /// The set-up link of an organization, with which the user became its first owner.
  case setUp = "set-up"
  /// A passkey with user verification (PIN, fingerprint, face): two factors in one.
  case passkey

  var isMultiFactor: Bool { self == .passkey }
}

/// The random values of a session, created before the transaction, which may run twice.
struct SessionSecrets: Sendable {
  let id = SecureRandom.base62(16)
  /// The cookie, the refresh token or the token of the pending sign-in: a sign-in step ends with
  /// only one of them.
  let secret = SecretToken()
  /// The new token of the known device.
  let device = SecretToken()
}

/// A session that a transaction has opened.
struct OpenedSession: Sendable {
  let session: Session
  let user: User
  /// The device secrets that the client stores; see `NewSession.deviceSecrets`.
  let deviceSecrets: [SecretToken]
}

/// The decision of a sign-in step's transaction: a new session, or the second factors of which one
/// is required.
enum SignInDecision: Sendable {
  case session(OpenedSession)
  case secondFactor([PendingSignIn.Method])
}
