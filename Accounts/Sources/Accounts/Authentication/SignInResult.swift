/// The result of a sign-in step.
public enum SignInResult: Sendable {
  /// The user is signed in.
  case signedIn(NewSession)
  /// A second factor is required.
  case secondFactor(PendingSignIn)
}

/// A sign-in whose first factor was verified, and whose second factor is missing.
public struct PendingSignIn: Sendable {
  /// The possible second factors.
  public enum Method: String, Sendable, CaseIterable {
    /// A code of an authenticator app.
    case totp
    /// A recovery code.
    case recoveryCode = "recovery-code"
    /// A passkey.
    case passkey
  }

  /// The secret that the next step must include; valid for 10 minutes.
  public let secret: String
  /// The second factors that the user has set up.
  public let methods: [Method]

  /// Creates a value.
  public init(secret: String, methods: [Method]) {
    self.secret = secret
    self.methods = methods
  }
}

/// A new or renewed session, with the credentials for its holder.
public struct NewSession: Sendable {
  /// The credential of the client.
  public enum Credential: Sendable {
    /// The value of the browser's cookie.
    case cookie(String)
    /// The tokens of an app.
    case tokens(AppTokens)
  }

  /// The stored session.
  public let session: Session
  /// The user.
  public let user: User
  /// The credential for its holder.
  public let credential: Credential
  /// The device secrets that the client keeps after the session ends, so that the device is
  /// recognized at the next sign-in.
  ///
  /// The user's secret first, then those of other users of the same browser. Empty for a session
  /// that was renewed without a change of the password: the client then keeps its own.
  public let deviceSecrets: [SecretToken]

  /// Creates a value.
  public init(
    session: Session, user: User, credential: Credential, deviceSecrets: [SecretToken] = []
  ) {
    self.session = session
    self.user = user
    self.credential = credential
    self.deviceSecrets = deviceSecrets
  }
}

/// The access token and the refresh token of an app's session.
public struct AppTokens: Sendable, Equatable {
  /// A signed token for requests; short-lived.
  public let accessToken: String
  /// The seconds for which it is valid.
  public let accessTokenLifetime: Int
  /// The refresh token, which can be exchanged once for the next pair of tokens.
  public let refreshToken: String

  /// Creates a pair.
  public init(accessToken: String, accessTokenLifetime: Int, refreshToken: String) {
    self.accessToken = accessToken
    self.accessTokenLifetime = accessTokenLifetime
    self.refreshToken = refreshToken
  }
}

/// The authenticated user of a request, with the session.
public struct AuthenticatedSession: Sendable {
  /// The user.
  public let user: User
  /// The session.
  public let session: Session

  /// Creates a pair.
  public init(user: User, session: Session) {
    self.user = user
    self.session = session
  }
}
