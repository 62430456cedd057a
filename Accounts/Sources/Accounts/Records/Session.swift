/// That a person is signed in somewhere.
public struct Session: Sendable, Equatable {
  /// Who holds it.
  public enum Kind: String, Sendable {
    /// A browser with a cookie.
    case browser
    /// An app with a refresh token.
    case app
  }

  /// 16 letters and digits, by which a person may end it; no secret.
  public let id: String
  /// The SHA-256 of the cookie's secret; empty for an app, whose refresh tokens are kept apart.
  public let hash: [UInt8]
  /// Who holds it.
  public let kind: Kind
  /// Whose it is.
  public let person: String
  /// When it began.
  public let created: Int
  /// When it was last used; written at most once a minute.
  public var lastUsed: Int
  /// When it ends, used or not.
  public let expires: Int
  /// When the person last showed who they are: signed in, or confirmed it again.
  public var authenticated: Int
  /// Whether a second factor was shown.
  public var hasSecondFactor: Bool
  /// Where it began.
  public let client: Client

  /// Makes a record.
  public init(
    id: String, hash: [UInt8], kind: Kind, person: String, created: Int, lastUsed: Int,
    expires: Int, authenticated: Int, hasSecondFactor: Bool, client: Client
  ) {
    self.id = id
    self.hash = hash
    self.kind = kind
    self.person = person
    self.created = created
    self.lastUsed = lastUsed
    self.expires = expires
    self.authenticated = authenticated
    self.hasSecondFactor = hasSecondFactor
    self.client = client
  }
}

/// Where a request came from.
public struct Client: Sendable, Equatable {
  /// The address, without a port.
  public let address: String
  /// What the program calls itself, at most 300 bytes; empty if it does not say.
  public let userAgent: String

  /// Makes a value; a longer `userAgent` is cut.
  public init(address: String, userAgent: String = "") {
    self.address = address
    self.userAgent = String(decoding: userAgent.utf8.prefix(300), as: UTF8.self)
  }
}

/// A refresh token of an app's session; each is used once and gives the next.
public struct RefreshToken: Sendable, Equatable {
  /// The SHA-256 of its secret.
  public let hash: [UInt8]
  /// The session, which is the family of its tokens.
  public let session: String
  /// When it was given.
  public let created: Int
  /// When it was used, or nil.
  public var used: Int?

  /// Makes a record.
  public init(hash: [UInt8], session: String, created: Int, used: Int? = nil) {
    self.hash = hash
    self.session = session
    self.created = created
    self.used = used
  }
}
