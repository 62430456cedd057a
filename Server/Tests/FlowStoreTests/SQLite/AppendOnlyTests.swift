import Accounts
import FlowStore
import Foundation
import GRDB
import Testing

/// The audit log and the log of security events are append-only, even for a program that opens the
/// file.
///
/// The exceptions: deleting an account erases its data, and security events without a user can be
/// deleted after 30 days.
@Suite struct AppendOnlyTests {
  private let folder: TemporaryFolder
  private let store: SQLiteStore
  private static let oldAddress = "ada.before@example.com"

  init() async throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(path: folder.path("flowmagic.db"))
    try await Shop.add(to: store)
    let ada = Actor.user(Shop.ada)
    let audit = AuditEntry(
      at: 1, actor: ada, action: "token.added", organization: "acme",
      detail: #"{"a":{"list":["\#(Self.oldAddress)",1]},"name":"CI","owner":"Ada@example.com"}"#)
    try await store.accounts.change {
      try $0.put(Shop.ada)
      try $0.put(Shop.bob)
      try $0.put(Shop.membership())
      try $0.record(
        SecurityEvent(
          at: 1, action: "account.address-changed", user: Shop.ada.id, actor: ada,
          client: Client(address: "198.51.100.77"),
          detail: #"{"from":"\#(Self.oldAddress)","to":"Ada@example.com"}"#))
      try $0.record(
        SecurityEvent(
          at: 2, action: "member.changed", user: Shop.bob.id, organization: "acme", actor: ada,
          client: Client(address: "198.51.100.77", userAgent: "AdasBrowser"),
          detail: #"{"by":"\#(Self.oldAddress)","not":"x\#(Self.oldAddress)"}"#))
      try $0.record(
        SecurityEvent(
          at: 3, action: "session.failed", user: nil, actor: .anonymous,
          client: Client(address: "192.0.2.1")))
    }
    try await store.add(Shop.token("t1", of: Shop.ada), audit: audit)
  }

  private func rows(_ table: String) async throws -> [String] {
    try await store.database.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM \(table) ORDER BY id").map(\.description)
    }
  }

  private func errorMessage(_ sql: String) async -> String? {
    do {
      try await store.database.write { try $0.execute(sql: sql) }
      return nil
    } catch let error as DatabaseError {
      return error.message
    } catch { return "\(error)" }
  }

  private static let erased = #"{"a":{"list":["deleted user",1]},"name":"CI","owner":"other"}"#

  @Test(arguments: [
    "DELETE FROM audit", "DELETE FROM audit WHERE id = 1",
    "INSERT OR REPLACE INTO audit SELECT * FROM audit ORDER BY id LIMIT 1",
    "REPLACE INTO audit SELECT * FROM audit ORDER BY id DESC LIMIT 1",
    "UPDATE OR REPLACE audit SET id = 1 WHERE id = 2", "UPDATE audit SET id = id + 100",
    """
    INSERT INTO audit (id, at, actor, actor_kind, actor_id, action, organization, detail,
      is_personal) VALUES (-7, 0, 'a', 'user', 'a', 'x', 'acme', '{}', 0)
    """,
    "UPDATE audit SET at = at + 1", "UPDATE audit SET action = 'x'",
    "UPDATE audit SET organization = 'x'", "UPDATE audit SET application = 'x'",
    "UPDATE audit SET environment = 'x'", "UPDATE audit SET user = 'x'",
    "UPDATE audit SET is_personal = 7", "UPDATE audit SET actor = 'Bob'",
    "UPDATE audit SET actor = 'deleted user' WHERE actor_kind <> 'user'",
    "UPDATE audit SET actor_kind = 'token'", "UPDATE audit SET actor_id = 'x'",
    "UPDATE audit SET actor_user = 'x'", "UPDATE audit SET detail = '{}'",
    "UPDATE audit SET detail = '{\"name\":\"deleted user\"}' WHERE action = 'token.added'",
    "UPDATE audit SET detail = '\(erased)' WHERE action = 'token.added'",
    "UPDATE audit SET detail = 'no object' WHERE action = 'token.added'",
    "UPDATE audit SET detail = replace (detail, '1', '2') WHERE action = 'token.added'",
  ])
  func `an entry of the audit log cannot be changed or deleted`(_ sql: String) async throws {
    let before = try await rows("audit")
    #expect(await errorMessage(sql) != nil)
    #expect(try await rows("audit") == before)
  }

  @Test(arguments: [
    "DELETE FROM security_event", "DELETE FROM security_event WHERE user = 'p_ada'",
    "REPLACE INTO security_event SELECT * FROM security_event ORDER BY id LIMIT 1",
    "UPDATE security_event SET id = id + 100", "UPDATE security_event SET at = 0",
    "UPDATE security_event SET action = 'x'", "UPDATE security_event SET user = NULL",
    "UPDATE security_event SET organization = 'x'", "UPDATE security_event SET actor = 'Bob'",
    "UPDATE security_event SET address = ''", "UPDATE security_event SET user_agent = 'x'",
    "UPDATE security_event SET actor = 'deleted user', address = '192.0.2.9'",
    "UPDATE security_event SET detail = '{}' WHERE user = 'p_bob'",
  ])
  func `a security event cannot be changed or deleted`(_ sql: String) async throws {
    let before = try await rows("security_event")
    #expect(await errorMessage(sql) != nil)
    #expect(try await rows("security_event") == before)
  }

  @Test func `deleting an account removes its names and addresses, and keeps all other data`()
    async throws
  {
    func entries() async throws -> [String] {
      try await store.database.read {
        try String.fetchAll(
          $0, sql: "SELECT actor || '|' || actor_id || '|' || action || '|' || detail FROM audit")
      }
    }
    let before = try await entries()
    #expect(before.count == 5)
    try await store.accounts.change { try $0.removeUser(Shop.ada.id) }
    let entry = #"{"a":{"list":["\#(Self.oldAddress)",1]},"name":"CI","owner":"Ada@example.com"}"#
    let erased = #"{"a":{"list":["deleted user",1]},"name":"CI","owner":"deleted user"}"#
    #expect(
      try await entries()
        == before.map {
          $0.replacingOccurrences(of: entry, with: erased)
            .replacingOccurrences(of: "Ada@example.com|p_ada", with: "deleted user|p_ada")
            .replacingOccurrences(
              of: #""by":"\#(Self.oldAddress)""#, with: #""by":"deleted user""#)
        })
    let events = try await store.database.read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT actor || '|' || actor_id || '|' || address || '|' || user_agent || '|' || detail
          FROM security_event ORDER BY id
          """)
    }
    #expect(
      events == [
        #"deleted user|p_ada|||{"by":"deleted user","not":"x\#(Self.oldAddress)"}"#,
        "anyone|anyone|192.0.2.1||{}",
      ])
  }

  @Test func `neither the file nor its log contains an address of a deleted user`() async throws {
    let traces = [Self.oldAddress, "ada@example.com", "198.51.100.77", "adasbrowser"]
    func remainingTraces() throws -> Set<String> {
      var found: Set<String> = []
      for name in try folder.names() {
        let text = String(decoding: try folder.bytes(of: name), as: UTF8.self).lowercased()
          // Another user's address, which has the same ending.
          .replacingOccurrences(of: "x\(Self.oldAddress)", with: "")
        found.formUnion(traces.filter(text.contains))
      }
      return found
    }
    _ = try await store.replaceDraft(
      of: "shop", revision: 0, body: Array("{}".utf8), author: .user(Shop.ada), at: 2)
    try await Shop.publish(1...1, to: store, by: .user(Shop.ada))
    try await store.accounts.change { writer in
      try writer.put(
        MailMessage(
          id: "m1", to: "ADA.before@example.com", subject: "s", text: "", html: "", created: 1,
          nextAttempt: 1, finished: 1, state: .sent))
      try writer.put(
        MailMessage(
          id: "m2", to: "typo.\(Self.oldAddress)", about: Shop.ada.id, subject: "s", text: "",
          html: "", created: 1, nextAttempt: 1))
    }
    #expect(try remainingTraces() == Set(traces))
    try await store.accounts.change { try $0.removeUser(Shop.ada.id) }
    #expect(try remainingTraces() == [])
    try await store.close()
    #expect(try remainingTraces() == [])
  }
}
