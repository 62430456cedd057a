/// An environment, in which a release is live.
public struct Environment: Sendable, Equatable {
  /// The application's id.
  public let application: String
  /// A short name of lower-case letters, digits and hyphens.
  public let name: String
  /// The current release's number, or nil before the first.
  public var current: Int?

  /// Whether sessions may be followed here, as an owner decided it; nil if no one has, and then all
  /// environments but the one of real users may be.
  public var isFollowed: Bool?

  /// Creates a record.
  public init(
    application: String, name: String, current: Int? = nil, isFollowed: Bool? = nil
  ) {
    self.application = application
    self.name = name
    self.current = current
    self.isFollowed = isFollowed
  }
}
