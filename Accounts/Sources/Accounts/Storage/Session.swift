/// A session of a user in a browser or an app.
///
/// Times are in seconds since 1970.
public struct Session: Sendable, Equatable {
  /// The kind of client that holds it.
  public enum ClientKind: String, Sendable {
    /// A browser with a cookie.
    case browser
    /// An app with a refresh token.
    case app
  }

  /// The identifier: 16 letters and digits, which are not a secret.
  public let id: String
  /// The SHA-256 of the cookie's secret.
  ///
  /// For an app, whose refresh tokens are stored separately, that of the first refresh token since
  /// the session was last renewed; empty if it never was. A renewal gives a session a new secret,
  /// so that the old cookie or tokens stop working.
  public let hash: [UInt8]
  /// The kind of client that holds it.
  public let kind: ClientKind
  /// The id of the user.
  public let user: String
  /// The start of the session.
  public let created: Int
  /// The time of its last use; requests update it at most once a minute, renewals each time.
  public var lastUsed: Int
  /// The end of the session, whether or not it is used.
  public let expires: Int
  /// The time of the user's last authentication: signing in or reauthenticating.
  ///
  /// 0 if it is not known, because the clock was ahead. An access token has it as `auth_time`.
  public var lastAuthenticated: Int
  /// Whether a second factor was used.
  public var hasSecondFactor: Bool
  /// The client that began the session.
  public let client: Client
  /// The number of consecutive wrong passwords and codes sent to reauthenticate.
  public var failedReauthentications: Int

  /// Creates a record.
  public init(
    id: String, hash: [UInt8], kind: ClientKind, user: String, created: Int, lastUsed: Int,
    expires: Int, lastAuthenticated: Int, hasSecondFactor: Bool, client: Client,
    failedReauthentications: Int = 0
  ) {
    self.id = id
    self.hash = hash
    self.kind = kind
    self.user = user
    self.created = created
    self.lastUsed = lastUsed
    self.expires = expires
    self.lastAuthenticated = lastAuthenticated
    self.hasSecondFactor = hasSecondFactor
    self.client = client
    self.failedReauthentications = failedReauthentications
  }

  /// Whether the user has authenticated within some seconds; false if that was while the clock was
  /// ahead.
  public func isAuthenticated(within seconds: Int, at now: Int) -> Bool {
    !RecordedTime.isAhead(lastAuthenticated, of: now) && now - lastAuthenticated <= seconds
  }
}

/// The client of a request.
public struct Client: Sendable, Equatable {
  /// The device secrets of earlier sign-ins, see `KnownDevice`; never stored.
  public let deviceSecrets: [SecretToken]
  /// The IP address, without a port, or another text for a client without one.
  public let address: String
  /// The User-Agent header, truncated to 300 bytes; empty if there is none.
  public let userAgent: String
  /// The requested language, which becomes that of the user's emails when they sign in; nil if the
  /// request names none.
  public let language: EmailLanguage?

  /// Creates a value; a longer `userAgent` is truncated.
  public init(
    address: String, userAgent: String = "", deviceSecrets: [SecretToken] = [],
    language: EmailLanguage? = nil
  ) {
    self.address = address
    self.language = language
    self.userAgent = String(decoding: userAgent.utf8.prefix(300), as: UTF8.self)
    self.deviceSecrets = deviceSecrets
  }

  /// Returns the client with the device secret that an app has kept since an earlier sign-in, and
  /// no other; with none if the text is not such a secret.
  public func with(deviceSecret: String?) -> Client {
    let secret = deviceSecret.flatMap { SecretToken($0) }
    return Client(
      address: address, userAgent: userAgent, deviceSecrets: secret.map { [$0] } ?? [],
      language: language)
  }

  /// Whether address and user agent are equal; device secrets and language are ignored.
  public static func == (left: Client, right: Client) -> Bool {
    left.address == right.address && left.userAgent == right.userAgent
  }
}

/// A refresh token of an app's session, which is exchanged for an access token and the next one.
///
/// The last used one is accepted again for 30 seconds after its use, because the response may have
/// been lost. Times are in seconds since 1970.
public struct RefreshToken: Sendable, Equatable {
  /// The SHA-256 of its secret.
  public let hash: [UInt8]
  /// The session, which identifies the token family.
  public let session: String
  /// The time at which it was issued; never before that of an earlier token of the session, even
  /// if the clock was set back.
  public let created: Int
  /// The time of its use; nil if unused.
  ///
  /// `usedOrLost` (0) and `unusedAtRenewal` (-1) mark tokens that are no longer valid.
  public var used: Int?

  /// Creates a record.
  public init(hash: [UInt8], session: String, created: Int, used: Int? = nil) {
    self.hash = hash
    self.session = session
    self.created = created
    self.used = used
  }
}
