/// A secret with which a program uses the API; only its hash is stored.
///
/// It belongs to the organization or to a user. A user's token grants at most the user's own
/// permissions, and ends with their membership.
public struct APIToken: Sendable, Equatable {
  /// The part that identifies it.
  public let id: String
  /// The organization's id.
  public let organization: String
  /// The name that users see.
  public let name: String
  /// The SHA-256 of the secret part, which is 256 random bits.
  public let hash: [UInt8]
  /// The scopes: `read`, `draft`, `publish`, `admin`.
  public let scopes: [String]
  /// The time of creation.
  public let created: Int
  /// The expiry; nil for none.
  public let expires: Int?
  /// The time of revocation; nil before.
  public let revoked: Int?
  /// The id of the user who owns it; nil for a service account's token.
  public let user: String?
  /// The only application that it gives access to; nil for all of the organization's.
  public let application: String?
  /// The only environment that it may change; nil for all.
  public let environment: String?
  /// The time of its last use, to the minute; nil if it was never used.
  public let lastUsed: Int?
  /// The number of seconds by which a last use may be in the future; if it is later, the clock was
  /// ahead when it was recorded.
  package static let maximumClockSkew = 120

  /// Creates a record.
  public init(
    id: String, organization: String, name: String, hash: [UInt8], scopes: [String], created: Int,
    expires: Int? = nil, revoked: Int? = nil, user: String? = nil, application: String? = nil,
    environment: String? = nil, lastUsed: Int? = nil
  ) {
    self.id = id
    self.organization = organization
    self.name = name
    self.hash = hash
    self.scopes = scopes
    self.created = created
    self.expires = expires
    self.revoked = revoked
    self.user = user
    self.application = application
    self.environment = environment
    self.lastUsed = lastUsed
  }
}
