import Accounts
import Testing

struct MailRetryTests {
  @Test func `delays double from half a minute to four hours, with jitter`() {
    var random = SystemRandomNumberGenerator()
    var longest = 60
    for attempt in 1...40 {
      let waits = (0..<200).map { _ in MailRetry.wait(after: attempt, using: &random) }
      #expect(waits.allSatisfy { (longest / 2...longest).contains($0) })
      #expect(Set(waits).count > 10)
      longest = min(longest * 2, 4 * 3600)
    }
  }

  @Test(arguments: [Int.min, -1, 0, Int.max])
  func `an invalid number of attempts still gives a delay`(_ attempts: Int) {
    var random = SystemRandomNumberGenerator()
    #expect((30...14_400).contains(MailRetry.wait(after: attempts, using: &random)))
  }
}
