/// Where a release is live.
public struct Environment: Sendable, Equatable {
  /// The application's id.
  public let application: String
  /// A short name of lower-case letters, digits and hyphens.
  public let name: String
  /// The current release's number, or nil before the first.
  public var current: Int?

  /// Makes a record.
  public init(application: String, name: String, current: Int? = nil) {
    self.application = application
    self.name = name
    self.current = current
  }
}
