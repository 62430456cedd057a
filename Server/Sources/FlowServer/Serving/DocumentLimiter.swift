import HTTPTypes
import NIOConcurrencyHelpers

/// Lets an organization have a few requests at a time that read documents or manifests.
///
/// Such a request may hold ten times the bytes of what it reads, and whoever may read an
/// application can send a hundred at once.
package final class DocumentLimiter: Sendable {
  private struct Turns {
    var running = 0
    /// The requests that wait, the oldest first.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The most requests of one organization that run, and that wait.
  private let most: (running: Int, waiting: Int)
  private let turns = NIOLockedValueBox<[String: Turns]>([:])

  package init(running: Int = 4, waiting: Int = 256) { most = (running, waiting) }

  /// Runs when fewer requests of the organization run than may.
  ///
  /// - Throws: `too-many-documents` if too many wait; any error thrown by `body`.
  package func take<Value>(
    for organization: String, _ body: () async throws -> Value
  ) async throws -> Value {
    try await enter(organization)
    defer { leave(organization) }
    return try await body()
  }

  /// The number of an organization's requests that run or wait.
  package func count(of organization: String) -> Int {
    turns.withLockedValue { $0[organization].map { $0.running + $0.waiting.count } ?? 0 }
  }

  private enum Place { case runs, waits, isRefused }

  private func enter(_ organization: String) async throws(Problem) {
    var place = Place.runs
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      place = add(continuation, organization)
      if place != .waits { continuation.resume() }
    }
    guard place != .isRefused else {
      throw Problem(
        .tooManyDocuments,
        "As many documents of the organization are being read as may be at a time. Send the "
          + "request again.", headers: [.retryAfter: "5"])
    }
  }

  private func add(
    _ continuation: CheckedContinuation<Void, Never>, _ organization: String
  ) -> Place {
    turns.withLockedValue { turns in
      var own = turns[organization] ?? Turns()
      defer { turns[organization] = own }
      if own.running < most.running {
        own.running += 1
        return .runs
      }
      guard own.waiting.count < most.waiting else { return .isRefused }
      own.waiting.append(continuation)
      return .waits
    }
  }

  /// Hands the turn on to the request that waits for longest.
  private func leave(_ organization: String) {
    let next = turns.withLockedValue { turns -> CheckedContinuation<Void, Never>? in
      guard var own = turns[organization] else { return nil }
      if !own.waiting.isEmpty {
        let next = own.waiting.removeFirst()
        turns[organization] = own
        return next
      }
      own.running -= 1
      turns[organization] = own.running > 0 ? own : nil
      return nil
    }
    next?.resume()
  }
}
