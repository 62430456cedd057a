/// A cache of counts of applications that are expensive to compute; concurrent requests share one
/// computation.
///
/// Lists of applications are read often: an application's latest count stays in memory until it is
/// requested with another key, or the cache is full.
actor CountCache<Key: Hashable & Sendable, Count: Sendable> {
  /// The maximum number of cached applications.
  private let limit = 10_000

  private var cached: [String: (key: Key, task: Task<Count, any Error>)] = [:]
  /// The number of counts computed.
  private(set) var misses = 0

  /// Returns the count of an application for a key.
  ///
  /// - Throws: Any error thrown by `count`; the next call then computes it again.
  func count(
    by key: Key, of application: String, _ count: @escaping @Sendable () async throws -> Count
  ) async throws -> Count {
    if let entry = cached[application], entry.key == key { return try await entry.task.value }
    misses += 1
    // The count is for all concurrent callers, so the first one may disconnect.
    let task = ClientConnectionState.$current.withValue(nil) { Task { try await count() } }
    if cached.count >= limit { cached.removeAll() }
    cached[application] = (key, task)
    do {
      return try await task.value
    } catch {
      if cached[application]?.key == key { cached[application] = nil }
      throw error
    }
  }
}
