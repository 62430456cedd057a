import FlowMagic
import FlowTesting
import Testing

@Suite struct ReconnectPolicyTests {
  private let timings = ClientTimings()

  @Test func `the window of delays doubles up to the cap, and delays are uniform in it`() {
    let backOff = BackOff(base: .seconds(1), cap: .seconds(60))
    let random = ManualClock(seed: 3).dependencies.random
    for (failures, seconds) in [(0, 1), (1, 2), (5, 32), (6, 60), (1_000, 60)] {
      let window = Duration.seconds(seconds)
      #expect(backOff.window(after: failures) == window)
      let delays = (0..<2_000).map { _ in backOff.delay(after: failures, random: random()) }
      #expect(delays.allSatisfy { $0 >= .zero && $0 < window })
      let mean = delays.reduce(.zero, +) / 2_000
      #expect(mean > window * 0.45 && mean < window * 0.55)
      #expect(delays.contains { $0 < window * 0.05 } && delays.contains { $0 > window * 0.95 })
    }
  }

  @Test func `blocked streams lead to polling, and a stream is retried after ten polls`() {
    var policy = ReconnectPolicy(timings)
    for _ in 0..<3 {
      #expect(policy.action == .stream)
      #expect(policy.update(after: .streamBlocked, random: 0.999) <= .seconds(4))
    }
    #expect(policy.action == .poll)
    for poll in 1...10 {
      let wait = policy.update(after: .polled, random: 0.5)
      #expect(wait == .seconds(60))
      #expect(policy.action == (poll == 10 ? .stream : .poll))
    }
    _ = policy.update(after: .streamBlocked, random: 0.5)
    #expect(policy.action == .poll, "one more blocked stream is sufficient")
  }

  @Test func `after a network outage, the first successful poll switches back to streaming`() {
    var policy = ReconnectPolicy(timings)
    for _ in 0..<20 { _ = policy.update(after: .unreachable, random: 0.9) }
    #expect(policy.action == .poll)

    let wait = policy.update(after: .polled, random: 0.9)

    #expect(policy.action == .stream)
    #expect(wait < .seconds(1))
    // A proxy that breaks only streams must not cause an endless loop.
    _ = policy.update(after: .unreachable, random: 0.9)
    #expect(policy.action == .poll)
    #expect(policy.update(after: .polled, random: 0.5) == .seconds(60))
    #expect(policy.action == .poll)
  }

  @Test func `a long-lived stream resets the back-off, a short-lived one does not`() {
    var policy = ReconnectPolicy(timings)
    for _ in 0..<10 { _ = policy.update(after: .streamEnded(duration: .seconds(1)), random: 0.5) }
    #expect(policy.update(after: .streamEnded(duration: .seconds(1)), random: 0.5) == .seconds(30))
    #expect(policy.action == .stream)
    #expect(
      policy.update(after: .streamEnded(duration: .seconds(60)), random: 0.5) == .milliseconds(500))
  }

  @Test
  func `after a short outage apps reconnect within seconds, after a long one within a minute`() {
    var policy = ReconnectPolicy(timings)
    for _ in 0..<timings.shortOutageAttempts {
      #expect(policy.update(after: .unreachable, random: 0.999) < .seconds(8))
    }
    let wait = policy.update(after: .unreachable, random: 0.999)
    #expect(wait > .seconds(59) && wait < .seconds(60))
    // A connection ends the outage.
    _ = policy.update(after: .polled, random: 0.5)
    #expect(policy.update(after: .unreachable, random: 0.999) < .seconds(8))
  }

  @Test func `a server's requested delay is followed within limits`() {
    var policy = ReconnectPolicy(timings)
    policy.reconnectionTime = 4_000
    #expect(
      policy.update(after: .streamEnded(duration: .seconds(60)), random: 0.5)
        == .milliseconds(2_000))
    #expect(
      policy.update(after: .serverClosed(reconnectAfter: .seconds(9)), random: 0) == .seconds(9))
    let long = policy.update(after: .serverClosed(reconnectAfter: .seconds(1_000_000)), random: 0)
    #expect(long == timings.maximumDelay)
    #expect(policy.update(after: .serverClosed(reconnectAfter: .seconds(-5)), random: 0) == .zero)
    for time in [Int.min, -1, 0, Int.max] {
      policy.reconnectionTime = time
      let wait = policy.update(after: .streamEnded(duration: .seconds(60)), random: 1)
      #expect(wait >= .milliseconds(100) && wait <= timings.maximumDelay)
    }
    // Nor does the back-off after several failures exceed the limit.
    for _ in 0..<6 {
      #expect(
        policy.update(after: .busy(retryAfter: nil), random: 1) <= timings.maximumDelay)
    }
    #expect(policy.update(after: .busy(retryAfter: .seconds(30)), random: 0) == .seconds(30))
    let rejected = policy.update(after: .rejected, random: 0)
    #expect(rejected == .seconds(150))
  }

  @Test func `ten thousand disconnected apps reconnect spread over time`() {
    let random = ManualClock(seed: 8).dependencies.random
    // The server is down for an hour; each app follows its policy. Connections are counted by
    // second.
    var attempts = [Int](repeating: 0, count: 3_800)
    var reconnections = [Int](repeating: 0, count: 200)
    for _ in 0..<10_000 {
      var policy = ReconnectPolicy(timings)
      var now = policy.update(after: .streamEnded(duration: .seconds(600)), random: random())
      while now < .seconds(3_600) {
        attempts[Int(now.components.seconds)] += 1
        now += policy.update(after: .unreachable, random: random())
      }
      reconnections[Int(now.components.seconds) - 3_600] += 1
    }

    #expect(attempts[600..<3_600].max() ?? 0 < 600, "a steady 333 a second without bursts")
    #expect(attempts[600..<3_600].min() ?? 0 > 150)
    #expect(reconnections.max() ?? 0 < 600)
    #expect(reconnections[..<61].reduce(0, +) == 10_000, "all are back within a minute")
  }
}
