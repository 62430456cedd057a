import Accounts
import GRDB

extension SQLiteTransaction {
  func totp(of person: String) throws -> StoredTOTP? {
    try database.first(
      """
      SELECT person, sealed_secret, confirmed, last_step, created FROM totp WHERE person = ?
      """, [person]
    ) {
      StoredTOTP(
        person: try $0.text(0), sealedSecret: try $0.bytes(1), confirmed: try $0.optionalInt(2),
        lastStep: try $0.int(3), created: try $0.int(4))
    }
  }

  func put(_ totp: StoredTOTP) throws {
    try database.run(
      """
      INSERT INTO totp (person, sealed_secret, confirmed, last_step, created)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (person) DO UPDATE SET sealed_secret = excluded.sealed_secret,
        confirmed = excluded.confirmed, last_step = excluded.last_step,
        created = excluded.created
      """, [totp.person, blob(totp.sealedSecret), totp.confirmed, totp.lastStep, totp.created])
  }

  func removeTOTP(of person: String) throws {
    try database.run("DELETE FROM totp WHERE person = ?", [person])
  }
}

// MARK: - Recovery codes

extension SQLiteTransaction {
  func recoveryCodes(of person: String) throws -> [RecoveryCode] {
    try database.all(
      "SELECT person, hash, used FROM recovery_code WHERE person = ? ORDER BY arrival", [person]
    ) {
      RecoveryCode(person: try $0.text(0), hash: try $0.bytes(1), used: try $0.optionalInt(2))
    }
  }

  func replaceRecoveryCodes(of person: String, with codes: [RecoveryCode]) throws {
    try database.run("DELETE FROM recovery_code WHERE person = ?", [person])
    for code in codes { try put(RecoveryCode(person: person, hash: code.hash, used: code.used)) }
  }

  func put(_ code: RecoveryCode) throws {
    try database.run(
      """
      INSERT INTO recovery_code (person, hash, used) VALUES (?, ?, ?)
      ON CONFLICT (person, hash) DO UPDATE SET used = excluded.used
      """, [code.person, blob(code.hash), code.used])
  }
}

// MARK: - Passkeys

extension SQLiteTransaction {
  func passkey(_ credential: [UInt8]) throws -> Passkey? {
    try database.first(
      "SELECT \(Passkey.columns) FROM passkey WHERE credential = ?", [blob(credential)],
      Passkey.init)
  }

  func passkeys(of person: String) throws -> [Passkey] {
    try database.all(
      "SELECT \(Passkey.columns) FROM passkey WHERE person = ? ORDER BY created, arrival",
      [person], Passkey.init)
  }

  func put(_ passkey: Passkey) throws {
    let kept = try database.run(
      """
      INSERT INTO passkey (\(Passkey.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (credential) DO UPDATE SET public_key = excluded.public_key,
        signature_count = excluded.signature_count, name = excluded.name,
        is_backed_up = excluded.is_backed_up, created = excluded.created,
        last_used = excluded.last_used
      WHERE person = excluded.person
      """,
      [
        blob(passkey.credential), passkey.person, blob(passkey.publicKey),
        passkey.signatureCount, passkey.name, passkey.isBackedUp, passkey.created,
        passkey.lastUsed,
      ])
    guard kept > 0 else {
      throw AccountError(
        .conflict, "This passkey belongs to another account: use another one here.")
    }
  }

  func removePasskey(_ credential: [UInt8], of person: String) throws -> Bool {
    try database.run(
      "DELETE FROM passkey WHERE credential = ? AND person = ?", [blob(credential), person]) > 0
  }
}

// MARK: - Throttles

extension SQLiteTransaction {
  func throttle(_ key: String) throws -> ThrottleState? {
    try database.first("SELECT key, failures, last FROM throttle WHERE key = ?", [key]) {
      ThrottleState(key: try $0.text(0), failures: try $0.int(1), last: try $0.int(2))
    }
  }

  func put(_ throttle: ThrottleState) throws {
    try database.run(
      """
      INSERT INTO throttle (key, failures, last) VALUES (?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET failures = excluded.failures, last = excluded.last
      """, [throttle.key, throttle.failures, throttle.last])
  }

  func removeThrottle(_ key: String) throws {
    try database.run("DELETE FROM throttle WHERE key = ?", [key])
  }

  func removeThrottles(olderThan: Int) throws {
    try database.run("DELETE FROM throttle WHERE last < ?", [olderThan])
  }
}

extension Passkey {
  fileprivate static let columns = """
    credential, person, public_key, signature_count, name, is_backed_up, created, last_used
    """

  fileprivate init(_ row: Columns) throws {
    self.init(
      credential: try row.bytes(0), person: try row.text(1), publicKey: try row.bytes(2),
      signatureCount: try row.int(3), name: try row.text(4), isBackedUp: try row.bool(5),
      created: try row.int(6), lastUsed: try row.optionalInt(7))
  }
}
