/// Work that waits until a test lets it continue.
struct HeldWork: Sendable {
  private let held = AsyncStream<CheckedContinuation<Void, Never>>.makeStream()

  /// Waits until the test resumes the continuation that it gets from `begun(_:)`.
  func wait() async {
    await withCheckedContinuation { held.continuation.yield($0) }
  }

  /// Waits until `count` more calls of `wait()` have begun, and returns their continuations.
  func begun(_ count: Int) async -> [CheckedContinuation<Void, Never>] {
    var begun: [CheckedContinuation<Void, Never>] = []
    for await continuation in held.stream {
      begun.append(continuation)
      if begun.count == count { break }
    }
    return begun
  }
}

/// Waits until each task that the test has started on the main actor has suspended or ended.
///
/// The main actor runs them in the order in which they were started; so a task that queues itself
/// before it first suspends is then queued.
@MainActor func letStartedTasksRun() async { await Task { @MainActor in }.value }
