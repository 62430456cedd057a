import Accounts
import Testing

@Suite struct MailTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all)
  func `an email is returned as it was stored, and can be replaced`(_ kind: StoreKind) async throws
  {
    let store = try await kind.empty(in: folder)
    var mail = Samples.mail("m_1")
    try await store.change { [mail] in try $0.put(mail) }
    mail.text = ""
    mail.html = ""
    mail.attempts = 3
    mail.nextAttempt = 1060
    mail.finished = 1061
    mail.state = .failed
    mail.error = "The server says no."
    let failed = mail
    try await store.change { try $0.put(failed) }
    #expect(try await store.read { try $0.mail("m_1") } == failed)
    #expect(try await store.read { try $0.mail("m_2") } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `emails are due at their time, oldest first`(_ kind: StoreKind) async throws {
    let store = try await kind.empty(in: folder)
    try await store.change {
      try $0.put(Samples.mail("m_late", created: 1003, nextAttempt: 1003))
      try $0.put(Samples.mail("m_first", created: 1001, nextAttempt: 1050))
      try $0.put(Samples.mail("m_second", created: 1001, nextAttempt: 1001))
      try $0.put(Samples.mail("m_future", created: 1000, nextAttempt: 1051))
      try $0.put(Samples.mail("m_sent", state: .sent))
      try $0.put(Samples.mail("m_failed", state: .failed))
    }
    let due = try await store.read { try $0.dueMail(at: 1050, limit: 9).map(\.id) }
    #expect(due == ["m_first", "m_second", "m_late"])
    #expect(try await store.read { try $0.dueMail(at: 1050, limit: 2).count } == 2)
    #expect(try await store.read { try $0.dueMail(at: 1050, limit: -1).count } == 0)
    #expect(try await store.read { try $0.dueMail(at: 1000, limit: 9).count } == 0)
  }

  @Test(arguments: StoreKind.all)
  func `an email from before the clock was set back is due`(_ kind: StoreKind) async throws {
    let store = try await kind.empty(in: folder)
    try await store.change {
      try $0.put(Samples.mail("m_waits", created: 1000, nextAttempt: 1050 + 4 * 3600))
      try $0.put(Samples.mail("m_ahead", created: 1001, nextAttempt: 1051 + 4 * 3600))
      try $0.put(Samples.mail("m_year", created: 31_536_000, nextAttempt: 31_536_000))
      try $0.put(Samples.mail("m_failed", nextAttempt: 31_536_000, state: .failed))
    }
    let due = try await store.read { try $0.dueMail(at: 1050, limit: 9).map(\.id) }
    #expect(due == ["m_ahead", "m_year"])
  }

  @Test(arguments: StoreKind.all)
  func `queued emails are counted, with the times of the oldest and the newest`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.empty(in: folder)
    let emptySummary = try await store.read { try $0.queuedMailSummary() }
    #expect(emptySummary.count == 0)
    #expect(emptySummary.oldest == nil && emptySummary.newest == nil)
    try await store.change {
      try $0.put(Samples.mail("m_1", created: 1007, nextAttempt: 9999))
      try $0.put(Samples.mail("m_2", created: 1005))
      try $0.put(Samples.mail("m_3", created: 1001, state: .sent))
    }
    let summary = try await store.read { try $0.queuedMailSummary() }
    #expect(summary.count == 2)
    #expect((summary.oldest, summary.newest) == (1005, 1007))
  }

  @Test(arguments: StoreKind.all)
  func `old sent and failed emails are removed, queued ones are not`(_ kind: StoreKind) async throws
  {
    let store = try await kind.empty(in: folder)
    try await store.change {
      try $0.put(Samples.mail("m_queued", nextAttempt: 1))
      try $0.put(Samples.mail("m_sent", finished: 1099, state: .sent))
      try $0.put(Samples.mail("m_failed", finished: 1099, state: .failed))
      try $0.put(Samples.mail("m_recent", finished: 1100, state: .sent))
      try $0.removeMail(finishedBefore: 1100)
    }
    let remaining = try await store.read { reader in
      try ["m_queued", "m_sent", "m_failed", "m_recent"].filter { try reader.mail($0) != nil }
    }
    #expect(remaining == ["m_queued", "m_recent"])
  }
}

@Suite struct EventTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all)
  func `a user's events are listed newest first, in pages`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change {
      for number in 1...5 {
        // The time does not determine the order, because clocks are set back.
        try $0.record(Samples.event("e\(number)", at: 1100 - number))
        try $0.record(Samples.event("other", of: Samples.bob))
        try $0.record(Samples.event("nobody", of: nil))
      }
    }
    let first = try await store.read { try $0.events(of: "p_ada", before: nil, limit: 2) }
    let last = first.last?.id
    let remaining = try await store.read { try $0.events(of: "p_ada", before: last, limit: 9) }
    #expect((first + remaining).map(\.action) == ["e5", "e4", "e3", "e2", "e1"])
    #expect(try await store.read { try $0.events(of: "p_ada", before: nil, limit: -1) } == [])
  }

  @Test(arguments: StoreKind.all)
  func `an event is returned as it was recorded, with its id`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    let event = Samples.event("member.changed", in: "acme")
    try await store.change { try $0.record(event) }
    let events = try await store.read { try $0.events(of: "p_ada", before: nil, limit: 9) }
    let stored = try #require(events.first)
    #expect(events.count == 1)
    #expect(stored.id > 0)
    #expect(
      stored
        == SecurityEvent(
          id: stored.id, at: 1100, action: "member.changed", user: "p_ada",
          organization: "acme", actor: "ada@example.com", client: Samples.office,
          detail: #"{"session":"s1"}"#))
  }

  @Test(arguments: StoreKind.all)
  func `the id of a removed event is not reused`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change { try $0.record(Samples.event("removed")) }
    let before = try await store.read { try $0.events(of: "p_ada", before: nil, limit: 9) }
    let removed = try #require(before.first)
    try await store.change {
      try $0.removeUser("p_ada")
      try $0.record(Samples.event("next", of: Samples.bob))
    }
    let after = try await store.read { try $0.events(of: "p_bob", before: nil, limit: 9) }
    let next = try #require(after.first)
    #expect(next.id > removed.id)
  }

  @Test(arguments: StoreKind.all)
  func `an event of a change that fails is not stored`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    struct TestError: Error {}
    try await store.change { try $0.record(Samples.event("first")) }
    await #expect(throws: TestError.self) {
      try await store.change {
        try $0.record(Samples.event("undone"))
        throw TestError()
      }
    }
    try await store.change { try $0.record(Samples.event("second")) }
    let events = try await store.read { try $0.events(of: "p_ada", before: nil, limit: 9) }
    #expect(events.map(\.action) == ["second", "first"])
    #expect(events[0].id > events[1].id)
  }
}
