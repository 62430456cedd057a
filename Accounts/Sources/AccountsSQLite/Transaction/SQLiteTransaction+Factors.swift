import Accounts
import GRDB

extension SQLiteTransaction {
  func totp(of user: String) throws -> StoredTOTP? {
    try database.first(
      """
      SELECT user, sealed_secret, confirmed, last_step, created FROM totp WHERE user = ?
      """, [user]
    ) {
      StoredTOTP(
        user: try $0.text(0), sealedSecret: try $0.bytes(1), confirmed: try $0.optionalInt(2),
        lastStep: try $0.int(3), created: try $0.int(4))
    }
  }

  func put(_ totp: StoredTOTP) throws {
    try database.run(
      """
      INSERT INTO totp (user, sealed_secret, confirmed, last_step, created)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (user) DO UPDATE SET sealed_secret = excluded.sealed_secret,
        confirmed = excluded.confirmed, last_step = excluded.last_step,
        created = excluded.created
      """, [totp.user, blob(totp.sealedSecret), totp.confirmed, totp.lastStep, totp.created])
  }

  func removeTOTP(of user: String) throws {
    try database.run("DELETE FROM totp WHERE user = ?", [user])
  }
}

// MARK: - Recovery codes

extension SQLiteTransaction {
  func recoveryCodes(of user: String) throws -> [RecoveryCode] {
    try database.all(
      "SELECT user, hash, used FROM recovery_code WHERE user = ? ORDER BY sequence", [user]
    ) {
      RecoveryCode(user: try $0.text(0), hash: try $0.bytes(1), used: try $0.optionalInt(2))
    }
  }

  func replaceRecoveryCodes(of user: String, with codes: [RecoveryCode]) throws {
    try database.run("DELETE FROM recovery_code WHERE user = ?", [user])
    for code in codes { try put(RecoveryCode(user: user, hash: code.hash, used: code.used)) }
  }

  func put(_ code: RecoveryCode) throws {
    try database.run(
      """
      INSERT INTO recovery_code (user, hash, used) VALUES (?, ?, ?)
      ON CONFLICT (user, hash) DO UPDATE SET used = excluded.used
      """, [code.user, blob(code.hash), code.used])
  }
}

// MARK: - Passkeys

extension SQLiteTransaction {
  func passkey(_ credentialID: [UInt8]) throws -> Passkey? {
    try database.first(
      "SELECT \(Passkey.columns) FROM passkey WHERE credential_id = ?", [blob(credentialID)],
      Passkey.init)
  }

  func passkeys(of user: String) throws -> [Passkey] {
    try database.all(
      "SELECT \(Passkey.columns) FROM passkey WHERE user = ? ORDER BY created, sequence",
      [user], Passkey.init)
  }

  func put(_ passkey: Passkey) throws {
    let changedRows = try database.run(
      """
      INSERT INTO passkey (\(Passkey.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (credential_id) DO UPDATE SET public_key = excluded.public_key,
        signature_count = excluded.signature_count, name = excluded.name,
        is_backup_eligible = excluded.is_backup_eligible, created = excluded.created,
        last_used = excluded.last_used
      WHERE user = excluded.user
      """,
      [
        blob(passkey.credentialID), passkey.user, blob(passkey.publicKey),
        passkey.signatureCount, passkey.name, passkey.isBackupEligible, passkey.created,
        passkey.lastUsed,
      ])
    guard changedRows > 0 else {
      throw AccountError(
        .conflict, "This passkey belongs to another account: use another one here.",
        german: "Dieser Passkey gehört zu einem anderen Konto: Nimm hier einen anderen.")
    }
  }

  func removePasskey(_ credentialID: [UInt8], of user: String) throws -> Bool {
    try database.run(
      "DELETE FROM passkey WHERE credential_id = ? AND user = ?", [blob(credentialID), user]) > 0
  }
}

// MARK: - Throttles

extension SQLiteTransaction {
  func throttle(_ key: String) throws -> ThrottleState? {
    try database.first("SELECT key, failures, last_failure FROM throttle WHERE key = ?", [key]) {
      ThrottleState(key: try $0.text(0), failures: try $0.int(1), lastFailure: try $0.int(2))
    }
  }

  func put(_ throttle: ThrottleState) throws {
    try database.run(
      """
      INSERT INTO throttle (key, failures, last_failure) VALUES (?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET failures = excluded.failures,
        last_failure = excluded.last_failure
      """, [throttle.key, throttle.failures, throttle.lastFailure])
  }

  func removeThrottle(_ key: String) throws {
    try database.run("DELETE FROM throttle WHERE key = ?", [key])
  }

  func removeThrottles(olderThan: Int) throws {
    try database.run("DELETE FROM throttle WHERE last_failure < ?", [olderThan])
  }
}

extension Passkey {
  fileprivate static let columns = """
    credential_id, user, public_key, signature_count, name, is_backup_eligible, created, last_used
    """

  fileprivate init(_ row: Columns) throws {
    self.init(
      credentialID: try row.bytes(0), user: try row.text(1), publicKey: try row.bytes(2),
      signatureCount: try row.int(3), name: try row.text(4), isBackupEligible: try row.bool(5),
      created: try row.int(6), lastUsed: try row.optionalInt(7))
  }
}
