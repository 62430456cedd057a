public import FlowMagic

/// A clock that a test advances, and deterministic randomness.
///
/// ```swift
/// let clock = ManualClock()
/// let client = try ReleaseClient(
///   configuration, transport: InMemoryTransport(), cache: InMemoryReleaseCache(),
///   dependencies: clock.dependencies)
/// let wait = try await clock.nextSleep()  // the client sleeps
/// clock.advance(by: wait)                 // and continues
/// ```
public final class ManualClock: Sendable {
  private struct Sleeper {
    let id: Int
    let deadline: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Duration.zero
    var lastID = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var random: UInt64
    var wallClock: Int64
  }

  private let state: Locked<State>
  private let sleeps = AsyncQueue<Duration>()

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - milliseconds: The wall clock's initial time, in milliseconds since 1970.
  ///   - seed: The seed of the random numbers.
  public init(milliseconds: Int64 = 1_750_000_000_000, seed: UInt64 = 1) {
    state = Locked(State(random: seed, wallClock: milliseconds))
  }

  /// The dependencies for a client or queue under test.
  public var dependencies: Dependencies {
    Dependencies(
      uptime: { self.now }, sleep: { try await self.sleep($0) },
      wallClockMilliseconds: {
        self.state.withLock { $0.wallClock + Int64($0.now / .milliseconds(1)) }
      },
      random: { self.random() }, uuid: { self.uuid() })
  }

  /// The time that has passed.
  public var now: Duration { state.withLock { $0.now } }

  /// Sets the wall clock, as users can; running sleeps are not affected.
  public func setWallClock(milliseconds: Int64) {
    state.withLock { $0.wallClock = milliseconds - Int64($0.now / .milliseconds(1)) }
  }

  /// Advances the clock and resumes the sleeps that are due, earliest first.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now += duration
      let due = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Waits for the next sleep to start and returns its duration; each is returned once, in order.
  ///
  /// - Throws: `CancellationError` when the test is cancelled, for example by its time limit.
  public func nextSleep() async throws -> Duration { try await sleeps.next() }

  /// Waits for the next sleep that matches, and discards those before it.
  ///
  /// - Throws: `CancellationError` when the test is cancelled, for example by its time limit.
  public func nextSleep(where matches: (Duration) -> Bool) async throws -> Duration {
    while true {
      let duration = try await nextSleep()
      if matches(duration) { return duration }
    }
  }

  private func sleep(_ duration: Duration) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { begin(id, duration, $0) }
    } onCancel: {
      cancel(id)
    }
  }

  private func begin(
    _ id: Int, _ duration: Duration, _ continuation: CheckedContinuation<Void, any Error>
  ) {
    enum Start { case asleep, due, cancelled }
    let start = state.withLock { state -> Start in
      if state.cancelled.remove(id) != nil { return .cancelled }
      guard duration > .zero else { return .due }
      state.sleepers.append(
        Sleeper(id: id, deadline: state.now + duration, continuation: continuation))
      return .asleep
    }
    switch start {
    case .asleep: sleeps.push(duration)
    case .due: continuation.resume()
    case .cancelled: continuation.resume(throwing: CancellationError())
    }
  }

  private func cancel(_ id: Int) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// SplitMix64: good enough for tests, and the same on every platform.
  private func nextBits() -> UInt64 {
    state.withLock { state in
      state.random &+= 0x9E37_79B9_7F4A_7C15
      var bits = state.random
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return bits ^ (bits >> 31)
    }
  }

  private func random() -> Double { Double(nextBits() >> 11) / 0x1p53 }

  private func uuid() -> String {
    let digits = Array("0123456789abcdef")
    var text = ""
    for position in 0..<32 {
      if [8, 12, 16, 20].contains(position) { text.append("-") }
      text.append(digits[Int(nextBits() >> 60)])
    }
    return text
  }
}
