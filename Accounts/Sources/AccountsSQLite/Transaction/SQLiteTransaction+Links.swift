import Accounts
import GRDB

extension SQLiteTransaction {
  func link(_ hash: [UInt8]) throws -> OneTimeLink? {
    try database.first(
      "SELECT \(OneTimeLink.columns) FROM one_time_link WHERE hash = ?", [blob(hash)],
      OneTimeLink.init)
  }

  func links(for purpose: OneTimeLink.Purpose) throws -> [OneTimeLink] {
    try database.all(
      """
      SELECT \(OneTimeLink.columns) FROM one_time_link WHERE purpose = ?
      ORDER BY created DESC, arrival DESC
      """, [purpose.rawValue], OneTimeLink.init)
  }

  func links(of user: String, for purpose: OneTimeLink.Purpose) throws -> [OneTimeLink] {
    try database.all(
      """
      SELECT \(OneTimeLink.columns) FROM one_time_link WHERE user = ? AND purpose = ?
      ORDER BY created DESC, arrival DESC
      """, [user, purpose.rawValue], OneTimeLink.init)
  }

  func put(_ link: OneTimeLink) throws {
    try database.run(
      """
      INSERT INTO one_time_link (\(OneTimeLink.columns)) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (hash) DO UPDATE SET purpose = excluded.purpose, user = excluded.user,
        payload = excluded.payload, created = excluded.created, expires = excluded.expires
      """,
      [
        blob(link.hash), link.purpose.rawValue, link.user, link.payload, link.created,
        link.expires,
      ])
  }

  func removeLink(_ hash: [UInt8]) throws -> Bool {
    try database.run("DELETE FROM one_time_link WHERE hash = ?", [blob(hash)]) > 0
  }

  func removeLinks(of user: String, for purpose: OneTimeLink.Purpose) throws {
    try database.run(
      "DELETE FROM one_time_link WHERE user = ? AND purpose = ?", [user, purpose.rawValue])
  }

  func removeLinks(
    of user: String, for purpose: OneTimeLink.Purpose, containing text: String
  ) throws {
    try database.run(
      "DELETE FROM one_time_link WHERE user = ? AND purpose = ? AND instr (payload, ?) > 0",
      [user, purpose.rawValue, text])
  }

  func removeLinks(expiredBefore: Int) throws {
    try database.run("DELETE FROM one_time_link WHERE expires < ?", [expiredBefore])
  }

  func removeLinks(for purpose: OneTimeLink.Purpose, createdAfter: Int) throws {
    // NB: used ID tokens have no payload.
    try database.run(
      """
      DELETE FROM one_time_link WHERE purpose = ? AND created > ?
        AND (purpose <> ? OR payload <> '')
      """, [purpose.rawValue, createdAfter, OneTimeLink.Purpose.externalSignIn.rawValue])
  }
}

extension OneTimeLink {
  fileprivate static let columns = "hash, purpose, user, payload, created, expires"

  fileprivate init(_ row: Columns) throws {
    self.init(
      hash: try row.bytes(0), purpose: try row.enumCase(1), user: try row.optionalText(2),
      payload: try row.text(3), created: try row.int(4), expires: try row.int(5))
  }
}
