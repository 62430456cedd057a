/// A secret with which a program uses the API; only its hash is stored.
///
/// It belongs to the organization or to a user. A user's token permits at most what the user may
/// do, and ends with their membership.
public struct APIToken: Sendable, Equatable {
  /// The part that the server finds it by.
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
  /// The only application that it opens; nil for all of the organization's.
  public let application: String?
  /// The only environment that it changes; nil for all of them.
  public let environment: String?
  /// The time of its last use, to the minute; nil before.
  public let lastUsed: Int?

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
