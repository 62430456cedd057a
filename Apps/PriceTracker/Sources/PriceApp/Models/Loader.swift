import Observation
package import PriceClient
package import PriceDomain

/// A value that is read from the service: loading, shown, failed, or shown from the offline cache.
///
/// A value that is shown stays while it is read again, and when that fails.
@MainActor @Observable
package final class Loader<Value: Sendable> {
  package private(set) var value: Value?
  package private(set) var isLoading = false
  /// The error of the last attempt; nil if it succeeded.
  package private(set) var error: ClientError?
  /// The time at which a cached value was read; nil if it is current.
  package private(set) var cachedAt: Timestamp?
  private var attempt = 0

  package init() {}

  /// Whether only a progress indicator can be shown yet.
  package var isFirstLoad: Bool { isLoading && value == nil }

  /// Reads the value; a later attempt replaces an earlier one, whose result is then discarded.
  package func load(
    _ read: () async throws(ClientError) -> CachedValue<Value>
  ) async {
    attempt += 1
    let thisAttempt = attempt
    isLoading = true
    do {
      let cached = try await read()
      guard thisAttempt == attempt else { return }
      (value, cachedAt, error, isLoading) = (cached.value, cached.cachedAt, nil, false)
    } catch {
      guard thisAttempt == attempt else { return }
      isLoading = false
      if error != .cancelled { self.error = error }
    }
  }

  /// Shows a value that is already known, such as the result of a change.
  package func show(_ newValue: Value, cachedAt timestamp: Timestamp? = nil) {
    attempt += 1
    (value, cachedAt, error, isLoading) = (newValue, timestamp, nil, false)
  }

  /// Shows nothing, for example after the user has logged out.
  package func clear() {
    attempt += 1
    (value, cachedAt, error, isLoading) = (nil, nil, nil, false)
  }
}

/// The state of a change that the user requested: running, failed or done; at most one at a time.
@MainActor @Observable
package final class UserOperation {
  package private(set) var isRunning = false
  package var error: ClientError?

  package init() {}

  /// Performs the change.
  ///
  /// - Returns: Its result; nil if it failed, or if one is still running, as after a double tap.
  package func run<Value>(
    _ body: () async throws(ClientError) -> Value
  ) async -> Value? {
    guard !isRunning else { return nil }
    (isRunning, error) = (true, nil)
    defer { isRunning = false }
    do {
      return try await body()
    } catch {
      if error != .cancelled { self.error = error }
      return nil
    }
  }
}
