import Foundation

/// The clocks and the chance that the client and the event queue use.
///
/// They come in from outside so that a test decides how time passes and what chance brings
/// (`FlowTesting.ManualClock`); an app takes `device`.
public struct Dependencies: Sendable {
  /// How long something has been running; never goes back, whatever people do to the clock.
  public var uptime: @Sendable () -> Duration
  /// Waits; returns at once with a `CancellationError` when the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// The clock on the wall in milliseconds since 1970; may be wrong, and nothing trusts it.
  public var milliseconds: @Sendable () -> Int
  /// A number from 0 up to, not including, 1.
  public var random: @Sendable () -> Double
  /// A new UUID in lower-case letters.
  public var uuid: @Sendable () -> String

  /// Makes dependencies.
  public init(
    uptime: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    milliseconds: @escaping @Sendable () -> Int,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    uuid: (@Sendable () -> String)? = nil
  ) {
    self.uptime = uptime
    self.sleep = sleep
    self.milliseconds = milliseconds
    self.random = random
    self.uuid = uuid ?? { UUID().uuidString.lowercased() }
  }

  /// The device's own; time goes on while the device sleeps.
  public static let device: Dependencies = {
    let start = ContinuousClock.now
    return Dependencies(
      uptime: { ContinuousClock.now - start },
      sleep: { try await Task.sleep(for: $0, clock: .continuous) },
      milliseconds: { Int(Date().timeIntervalSince1970 * 1_000) })
  }()
}
