import Accounts
import Foundation
import GRDB

/// A row's columns by position, each read with its expected type.
///
/// GRDB's own subscripts trap when a column has another type; a damaged file must not end the
/// process.
struct Columns {
  private let row: Row

  init(_ row: Row) { self.row = row }

  func text(_ index: Int) throws -> String { try value(index) }
  func int(_ index: Int) throws -> Int { try value(index) }
  func bool(_ index: Int) throws -> Bool { try int(index) != 0 }
  func bytes(_ index: Int) throws -> [UInt8] { [UInt8](try value(index) as Data) }
  func optionalText(_ index: Int) throws -> String? { try optional(index) }
  func optionalInt(_ index: Int) throws -> Int? { try optional(index) }
  func optionalBytes(_ index: Int) throws -> [UInt8]? {
    try (optional(index) as Data?).map { [UInt8]($0) }
  }

  /// The case of an enumeration whose raw value is stored.
  func enumCase<Case: RawRepresentable>(_ index: Int) throws -> Case where Case.RawValue == String {
    guard let value = Case(rawValue: try text(index)) else { throw Self.invalidValue }
    return value
  }

  /// The case of an enumeration whose raw value is stored; nil for NULL.
  func optionalEnumCase<Case: RawRepresentable>(
    _ index: Int
  ) throws -> Case? where Case.RawValue == String {
    guard try optionalText(index) != nil else { return nil }
    let value: Case = try enumCase(index)
    return value
  }

  /// Reads an actor from four columns: name, kind, id, and the user whose permissions applied.
  func actor(_ index: Int) throws -> Actor {
    Actor(
      kind: try enumCase(index + 1), id: try text(index + 2), name: try text(index),
      user: try optionalText(index + 3))
  }

  /// The error for a column with an invalid value.
  static var invalidValue: DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a column has an invalid value")
  }

  private func optional<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value? {
    let stored: DatabaseValue = row[index]
    return stored.isNull ? nil : try value(index)
  }

  private func value<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
    let stored: DatabaseValue = row[index]
    guard let value = Value.fromDatabaseValue(stored) else { throw Self.invalidValue }
    return value
  }
}
