/// An organization, such as a company, with its applications.
public struct Organization: Sendable, Equatable {
  /// The id: lower-case letters, digits and hyphens.
  public let id: String
  /// The name that users see.
  public var name: String
  /// The time of creation.
  public let created: Int
  /// The maximum lifetime of its tokens in days; nil for the server's default.
  public var tokenDays: Int?

  /// Creates a record.
  public init(id: String, name: String, created: Int, tokenDays: Int? = nil) {
    self.id = id
    self.name = name
    self.created = created
    self.tokenDays = tokenDays
  }
}
