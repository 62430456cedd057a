/// One product with its own flows, releases and keys.
public struct Application: Sendable, Equatable {
  /// An id that is unique on the server: a short name or a UUID.
  public let id: String
  /// The organization's id.
  public let organization: String
  /// The name that users see.
  public var name: String
  /// The time of creation.
  public let created: Int

  /// Creates a record.
  public init(id: String, organization: String, name: String, created: Int) {
    self.id = id
    self.organization = organization
    self.name = name
    self.created = created
  }
}
