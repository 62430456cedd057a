/// Stores a session between launches: the keychain in apps, memory in tests.
public protocol SessionVault<Session>: Sendable {
  /// The session as it is stored.
  associatedtype Session: Sendable

  /// Returns the stored session; nil if there is none.
  ///
  /// - Throws: If the storage cannot be read, for example before the device is first unlocked.
  func load() throws -> Session?

  /// Stores a session, replacing the previous one; nil removes it.
  ///
  /// - Throws: If the storage cannot be written.
  func save(_ session: Session?) throws
}

/// A vault that stores nothing, for a session that lasts until the app ends.
public struct NoVault<Session: Sendable>: SessionVault {
  /// Creates a vault.
  public init() {}

  /// Returns nil.
  public func load() throws -> Session? { nil }

  /// Does nothing.
  public func save(_ session: Session?) throws {}
}
