import Accounts
import AccountsSQLite
import GRDB
import Testing

@Suite struct EventObserverTests {
  private let file: SQLiteAccountsFile
  private let store: SQLiteAccounts

  init() async throws {
    let file = try SQLiteAccountsFile(inMemory: ())
    self.file = file
    store = SQLiteAccounts(file) { database, event, organizations in
      if event.action == "refused" { throw AccountError(.notAllowed, "The log is full.") }
      for organization in organizations {
        try database.execute(
          sql: "INSERT INTO log VALUES (?, ?)", arguments: [organization, event.action])
      }
    }
    try await file.change { try $0.execute(sql: "CREATE TABLE log (organization, action)") }
    try await store.change {
      try $0.put(Someone.ada)
      try $0.put(Someone.bob)
      try $0.put(Someone.membership(in: "acme"))
      try $0.put(Someone.membership(in: "zoo"))
    }
  }

  private func log() async throws -> [String] {
    try await file.read {
      try String.fetchAll($0, sql: "SELECT organization || ' ' || action FROM log")
    }
  }

  @Test func `an event is in the log of the organization it belongs to`() async throws {
    try await store.change { try $0.record(Someone.event("member.changed", in: "acme")) }
    #expect(try await log() == ["acme member.changed"])
  }

  @Test func `changes of a user's access are in the log of each of their organizations`()
    async throws
  {
    try await store.change { try $0.record(Someone.event("account.disabled")) }
    #expect(try await log() == ["acme account.disabled", "zoo account.disabled"])
  }

  @Test func `attack: the location of a sign-in is in no organization's log`() async throws {
    try await store.change { try $0.record(Someone.event("session.began")) }
    #expect(try await log() == [])
  }

  @Test func `an event without an organization is in no organization's log`() async throws {
    try await store.change {
      try $0.record(Someone.event("password.changed", of: Someone.bob))
      try $0.record(Someone.event("sign-in.failed", of: nil))
    }
    #expect(try await log() == [])
    let events = try await store.read { try $0.events(of: "p_bob", before: nil, limit: 9) }
    #expect(events.map(\.action) == ["password.changed"])
  }

  @Test func `an error of the hook is rethrown, and rolls the change back`() async throws {
    await #expect(throws: AccountError(.notAllowed, "The log is full.")) {
      try await store.change {
        try $0.record(Someone.event("first", in: "acme"))
        try $0.record(Someone.event("refused", in: "acme"))
      }
    }
    #expect(try await log() == [])
    let events = try await store.read { try $0.events(of: "p_ada", before: nil, limit: 9) }
    #expect(events == [])
  }
}
