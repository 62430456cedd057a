import Accounts
import GRDB

extension SQLiteStore {
  package func add(_ key: StoredSDKKey, audit: AuditEntry) async throws(StoreError) {
    let (quotas, users) = (quotas, users)
    try await change { database in
      try database.require(environment: key.environment, of: key.application)
      try database.require(.owner, of: audit, application: key.application, users)
      if try database.has("SELECT 1 FROM sdk_key WHERE id = ?", [key.id]) {
        throw StoreError(.alreadyExists, "There is an SDK key with this id already.")
      }
      try database.require(quotas, sdkKeysOf: key.application)
      try database.run(
        """
        INSERT INTO sdk_key (id, application, environment, name, created, revoked)
        VALUES (?, ?, ?, ?, ?, ?)
        """, [key.id, key.application, key.environment, key.name, key.created, key.revoked])
      try database.record(audit)
    }
  }

  package func sdkKeys(of application: String) async throws(StoreError) -> [StoredSDKKey] {
    try await read { database in
      try database.all(
        """
        SELECT id, application, environment, name, created, revoked FROM sdk_key
        WHERE application = ? ORDER BY sequence DESC
        """, [application], StoredSDKKey.init)
    }
  }

  package func activeSDKKeys() async throws(StoreError) -> [StoredSDKKey] {
    try await read { database in
      try database.all(
        """
        SELECT id, application, environment, name, created, revoked FROM sdk_key
        WHERE revoked IS NULL ORDER BY sequence DESC
        """, [], StoredSDKKey.init)
    }
  }

  package func revokeSDKKey(
    _ id: String, at: Int, audit: AuditEntry
  ) async throws(StoreError) -> Bool {
    try await revoke(id, in: "sdk_key", at: at, audit: audit)
  }

  /// Revokes an SDK key or a token.
  ///
  /// - Returns: False if no active one has this id.
  func revoke(
    _ id: String, in table: String, at: Int, audit: AuditEntry
  ) async throws(StoreError) -> Bool {
    try await change { database in
      try database.run(
        "UPDATE \(table) SET revoked = ? WHERE id = ? AND revoked IS NULL", [at, id])
      guard database.changesCount > 0 else { return false }
      try database.record(audit)
      return true
    }
  }
}

extension Database {
  fileprivate func require(_ quotas: Quotas, sdkKeysOf application: String) throws {
    let count = try count("sdk_key WHERE application = ? AND revoked IS NULL", [application])
    try require(quotas, .sdkKeys, count: count) {
      QuotaMessage(
        subject: "Application \"\(application)\" has \($0) active SDK keys",
        fix: "Revoke one that no app uses any more. ")
    }
    try removeInactive(
      from: "sdk_key", where: "application = ? AND revoked IS NOT NULL", [application])
  }
}

extension StoredSDKKey {
  fileprivate init(_ row: Columns) throws {
    self.init(
      id: try row.text(0), application: try row.text(1), environment: try row.text(2),
      name: try row.text(3), created: try row.int(4), revoked: try row.optionalInt(5))
  }
}
