import Accounts
import AccountsSQLite
import Foundation
import Logging
import Testing

/// The outbox when the program ends at the wrong moment, or the disk is full.
@Suite(.timeLimit(.minutes(5)))
struct OutboxCrashTests {
  @Test func `an email that was sent but not marked is sent again with the same id`() async throws {
    let store = try SQLiteAccounts.inMemory()
    let before = try MailFixture(store)
    try await before.post(Emails.queued("m_1"))
    // Clearing and claiming succeed; then all writes fail, as if the program was killed.
    before.store.fail(after: 2)
    try await before.run {
      var attempts = before.transport.attempts.makeAsyncIterator()
      #expect(await attempts.next()?.id == "m_1")
    }
    #expect(before.transport.sent.map(\.id) == ["m_1"])

    let after = try MailFixture(store)
    try await after.run {
      after.advance(by: Outbox.lease)
      let mail = try await after.mail("m_1") { $0.state == .sent }
      #expect(mail.attempts == 2)
    }
    #expect(after.transport.sent == before.transport.sent)
  }

  @Test func `while the disk is full nothing is sent, and nothing is lost`() async throws {
    let fixture = try MailFixture()
    try await fixture.post(Emails.queued("m_1"), Emails.queued("m_2", to: "bob@example.com"))
    fixture.store.fail(after: 0)
    try await fixture.run {
      var changes = fixture.store.changes().makeAsyncIterator()
      fixture.signal.send()
      _ = await changes.next()
      #expect(fixture.transport.sent.isEmpty)

      fixture.store.fail(after: nil)
      fixture.signal.send()
      try await fixture.mail("m_1") { $0.state == .sent }
      try await fixture.mail("m_2") { $0.state == .sent }
    }
    #expect(Set(fixture.transport.sent.map(\.id)) == ["m_1", "m_2"])
  }

  @Test func `an email that was removed in the meantime is not stored again`() async throws {
    let fixture = try MailFixture()
    fixture.transport.hold("ada@example.com")
    try await fixture.run {
      try await fixture.post(Emails.queued("m_1"))
      var attempts = fixture.transport.attempts.makeAsyncIterator()
      _ = await attempts.next()
      try await fixture.store.change { writer in
        guard var mail = try writer.mail("m_1") else { return }
        mail.state = .failed
        mail.finished = 0
        try writer.put(mail)
        try writer.removeMail(finishedBefore: 1)
      }
      fixture.transport.release("ada@example.com")
    }
    #expect(try await fixture.store.read { try $0.mail("m_1") } == nil)
  }

  @Test func `a real server receives the emails queued in a real file after a restart`()
    async throws
  {
    let server = try MailServer.shared.get()
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("outbox-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("accounts.db").path
    let id = "m_restart"

    let file = try SQLiteAccountsFile(path: path)
    try await SQLiteAccounts(file).change { try $0.put(Emails.queued(id)) }
    try file.close()

    let store = WatchedStore(SQLiteAccounts(try SQLiteAccountsFile(path: path)))
    let outbox = Outbox(
      store: store, transport: try server.transport("smtp", "startTLS", login: true),
      keys: { Emails.keys }, signal: OutboxSignal(),
      logger: Logger(label: "mail"), clock: { Emails.now })
    var changes = store.changes().makeAsyncIterator()
    let run = Task { await outbox.run() }
    while try await store.read({ try $0.mail(id)?.state }) != .sent { _ = await changes.next() }
    run.cancel()
    await run.value
    #expect(try server.received(id).map(\.text) == ["A secret."])
  }
}
