/// A company; one portal serves all its applications.
public struct Organization: Sendable, Equatable {
  /// A short id of lower-case letters, digits and hyphens.
  public let id: String
  /// The name that users see.
  public var name: String
  /// When it was added.
  public let created: Int

  /// Makes a record.
  public init(id: String, name: String, created: Int) {
    self.id = id
    self.name = name
    self.created = created
  }
}
