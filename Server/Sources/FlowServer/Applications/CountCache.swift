/// Counts of applications that take time to make, each made once however many ask at a time.
///
/// Lists of applications are read often: the newest count of an application stays in memory until
/// it is asked for by another key.
actor CountCache<Key: Hashable & Sendable, Count: Sendable> {
  /// Applications whose counts are kept.
  private let limit = 10_000

  private var known: [String: (key: Key, counting: Task<Count, any Error>)] = [:]
  /// The number of counts computed.
  private(set) var misses = 0

  /// The count that an application has by a key.
  ///
  /// - Parameters:
  ///   - key: The key that the count depends on.
  ///   - application: The application's id.
  ///   - count: Counts, if that is not known or under way.
  /// - Returns: The count.
  /// - Throws: Any error thrown by `count`; the next caller then tries again.
  func count(
    by key: Key, of application: String, _ count: @escaping @Sendable () async throws -> Count
  ) async throws -> Count {
    if let known = known[application], known.key == key { return try await known.counting.value }
    misses += 1
    let counting = Task { try await count() }
    if known.count >= limit { known.removeAll() }
    known[application] = (key, counting)
    do {
      return try await counting.value
    } catch {
      if known[application]?.key == key { known[application] = nil }
      throw error
    }
  }
}
