import Push
import Testing

struct RetryPolicyTests {
  let policy = RetryPolicy()

  func next(
    _ outcome: PushOutcome, attempt: Int = 1, begun: Int = 0, now: Int = 0, random: Double = 0
  ) -> RetryPolicy.Next {
    policy.next(after: outcome, attempt: attempt, begun: begun, now: now, random: random)
  }

  @Test func `an accepted message is done, and a rejected one is given up`() {
    #expect(next(.accepted(id: "1")) == .done)
    #expect(next(.rejected(reason: "r")) == .giveUp(reason: "r"))
    #expect(next(.misconfigured(reason: "r")) == .giveUp(reason: "r"))
    #expect(next(.unregistered(since: 7)) == .deleteDevice(since: 7))
  }

  @Test(arguments: [(1, 10), (2, 20), (3, 40), (7, 640), (8, 900), (60, 900)])
  func `delays double up to the maximum`(attempt: Int, delay: Int) {
    #expect(next(.retry(after: nil, reason: "r"), attempt: attempt) == .again(at: delay))
  }

  @Test func `the delay has a jitter of half of its length`() {
    #expect(next(.retry(after: nil, reason: "r"), random: 0.999) == .again(at: 14))
  }

  @Test func `the delay that the service requests is the minimum`() {
    #expect(next(.retry(after: 300, reason: "r")) == .again(at: 300))
    #expect(next(.retry(after: 2, reason: "r")) == .again(at: 10))
  }

  @Test func `a message is given up an hour after the first attempt`() {
    #expect(
      next(.retry(after: nil, reason: "r"), attempt: 2, begun: 0, now: 3_580) == .again(at: 3_600))
    #expect(
      next(.retry(after: nil, reason: "r"), attempt: 2, begun: 0, now: 3_581)
        == .giveUp(reason: "r"))
    #expect(next(.retry(after: 86_400, reason: "r")) == .giveUp(reason: "r"))
  }

  @Test func `renewing the authorization is tried once`() {
    #expect(next(.renewAuthorization(reason: "r"), attempt: 1, now: 5) == .again(at: 5))
    #expect(next(.renewAuthorization(reason: "r"), attempt: 2, now: 5) == .giveUp(reason: "r"))
  }
}
