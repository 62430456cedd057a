/// An API token that a password reset revokes, for the email about it.
public struct RevokedToken: Sendable, Equatable {
  /// The token's name.
  public let name: String
  /// The name of its organization.
  public let organization: String
  /// The time of its last use, in seconds since 1970; nil for never.
  public let lastUsed: Int?

  /// Creates a value.
  public init(name: String, organization: String, lastUsed: Int?) {
    self.name = name
    self.organization = organization
    self.lastUsed = lastUsed
  }
}
