import Accounts
import AccountsSQLite
import GRDB
import Testing

@Suite struct EventObserverTests {
  private let file: SQLiteAccountsFile
  private let store: SQLiteAccounts

  init() async throws {
    let file = try SQLiteAccountsFile.inMemory()
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
      try $0.put(Samples.ada)
      try $0.put(Samples.bob)
      try $0.put(Samples.membership(in: "acme"))
      try $0.put(Samples.membership(in: "zoo"))
    }
  }

  private func log() async throws -> [String] {
    try await file.read {
      try String.fetchAll($0, sql: "SELECT organization || ' ' || action FROM log")
    }
  }

  @Test func `an event is in the log of the organization it belongs to`() async throws {
    try await store.change { try $0.record(Samples.event("member.changed", in: "acme")) }
    #expect(try await log() == ["acme member.changed"])
  }

  @Test func `changes of a user's access are in the log of each of their organizations`()
    async throws
  {
    try await store.change { try $0.record(Samples.event("account.disabled")) }
    #expect(try await log() == ["acme account.disabled", "zoo account.disabled"])
  }

  @Test func `the location of a sign-in is in no organization's log`() async throws {
    try await store.change { try $0.record(Samples.event("session.began")) }
    #expect(try await log() == [])
  }

  @Test func `events about no user are removed after 30 days, and no others`() async throws {
    let file = file
    func actions() async throws -> [String] {
      try await file.read { try String.fetchAll($0, sql: "SELECT action FROM security_event") }
    }
    func removeEvents(before time: Int) async throws -> Int {
      try await store.change { try $0.removeEventsWithoutUser(before: time) }
    }
    let month = 30 * 86_400
    try await store.change {
      try $0.record(Samples.event("old", of: nil, at: 1000))
      try $0.record(Samples.event("user's", of: Samples.bob, at: 1000))
      try $0.record(Samples.event("newer", of: nil, at: 1001))
    }
    // While no event is 30 days newer, not even a clock that is ahead removes one.
    #expect(try await removeEvents(before: .max) == 0)
    await #expect(throws: (any Error).self) {
      try await file.change { try $0.execute(sql: "DELETE FROM security_event") }
    }
    try await store.change {
      try $0.record(Samples.event("latest", of: nil, at: 1000 + month))
    }
    #expect(try await removeEvents(before: 1000) == 0)
    #expect(try await removeEvents(before: 1002) == 1)
    #expect(try await actions() == ["user's", "newer", "latest"])
  }

  @Test func `more than a thousand events are removed in batches`() async throws {
    try await store.change {
      for _ in 0..<1001 { try $0.record(Samples.event("old", of: nil, at: 0)) }
      try $0.record(Samples.event("latest", of: nil, at: 40 * 86_400))
    }
    let time = 5 * 86_400
    #expect(try await store.change { try $0.removeEventsWithoutUser(before: time) } == 1000)
    #expect(try await store.change { try $0.removeEventsWithoutUser(before: time) } == 1)
    #expect(try await store.change { try $0.removeEventsWithoutUser(before: time) } == 0)
  }

  @Test func `events of no user, or of one without organizations, are in no organization's log`()
    async throws
  {
    try await store.change {
      try $0.record(Samples.event("password.changed", of: Samples.bob))
      try $0.record(Samples.event("sign-in.failed", of: nil))
    }
    #expect(try await log() == [])
    let events = try await store.read { try $0.events(of: "p_bob", before: nil, limit: 9) }
    #expect(events.map(\.action) == ["password.changed"])
  }

  @Test func `an error of the observer is rethrown, and rolls the change back`() async throws {
    await #expect(throws: AccountError(.notAllowed, "The log is full.")) {
      try await store.change {
        try $0.record(Samples.event("first", in: "acme"))
        try $0.record(Samples.event("refused", in: "acme"))
      }
    }
    #expect(try await log() == [])
    let events = try await store.read { try $0.events(of: "p_ada", before: nil, limit: 9) }
    #expect(events == [])
  }
}
