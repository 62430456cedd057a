public import GRDB

/// Access to a SQLite file that has the tables of `SQLiteAccounts.schema`.
///
/// A server that stores more than accounts has one file and one writer; it passes its own access,
/// so that accounts share them.
public protocol SQLiteAccess: Sendable {
  /// Reads a consistent state of the file.
  ///
  /// - Throws: Any error thrown by the closure; an error of the file, if it cannot be read.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value

  /// Makes one change and returns when it is durable.
  ///
  /// Cancelling the caller's task does not affect the change: a failed sign-in attempt counts even
  /// if the client disconnects.
  ///
  /// - Throws: Any error thrown by the closure, unchanged, and then nothing has been changed; an
  ///   error of the file, if it cannot be written.
  func change<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value

  /// Called in a change that deletes an account, or the last email to a deleted account.
  ///
  /// After the change, the write-ahead log should be truncated, because its pages still contain the
  /// deleted data.
  func didDeletePersonalData()
}
