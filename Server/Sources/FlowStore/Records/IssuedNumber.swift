/// The highest release number that was ever issued in an environment, as far as known.
///
/// After an older backup was restored it is above the numbers of the releases that the store has:
/// apps have accepted what came after the backup and refuse another release of the same number.
public struct IssuedNumber: Sendable, Hashable {
  /// The application's id; it may not be in the store (any more).
  public let application: String
  /// The environment's name.
  public let environment: String
  /// From 1.
  public let number: Int

  /// Creates a record.
  public init(application: String, environment: String, number: Int) {
    self.application = application
    self.environment = environment
    self.number = number
  }
}
