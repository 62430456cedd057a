import Accounts
import GRDB

extension SQLiteTransaction {
  func dueMail(at now: Int, limit: Int) throws -> [MailMessage] {
    // NB: an attempt that is further away than the maximum delay was scheduled before the clock was
    // set back.
    try database.all(
      """
      SELECT \(MailMessage.columns) FROM mail
      WHERE state = 'queued' AND (next_attempt <= ? OR next_attempt - ? > ?)
      ORDER BY created, sequence LIMIT ?
      """, [now, now, MailRetry.maximumDelay, max(0, limit)], MailMessage.init)
  }

  func mail(_ id: String) throws -> MailMessage? {
    try database.first(
      "SELECT \(MailMessage.columns) FROM mail WHERE id = ?", [id], MailMessage.init)
  }

  func queuedMailSummary() throws -> (count: Int, oldest: Int?, newest: Int?) {
    try database.first(
      "SELECT count(*), min(created), max(created) FROM mail WHERE state = 'queued'", []
    ) {
      (count: try $0.int(0), oldest: try $0.optionalInt(1), newest: try $0.optionalInt(2))
    } ?? (0, nil, nil)
  }

  func put(_ mail: MailMessage) throws {
    try database.run(
      """
      INSERT INTO mail (\(MailMessage.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET recipient = excluded.recipient, user = excluded.user,
        subject = excluded.subject, text = excluded.text, html = excluded.html,
        created = excluded.created, attempts = excluded.attempts,
        next_attempt = excluded.next_attempt, finished = excluded.finished,
        state = excluded.state, error = excluded.error
      """,
      [
        mail.id, mail.to, mail.user, mail.subject, mail.text, mail.html, mail.created,
        mail.attempts, mail.nextAttempt, mail.finished, mail.state.rawValue, mail.error,
      ])
  }

  func removeMail(_ id: String) throws {
    try database.run("DELETE FROM mail WHERE id = ?", [id])
    access?.didDeletePersonalData()
  }

  func removeMail(finishedBefore: Int) throws {
    try database.run("DELETE FROM mail WHERE finished < ?", [finishedBefore])
  }
}

extension MailMessage {
  fileprivate static let columns = """
    id, recipient, user, subject, text, html, created, attempts, next_attempt, finished, state,
    error
    """

  fileprivate init(_ row: Columns) throws {
    self.init(
      id: try row.text(0), to: try row.text(1), about: try row.optionalText(2),
      subject: try row.text(3), text: try row.text(4), html: try row.text(5),
      created: try row.int(6), attempts: try row.int(7), nextAttempt: try row.int(8),
      finished: try row.optionalInt(9), state: try row.enumCase(10), error: try row.text(11))
  }
}
