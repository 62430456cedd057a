public import Accounts
public import GRDB

/// Accounts in a SQLite file.
///
/// ```swift
/// let store = SQLiteAccounts(try SQLiteAccountsFile(path: "accounts.db"))
/// ```
public struct SQLiteAccounts: AccountStore {
  /// Writes an event into the logs of these organizations, in the transaction that notes it.
  public typealias EventObserver =
    @Sendable (_ database: Database, _ event: SecurityEvent, _ organizations: [String]) throws ->
    Void

  private let access: any SQLiteAccess
  private let onEvent: EventObserver?

  /// Stores accounts where `access` leads.
  ///
  /// - Parameters:
  ///   - access: Leads to a file that has the tables of `schema`.
  ///   - onEvent: Fills an organization's own log; what it throws undoes the change.
  public init(_ access: any SQLiteAccess, onEvent: EventObserver? = nil) {
    self.access = access
    self.onEvent = onEvent
  }

  /// Accounts in memory, released with the value; for tests and experiments.
  public static func inMemory() throws -> SQLiteAccounts {
    SQLiteAccounts(try SQLiteAccountsFile(inMemory: ()))
  }

  /// Changes accounts in a transaction that the caller has begun in the same file, to change more
  /// than accounts immediately; only for as long as the transaction lasts.
  public func writer(in database: Database) -> any AccountWriter {
    SQLiteTransaction(database: database, access: access, onEvent: onEvent)
  }

  /// Reads one state.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (any AccountReader) throws -> Value
  ) async throws -> Value {
    try await access.read { try body(SQLiteTransaction(database: $0, access: nil, onEvent: nil)) }
  }

  /// Makes one change and returns when it is durable.
  public func change<Value: Sendable>(
    _ body: @escaping @Sendable (any AccountWriter) throws -> Value
  ) async throws -> Value {
    let (access, onEvent) = (access, onEvent)
    return try await access.change {
      try body(SQLiteTransaction(database: $0, access: access, onEvent: onEvent))
    }
  }
}
