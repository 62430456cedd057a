/// A browser or an app in which a user has signed in before.
///
/// Wrong passwords that are sent from elsewhere do not delay the user's sign-in on this device.
/// Times are in seconds since 1970.
public struct KnownDevice: Sendable, Equatable {
  /// The SHA-256 of its secret.
  public let hash: [UInt8]
  /// The id of the user.
  public let user: String
  /// The time of the user's last sign-in there, which created this secret.
  public let created: Int
  /// The number of failed attempts since the last correct password; an attempt counts from before
  /// its password is checked.
  public var failures: Int

  /// Creates a record.
  public init(hash: [UInt8], user: String, created: Int, failures: Int = 0) {
    self.hash = hash
    self.user = user
    self.created = created
    self.failures = failures
  }
}
