public import FlowMagic

/// Time that passes only when a test says so, and chance that is the same in every run.
///
/// ```swift
/// let clock = ManualClock()
/// let client = try ReleaseClient(…, dependencies: clock.dependencies)
/// let wait = await clock.nextSleep()   // the client has begun to wait
/// clock.advance(by: wait)              // and goes on
/// ```
public final class ManualClock: Sendable {
  private struct Sleeper {
    let id: Int
    let deadline: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Duration.zero
    var nextID = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var random: UInt64
    var wall: Int
  }

  private let state: Locked<State>
  private let begun = Mailbox<Duration>()

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - milliseconds: What the clock on the wall shows at first, since 1970.
  ///   - seed: What chance begins with.
  public init(milliseconds: Int = 1_750_000_000_000, seed: UInt64 = 1) {
    state = Locked(State(random: seed, wall: milliseconds))
  }

  /// What a client or queue under test gets.
  public var dependencies: Dependencies {
    Dependencies(
      uptime: { self.now }, sleep: { try await self.sleep($0) },
      milliseconds: { self.state.withLock { $0.wall + Int($0.now / .milliseconds(1)) } },
      random: { self.random() }, uuid: { self.uuid() })
  }

  /// How much time has passed.
  public var now: Duration { state.withLock { $0.now } }

  /// Sets the clock on the wall, as people do; what was begun goes on as before.
  public func setWall(milliseconds: Int) {
    state.withLock { $0.wall = milliseconds - Int($0.now / .milliseconds(1)) }
  }

  /// Lets time pass and wakes whoever waited for it, the earliest first.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now += duration
      let due = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Waits until somebody begins to sleep; each sleep is told once, in order.
  ///
  /// - Throws: `CancellationError` when the test is cancelled, as its time limit does.
  public func nextSleep() async throws -> Duration { try await begun.next() }

  /// Waits until somebody begins a sleep like this, and forgets those before it.
  ///
  /// - Throws: `CancellationError` when the test is cancelled, as its time limit does.
  public func nextSleep(where isMeant: (Duration) -> Bool) async throws -> Duration {
    while true {
      let duration = try await nextSleep()
      if isMeant(duration) { return duration }
    }
  }

  private func sleep(_ duration: Duration) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
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
    enum Fate { case sleeps, isDue, isCancelled }
    let fate = state.withLock { state -> Fate in
      if state.cancelled.remove(id) != nil { return .isCancelled }
      guard duration > .zero else { return .isDue }
      state.sleepers.append(
        Sleeper(id: id, deadline: state.now + duration, continuation: continuation))
      return .sleeps
    }
    switch fate {
    case .sleeps: begun.put(duration)
    case .isDue: continuation.resume()
    case .isCancelled: continuation.resume(throwing: CancellationError())
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

  /// SplitMix64, which is enough for tests and the same everywhere.
  private func bits() -> UInt64 {
    state.withLock { state in
      state.random &+= 0x9E37_79B9_7F4A_7C15
      var bits = state.random
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return bits ^ (bits >> 31)
    }
  }

  private func random() -> Double { Double(bits() >> 11) / Double(1 << 53) }

  private func uuid() -> String {
    let digits = Array("0123456789abcdef")
    var text = ""
    for position in 0..<32 {
      if [8, 12, 16, 20].contains(position) { text.append("-") }
      text.append(digits[Int(bits() >> 60)])
    }
    return text
  }
}
