/// A cached value that another service publishes.
///
/// Concurrent callers share one request. The value is requested again when it is old, and early
/// only at a limited rate, because anyone can trigger that and must not be able to make this
/// service flood the provider.
///
/// A value from before the clock was set back is requested again, because its age is not known.
actor RefreshingCache<Value: Sendable> {
  /// The lifetimes of values and the intervals between requests, in seconds.
  struct Times: Sendable {
    /// The age from which a value is requested again.
    var freshnessLifetime = 3600
    /// The age from which a value is no longer used, even if requesting it again fails.
    var maximumAge = 86400
    /// The minimum time between two requests for a value that is still used.
    var minimumRequestInterval = 60
    /// The minimum time between two requests while there is no value, because requests fail.
    var minimumRetryInterval = 10
  }

  private let times: Times
  private let clock: @Sendable () -> Int
  private let load: @Sendable () async throws -> Value
  private var value: Value?
  private var loadedAt = 0
  private var lastRequest: Int?
  private var failure: (any Error)?
  private var requestInFlight: Task<Value, any Error>?

  init(
    times: Times = Times(), clock: @escaping @Sendable () -> Int,
    load: @escaping @Sendable () async throws -> Value
  ) {
    self.times = times
    self.clock = clock
    self.load = load
  }

  /// The value, younger than `Times.maximumAge`.
  ///
  /// - Throws: The error of the request, if there is no such value.
  func current() async throws -> Value {
    let now = clock()
    guard let value, isWithin(times.maximumAge, since: loadedAt, at: now) else {
      if let failure, isWithin(times.minimumRetryInterval, since: lastRequest, at: now) {
        throw failure
      }
      return try await request()
    }
    if isWithin(times.freshnessLifetime, since: loadedAt, at: now)
      || isWithin(times.minimumRequestInterval, since: lastRequest, at: now)
    {
      return value
    }
    return (try? await request()) ?? value
  }

  /// Requests the value again, for callers that do not find something in the cached one; returns
  /// the cached one if it was requested less than `minimumRequestInterval` ago.
  func refresh() async throws -> Value {
    if let value, requestInFlight == nil,
      isWithin(times.minimumRequestInterval, since: lastRequest, at: clock())
    {
      return value
    }
    return try await request()
  }

  /// Whether a time was less than some seconds ago; false for one in the future, which was recorded
  /// before the clock was set back.
  private func isWithin(_ seconds: Int, since time: Int?, at now: Int) -> Bool {
    guard let time, time <= now else { return false }
    return now - time < seconds
  }

  private func request() async throws -> Value {
    if let requestInFlight { return try await requestInFlight.value }
    let now = clock()
    lastRequest = now
    let load = load
    let task = Task { try await load() }
    requestInFlight = task
    defer { requestInFlight = nil }
    do {
      let loadedValue = try await task.value
      value = loadedValue
      loadedAt = now
      failure = nil
      return loadedValue
    } catch {
      failure = error
      throw error
    }
  }
}
