/// An environment, in which a release is live.
public struct Environment: Sendable, Equatable {
  /// The application's id.
  public let application: String
  /// The name: lower-case letters, digits and hyphens.
  public let name: String
  /// The number of the current release; nil before the first.
  public var current: Int?

  /// Whether sessions may be followed, as set by an owner; nil for the default, which allows it in
  /// all environments but the one with real users.
  public var allowsFollowing: Bool?

  /// Creates a record.
  public init(
    application: String, name: String, current: Int? = nil, allowsFollowing: Bool? = nil
  ) {
    self.application = application
    self.name = name
    self.current = current
    self.allowsFollowing = allowsFollowing
  }
}
