import Accounts
import Testing

struct MailRetryTests {
  @Test func `delays double from half a minute to four hours, with jitter`() {
    var random = SystemRandomNumberGenerator()
    var longest = 60
    for attempt in 1...40 {
      let waits = (0..<200).map { _ in MailRetry.retryDelay(after: attempt, using: &random) }
      #expect(waits.allSatisfy { (longest / 2...longest).contains($0) })
      #expect(Set(waits).count > 10)
      longest = min(longest * 2, 4 * 3600)
    }
  }

  private static let day = 86_400

  private func state(
    afterAttempts attempts: Int, at now: Int, isClockTrusted: Bool = true
  ) -> MailMessage.State {
    var random = SystemRandomNumberGenerator()
    var mail = Emails.queued("m_1")
    mail.attempts = attempts
    let outcome = MailRetry.updated(
      mail, MailFailure(.temporary, "Busy."), at: now, isClockTrusted: isClockTrusted,
      using: &random)
    #expect(outcome.text.isEmpty == (outcome.state != .queued))
    return outcome.state
  }

  @Test func `when the clock jumps ahead, no email is given up after a few attempts`() {
    #expect((MailRetry.minimumAttempts, MailRetry.maximumAttempts) == (25, 43))
    for ahead in [4 * Self.day, 365 * Self.day] {
      #expect(state(afterAttempts: 2, at: Emails.now + ahead) == .queued)
      #expect(state(afterAttempts: 24, at: Emails.now + ahead) == .queued)
      #expect(state(afterAttempts: 25, at: Emails.now + ahead) == .failed)
      #expect(state(afterAttempts: 42, at: Emails.now + ahead, isClockTrusted: false) == .queued)
    }
  }

  @Test func `an email queued while the clock was ahead is given up after the most attempts`() {
    let past = Emails.now - 365 * Self.day
    #expect(state(afterAttempts: 42, at: past) == .queued)
    #expect(state(afterAttempts: 43, at: past) == .failed)
    #expect(state(afterAttempts: 43, at: past, isClockTrusted: false) == .failed)
  }

  @Test(arguments: [Int.min, -1, 0, Int.max])
  func `an invalid number of attempts still gives a delay`(_ attempts: Int) {
    var random = SystemRandomNumberGenerator()
    #expect((30...14_400).contains(MailRetry.retryDelay(after: attempts, using: &random)))
  }
}
