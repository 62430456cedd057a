public import Accounts
public import GRDB

/// Accounts in a SQLite file.
///
/// ```swift
/// let store = SQLiteAccounts(try SQLiteAccountsFile(path: "accounts.db"))
/// ```
public struct SQLiteAccounts: AccountStore {
  /// Writes an event to the logs of these organizations, in the transaction that records it.
  public typealias EventObserver =
    @Sendable (_ database: Database, _ event: SecurityEvent, _ organizations: [String]) throws ->
    Void
  /// Returns whether the API token with an id exists and is not revoked.
  public typealias TokenCheck = @Sendable (_ database: Database, _ token: String) throws -> Bool

  private let access: any SQLiteAccess
  private let onEvent: EventObserver?
  private let isTokenActive: TokenCheck?

  /// Stores accounts in the file behind `access`.
  ///
  /// - Parameters:
  ///   - access: Access to a file with the tables of `schema`.
  ///   - onEvent: Writes to the organizations' logs; an error rolls the change back.
  ///   - isTokenActive: Checks API tokens; without it, none is valid.
  public init(
    _ access: any SQLiteAccess, onEvent: EventObserver? = nil, isTokenActive: TokenCheck? = nil
  ) {
    self.access = access
    self.onEvent = onEvent
    self.isTokenActive = isTokenActive
  }

  /// Accounts in memory, released with the value; for tests and experiments.
  public static func inMemory() throws -> SQLiteAccounts {
    SQLiteAccounts(try SQLiteAccountsFile.inMemory())
  }

  /// Returns a writer that changes accounts in the caller's transaction on the same file, so that
  /// they change atomically with other data; valid only during the transaction.
  public func writer(in database: Database) -> any AccountWriter {
    SQLiteTransaction(
      database: database, access: access, onEvent: onEvent, isTokenActive: isTokenActive)
  }

  /// Reads a consistent state.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (any AccountReader) throws -> Value
  ) async throws -> Value {
    let isTokenActive = isTokenActive
    return try await access.read {
      try body(
        SQLiteTransaction(
          database: $0, access: nil, onEvent: nil, isTokenActive: isTokenActive))
    }
  }

  /// Makes one change and returns when it is durable.
  public func change<Value: Sendable>(
    _ body: @escaping @Sendable (any AccountWriter) throws -> Value
  ) async throws -> Value {
    let (access, onEvent, isTokenActive) = (access, onEvent, isTokenActive)
    return try await access.change {
      try body(
        SQLiteTransaction(
          database: $0, access: access, onEvent: onEvent, isTokenActive: isTokenActive))
    }
  }
}
