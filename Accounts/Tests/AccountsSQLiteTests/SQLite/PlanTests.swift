import Accounts
import AccountsSQLite
import Foundation
import GRDB
import Testing

/// Checks SQLite's query plans, so that no statement with parameters scans a whole table.
///
/// Only the queue of emails is scanned, with its partial index.
@Suite struct PlanTests {
  @Test func `every lookup uses an index`() async throws {
    let access = try TracedAccess()
    let store = SQLiteAccounts(access)
    try await store.change { try Self.callAllMethods($0) }
    let statements = access.statements
    #expect(statements.count > 50)
    for statement in statements {
      let parameters = statement.filter { $0 == "?" }.count
      let plan = try await access.read {
        try String.fetchAll(
          $0, sql: "EXPLAIN QUERY PLAN \(statement)",
          arguments: StatementArguments([Int?](repeating: nil, count: parameters)),
          adapter: SuffixRowAdapter(fromIndex: 3))
      }
      let scans = plan.filter { $0.hasPrefix("SCAN") && !$0.contains("INDEX mail_queued") }
      #expect(scans == [], "\(statement)")
    }
  }

  @Test func `deleting an account reads only its own invitations`() throws {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: SQLiteAccounts.schema) }
    let plan = try queue.read { database in
      let trigger = try String.fetchOne(
        database, sql: "SELECT sql FROM sqlite_master WHERE name = 'erase_user'")
      // The plan of a deletion does not contain those of its triggers.
      let body = try #require(trigger?.split(separator: "BEGIN").last)
      let statements = body.replacing("old.id", with: "'p_ada'").split(separator: ";").dropLast()
      return try statements.filter { $0.contains("invitation") }.flatMap {
        try String.fetchAll(
          database, sql: "EXPLAIN QUERY PLAN \($0)", adapter: SuffixRowAdapter(fromIndex: 3))
      }
    }
    #expect(plan.contains { $0.hasPrefix("SEARCH invitation ") })
    #expect(!plan.contains { $0.hasPrefix("SCAN invitation") })
  }

  private static func callAllMethods(_ writer: any AccountWriter) throws {
    try write(writer)
    _ = try writer.user("p_ada")
    _ = try writer.user(emailKey: "a")
    _ = try writer.users(after: "", limit: 1)
    _ = try writer.password(of: "p_ada")
    _ = try writer.identity(issuer: "", subject: "")
    _ = try writer.identities(of: "p_ada")
    _ = try writer.oneTimeToken([1])
    _ = try writer.oneTimeTokens(for: .setUp)
    _ = try writer.oneTimeTokens(of: "p_ada", for: .setUp)
    _ = try writer.session("s1")
    _ = try writer.session(hash: [1])
    _ = try writer.sessions(of: "p_ada")
    _ = try writer.refreshToken([1])
    _ = try writer.refreshTokens(of: "s1")
    _ = try writer.totp(of: "p_ada")
    _ = try writer.recoveryCodes(of: "p_ada")
    _ = try writer.passkey([1])
    _ = try writer.passkeys(of: "p_ada")
    _ = try writer.knownDevice([1])
    _ = try writer.knownDevices(of: "p_ada")
    _ = try writer.throttle("k")
    _ = try writer.membership(of: "p_ada", in: "acme")
    _ = try writer.memberships(of: "p_ada")
    _ = try writer.members(of: "acme")
    _ = try writer.invitation("i1")
    _ = try writer.invitation(hash: [1])
    _ = try writer.invitations(of: "acme")
    for quota in [InvitationQuotaKey.inviter("p_ada"), .organization("acme"), .recipient("a@b")] {
      _ = try writer.invitationTimes(quota, after: 1, until: 2, limit: 1)
    }
    _ = try writer.pendingInvitationCount(of: "acme", at: 1)
    _ = try writer.memberCount(of: "acme")
    _ = try writer.invitationReport(about: "acme", by: "r")
    _ = try writer.invitationReports(about: "acme")
    _ = try writer.invitationReportCount(about: "acme")
    _ = try writer.dueMail(at: 1, limit: 1)
    _ = try writer.mail("m_1")
    _ = try writer.queuedMailSummary()
    _ = try writer.events(of: "p_ada", before: nil, limit: 1)
    try remove(writer)
  }

  private static func write(_ writer: any AccountWriter) throws {
    try writer.put(Samples.ada)
    try writer.put(StoredPassword(user: "p_ada", hash: "", changed: 1))
    try writer.put(Samples.identity("1", of: Samples.ada))
    try writer.put(Samples.oneTimeToken(1))
    try writer.put(Samples.session("s1", 1))
    try writer.put(Samples.token(1, of: "s1"))
    try writer.put(StoredTOTP(user: "p_ada", sealedSecret: [], created: 1))
    try writer.replaceRecoveryCodes(
      of: "p_ada", with: [RecoveryCode(user: "p_ada", hash: [1])])
    try writer.put(Samples.passkey(1))
    try writer.put(KnownDevice(hash: [1], user: "p_ada", created: 1))
    try writer.put(ThrottleState(key: "k", failures: 1, lastFailure: 1))
    try writer.put(Samples.membership())
    try writer.put(Samples.invitation("i1", 1))
    try writer.put(Samples.report("r"))
    try writer.put(Samples.mail("m_1"))
    try writer.record(Samples.event("e"))
  }

  private static func remove(_ writer: any AccountWriter) throws {
    try writer.removePassword(of: "p_ada")
    try writer.removeIdentity(issuer: "", subject: "")
    _ = try writer.removeOneTimeToken([1])
    try writer.removeOneTimeTokens(of: "p_ada", for: .setUp)
    try writer.removeOneTimeTokens(of: "p_ada", for: .passkey, containing: "a")
    try writer.removeOneTimeTokens(expiredBefore: 1)
    try writer.removeOneTimeTokens(for: .resetPassword, createdAfter: 1)
    _ = try writer.removeSession("s0")
    _ = try writer.removeSessions(of: "p_ada", except: nil)
    try writer.removeSessions(expiredBefore: 1, unusedSince: 1)
    try writer.removeRefreshToken([1])
    try writer.removeTOTP(of: "p_ada")
    _ = try writer.removePasskey([1], of: "p_ada")
    _ = try writer.removeKnownDevice([1])
    try writer.removeKnownDevices(olderThan: 1)
    try writer.removeKnownDevices(createdAfter: 1)
    try writer.removeThrottle("k")
    try writer.removeThrottles(olderThan: 1)
    _ = try writer.removeMembership(of: "p_ada", in: "acme")
    _ = try writer.removeInvitationReport(about: "acme", by: "r")
    _ = try writer.dismissInvitationReports(about: "acme", at: 1)
    try writer.removeMail(finishedBefore: 1)
    try writer.removeMail("m1")
    _ = try writer.removeEventsWithoutUser(before: 1)
    try writer.removeUser("p_ada")
  }
}

/// Accounts in memory that record the statements that were run.
private final class TracedAccess: SQLiteAccess {
  private let queue: DatabaseQueue
  private let trace = Trace()

  init() throws {
    queue = try DatabaseQueue()
    let trace = trace
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: SQLiteAccounts.schema)
      database.trace { trace.add("\($0)") }
    }
  }

  /// The distinct statements with parameters.
  var statements: [String] { trace.all.filter { $0.contains(" ") && $0.contains("?") } }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await queue.read(body)
  }

  func change<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await queue.write(body)
  }

  func didDeletePersonalData() {}
}

private final class Trace: @unchecked Sendable {
  private let lock = NSLock()
  private var statements: Set<String> = []

  func add(_ statement: String) { lock.withLock { _ = statements.insert(statement) } }

  var all: [String] { lock.withLock { statements.sorted() } }
}
