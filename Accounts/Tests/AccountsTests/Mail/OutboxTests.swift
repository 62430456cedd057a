import Accounts
import AccountsSQLite
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct OutboxTests {
  private static let temporaryFailure = MailFailure(.temporary, "The server is busy.")
  private static let permanentFailure = MailFailure(.permanent, "There is nobody there.")

  @Test func `an email is sent immediately, and its text is removed`() async throws {
    let fixture = try MailFixture()
    try await fixture.run {
      try await fixture.post(Emails.queued("m_1"))
      let mail = try await fixture.mail("m_1") { $0.state != .queued }

      #expect((mail.state, mail.attempts, mail.error) == (.sent, 1, ""))
      #expect((mail.text, mail.html) == ("", ""))
      #expect(mail.subject == "Hello")
    }
    #expect(fixture.transport.sent.map(\.text) == ["A secret."])
  }

  @Test func `an email is stored with its cause, and the outbox is notified`() async throws {
    let fixture = try MailFixture()
    try await fixture.run {
      let accounts = try Emails.accounts(fixture)
      await #expect(throws: CancellationError.self) {
        try await fixture.store.change { writer in
          try accounts.mailer.enqueue(
            .noAccount, to: "never@example.com", language: .english, in: writer)
          throw CancellationError()
        }
      }
      try await fixture.store.change {
        try accounts.mailer.enqueue(.noAccount, to: "a@b.de", language: .english, in: $0)
      }
      var attempts = fixture.transport.attempts.makeAsyncIterator()
      #expect(await attempts.next()?.to == "a@b.de")
    }
    #expect(fixture.transport.sent.map(\.to) == ["a@b.de"])
  }

  @Test func `without a mail server no email is stored`() async throws {
    let fixture = try MailFixture()
    let accounts = try Emails.accounts(fixture, canSendMail: false)
    try await fixture.store.change {
      try accounts.mailer.enqueue(.noAccount, to: "a@b.de", language: .english, in: $0)
    }
    #expect(try await fixture.store.read { try $0.queuedMailSummary().count } == 0)
  }

  @Test func `an email that is not accepted is retried at its time, not earlier`() async throws {
    let fixture = try MailFixture()
    fixture.transport.respond(
      to: "ada@example.com", with: Self.temporaryFailure, Self.temporaryFailure)
    try await fixture.run {
      try await fixture.post(Emails.queued("m_1"))
      let first = try await fixture.mail("m_1") { $0.error == "The server is busy." }
      #expect((first.state, first.attempts, first.error) == (.queued, 1, "The server is busy."))
      #expect((30...60).contains(first.nextAttempt - Emails.now))
      #expect(first.text == "A secret.")

      // Polling before its time leaves it alone; that the other email is sent proves that polling
      // happened.
      fixture.advance(by: first.nextAttempt - Emails.now - 1)
      try await fixture.post(Emails.queued("m_2", to: "bob@example.com"))
      try await fixture.mail("m_2") { $0.state == .sent }
      #expect(try await fixture.store.read { try $0.mail("m_1") } == first)

      fixture.advance(by: 1)
      let second = try await fixture.mail("m_1") {
        $0.attempts == 2 && $0.error == "The server is busy."
      }
      #expect((60...120).contains(second.nextAttempt - fixture.time) && second.state == .queued)
      fixture.advance(by: 120)
      let third = try await fixture.mail("m_1") { $0.state == .sent }
      #expect((third.attempts, third.error) == (3, ""))
    }
    #expect(fixture.transport.sent.map(\.id) == ["m_2", "m_1"])
  }

  @Test func `a permanently rejected email is given up immediately, and its text is removed`()
    async throws
  {
    let fixture = try MailFixture()
    fixture.transport.respond(to: "ada@example.com", with: Self.permanentFailure)
    try await fixture.run {
      try await fixture.post(Emails.queued("m_1"))
      let mail = try await fixture.mail("m_1") { $0.state != .queued }
      #expect((mail.state, mail.attempts, mail.error) == (.failed, 1, "There is nobody there."))
      #expect((mail.text, mail.html) == ("", ""))
    }
  }

  @Test func `an email is retried for three days`() async throws {
    let fixture = try MailFixture()
    let temporaryFailure = Self.temporaryFailure
    var tries = 0
    // Scripted before the email is queued, because it is sent at once.
    fixture.transport.respond(to: "ada@example.com", with: temporaryFailure)
    try await fixture.run {
      try await fixture.post(Emails.queued("m_1"))
      var mail = Emails.queued("m_1")
      while true {
        tries += 1
        let attempt = tries
        mail = try await fixture.mail("m_1") {
          $0.attempts == attempt && $0.error.hasPrefix("The server is busy.")
        }
        guard mail.state == .queued else { break }
        fixture.transport.respond(to: "ada@example.com", with: temporaryFailure)
        fixture.advance(by: max(0, mail.nextAttempt - fixture.time))
      }
      #expect(mail.state == .failed && mail.text == "")
      #expect(mail.error == "The server is busy. Given up after \(tries) attempts.")
    }
    #expect((Emails.now + 3 * 86_400 - 4 * 3600...Emails.now + 3 * 86_400).contains(fixture.time))
    #expect((25...50).contains(tries))
  }

  @Test func `an email survives a jump of the clock, and is sent once the clock is right`()
    async throws
  {
    let fixture = try MailFixture()
    let year = 365 * 86_400
    fixture.transport.respond(
      to: "ada@example.com", with: Self.temporaryFailure, Self.temporaryFailure)
    try await fixture.run {
      try await fixture.post(Emails.queued("m_1"))
      try await fixture.mail("m_1") { $0.error == "The server is busy." }
      fixture.advance(by: year)
      let ahead = try await fixture.mail("m_1") {
        $0.attempts == 2 && $0.error.hasPrefix("The server is busy.")
      }
      try #require(ahead.state == .queued && ahead.text == "A secret.")
      fixture.advance(by: -year)
      #expect(try await fixture.mail("m_1") { $0.state != .queued }.state == .sent)
    }
    #expect(fixture.transport.sent.map(\.text) == ["A secret."])
  }

  @Test func `while the clock is not trusted, old emails are kept`() async throws {
    let fixture = try MailFixture()
    try await fixture.run {
      try await fixture.post(Emails.queued("m_1"))
      try await fixture.mail("m_1") { $0.state == .sent }
      fixture.trustClock(false)
      fixture.advance(by: Outbox.retention + 1)
      try await fixture.post(Emails.queued("m_2", at: fixture.time))
      try await fixture.mail("m_2") { $0.state == .sent }
      #expect(try await fixture.store.read { try $0.mail("m_1") } != nil)
      fixture.trustClock(true)
      try await fixture.post(Emails.queued("m_3", at: fixture.time))
      try await fixture.mail("m_3") { $0.state == .sent }
      #expect(try await fixture.store.read { try $0.mail("m_1") } == nil)
    }
  }

  @Test func `addresses that hang or fail do not delay others`() async throws {
    let fixture = try MailFixture()
    fixture.transport.hold("hang@example.com")
    fixture.transport.respond(to: "never@example.com", with: Self.permanentFailure)
    fixture.transport.respond(to: "later@example.com", with: Self.temporaryFailure)
    try await fixture.run {
      try await fixture.post(
        Emails.queued("m_1", to: "hang@example.com", at: Emails.now - 9),
        Emails.queued("m_2", to: "never@example.com", at: Emails.now - 8),
        Emails.queued("m_3", to: "later@example.com", at: Emails.now - 7))
      for number in 4..<12 { try await fixture.post(Emails.queued("m_\(number)")) }
      for number in 4..<12 { try await fixture.mail("m_\(number)") { $0.state == .sent } }
      // An email being sent is not claimed again when its lease expires.
      fixture.advance(by: Outbox.lease + 1)
      try await fixture.post(Emails.queued("m_12", at: fixture.time))
      try await fixture.mail("m_12") { $0.state == .sent }
      fixture.transport.release("hang@example.com")
      try await fixture.mail("m_1") { $0.state == .sent }
    }
    #expect(fixture.transport.sent.filter { $0.id == "m_1" }.count == 1)
  }

  @Test func `a shutdown lets emails in flight finish and marks them`() async throws {
    let fixture = try MailFixture()
    fixture.transport.hold("ada@example.com")
    try await fixture.post(Emails.queued("m_1"))
    try await fixture.run(stopping: { fixture.transport.release("ada@example.com") }) {
      var attempts = fixture.transport.attempts.makeAsyncIterator()
      #expect(await attempts.next()?.id == "m_1")
    }
    let mail = try #require(try await fixture.store.read { try $0.mail("m_1") })
    #expect((mail.state, mail.text) == (.sent, ""))
  }

  @Test func `polling finds emails that another program has written`() async throws {
    let fixture = try MailFixture()
    try await fixture.run {
      try await fixture.post(Emails.queued("m_1"))
      try await fixture.mail("m_1") { $0.state == .sent }
      try await fixture.store.change { try $0.put(Emails.queued("m_2")) }
      fixture.tick()
      try await fixture.mail("m_2") { $0.state == .sent }
    }
  }

  @Test func `sent and failed emails are removed after a month, queued ones never`() async throws {
    let fixture = try MailFixture()
    try await fixture.run {
      fixture.transport.respond(to: "never@example.com", with: Self.permanentFailure)
      fixture.transport.respond(
        to: "later@example.com", with: Self.temporaryFailure, Self.temporaryFailure)
      try await fixture.post(
        Emails.queued("m_1"), Emails.queued("m_2", to: "never@example.com"),
        Emails.queued("m_4", to: "later@example.com"))
      try await fixture.mail("m_1") { $0.state == .sent }
      try await fixture.mail("m_2") { $0.state == .failed }
      try await fixture.mail("m_4") { $0.error == "The server is busy." }
      fixture.advance(by: Outbox.retention + 1)
      try await fixture.post(Emails.queued("m_3", at: fixture.time))
      try await fixture.mail("m_3") { $0.state == .sent }
      #expect(try await fixture.store.read { try $0.mail("m_1") } == nil)
      #expect(try await fixture.store.read { try $0.mail("m_2") } == nil)
      #expect(try await fixture.store.read { try $0.mail("m_4")?.state } == .queued)
    }
  }
}
