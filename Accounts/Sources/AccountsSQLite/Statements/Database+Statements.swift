import Accounts
import Foundation
import GRDB

/// A value that is bound to a statement.
typealias Argument = (any DatabaseValueConvertible)?

/// Statements are prepared once for each connection; arguments are bound, never interpolated.
extension Database {
  /// Runs a statement that returns no rows.
  ///
  /// - Returns: The number of rows changed.
  @discardableResult
  func run(_ sql: String, _ arguments: [Argument] = []) throws -> Int {
    do {
      try cachedStatement(sql: sql).execute(arguments: try bound(arguments))
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      throw AccountError(constraint: error) ?? error
    }
    return changesCount
  }

  /// All rows, each converted to a value.
  func all<Value>(
    _ sql: String, _ arguments: [Argument], _ make: (Columns) throws -> Value
  ) throws -> [Value] {
    let statement = try cachedStatement(sql: sql)
    let rows = try Row.fetchCursor(statement, arguments: try bound(arguments))
    var values: [Value] = []
    while let row = try rows.next() { values.append(try make(Columns(row))) }
    return values
  }

  /// The first row as a value, or nil if there is none.
  func first<Value>(
    _ sql: String, _ arguments: [Argument], _ make: (Columns) throws -> Value
  ) throws -> Value? {
    let statement = try cachedStatement(sql: sql)
    let rows = try Row.fetchCursor(statement, arguments: try bound(arguments))
    // NB: the row belongs to the cursor and is empty after the cursor is released.
    return try withExtendedLifetime(rows) { try rows.next().map { try make(Columns($0)) } }
  }
}

/// Converts the arguments, rejecting texts with a NUL byte.
///
/// NB: GRDB binds text up to its first NUL byte, so `ada@example.com\0x` would find Ada. No stored
/// text contains one.
private func bound(_ arguments: [Argument]) throws(AccountError) -> StatementArguments {
  for case let text as String in arguments where text.utf8.contains(0) {
    throw AccountError(.invalidInput, "A text contains a NUL byte. Remove it.")
  }
  return StatementArguments(arguments)
}

extension AccountError {
  /// Creates the error that every store throws for a violated constraint; nil for a violation that
  /// only a bug can cause.
  fileprivate init?(constraint error: DatabaseError) {
    switch error.extendedResultCode {
    case .SQLITE_CONSTRAINT_FOREIGNKEY:
      self.init(.notFound, "The account or session that this belongs to no longer exists.")
    case .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_UNIQUE:
      self.init(.conflict, "This key already exists: try again.")
    default: return nil
    }
  }
}

/// Bytes as a SQLite blob.
func blob(_ bytes: [UInt8]) -> Data { Data(bytes) }
