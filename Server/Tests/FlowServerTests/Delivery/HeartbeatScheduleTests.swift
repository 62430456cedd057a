import FlowServer
import Testing

/// When a stream sends heartbeats.
@Suite struct HeartbeatScheduleTests {
  /// The ticks from 1 to 100 at which a heartbeat is sent, with an event in each tick that
  /// `hasEvent` accepts.
  private func heartbeats(interval: Int, hasEvent: (Int) -> Bool) -> [Int] {
    var schedule = HeartbeatSchedule(startingAt: 0, interval: interval)
    return (1...100).filter { now in
      if hasEvent(now) { schedule.recordEvent(at: now, interval: interval) }
      guard schedule.isDue(at: now) else { return false }
      schedule.recordHeartbeat(at: now, interval: interval)
      return true
    }
  }

  @Test(arguments: [1, 2, 15])
  func `an idle stream sends one per interval, the first within one`(interval: Int) throws {
    let ticks = heartbeats(interval: interval) { _ in false }
    #expect(try #require(ticks.first) <= interval)
    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $1 - $0 == interval })
  }

  @Test func `a stream with an event in each half of the interval sends none`() {
    #expect(heartbeats(interval: 15) { _ in true }.isEmpty)
    #expect(heartbeats(interval: 15) { $0 % 7 == 1 }.isEmpty)
  }

  @Test(arguments: [1, 2, 15, 16])
  func `no connection is silent for longer than an interval`(interval: Int) {
    for period in 1...40 {
      let events = Set(stride(from: 1, through: 100, by: period))
      let sent = heartbeats(interval: interval, hasEvent: events.contains) + events
      let ticks = sent.sorted()
      #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $1 - $0 <= interval })
    }
  }

  @Test func `the heartbeats of many streams stay apart after common events`() {
    let firsts = (0..<200).map { _ in heartbeats(interval: 60) { $0 <= 20 }.first ?? 0 }
    #expect(Set(firsts).count > 10)
  }
}
