import Accounts
import Foundation
import GRDB

/// Statements are prepared once per connection; arguments are bound, never interpolated.
extension Database {
  /// Runs a statement that returns no rows.
  func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// Returns all rows, converted to values.
  func all<Value>(
    _ sql: String, _ arguments: StatementArguments = [], _ make: (Columns) throws -> Value
  ) throws -> [Value] {
    let statement = try cachedStatement(sql: sql)
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var values: [Value] = []
    while let row = try rows.next() { values.append(try make(Columns(row))) }
    return values
  }

  /// Returns the first row as a value; nil if there is none.
  func first<Value>(
    _ sql: String, _ arguments: StatementArguments = [], _ make: (Columns) throws -> Value
  ) throws -> Value? {
    let statement = try cachedStatement(sql: sql)
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    // NB: the row belongs to the cursor, and is empty once the cursor is deallocated.
    return try withExtendedLifetime(rows) { try rows.next().map { try make(Columns($0)) } }
  }

  /// Returns whether there is a row.
  func has(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
    try first(sql, arguments) { _ in true } ?? false
  }
}

/// Reads the columns of a row by their index, checking their types.
///
/// GRDB's own subscripts terminate the process if a column has another type; a damaged file must
/// not.
struct Columns {
  private let row: Row

  init(_ row: Row) { self.row = row }

  func text(_ index: Int) throws -> String { try value(index) }
  func int(_ index: Int) throws -> Int { try value(index) }
  func optionalText(_ index: Int) throws -> String? { try optional(index) }
  func optionalInt(_ index: Int) throws -> Int? { try optional(index) }
  func bytes(_ index: Int) throws -> [UInt8] { [UInt8](try value(index) as Data) }

  /// Reads an actor from four columns: the name, the kind, the id, and the id of the user or token
  /// whose permissions applied, in this order.
  func actor(_ index: Int) throws -> Actor {
    guard let kind = Actor.Kind(rawValue: try text(index + 1)) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "a column has an invalid value")
    }
    return Actor(
      kind: kind, id: try text(index + 2), name: try text(index),
      user: try optionalText(index + 3))
  }

  /// Returns whether a column is the SHA-256 hash of another's bytes.
  func isDigest(_ digest: Int, ofBytes bytes: Int) throws -> Bool {
    let stored: Data = try value(digest)
    return stored == StoredRelease.digest(of: try value(bytes))
  }

  private func optional<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value? {
    let stored: DatabaseValue = row[index]
    return stored.isNull ? nil : try value(index)
  }

  private func value<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
    let stored: DatabaseValue = row[index]
    guard let value = Value.fromDatabaseValue(stored) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "a column has an invalid value")
    }
    return value
  }
}

/// A record whose bytes are not those that were stored.
struct DamagedRecord: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Converts bytes to a value for SQLite.
func blob(_ bytes: [UInt8]) -> Data { Data(bytes) }
