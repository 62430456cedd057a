public import YogaDomain

/// The storage of users' practice data.
public protocol ProgressStore: Sendable {
  /// Returns a user's practice data; empty for a new user.
  func practice(of user: String) async throws -> SyncedPractice
  /// Changes a user's practice data atomically: concurrent changes of the same user are serialized,
  /// or one of them is retried.
  func update<Result: Sendable>(
    _ user: String, _ change: @escaping @Sendable (inout SyncedPractice) throws -> Result
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
    _ user: String, _ change: @escaping @Sendable (inout SyncedPractice) throws -> Result
  ) throws -> Result {
    try change(&practices[user, default: SyncedPractice()])
  }
}
