/// A clock that can wait; tests replace it so that they need not wait.
public protocol FetchClock: Sendable {
  /// Seconds since a fixed point in time.
  func now() -> Double
  /// Waits.
  func wait(seconds: Double) async throws
}

/// The system's clock.
public struct SystemFetchClock: FetchClock {
  private let start = ContinuousClock.now

  /// The system's clock.
  public init() {}

  /// Seconds since it was created.
  public func now() -> Double { (ContinuousClock.now - start) / .seconds(1) }

  /// Waits.
  public func wait(seconds: Double) async throws {
    try await Task.sleep(for: .seconds(seconds))
  }
}
