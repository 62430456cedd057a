public import AccountsPictures
import AccountsSQLite
public import Foundation
import GRDB
public import YogaDomain
public import YogaWeb

/// Users' practice data and profile pictures, in a SQLite file.
public final class YogaStore: ProgressStore {
  private let file: SQLiteFile
  /// The turns of the changes.
  package let turns = UserTurns()

  /// Opens a file, or creates it so that only its owner can read it.
  ///
  /// - Throws: `SQLiteFile.Failure` if the schema is not that of this version or an earlier one;
  ///   SQLite's error if the file cannot be opened or is not a database.
  public init(path: String) throws {
    file = try SQLiteFile(path: path, settings: Self.settings, migrator: Self.migrator)
  }

  /// Opens an in-memory database, for tests.
  public init() throws {
    file = try SQLiteFile(inMemoryWith: Self.settings, migrator: Self.migrator)
  }

  private static let settings = SQLiteFile.Settings(label: "Yoga")

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("initial") { database in
      try database.create(table: "practice") { table in
        table.primaryKey("user", .text)
        table.column("state", .blob).notNull()
      }
      try database.create(table: "picture") { table in
        table.primaryKey("user", .text)
        table.column("version", .integer).notNull()
        table.column("large", .blob).notNull()
        table.column("small", .blob).notNull()
      }
    }
    return migrator
  }

  // MARK: Practice

  /// Returns a user's practice data; empty for a new user.
  public func practice(of user: String) async throws -> SyncedPractice {
    try await file.read { try Self.practice(of: user, $0) }
  }

  /// Changes a user's practice data; writes nothing if `change` changes nothing.
  ///
  /// Decoding and encoding years of practices takes a part of a second, in which the file's only
  /// writer would block all other users. So they run in a read, one at a time for each user, and
  /// the writer only replaces the stored bytes. If another process has changed those meanwhile,
  /// `change` and `check` run again.
  ///
  /// - Parameters:
  ///   - user: The user's id.
  ///   - check: Throws if the user may no longer change the data; called in the user's turn, before
  ///     writing. ``remove(_:)`` waits for that turn, so that no data of a deleted account is left.
  ///   - change: Changes the data.
  /// - Returns: What `change` returns.
  /// - Throws: What `check` or `change` throws; nothing is then written. SQLite's error.
  public func update<Result: Sendable>(
    _ user: String, check: @escaping @Sendable () async throws -> Void,
    _ change: @escaping @Sendable (inout SyncedPractice) throws -> Result
  ) async throws -> Result {
    try await turns.run(user) { try await self.updateInTurn(user, check, change) }
  }

  private func updateInTurn<Result: Sendable>(
    _ user: String, _ check: @Sendable () async throws -> Void,
    _ change: @escaping @Sendable (inout SyncedPractice) throws -> Result
  ) async throws -> Result {
    while true {
      let (stored, encoded, result) = try await file.read {
        database -> (Data?, Data?, Result) in
        let stored = try Self.storedPractice(of: user, database)
        let before = try Self.decoded(stored)
        var practice = before
        let result = try change(&practice)
        let encoded = try practice == before ? nil : JSONEncoder().encode(practice)
        return (stored, encoded, result)
      }
      try await check()
      guard let changedPractice = encoded else { return result }
      let isWritten = try await file.change { database in
        guard try Self.storedPractice(of: user, database) == stored else { return false }
        try database.execute(
          sql: "INSERT OR REPLACE INTO practice (user, state) VALUES (?, ?)",
          arguments: [user, changedPractice])
        return true
      }
      if isWritten { return result }
    }
  }

  private static func practice(of user: String, _ database: Database) throws -> SyncedPractice {
    try decoded(storedPractice(of: user, database))
  }

  private static func storedPractice(of user: String, _ database: Database) throws -> Data? {
    try Data.fetchOne(
      database, sql: "SELECT state FROM practice WHERE user = ?", arguments: [user])
  }

  private static func decoded(_ stored: Data?) throws -> SyncedPractice {
    try stored.map { try JSONDecoder().decode(SyncedPractice.self, from: $0) } ?? SyncedPractice()
  }

  // MARK: Pictures

  /// Replaces a user's profile picture.
  ///
  /// - Parameters:
  ///   - picture: The new picture.
  ///   - user: The user's id.
  ///   - check: Throws if the user may no longer change the picture; called in the user's turn,
  ///     before writing, as by ``update(_:check:_:)``.
  /// - Returns: The picture's version, which is part of its URL.
  /// - Throws: What `check` throws; nothing is then written. SQLite's error.
  public func setPicture(
    _ picture: ProfilePicture, of user: String, check: @escaping @Sendable () async throws -> Void
  ) async throws -> Int {
    let file = file
    return try await turns.run(user) {
      try await check()
      return try await file.change { database in
        let version = (try Self.version(of: user, database) ?? 0) + 1
        try database.execute(
          sql: "INSERT OR REPLACE INTO picture (user, version, large, small) VALUES (?, ?, ?, ?)",
          arguments: [user, version, Data(picture.large), Data(picture.small)])
        return version
      }
    }
  }

  /// Returns the version of a user's picture; nil until one is set.
  public func pictureVersion(of user: String) async throws -> Int? {
    try await file.read { try Self.version(of: user, $0) }
  }

  private static func version(of user: String, _ database: Database) throws -> Int? {
    try Int.fetchOne(
      database, sql: "SELECT version FROM picture WHERE user = ?", arguments: [user])
  }

  /// Returns a user's picture as WebP, 512 pixels wide; nil until one is set.
  public func picture(of user: String) async throws -> Data? {
    try await file.read { database in
      try Data.fetchOne(
        database, sql: "SELECT large FROM picture WHERE user = ?", arguments: [user])
    }
  }

  // MARK: Deleting

  /// Removes all data of a user, from the write-ahead log, too; after the changes that have begun.
  ///
  /// Delete the account first, so that changes that begin later are rejected.
  public func remove(_ user: String) async throws {
    let file = file
    try await turns.run(user) {
      try await file.change { database in
        try database.execute(sql: "DELETE FROM practice WHERE user = ?", arguments: [user])
        try database.execute(sql: "DELETE FROM picture WHERE user = ?", arguments: [user])
        file.didDeletePersonalData()
      }
    }
  }

  /// Returns the ids of users with data, in ascending order, after an id; at most 500.
  func users(after last: String) async throws -> [String] {
    try await file.read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT user FROM practice WHERE user > ?1 UNION SELECT user FROM picture WHERE user > ?1
          ORDER BY user LIMIT 500
          """, arguments: [last])
    }
  }
}
