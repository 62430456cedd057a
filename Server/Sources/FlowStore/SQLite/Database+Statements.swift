import Accounts
import Foundation
import GRDB

/// Statements are prepared once a connection; arguments are bound, never written into the text.
extension Database {
  /// Runs a statement that returns no rows.
  func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// All rows, each made into a value.
  func all<Value>(
    _ sql: String, _ arguments: StatementArguments = [], _ make: (Columns) throws -> Value
  ) throws -> [Value] {
    let statement = try cachedStatement(sql: sql)
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var values: [Value] = []
    while let row = try rows.next() { values.append(try make(Columns(row))) }
    return values
  }

  /// The first row as a value, or nil if there is none.
  func first<Value>(
    _ sql: String, _ arguments: StatementArguments = [], _ make: (Columns) throws -> Value
  ) throws -> Value? {
    let statement = try cachedStatement(sql: sql)
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    // NB: the row is the cursor's own and empty as soon as the cursor is gone.
    return try withExtendedLifetime(rows) { try rows.next().map { try make(Columns($0)) } }
  }

  /// Whether there is a row.
  func has(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
    try first(sql, arguments) { _ in true } ?? false
  }
}

/// A row's columns from the left, each read as what it must be.
///
/// GRDB's own subscripts end the process when a column has another type; a damaged file must not.
struct Columns {
  private let row: Row

  init(_ row: Row) { self.row = row }

  func text(_ index: Int) throws -> String { try value(index) }
  func int(_ index: Int) throws -> Int { try value(index) }
  func optionalText(_ index: Int) throws -> String? { try optional(index) }
  func optionalInt(_ index: Int) throws -> Int? { try optional(index) }
  func bytes(_ index: Int) throws -> [UInt8] { [UInt8](try value(index) as Data) }

  /// Reads an actor from four columns: the name, the kind, the id and whose rights counted, in this
  /// order.
  func actor(_ index: Int) throws -> Actor {
    guard let kind = Actor.Kind(rawValue: try text(index + 1)) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "a column does not hold what it must")
    }
    return Actor(
      kind: kind, id: try text(index + 2), name: try text(index),
      user: try optionalText(index + 3))
  }

  private func optional<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value? {
    let stored: DatabaseValue = row[index]
    return stored.isNull ? nil : try value(index)
  }

  private func value<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
    let stored: DatabaseValue = row[index]
    guard let value = Value.fromDatabaseValue(stored) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "a column does not hold what it must")
    }
    return value
  }
}

/// Bytes as SQLite takes them.
func blob(_ bytes: [UInt8]) -> Data { Data(bytes) }
