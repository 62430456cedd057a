/// The highest release number known to have been issued in an environment.
///
/// After an older backup was restored, it is higher than the stored releases' numbers: apps have
/// accepted later releases, and reject a different release with the same number.
public struct IssuedNumber: Sendable, Hashable {
  /// The application's id, which may be missing from the store.
  public let application: String
  /// The environment's name.
  public let environment: String
  /// The number, starting at 1.
  public let number: Int

  /// Creates a record.
  public init(application: String, environment: String, number: Int) {
    self.application = application
    self.environment = environment
    self.number = number
  }
}
