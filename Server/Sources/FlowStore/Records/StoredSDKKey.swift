/// An SDK key: a publishable key with which an app reads one environment's releases and sends
/// events.
public struct StoredSDKKey: Sendable, Equatable {
  /// The id: `pk_` and 22 characters.
  ///
  /// In an app, it is followed by a `.` and the server's public key.
  public let id: String
  /// The application's id.
  public let application: String
  /// The environment's name.
  public let environment: String
  /// The display name in the portal.
  public let name: String
  /// The time of creation.
  public let created: Int
  /// The time of revocation; nil if it is active.
  public let revoked: Int?

  /// Creates a record.
  public init(
    id: String, application: String, environment: String, name: String, created: Int,
    revoked: Int? = nil
  ) {
    self.id = id
    self.application = application
    self.environment = environment
    self.name = name
    self.created = created
    self.revoked = revoked
  }
}
