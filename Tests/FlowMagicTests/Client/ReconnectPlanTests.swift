import FlowMagic
import FlowTesting
import Testing

@Suite struct ReconnectPlanTests {
  private let timings = ClientTimings()

  @Test func `waits double up to the cap and lie anywhere in the window`() {
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

  @Test func `streams that bring nothing give way to polls, and come back now and then`() {
    var plan = ReconnectPlan(timings)
    for _ in 0..<3 {
      #expect(plan.action == .stream)
      #expect(plan.wait(after: .streamBlocked, random: 0.999) <= .seconds(4))
    }
    #expect(plan.action == .poll)
    for poll in 1...10 {
      let wait = plan.wait(after: .polled, random: 0.5)
      #expect(wait == .seconds(60))
      #expect(plan.action == (poll == 10 ? .stream : .poll))
    }
    _ = plan.wait(after: .streamBlocked, random: 0.5)
    #expect(plan.action == .poll, "one more blocked stream is enough")
  }

  @Test func `when the network was away, the first answer brings the stream back`() {
    var plan = ReconnectPlan(timings)
    for _ in 0..<20 { _ = plan.wait(after: .unreachable, random: 0.9) }
    #expect(plan.action == .poll)

    let wait = plan.wait(after: .polled, random: 0.9)

    #expect(plan.action == .stream)
    #expect(wait < .seconds(1))
    // A proxy that breaks streams only does not make the app run in circles.
    _ = plan.wait(after: .unreachable, random: 0.9)
    #expect(plan.action == .poll)
    #expect(plan.wait(after: .polled, random: 0.5) == .seconds(60))
    #expect(plan.action == .poll)
  }

  @Test func `a stream that lives resets the waits, one that dies at once does not`() {
    var plan = ReconnectPlan(timings)
    for _ in 0..<10 { _ = plan.wait(after: .streamEnded(lived: .seconds(1)), random: 0.5) }
    #expect(plan.wait(after: .streamEnded(lived: .seconds(1)), random: 0.5) == .seconds(30))
    #expect(plan.action == .stream)
    #expect(
      plan.wait(after: .streamEnded(lived: .seconds(60)), random: 0.5) == .milliseconds(500))
  }

  @Test func `what a server asks for is honoured within reason`() {
    var plan = ReconnectPlan(timings)
    plan.reconnectionTime = 4_000
    #expect(
      plan.wait(after: .streamEnded(lived: .seconds(60)), random: 0.5) == .milliseconds(2_000))
    #expect(
      plan.wait(after: .goodbye(reconnectAfter: .seconds(9)), random: 0) == .seconds(9))
    let long = plan.wait(after: .goodbye(reconnectAfter: .seconds(1_000_000)), random: 0)
    #expect(long == timings.longestWait)
    #expect(plan.wait(after: .goodbye(reconnectAfter: .seconds(-5)), random: 0) == .zero)
    for time in [Int.min, -1, 0, Int.max] {
      plan.reconnectionTime = time
      let wait = plan.wait(after: .streamEnded(lived: .seconds(60)), random: 1)
      #expect(wait >= .milliseconds(100) && wait <= timings.longestWait)
    }
    #expect(plan.wait(after: .busy(retryAfter: .seconds(30)), random: 0) == .seconds(30))
    let refused = plan.wait(after: .refused, random: 0)
    #expect(refused == .seconds(150))
  }

  @Test func `ten thousand apps that lost their server come back spread out`() {
    let random = ManualClock(seed: 8).dependencies.random
    // The server is away for an hour; each app tries by its plan. Arrivals are counted by second.
    var arrivals = [Int](repeating: 0, count: 3_800)
    var returned = [Int](repeating: 0, count: 200)
    for _ in 0..<10_000 {
      var plan = ReconnectPlan(timings)
      var now = plan.wait(after: .streamEnded(lived: .seconds(600)), random: random())
      while now < .seconds(3_600) {
        arrivals[Int(now.components.seconds)] += 1
        now += plan.wait(after: .unreachable, random: random())
      }
      returned[Int(now.components.seconds) - 3_600] += 1
    }

    #expect(arrivals[600..<3_600].max() ?? 0 < 600, "a steady 333 a second and no waves")
    #expect(arrivals[600..<3_600].min() ?? 0 > 150)
    #expect(returned.max() ?? 0 < 600)
    #expect(returned[..<61].reduce(0, +) == 10_000, "all are back within a minute")
  }
}
