import HTTPTypes
import NIOConcurrencyHelpers

/// Limits how many requests of an organization read documents or manifests at the same time.
///
/// Such a request may use ten times as much memory as the document has bytes, and anyone who may
/// read an application can send a hundred at once. A queued request is dropped when its client
/// disconnects. Requests that change what is live are queued before all others, so that those who
/// may only read cannot delay a rollback.
package final class DocumentLimiter: Sendable {
  private struct Waiter {
    let number: Int
    let isUrgent: Bool
    let continuation: CheckedContinuation<Placement, Never>
  }

  private struct OrganizationQueue {
    var running = 0
    /// The queued requests: urgent ones first, and of each kind the oldest first.
    var queued: [Waiter] = []

    /// Adds a request; false if too many of its kind are queued.
    mutating func add(_ waiter: Waiter, limit: Int) -> Bool {
      let urgent = queued.prefix { $0.isUrgent }.count
      let count = waiter.isUrgent ? urgent : queued.count - urgent
      guard count < limit else { return false }
      queued.insert(waiter, at: waiter.isUrgent ? urgent : queued.count)
      return true
    }
  }

  private struct State {
    var queues: [String: OrganizationQueue] = [:]
    var lastNumber = 0
  }

  private enum Placement { case admitted, refused, dropped }

  /// The maximum numbers of running requests, and of queued ones of each kind, of one organization.
  private let limit: (running: Int, queued: Int)
  private let state = NIOLockedValueBox(State())

  package init(running: Int = 4, queued: Int = 256) { limit = (running, queued) }

  /// Runs `body` as soon as fewer requests of the organization are running than the limit.
  ///
  /// - Parameters:
  ///   - organization: The organization's id.
  ///   - isUrgent: Whether the request is queued before those that are not urgent.
  ///   - body: The work.
  /// - Returns: The result of the work.
  /// - Throws: `too-many-documents` if too many are queued; `client-closed` if the client
  ///   disconnects before it runs; any error thrown by `body`.
  package func run<Value>(
    for organization: String, isUrgent: Bool = false, _ body: () async throws -> Value
  ) async throws -> Value {
    try await waitForSlot(organization, isUrgent)
    defer { releaseSlot(of: organization) }
    return try await body()
  }

  /// The number of an organization's running or queued requests.
  package func count(of organization: String) -> Int {
    state.withLockedValue {
      $0.queues[organization].map { $0.running + $0.queued.count } ?? 0
    }
  }

  private func waitForSlot(_ organization: String, _ isUrgent: Bool) async throws(Problem) {
    let client = ClientConnectionState.current
    let number = state.withLockedValue { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    var disconnectAction = 0
    let placement = await withCheckedContinuation { continuation in
      let waiter = Waiter(number: number, isUrgent: isUrgent, continuation: continuation)
      if let placement = place(waiter, organization) {
        return continuation.resume(returning: placement)
      }
      disconnectAction = client?.onDisconnect { [self] in drop(number, organization) } ?? 0
    }
    client?.removeAction(disconnectAction)
    switch placement {
    case .admitted: return
    case .dropped: throw ClientConnectionState.closedProblem
    case .refused:
      throw Problem(
        .tooManyDocuments,
        "Too many documents of the organization are being read at the same time. Send the "
          + "request again.", headers: [.retryAfter: "5"])
    }
  }

  /// Admits, queues or refuses a request; returns nil if it was queued.
  private func place(_ waiter: Waiter, _ organization: String) -> Placement? {
    state.withLockedValue { state in
      var queue = state.queues[organization] ?? OrganizationQueue()
      defer { state.queues[organization] = queue }
      if queue.running < limit.running {
        queue.running += 1
        return .admitted
      }
      return queue.add(waiter, limit: limit.queued) ? nil : .refused
    }
  }

  /// Drops a queued request.
  private func drop(_ number: Int, _ organization: String) {
    let dropped = state.withLockedValue { state -> Waiter? in
      let queued = state.queues[organization]?.queued ?? []
      guard let index = queued.firstIndex(where: { $0.number == number }) else { return nil }
      return state.queues[organization]?.queued.remove(at: index)
    }
    dropped?.continuation.resume(returning: .dropped)
  }

  /// Resumes the next queued request, or frees the slot if there is none.
  private func releaseSlot(of organization: String) {
    let next = state.withLockedValue { state -> Waiter? in
      guard var queue = state.queues[organization] else { return nil }
      defer { state.queues[organization] = queue.running > 0 ? queue : nil }
      guard queue.queued.isEmpty else { return queue.queued.removeFirst() }
      queue.running -= 1
      return nil
    }
    next?.continuation.resume(returning: .admitted)
  }
}
