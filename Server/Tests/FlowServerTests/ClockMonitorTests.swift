import FlowServer
import NIOConcurrencyHelpers
import Testing

@Suite struct ClockMonitorTests {
  private static let start = 1_800_000_000
  private static let day = 86_400

  /// A wall clock that can be adjusted, and a monotonic clock.
  private final class Clocks: Sendable {
    private let state = NIOLockedValueBox((wall: ClockMonitorTests.start, uptime: 500))
    var wall: Int { state.withLockedValue { $0.wall } }
    var uptime: Int { state.withLockedValue { $0.uptime } }
    func advance(by seconds: Int) {
      state.withLockedValue { ($0.wall, $0.uptime) = ($0.wall + seconds, $0.uptime + seconds) }
    }
    func adjust(by seconds: Int) { state.withLockedValue { $0.wall += seconds } }

    func monitor(lastIssued: Int = 0) -> ClockMonitor {
      ClockMonitor(clock: { self.wall }, uptime: { self.uptime }, lastIssued: lastIssued)
    }
  }

  @Test func `a normal clock is followed, with small corrections`() {
    let clocks = Clocks()
    let monitor = clocks.monitor()
    for correction in [0, 600, -600, 599] {
      clocks.advance(by: 3600)
      clocks.adjust(by: correction)
      #expect(monitor.jump == 0)
      #expect(monitor.now() == clocks.wall)
    }
  }

  @Test func `a jump of a year counts as one of a day, until the clock is corrected`() {
    let clocks = Clocks()
    let monitor = clocks.monitor(lastIssued: Self.start - 60)
    clocks.adjust(by: 365 * Self.day)
    #expect(monitor.jump == 365 * Self.day)
    #expect(monitor.now() == Self.start + Self.day)
    clocks.advance(by: 3600)
    #expect(monitor.now() == Self.start + Self.day + 3600)
    clocks.adjust(by: -365 * Self.day)
    #expect(monitor.jump == 0)
    #expect(monitor.now() == Self.start + 3600)
  }

  @Test func `a start long after the latest statement is implausible, and a first start is not`() {
    #expect(Clocks().monitor(lastIssued: Self.start - 31 * Self.day).wasImplausibleAtStart)
    #expect(!Clocks().monitor(lastIssued: Self.start - 29 * Self.day).wasImplausibleAtStart)
    #expect(!Clocks().monitor().wasImplausibleAtStart)
  }

  @Test func `a jump of hours is reported and followed, and so is a clock that is set back`() {
    let clocks = Clocks()
    let monitor = clocks.monitor()
    clocks.adjust(by: 13 * 3600)
    #expect(monitor.jump == 13 * 3600)
    #expect(monitor.now() == clocks.wall)
    clocks.adjust(by: -20 * 3600)
    #expect(monitor.jump == -7 * 3600)
    #expect(monitor.now() == clocks.wall)
  }

  @Test func `a clock that started behind the latest statement is corrected without an alert`() {
    let clocks = Clocks()
    let monitor = clocks.monitor(lastIssued: Self.start + 300 * Self.day)
    clocks.adjust(by: 301 * Self.day)
    #expect(monitor.jump == 0)
    #expect(monitor.now() == clocks.wall)
    clocks.adjust(by: 301 * Self.day)
    #expect(monitor.jump == 301 * Self.day)
  }
}
