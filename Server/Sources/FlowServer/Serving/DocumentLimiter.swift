import HTTPTypes
import NIOConcurrencyHelpers

/// Lets an organization have a few requests at a time that read documents or manifests.
///
/// Such a request may hold ten times the bytes of what it reads, and whoever may read an
/// application can send a hundred at once.
package final class DocumentLimiter: Sendable {
  private struct OrganizationQueue {
    var running = 0
    /// The requests that wait, the oldest first.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The most requests of one organization that run, and that wait.
  private let most: (running: Int, waiting: Int)
  private let queues = NIOLockedValueBox<[String: OrganizationQueue]>([:])

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
    queues.withLockedValue { $0[organization].map { $0.running + $0.waiting.count } ?? 0 }
  }

  private enum Placement { case runs, waits, isRefused }

  private func enter(_ organization: String) async throws(Problem) {
    var placement = Placement.runs
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      placement = add(continuation, organization)
      if placement != .waits { continuation.resume() }
    }
    guard placement != .isRefused else {
      throw Problem(
        .tooManyDocuments,
        "As many documents of the organization are being read as may be at a time. Send the "
          + "request again.", headers: [.retryAfter: "5"])
    }
  }

  private func add(
    _ continuation: CheckedContinuation<Void, Never>, _ organization: String
  ) -> Placement {
    queues.withLockedValue { queues in
      var own = queues[organization] ?? OrganizationQueue()
      defer { queues[organization] = own }
      if own.running < most.running {
        own.running += 1
        return .runs
      }
      guard own.waiting.count < most.waiting else { return .isRefused }
      own.waiting.append(continuation)
      return .waits
    }
  }

  /// Resumes the request that waits for longest.
  private func leave(_ organization: String) {
    let next = queues.withLockedValue { queues -> CheckedContinuation<Void, Never>? in
      guard var own = queues[organization] else { return nil }
      if !own.waiting.isEmpty {
        let next = own.waiting.removeFirst()
        queues[organization] = own
        return next
      }
      own.running -= 1
      queues[organization] = own.running > 0 ? own : nil
      return nil
    }
    next?.resume()
  }
}
