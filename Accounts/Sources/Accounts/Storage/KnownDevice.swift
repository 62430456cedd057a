/// A browser or an app in which a user has signed in before.
///
/// Because of its secret, wrong passwords from elsewhere do not delay its user's sign-in. Times are
/// in seconds since 1970.
public struct KnownDevice: Sendable, Equatable {
  /// The SHA-256 of its secret.
  public let hash: [UInt8]
  /// The id of the user.
  public let user: String
  /// The time of the user's last sign-in there, which created this secret.
  public let created: Int
  /// The number of attempts since the last right password; each counts before it is checked.
  public var failures: Int

  /// Creates a record.
  public init(hash: [UInt8], user: String, created: Int, failures: Int = 0) {
    self.hash = hash
    self.user = user
    self.created = created
    self.failures = failures
  }
}
