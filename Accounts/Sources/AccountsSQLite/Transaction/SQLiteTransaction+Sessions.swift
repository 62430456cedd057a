import Accounts
import GRDB

extension SQLiteTransaction {
  func session(_ id: String) throws -> Session? {
    try database.first("SELECT \(Session.columns) FROM session WHERE id = ?", [id], Session.init)
  }

  func session(hash: [UInt8]) throws -> Session? {
    try database.first(
      "SELECT \(Session.columns) FROM session WHERE hash = ?", [blob(hash)], Session.init)
  }

  func sessions(of user: String) throws -> [Session] {
    try database.all(
      """
      SELECT \(Session.columns) FROM session WHERE user = ?
      ORDER BY last_used DESC, sequence DESC
      """, [user], Session.init)
  }

  func put(_ session: Session) throws {
    try database.run(
      """
      INSERT INTO session (\(Session.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, kind = excluded.kind,
        user = excluded.user, created = excluded.created, last_used = excluded.last_used,
        expires = excluded.expires, last_authenticated = excluded.last_authenticated,
        has_second_factor = excluded.has_second_factor, address = excluded.address,
        user_agent = excluded.user_agent,
        failed_reauthentications = excluded.failed_reauthentications
      """,
      [
        session.id, session.hash.isEmpty ? nil : blob(session.hash), session.kind.rawValue,
        session.user, session.created, session.lastUsed, session.expires,
        session.lastAuthenticated, session.hasSecondFactor, session.client.address,
        session.client.userAgent, session.failedReauthentications,
      ])
  }

  func removeSession(_ id: String) throws -> Bool {
    try database.run("DELETE FROM session WHERE id = ?", [id]) > 0
  }

  func removeSessions(of user: String, except: String?) throws -> [String] {
    let ended = try sessions(of: user).map(\.id).filter { $0 != except }
    for id in ended { _ = try removeSession(id) }
    return ended
  }

  func removeSessions(expiredBefore: Int, unusedSince: Int) throws {
    // Two statements, so that each uses its index.
    try database.run("DELETE FROM session WHERE expires < ?", [expiredBefore])
    try database.run("DELETE FROM session WHERE last_used < ?", [unusedSince])
  }
}

// MARK: - Refresh tokens

extension SQLiteTransaction {
  func refreshToken(_ hash: [UInt8]) throws -> RefreshToken? {
    try database.first(
      "SELECT \(RefreshToken.columns) FROM refresh_token WHERE hash = ?", [blob(hash)],
      RefreshToken.init)
  }

  func refreshTokens(of session: String) throws -> [RefreshToken] {
    try database.all(
      """
      SELECT \(RefreshToken.columns) FROM refresh_token WHERE session = ?
      ORDER BY created DESC, sequence DESC
      """, [session], RefreshToken.init)
  }

  func put(_ token: RefreshToken) throws {
    try database.run(
      """
      INSERT INTO refresh_token (\(RefreshToken.columns)) VALUES (?, ?, ?, ?)
      ON CONFLICT (hash) DO UPDATE SET session = excluded.session, created = excluded.created,
        used = excluded.used
      """, [blob(token.hash), token.session, token.created, token.used])
  }

  func removeRefreshToken(_ hash: [UInt8]) throws {
    try database.run("DELETE FROM refresh_token WHERE hash = ?", [blob(hash)])
  }
}

// MARK: - Known devices

extension SQLiteTransaction {
  func knownDevice(_ hash: [UInt8]) throws -> KnownDevice? {
    try database.first(
      "SELECT \(KnownDevice.columns) FROM known_device WHERE hash = ?", [blob(hash)],
      KnownDevice.init)
  }

  func knownDevices(of user: String) throws -> [KnownDevice] {
    try database.all(
      """
      SELECT \(KnownDevice.columns) FROM known_device WHERE user = ?
      ORDER BY created DESC, sequence DESC
      """, [user], KnownDevice.init)
  }

  func put(_ device: KnownDevice) throws {
    try database.run(
      """
      INSERT INTO known_device (\(KnownDevice.columns)) VALUES (?, ?, ?, ?)
      ON CONFLICT (hash) DO UPDATE SET user = excluded.user, created = excluded.created,
        failures = excluded.failures
      """, [blob(device.hash), device.user, device.created, device.failures])
  }

  func removeKnownDevice(_ hash: [UInt8]) throws -> Bool {
    try database.run("DELETE FROM known_device WHERE hash = ?", [blob(hash)]) > 0
  }

  func removeKnownDevices(olderThan: Int) throws {
    try database.run("DELETE FROM known_device WHERE created < ?", [olderThan])
  }

  func removeKnownDevices(createdAfter: Int) throws {
    try database.run("DELETE FROM known_device WHERE created > ?", [createdAfter])
  }
}

extension KnownDevice {
  fileprivate static let columns = "hash, user, created, failures"

  fileprivate init(_ row: Columns) throws {
    self.init(
      hash: try row.bytes(0), user: try row.text(1), created: try row.int(2),
      failures: try row.int(3))
  }
}

extension Session {
  fileprivate static let columns = """
    id, hash, kind, user, created, last_used, expires, last_authenticated, has_second_factor,
    address, user_agent, failed_reauthentications
    """

  fileprivate init(_ row: Columns) throws {
    self.init(
      id: try row.text(0), hash: try row.optionalBytes(1) ?? [], kind: try row.enumCase(2),
      user: try row.text(3), created: try row.int(4), lastUsed: try row.int(5),
      expires: try row.int(6), lastAuthenticated: try row.int(7), hasSecondFactor: try row.bool(8),
      client: Client(address: try row.text(9), userAgent: try row.text(10)),
      failedReauthentications: try row.int(11))
  }
}

extension RefreshToken {
  fileprivate static let columns = "hash, session, created, used"

  fileprivate init(_ row: Columns) throws {
    self.init(
      hash: try row.bytes(0), session: try row.text(1), created: try row.int(2),
      used: try row.optionalInt(3))
  }
}
