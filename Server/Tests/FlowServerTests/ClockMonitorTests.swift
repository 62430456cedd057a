import FlowServer
import NIOConcurrencyHelpers
import Testing

@Suite struct ClockMonitorTests {
  private static let start = 1_800_000_000
  private static let day = 86_400

  /// A clock that can be set, and the monotonic time since the start.
  private final class Clocks: Sendable {
    private let state = NIOLockedValueBox((wall: ClockMonitorTests.start, uptime: 500))
    var wall: Int { state.withLockedValue { $0.wall } }
    var uptime: Int { state.withLockedValue { $0.uptime } }
    func pass(_ seconds: Int) {
      state.withLockedValue { ($0.wall, $0.uptime) = ($0.wall + seconds, $0.uptime + seconds) }
    }
    func set(by seconds: Int) { state.withLockedValue { $0.wall += seconds } }

    func watch(lastIssued: Int = 0) -> ClockMonitor {
      ClockMonitor(clock: { self.wall }, uptime: { self.uptime }, lastIssued: lastIssued)
    }
  }

  @Test func `a normal clock is followed, with small corrections`() {
    let clocks = Clocks()
    let watch = clocks.watch()
    for correction in [0, 600, -600, 599] {
      clocks.pass(3600)
      clocks.set(by: correction)
      #expect(watch.jump == 0)
      #expect(watch.now() == clocks.wall)
    }
  }

  @Test func `a jump of a year is followed for a day, until the clock is corrected`() {
    let clocks = Clocks()
    let watch = clocks.watch(lastIssued: Self.start - 60)
    clocks.set(by: 365 * Self.day)
    #expect(watch.jump == 365 * Self.day)
    #expect(watch.now() == Self.start + Self.day)
    clocks.pass(3600)
    #expect(watch.now() == Self.start + Self.day + 3600)
    clocks.set(by: -365 * Self.day)
    #expect(watch.jump == 0)
    #expect(watch.now() == Self.start + 3600)
  }

  @Test func `a start long after the latest statement is doubtful, and a first start is not`() {
    #expect(Clocks().watch(lastIssued: Self.start - 31 * Self.day).isDoubtful)
    #expect(!Clocks().watch(lastIssued: Self.start - 29 * Self.day).isDoubtful)
    #expect(!Clocks().watch().isDoubtful)
  }

  @Test func `a jump of hours is reported and followed, and so is a clock that is set back`() {
    let clocks = Clocks()
    let watch = clocks.watch()
    clocks.set(by: 13 * 3600)
    #expect(watch.jump == 13 * 3600)
    #expect(watch.now() == clocks.wall)
    clocks.set(by: -20 * 3600)
    #expect(watch.jump == -7 * 3600)
    #expect(watch.now() == clocks.wall)
  }

  @Test func `a clock that started behind the latest statement is corrected without an alert`() {
    let clocks = Clocks()
    let watch = clocks.watch(lastIssued: Self.start + 300 * Self.day)
    clocks.set(by: 301 * Self.day)
    #expect(watch.jump == 0)
    #expect(watch.now() == clocks.wall)
    clocks.set(by: 301 * Self.day)
    #expect(watch.jump == 301 * Self.day)
  }
}
