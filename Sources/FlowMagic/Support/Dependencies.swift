import Foundation

/// The clocks and the randomness of the client, the event queue and the picture store.
///
/// They are injected so that a test can control them (`FlowTesting.ManualClock`); an app uses
/// `device`.
public struct Dependencies: Sendable {
  /// A monotonic clock; not affected by changes of the wall clock.
  public var uptime: @Sendable () -> Duration
  /// Sleeps; throws a `CancellationError` as soon as the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// The wall clock in milliseconds since 1970; may be wrong.
  public var wallClockMilliseconds: @Sendable () -> Int64
  /// A random number in 0..<1.
  public var random: @Sendable () -> Double
  /// A new UUID in lower case.
  public var uuid: @Sendable () -> String

  /// Creates dependencies.
  public init(
    uptime: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    wallClockMilliseconds: @escaping @Sendable () -> Int64,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    uuid: (@Sendable () -> String)? = nil
  ) {
    self.uptime = uptime
    self.sleep = sleep
    self.wallClockMilliseconds = wallClockMilliseconds
    self.random = random
    self.uuid = uuid ?? { UUID().uuidString.lowercased() }
  }

  /// The device's clocks and randomness; time continues while the device sleeps.
  public static let device: Dependencies = {
    let start = ContinuousClock.now
    return Dependencies(
      uptime: { ContinuousClock.now - start },
      sleep: { try await Task.sleep(for: $0, clock: .continuous) },
      wallClockMilliseconds: { Int64(Date().timeIntervalSince1970 * 1_000) })
  }()
}
