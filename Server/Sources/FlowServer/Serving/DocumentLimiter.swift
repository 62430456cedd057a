import HTTPTypes
import NIOConcurrencyHelpers

/// Limits how many requests of an organization read documents or manifests at the same time.
///
/// Such a request may use ten times as much memory as the document has bytes, and anyone who may
/// read an application can send a hundred at once. A queued request is dropped when its client
/// leaves.
package final class DocumentLimiter: Sendable {
  private typealias Waiter = (number: Int, continuation: CheckedContinuation<Placement, Never>)

  private struct OrganizationQueue {
    var running = 0
    /// The queued requests, oldest first.
    var waiting: [Waiter] = []
  }

  private struct State {
    var queues: [String: OrganizationQueue] = [:]
    var latest = 0
  }

  private enum Placement { case runs, isRefused, isDropped }

  /// The maximum number of running and of queued requests of one organization.
  private let limit: (running: Int, waiting: Int)
  private let state = NIOLockedValueBox(State())

  package init(running: Int = 4, waiting: Int = 256) { limit = (running, waiting) }

  /// Runs `body` as soon as fewer requests of the organization are running than the limit.
  ///
  /// - Throws: `too-many-documents` if too many are queued; `client-closed` if the client leaves
  ///   before it runs; any error thrown by `body`.
  package func take<Value>(
    for organization: String, _ body: () async throws -> Value
  ) async throws -> Value {
    try await enter(organization)
    defer { leave(organization) }
    return try await body()
  }

  /// The number of an organization's running or queued requests.
  package func count(of organization: String) -> Int {
    state.withLockedValue {
      $0.queues[organization].map { $0.running + $0.waiting.count } ?? 0
    }
  }

  private func enter(_ organization: String) async throws(Problem) {
    let client = ClientPresence.current
    let number = state.withLockedValue { state in
      state.latest += 1
      return state.latest
    }
    var leaveAction = 0
    let placement = await withCheckedContinuation { continuation in
      if let placement = place((number, continuation), organization) {
        return continuation.resume(returning: placement)
      }
      leaveAction = client?.onLeaving { [self] in drop(number, organization) } ?? 0
    }
    client?.remove(leaveAction)
    switch placement {
    case .runs: return
    case .isDropped: throw ClientPresence.problem
    case .isRefused:
      throw Problem(
        .tooManyDocuments,
        "As many documents of the organization are being read as may be at a time. Send the "
          + "request again.", headers: [.retryAfter: "5"])
    }
  }

  /// Returns nil if the request was queued.
  private func place(_ waiter: Waiter, _ organization: String) -> Placement? {
    state.withLockedValue { state in
      var own = state.queues[organization] ?? OrganizationQueue()
      defer { state.queues[organization] = own }
      if own.running < limit.running {
        own.running += 1
        return .runs
      }
      guard own.waiting.count < limit.waiting else { return .isRefused }
      own.waiting.append(waiter)
      return nil
    }
  }

  /// Drops a queued request.
  private func drop(_ number: Int, _ organization: String) {
    let dropped = state.withLockedValue { state -> Waiter? in
      guard let index = state.queues[organization]?.waiting.firstIndex(where: { $0.0 == number })
      else { return nil }
      return state.queues[organization]?.waiting.remove(at: index)
    }
    dropped?.continuation.resume(returning: .isDropped)
  }

  /// Resumes the request that has waited longest.
  private func leave(_ organization: String) {
    let next = state.withLockedValue { state -> Waiter? in
      guard var own = state.queues[organization] else { return nil }
      defer { state.queues[organization] = own.running > 0 ? own : nil }
      guard own.waiting.isEmpty else { return own.waiting.removeFirst() }
      own.running -= 1
      return nil
    }
    next?.continuation.resume(returning: .runs)
  }
}
