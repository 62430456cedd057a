import Accounts
import Crypto
import Foundation
import GRDB

extension SQLiteStore {
  package func publish(
    to environment: String, of application: String, replacing expected: Int?, weight: Int,
    _ make:
      @escaping @Sendable (_ number: Int, _ current: Int?) throws(StoreError) -> (
        StoredRelease, audit: AuditEntry
      )
  ) async throws(StoreError) -> StoredRelease {
    let (quotas, users) = (quotas, users)
    return try await change(weight: weight + 1024) { database in
      try database.require(environment: environment, of: application)
      let current = try database.current(
        of: application, environment: environment, expected: expected)
      let (release, audit) = try make(try database.nextNumber(of: application), current)
      try database.require(
        .editor, of: audit, application: application, environment: environment, users)
      try database.requireRollback(release)
      // A rollback is never refused: a quota must not keep a bad release live.
      if release.rollbackOf == nil {
        try database.require(quotas, storageOf: application, adding: release.body.count)
      }
      try database.run(
        """
        INSERT INTO release
          (application, number, environment, body, note, author, author_kind, author_id,
           author_user, published, rollback_of, digest)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          application, release.number, environment, blob(release.body), release.note,
          release.author.name, release.author.kind.rawValue, release.author.id,
          release.author.user, release.published, release.rollbackOf,
          StoredRelease.digest(of: blob(release.body)),
        ])
      try database.recordAssetUse(of: release)
      try database.run(
        "UPDATE environment SET current = ? WHERE application = ? AND name = ?",
        [release.number, application, environment])
      try database.record(audit)
      return release
    }
  }

  package func nextNumber(of application: String) async throws(StoreError) -> Int {
    try await read { try $0.nextNumber(of: application) }
  }

  package func currentRelease(
    of application: String, environment: String
  ) async throws(StoreError) -> StoredRelease? {
    try await read { database in
      try database.first(
        """
        SELECT \(Self.columnsWithBody) FROM environment
        JOIN release ON release.application = environment.application
          AND release.number = environment.current
        WHERE environment.application = ? AND environment.name = ?
        """, [application, environment], StoredRelease.init(verifying:))
    }
  }

  package func currentReleases() async throws(StoreError) -> [StoredRelease] {
    try await read { database in
      try database.all(
        """
        SELECT \(Self.columnsWithBody) FROM environment
        JOIN release ON release.application = environment.application
          AND release.number = environment.current
        ORDER BY environment.application, environment.position
        """, [], StoredRelease.init(verifying:))
    }
  }

  package func release(
    _ number: Int, of application: String
  ) async throws(StoreError) -> StoredRelease? {
    try await read { database in
      try database.first(
        "SELECT \(Self.columnsWithBody) FROM release WHERE application = ? AND number = ?",
        [application, number], StoredRelease.init(verifying:))
    }
  }

  package func releases(
    of application: String, environment: String?, before: Int?, limit: Int
  ) async throws(StoreError) -> [StoredRelease] {
    try await read { database in
      // Two statements, so that each can use an index.
      let condition = environment == nil ? "?2 IS NULL" : "environment = ?2"
      return try database.all(
        """
        SELECT \(Self.columnsWithoutBody) FROM release
        WHERE application = ?1 AND \(condition) AND number < ?3
        ORDER BY number DESC LIMIT ?4
        """, [application, environment, before ?? .max, max(0, limit)], StoredRelease.init(_:))
    }
  }

  private static let columnsWithBody = columns(body: "release.body")
  private static let columnsWithoutBody = columns(body: "x''")

  private static func columns(body: String) -> String {
    "release.application, release.environment, release.number, \(body), release.note, "
      + "release.author, release.author_kind, release.author_id, release.author_user, "
      + "release.published, release.rollback_of, release.digest"
  }
}

extension StoredRelease {
  fileprivate init(_ row: Columns) throws {
    self.init(
      application: try row.text(0), environment: try row.text(1), number: try row.int(2),
      body: try row.bytes(3), note: try row.text(4), author: try row.actor(5),
      published: try row.int(9), rollbackOf: try row.optionalInt(10))
  }

  /// Reads a release with its document.
  ///
  /// - Throws: `DamagedRecord` if the document's bytes have changed since it was published.
  fileprivate init(verifying row: Columns) throws {
    try self.init(row)
    guard try row.isDigest(11, ofBytes: 3) else {
      throw DamagedRecord("the document of release \(number) of \(application) has changed")
    }
  }

  static func digest(of document: Data) -> Data { Data(SHA256.hash(data: document)) }
}

extension Database {
  fileprivate func nextNumber(of application: String) throws -> Int {
    let newest = try first(
      """
      SELECT max(
        coalesce((SELECT max(number) FROM release WHERE application = ?1), 0),
        coalesce((SELECT max(number) FROM issued_number WHERE application = ?1), 0))
      """, [application]
    ) { try $0.int(0) }
    let (next, isTooHigh) = (newest ?? 0).addingReportingOverflow(1)
    guard !isTooHigh else {
      throw StoreError(
        .damaged,
        "No release number is left for \(application): the store is damaged or was changed. "
          + "Restore a backup.")
    }
    return next
  }

  /// Returns the number of the current release, nil for none; throws `conflict` unless it is the
  /// expected one: 0 for none, nil for any.
  fileprivate func current(
    of application: String, environment: String, expected: Int?
  ) throws -> Int? {
    let current: Int? =
      try first(
        "SELECT current FROM environment WHERE application = ? AND name = ?",
        [application, environment]
      ) { try $0.optionalInt(0) } ?? nil
    guard let expected, expected != current ?? 0 else { return current }
    guard let current else {
      throw StoreError(
        .conflict,
        "No release is current in \(environment), so release \(expected) cannot be replaced; "
          + "nothing was published.")
    }
    let contrast =
      expected == 0 ? "although none was expected" : "and no longer release \(expected)"
    throw StoreError(
      .conflict,
      "Release \(current) is current in \(environment), \(contrast); nothing was published.")
  }

  fileprivate func requireRollback(_ release: StoredRelease) throws {
    guard let old = release.rollbackOf else { return }
    let key: StatementArguments = [release.application, old]
    guard try has("SELECT 1 FROM release WHERE application = ? AND number = ?", key) else {
      throw StoreError(
        .notFound, "Application \"\(release.application)\" has no release \(old) to roll back to.")
    }
  }
}
