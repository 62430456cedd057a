/// A company; one portal serves all its applications.
public struct Organization: Sendable, Equatable {
  /// A short id of lower-case letters, digits and hyphens.
  public let id: String
  /// The name that users see.
  public var name: String
  /// The time at which it was added.
  public let created: Int
  /// The most days that its tokens work; nil for the server's own limit.
  public var tokenDays: Int?

  /// Creates a record.
  public init(id: String, name: String, created: Int, tokenDays: Int? = nil) {
    self.id = id
    self.name = name
    self.created = created
    self.tokenDays = tokenDays
  }
}
