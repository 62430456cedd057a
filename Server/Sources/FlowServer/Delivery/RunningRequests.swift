import NIOConcurrencyHelpers

/// The connections and requests that the routes are processing, so that a shutdown can wait for
/// them and log those that it did not wait for.
final class RunningRequests: Sendable {
  private struct State {
    var latest = 0
    /// The requests whose response has not been written completely, by method and path, which may
    /// contain secrets.
    var requests: [Int: String] = [:]
    var connections: [Int: Task<Void, Never>] = [:]
    /// The caller that waits for the last connection.
    var waiting: CheckedContinuation<Void, Never>?
    var isWaitingOver = false
  }

  /// The maximum number of paths in the summary.
  private static let maximumPaths = 10

  private let state = NIOLockedValueBox(State())

  /// Serves a connection in an unstructured task, which a shutdown may abandon.
  func serve(_ connection: @escaping @Sendable () async -> Void) {
    state.withLockedValue { state in
      state.latest += 1
      let number = state.latest
      // NB: it ends only after this lock is released, when it is in the list.
      state.connections[number] = Task { [self] in
        await connection()
        ended(number)
      }
    }
  }

  /// Adds a request to the list.
  func begin(_ request: String) -> Int {
    state.withLockedValue { state in
      state.latest += 1
      state.requests[state.latest] = request
      return state.latest
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
    let requests = state.withLockedValue { Array($0.requests.values) }.map(LoggedPath.text)
    guard !requests.isEmpty else { return nil }
    let counts = Dictionary(grouping: requests, by: { $0 }).mapValues(\.count)
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let shown = counts.prefix(Self.maximumPaths).map { "\($0.key) (\($0.value))" }
    let others = counts.count - shown.count
    let remainder = others > 0 ? ["and \(others) more \(others == 1 ? "path" : "paths")"] : []
    return (shown + remainder).joined(separator: ", ")
  }

  /// Cancels what is still running; tasks that have not ended by then are abandoned at
  /// `stopWaiting`.
  func cancel() {
    for task in state.withLockedValue({ Array($0.connections.values) }) { task.cancel() }
  }

  /// Returns when there are no connections left, or at `stopWaiting`.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLockedValue { state in
        guard !state.connections.isEmpty, !state.isWaitingOver else { return true }
        state.waiting = continuation
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  /// Ends `wait`, even if requests are still running.
  func stopWaiting() {
    let waiting = state.withLockedValue { state in
      state.isWaitingOver = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  private func ended(_ number: Int) {
    let waiting = state.withLockedValue { state -> CheckedContinuation<Void, Never>? in
      state.connections[number] = nil
      guard state.connections.isEmpty else { return nil }
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }
}
