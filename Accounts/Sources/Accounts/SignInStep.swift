/// How far signing in has come.
public enum SignInStep: Sendable {
  /// All that is needed was shown.
  case signedIn(NewSession)
  /// A second factor is missing.
  case secondFactor(SecondFactorChallenge)
}

/// That the first factor was right, and the second is awaited.
public struct SecondFactorChallenge: Sendable {
  /// What can be shown.
  public enum Method: String, Sendable, CaseIterable {
    /// A code of an authenticator app.
    case totp
    /// A code from paper.
    case recoveryCode = "recovery-code"
    /// A passkey.
    case passkey
  }

  /// The secret that the next step brings along; counts for 10 minutes.
  public let secret: String
  /// What the person has set up.
  public let methods: [Method]

  /// Makes a challenge.
  public init(secret: String, methods: [Method]) {
    self.secret = secret
    self.methods = methods
  }
}

/// A session that has just begun, with the secrets that only its holder gets.
public struct NewSession: Sendable {
  /// What holds the session together on the other side.
  public enum Credential: Sendable {
    /// What the browser's cookie holds.
    case cookie(String)
    /// What an app holds.
    case tokens(AppTokens)
  }

  /// The session as it is kept.
  public let session: Session
  /// Whose it is.
  public let person: Person
  /// What its holder gets.
  public let credential: Credential

  /// Makes a value.
  public init(session: Session, person: Person, credential: Credential) {
    self.session = session
    self.person = person
    self.credential = credential
  }
}

/// What an app holds of its session.
public struct AppTokens: Sendable, Equatable {
  /// A signed token for requests; short-lived.
  public let access: String
  /// The seconds it counts.
  public let accessLifetime: Int
  /// Gives the next pair, once.
  public let refresh: String

  /// Makes a pair.
  public init(access: String, accessLifetime: Int, refresh: String) {
    self.access = access
    self.accessLifetime = accessLifetime
    self.refresh = refresh
  }
}

/// Who is signed in, as a request shows it.
public struct SignedIn: Sendable {
  /// Who.
  public let person: Person
  /// By which session.
  public let session: Session

  /// Makes a pair.
  public init(person: Person, session: Session) {
    self.person = person
    self.session = session
  }
}
