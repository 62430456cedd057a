import Accounts
import Testing

@Suite struct `A throttle` {
  let policy = ThrottlePolicy(free: 3, base: 2, maximumDelay: 60, window: 600)

  /// The delays right after each of the failures.
  func waits(_ count: Int, _ policy: ThrottlePolicy) -> [Int] {
    var state: ThrottleState?
    return (0..<count).map { number in
      let next = policy.after(failure: state, key: "k", at: 1000 + number)
      state = next
      return policy.wait(next, at: next.last)
    }
  }

  @Test func `causes no delay without a failure`() {
    #expect(policy.wait(nil, at: 1000) == 0)
  }

  @Test func `allows some failures, then doubles the delay up to the maximum`() {
    #expect(waits(9, policy) == [0, 0, 2, 4, 8, 16, 32, 60, 60])
  }

  @Test func `counts the delay down to zero`() {
    let state = ThrottleState(key: "k", failures: 6, last: 1000)
    #expect(
      [1000, 1001, 1015, 1016, 1017].map { policy.wait(state, at: $0) } == [16, 15, 1, 0, 0])
  }

  @Test func `resets the count after a time without failures`() {
    let state = ThrottleState(key: "k", failures: 50, last: 1000)
    #expect(policy.after(failure: state, key: "k", at: 1599).failures == 51)
    #expect(
      policy.after(failure: state, key: "k", at: 1600)
        == ThrottleState(key: "k", failures: 1, last: 1600))
    #expect(policy.wait(state, at: 1600) == 0)
  }

  @Test func `never delays longer than the maximum, whatever the clock does`() {
    let ahead = ThrottleState(key: "k", failures: 9, last: 1050)
    #expect(
      [1000, 1049, 1051, 1109, 1110].map { policy.wait(ahead, at: $0) } == [60, 60, 59, 1, 0])
    #expect(policy.wait(ThrottleState(key: "k", failures: 9, last: 1_000_000), at: 1000) == 0)
    let most = ThrottleState(key: "k", failures: .max, last: 1000)
    #expect(policy.wait(most, at: 1000) == 60)
    #expect(policy.after(failure: most, key: "k", at: 1000).failures > 0)
    let steep = ThrottlePolicy(free: 1, base: .max / 2, maximumDelay: .max / 2, window: 0)
    let state = ThrottleState(key: "k", failures: 40, last: 0)
    #expect(steep.wait(state, at: 0) == ThrottlePolicy.longestWindow)
  }

  @Test func `clamps its parameters to consistent values`() {
    let clamped = ThrottlePolicy(free: 0, base: 0, maximumDelay: -1, window: 0)
    #expect(clamped == ThrottlePolicy(free: 1, base: 1, maximumDelay: 1, window: 1))
  }

  // Older counts are deleted, whatever their policies are.
  @Test func `no policy counts for longer than the longest window`() {
    let longest = ThrottlePolicy.longestWindow
    let long = ThrottlePolicy(free: 1, base: 1, maximumDelay: 60, window: longest + 1)
    #expect(long.window == longest)
    let slow = ThrottlePolicy(free: 1, base: 1, maximumDelay: longest + 1, window: 60)
    #expect(slow.maximumDelay == longest && slow.window == longest)
  }

  @Test func `allows fewer than 110 guesses a day for one account`() {
    var now = 0
    var state: ThrottleState?
    var guesses = 0
    while now < 86400 {
      let wait = ThrottlePolicy.account.wait(state, at: now)
      if wait > 0 {
        now += wait
      } else {
        state = ThrottlePolicy.account.after(failure: state, key: "k", at: now)
        guesses += 1
      }
    }
    #expect((90..<110).contains(guesses))
  }
}
