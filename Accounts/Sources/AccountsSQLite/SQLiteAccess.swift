public import GRDB

/// Access to a SQLite file that has the tables of `SQLiteAccounts.schema`.
///
/// A server that stores more than accounts has one file and one writer; it passes its own access
/// here, so that accounts and the rest share them.
public protocol SQLiteAccess: Sendable {
  /// Reads one state of the file.
  ///
  /// - Throws: Any error thrown by the closure; an error of the file, if it cannot be read.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value

  /// Makes one change and returns when it is durable.
  ///
  /// It is made, or not, whether or not the caller's task is cancelled meanwhile: a failed attempt
  /// counts even if anyone who made it disconnects.
  ///
  /// - Throws: Any error thrown by the closure, as it is, and then nothing has been changed; an
  ///   error of the file, if it cannot be written.
  func change<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value

  /// Is called in a change that deletes an account or the last mail to one: when it is made, the
  /// write-ahead log should be cut off, because its pages have what was deleted.
  func deletesPersonalData()
}
