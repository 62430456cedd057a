import Push
import Testing

struct RetryPolicyTests {
  let policy = RetryPolicy()

  func action(
    _ outcome: PushOutcome, attempt: Int = 1, firstAttempt: Int = 0, now: Int = 0,
    random: Double = 0
  ) -> RetryPolicy.Action {
    policy.action(
      after: outcome, attempt: attempt, firstAttempt: firstAttempt, now: now, random: random)
  }

  @Test func `a final outcome ends the attempts, and an unregistered device is deleted`() {
    #expect(action(.accepted(id: "1")) == .done)
    #expect(action(.rejected(reason: "r")) == .giveUp(reason: "r"))
    #expect(action(.misconfigured(reason: "r")) == .giveUp(reason: "r"))
    #expect(action(.unregistered(since: 7)) == .deleteDevice(since: 7))
  }

  @Test(arguments: [(1, 10), (2, 20), (3, 40), (7, 640), (8, 900), (60, 900)])
  func `delays double up to the maximum`(attempt: Int, delay: Int) {
    #expect(action(.retry(after: nil, reason: "r"), attempt: attempt) == .retry(at: delay))
  }

  @Test func `jitter adds up to half of the delay`() {
    #expect(action(.retry(after: nil, reason: "r"), random: 0.999) == .retry(at: 14))
  }

  @Test func `the delay that the service requests is the minimum`() {
    #expect(action(.retry(after: 300, reason: "r")) == .retry(at: 300))
    #expect(action(.retry(after: 2, reason: "r")) == .retry(at: 10))
  }

  @Test func `a message is given up an hour after the first attempt`() {
    #expect(
      action(.retry(after: nil, reason: "r"), attempt: 2, firstAttempt: 0, now: 3_580)
        == .retry(at: 3_600))
    #expect(
      action(.retry(after: nil, reason: "r"), attempt: 2, firstAttempt: 0, now: 3_581)
        == .giveUp(reason: "r"))
    #expect(action(.retry(after: 86_400, reason: "r")) == .giveUp(reason: "r"))
  }

  @Test func `after the first renewal of a token, the retry is immediate; later, it is delayed`() {
    let expired = PushOutcome.renewAuthorization(reason: "r")
    #expect(action(expired, attempt: 1, now: 5) == .retry(at: 5))
    // The token may expire between the first attempt and a retry.
    #expect(action(expired, attempt: 2, now: 5) == .retry(at: 25))
    #expect(action(expired, attempt: 2, now: 3_581) == .giveUp(reason: "r"))
  }
}
