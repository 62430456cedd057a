public import YogaDomain

/// The session of a change has ended, or its account is deleted, since the change was sent.
public struct SessionEnded: Error {
  /// Creates the error.
  public init() {}
}

/// The storage of users' practice data.
public protocol ProgressStore: Sendable {
  /// Returns a user's practice data; empty for a new user.
  func practice(of user: String) async throws -> SyncedPractice
  /// Changes a user's practice data atomically: concurrent changes of the same user are serialized,
  /// or one of them is retried.
  ///
  /// - Parameters:
  ///   - user: The user's id.
  ///   - check: Throws if the user may no longer change the data. Called directly before each
  ///     attempt to write, because the change may have waited for others until its sender has
  ///     logged out, or the account is deleted.
  ///   - change: Changes the data.
  /// - Returns: What `change` returns.
  /// - Throws: What `check` or `change` throws; nothing is then written.
  func update<Result: Sendable>(
    _ user: String, check: @escaping @Sendable () async throws -> Void,
    _ change: @escaping @Sendable (inout SyncedPractice) throws -> Result
  ) async throws -> Result
}

/// An in-memory store, for tests and previews.
public actor MemoryProgressStore: ProgressStore {
  private var practices: [String: SyncedPractice] = [:]

  /// Creates an empty store.
  public init() {}

  /// Returns a user's practice data; empty for a new user.
  public func practice(of user: String) -> SyncedPractice { practices[user] ?? SyncedPractice() }

  /// Changes a user's practice data.
  public func update<Result: Sendable>(
    _ user: String, check: @escaping @Sendable () async throws -> Void,
    _ change: @escaping @Sendable (inout SyncedPractice) throws -> Result
  ) async throws -> Result {
    try await check()
    return try change(&practices[user, default: SyncedPractice()])
  }
}
