import NIOConcurrencyHelpers

/// The connections and requests that the routes are processing, so that a shutdown can wait for
/// them and log those that it did not wait for.
final class RunningRequests: Sendable {
  private struct State {
    var lastNumber = 0
    /// The requests whose response has not been written completely, by method and path, which may
    /// contain secrets.
    var requests: [Int: String] = [:]
    var connections: [Int: Task<Void, Never>] = [:]
    /// The caller that waits for the last connection.
    var waiter: CheckedContinuation<Void, Never>?
    var hasStoppedWaiting = false
  }

  /// The maximum number of paths in the summary.
  private static let maximumPaths = 10

  private let state = NIOLockedValueBox(State())

  /// Serves a connection in an unstructured task, which a shutdown may abandon.
  func serve(_ connection: @escaping @Sendable () async -> Void) {
    state.withLockedValue { state in
      state.lastNumber += 1
      let number = state.lastNumber
      // NB: `removeConnection` waits for this lock, so the task is stored before it is removed.
      state.connections[number] = Task { [self] in
        await connection()
        removeConnection(number)
      }
    }
  }

  /// Adds a request to the list.
  func begin(_ request: String) -> Int {
    state.withLockedValue { state in
      state.lastNumber += 1
      state.requests[state.lastNumber] = request
      return state.lastNumber
    }
  }

  /// Removes a request whose response is written.
  func end(_ number: Int) {
    state.withLockedValue { state in _ = state.requests.removeValue(forKey: number) }
  }

  /// The running requests, such as `GET /v1/apps/shop/draft (4)`, most frequent first; nil if there
  /// are none.
  var summary: String? {
    // NB: masked only here, because most requests are never shown.
    let requests = state.withLockedValue { Array($0.requests.values) }.map(LoggedPath.masked)
    guard !requests.isEmpty else { return nil }
    let counts = Dictionary(grouping: requests, by: { $0 }).mapValues(\.count)
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let listed = counts.prefix(Self.maximumPaths).map { "\($0.key) (\($0.value))" }
    let others = counts.count - listed.count
    let remainder = others > 0 ? ["and \(Plural.text(others, "more path"))"] : []
    return (listed + remainder).joined(separator: ", ")
  }

  /// Cancels the tasks of all connections; those that do not end are abandoned
  /// when `stopWaiting` is called.
  func cancel() {
    for task in state.withLockedValue({ Array($0.connections.values) }) { task.cancel() }
  }

  /// Returns when there are no connections left, or when `stopWaiting` is called.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLockedValue { state in
        guard !state.connections.isEmpty, !state.hasStoppedWaiting else { return true }
        state.waiter = continuation
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  /// Ends `wait`, even if requests are still running.
  func stopWaiting() {
    let waiter = state.withLockedValue { state in
      state.hasStoppedWaiting = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  private func removeConnection(_ number: Int) {
    let waiter = state.withLockedValue { state -> CheckedContinuation<Void, Never>? in
      state.connections[number] = nil
      guard state.connections.isEmpty else { return nil }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }
}
