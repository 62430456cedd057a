import Accounts
import Testing

struct ThrottlePolicyTests {
  let policy = ThrottlePolicy(freeAttempts: 3, baseDelay: 2, maximumDelay: 60, window: 600)

  /// The delays right after each of the failures.
  func delays(_ count: Int, _ policy: ThrottlePolicy) -> [Int] {
    var state: ThrottleState?
    return (0..<count).map { number in
      let next = policy.stateAfterFailure(state, key: "k", at: 1000 + number)
      state = next
      return policy.remainingDelay(next, at: next.lastFailure)
    }
  }

  @Test func `a throttle policy causes no delay without a failure`() {
    #expect(policy.remainingDelay(nil, at: 1000) == 0)
  }

  @Test func `a throttle policy allows some failures, then doubles the delay up to the maximum`() {
    #expect(delays(9, policy) == [0, 0, 2, 4, 8, 16, 32, 60, 60])
  }

  @Test func `a throttle policy counts the delay down to zero`() {
    let state = ThrottleState(key: "k", failures: 6, lastFailure: 1000)
    #expect(
      [1000, 1001, 1015, 1016, 1017].map { policy.remainingDelay(state, at: $0) } == [
        16, 15, 1, 0, 0,
      ])
  }

  @Test func `a throttle policy resets the count after a time without failures`() {
    let state = ThrottleState(key: "k", failures: 50, lastFailure: 1000)
    #expect(policy.stateAfterFailure(state, key: "k", at: 1599).failures == 51)
    #expect(
      policy.stateAfterFailure(state, key: "k", at: 1600)
        == ThrottleState(key: "k", failures: 1, lastFailure: 1600))
    #expect(policy.remainingDelay(state, at: 1600) == 0)
  }

  @Test func `a throttle policy never delays longer than the maximum, whatever the clock does`() {
    let futureState = ThrottleState(key: "k", failures: 9, lastFailure: 1050)
    #expect(
      [1000, 1049, 1051, 1109, 1110].map { policy.remainingDelay(futureState, at: $0) } == [
        60, 60, 59, 1, 0,
      ])
    #expect(
      policy.remainingDelay(ThrottleState(key: "k", failures: 9, lastFailure: 1_000_000), at: 1000)
        == 0)
    let maximal = ThrottleState(key: "k", failures: .max, lastFailure: 1000)
    #expect(policy.remainingDelay(maximal, at: 1000) == 60)
    #expect(policy.stateAfterFailure(maximal, key: "k", at: 1000).failures > 0)
    let steepPolicy = ThrottlePolicy(
      freeAttempts: 1, baseDelay: .max / 2, maximumDelay: .max / 2, window: 0)
    let state = ThrottleState(key: "k", failures: 40, lastFailure: 0)
    #expect(steepPolicy.remainingDelay(state, at: 0) == ThrottlePolicy.longestWindow)
  }

  @Test func `a throttle policy clamps its parameters to consistent values`() {
    let clamped = ThrottlePolicy(freeAttempts: 0, baseDelay: 0, maximumDelay: -1, window: 0)
    #expect(clamped == ThrottlePolicy(freeAttempts: 1, baseDelay: 1, maximumDelay: 1, window: 1))
  }

  // Older counts are deleted, whatever their policies are.
  @Test func `a throttle policy counts for no longer than the longest window`() {
    let longest = ThrottlePolicy.longestWindow
    let long = ThrottlePolicy(freeAttempts: 1, baseDelay: 1, maximumDelay: 60, window: longest + 1)
    #expect(long.window == longest)
    let slow = ThrottlePolicy(freeAttempts: 1, baseDelay: 1, maximumDelay: longest + 1, window: 60)
    #expect(slow.maximumDelay == longest && slow.window == longest)
  }

  @Test func `a throttle policy allows fewer than 110 guesses a day for one account`() {
    var now = 0
    var state: ThrottleState?
    var guesses = 0
    while now < 86400 {
      let wait = ThrottlePolicy.account.remainingDelay(state, at: now)
      if wait > 0 {
        now += wait
      } else {
        state = ThrottlePolicy.account.stateAfterFailure(state, key: "k", at: now)
        guesses += 1
      }
    }
    #expect((90..<110).contains(guesses))
  }
}
