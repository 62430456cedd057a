/// Work that waits until a test lets it continue.
struct HeldWork: Sendable {
  private let held = AsyncStream<CheckedContinuation<Void, Never>>.makeStream()

  /// Waits until the test resumes the continuation that it gets from `waitForCalls(_:)`.
  func wait() async {
    await withCheckedContinuation { held.continuation.yield($0) }
  }

  /// Waits until `count` more calls of `wait()` have begun, and returns their continuations.
  func waitForCalls(_ count: Int) async -> [CheckedContinuation<Void, Never>] {
    var continuations: [CheckedContinuation<Void, Never>] = []
    for await continuation in held.stream {
      continuations.append(continuation)
      if continuations.count == count { break }
    }
    return continuations
  }
}

/// Waits until each task that the test has started on the main actor has suspended or ended.
///
/// The main actor runs them in the order in which they were started; so a task that queues itself
/// before it first suspends is then queued.
@MainActor func letStartedTasksRun() async { await Task { @MainActor in }.value }
