/// The time of a stream's next heartbeat, in ticks.
///
/// A heartbeat shows clients and proxies that an idle connection still works. The interval, which
/// is the same in all calls, is not stored, because there are many streams.
package struct HeartbeatSchedule {
  private var next: Int

  /// Starts at a random time within the interval, so that streams that start together do not send
  /// heartbeats together.
  package init(startingAt now: Int, interval: Int) {
    next = now + 1 + Int.random(in: 0..<interval)
  }

  /// Whether a heartbeat is due.
  package func isDue(at now: Int) -> Bool { now >= next }

  /// Records that a heartbeat is sent.
  package mutating func recordHeartbeat(at now: Int, interval: Int) { next = now + interval }

  /// Records that an event is sent, which makes a heartbeat in the next half of the interval
  /// unnecessary: it moves to the other half.
  ///
  /// NB: it is not a whole interval from now, because all streams of an environment get an event
  /// together, and would then send their heartbeats together.
  package mutating func recordEvent(at now: Int, interval: Int) {
    if next - now <= interval / 2 { next += interval / 2 }
  }
}
