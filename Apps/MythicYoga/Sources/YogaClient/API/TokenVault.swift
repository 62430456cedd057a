public import YogaDomain

/// Stores the session between launches: the keychain on iOS, memory in tests.
public protocol TokenVault: Sendable {
  /// Returns the stored session; nil if there is none.
  ///
  /// - Throws: If the storage cannot be read, for example before the device is first unlocked.
  func load() throws -> StoredSession?

  /// Stores a session, replacing the previous one; nil removes it.
  ///
  /// - Throws: If the storage cannot be written.
  func save(_ session: StoredSession?) throws
}

/// A session as it is stored: its tokens and its user.
public struct StoredSession: Codable, Hashable, Sendable {
  /// The tokens.
  public var tokens: SessionTokens
  /// The user.
  public var user: Profile

  /// Creates a session.
  public init(tokens: SessionTokens, user: Profile) {
    self.tokens = tokens
    self.user = user
  }
}
