import Accounts
import GRDB

extension SQLiteTransaction {
  func oneTimeToken(_ hash: [UInt8]) throws -> OneTimeToken? {
    try database.first(
      "SELECT \(OneTimeToken.columns) FROM one_time_token WHERE hash = ?", [blob(hash)],
      OneTimeToken.init)
  }

  func oneTimeTokens(for purpose: OneTimeToken.Purpose) throws -> [OneTimeToken] {
    try database.all(
      """
      SELECT \(OneTimeToken.columns) FROM one_time_token WHERE purpose = ?
      ORDER BY created DESC, sequence DESC
      """, [purpose.rawValue], OneTimeToken.init)
  }

  func oneTimeTokens(of user: String, for purpose: OneTimeToken.Purpose) throws -> [OneTimeToken] {
    try database.all(
      """
      SELECT \(OneTimeToken.columns) FROM one_time_token WHERE user = ? AND purpose = ?
      ORDER BY created DESC, sequence DESC
      """, [user, purpose.rawValue], OneTimeToken.init)
  }

  func put(_ token: OneTimeToken) throws {
    try database.run(
      """
      INSERT INTO one_time_token (\(OneTimeToken.columns)) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (hash) DO UPDATE SET purpose = excluded.purpose, user = excluded.user,
        payload = excluded.payload, created = excluded.created, expires = excluded.expires
      """,
      [
        blob(token.hash), token.purpose.rawValue, token.user, token.payload, token.created,
        token.expires,
      ])
  }

  func removeOneTimeToken(_ hash: [UInt8]) throws -> Bool {
    try database.run("DELETE FROM one_time_token WHERE hash = ?", [blob(hash)]) > 0
  }

  func removeOneTimeTokens(of user: String, for purpose: OneTimeToken.Purpose) throws {
    try database.run(
      "DELETE FROM one_time_token WHERE user = ? AND purpose = ?", [user, purpose.rawValue])
  }

  func removeOneTimeTokens(
    of user: String, for purpose: OneTimeToken.Purpose, containing text: String
  ) throws {
    try database.run(
      "DELETE FROM one_time_token WHERE user = ? AND purpose = ? AND instr (payload, ?) > 0",
      [user, purpose.rawValue, text])
  }

  func removeOneTimeTokens(expiredBefore: Int) throws {
    try database.run("DELETE FROM one_time_token WHERE expires < ?", [expiredBefore])
  }

  func removeOneTimeTokens(for purpose: OneTimeToken.Purpose, createdAfter: Int) throws {
    // NB: keeps the records of used ID tokens, which have no payload.
    try database.run(
      """
      DELETE FROM one_time_token WHERE purpose = ? AND created > ?
        AND (purpose <> ? OR payload <> '')
      """, [purpose.rawValue, createdAfter, OneTimeToken.Purpose.externalSignIn.rawValue])
  }
}

extension OneTimeToken {
  fileprivate static let columns = "hash, purpose, user, payload, created, expires"

  fileprivate init(_ row: Columns) throws {
    self.init(
      hash: try row.bytes(0), purpose: try row.enumCase(1), user: try row.optionalText(2),
      payload: try row.text(3), created: try row.int(4), expires: try row.int(5))
  }
}
