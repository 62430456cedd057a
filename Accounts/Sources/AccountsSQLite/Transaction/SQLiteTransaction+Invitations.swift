import Accounts
import GRDB

extension SQLiteTransaction {
  func invitationTimes(
    _ quota: InvitationQuotaKey, after since: Int, until end: Int, limit: Int
  ) throws -> [Int] {
    let times = (since: since, end: end)
    return switch quota {
    case .inviter(let user): try invitationTimes("inviter_user", user, times, limit)
    case .organization(let id): try invitationTimes("organization", id, times, limit)
    case .recipient(let mailbox): try invitationTimes(toMailbox: mailbox, times, limit)
    }
  }

  private func invitationTimes(
    _ column: String, _ value: String, _ times: (since: Int, end: Int), _ limit: Int
  ) throws -> [Int] {
    try database.all(
      """
      SELECT created FROM invitation WHERE \(column) = ? AND created > ? AND created <= ?
      ORDER BY created DESC LIMIT ?
      """, [value, times.since, times.end, max(0, limit)]
    ) { try $0.int(0) }
  }

  private func invitationTimes(
    toMailbox mailbox: String, _ times: (since: Int, end: Int), _ limit: Int
  ) throws -> [Int] {
    let plain = try invitationTimes("email_key", mailbox, times, limit)
    guard let at = mailbox.lastIndex(of: "@") else { return plain }
    // NB: keys are ASCII, in which the comma follows the plus sign.
    let (local, domain) = (String(mailbox[..<at]), String(mailbox[at...]))
    let tagged = try database.all(
      """
      SELECT created FROM invitation WHERE email_key > ? AND email_key < ?
        AND substr (email_key, ?) = ? AND created > ? AND created <= ?
      ORDER BY created DESC LIMIT ?
      """,
      [
        local + "+", local + ",", -domain.count, domain, times.since, times.end, max(0, limit),
      ]
    ) { try $0.int(0) }
    return Array((plain + tagged).sorted(by: >).prefix(max(0, limit)))
  }

  func pendingInvitationCount(of organization: String, at now: Int) throws -> Int {
    try database.first(
      """
      SELECT count(*) FROM invitation WHERE organization = ? AND ended IS NULL AND expires > ?
      """, [organization, now]
    ) { try $0.int(0) } ?? 0
  }

  func memberCount(of organization: String) throws -> Int {
    try database.first("SELECT count(*) FROM membership WHERE organization = ?", [organization]) {
      try $0.int(0)
    } ?? 0
  }
}

// MARK: - Reports

extension SQLiteTransaction {
  func invitationReport(
    about organization: String, by recipient: String
  ) throws -> InvitationReport? {
    try database.first(
      """
      SELECT \(InvitationReport.columns) FROM invitation_report
      WHERE organization = ? AND recipient = ?
      """, [organization, recipient], InvitationReport.init)
  }

  func invitationReports(about organization: String) throws -> [InvitationReport] {
    try database.all(
      "SELECT \(InvitationReport.columns) FROM invitation_report WHERE organization = ?",
      [organization], InvitationReport.init)
  }

  func invitationReportCount(about organization: String) throws -> Int {
    try database.first(
      "SELECT count(*) FROM invitation_report WHERE organization = ? AND dismissed IS NULL",
      [organization]
    ) { try $0.int(0) } ?? 0
  }

  func invitationReportCounts() throws -> [String: Int] {
    let counts = try database.all(
      """
      SELECT organization, count(*) FROM invitation_report WHERE dismissed IS NULL
      GROUP BY organization
      """, []
    ) { (try $0.text(0), try $0.int(1)) }
    return Dictionary(counts) { $1 }
  }

  func put(_ report: InvitationReport) throws {
    try database.run(
      """
      INSERT INTO invitation_report (\(InvitationReport.columns)) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (organization, recipient) DO UPDATE SET invitation = excluded.invitation,
        at = excluded.at, dismissed = excluded.dismissed
      """,
      [report.organization, report.recipient, report.invitation, report.at, report.dismissed])
  }

  func removeInvitationReport(about organization: String, by recipient: String) throws -> Bool {
    try database.run(
      "DELETE FROM invitation_report WHERE organization = ? AND recipient = ?",
      [organization, recipient]) > 0
  }

  func dismissInvitationReports(about organization: String, at now: Int) throws -> Int {
    try database.run(
      "UPDATE invitation_report SET dismissed = ? WHERE organization = ? AND dismissed IS NULL",
      [now, organization])
  }
}

extension InvitationReport {
  fileprivate static let columns = "organization, recipient, invitation, at, dismissed"

  fileprivate init(_ row: Columns) throws {
    self.init(
      organization: try row.text(0), recipient: try row.text(1), invitation: try row.text(2),
      at: try row.int(3), dismissed: try row.optionalInt(4))
  }
}
