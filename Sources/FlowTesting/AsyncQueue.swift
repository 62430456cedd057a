import FlowMagic

/// A FIFO queue whose consumers wait for values.
final class AsyncQueue<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var lastID = 0
    var waiters: [(id: Int, continuation: CheckedContinuation<Value, any Error>)] = []
    var cancelled: Set<Int> = []
  }

  private let state = Locked(State())

  /// Passes a value to the consumer that has waited longest, or stores it.
  func push(_ value: Value) {
    let waiter = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      guard state.waiters.isEmpty else { return state.waiters.removeFirst().continuation }
      state.values.append(value)
      return nil
    }
    waiter?.resume(returning: value)
  }

  /// The next value, in order.
  ///
  /// - Throws: `CancellationError` when the task is cancelled, for example by a test's time limit.
  func next() async throws -> Value {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait(id, $0) }
    } onCancel: {
      cancel(id)
    }
  }

  private func wait(_ id: Int, _ continuation: CheckedContinuation<Value, any Error>) {
    let result = state.withLock { state -> Result<Value, any Error>? in
      if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
      guard state.values.isEmpty else { return .success(state.values.removeFirst()) }
      state.waiters.append((id, continuation))
      return nil
    }
    if let result { continuation.resume(with: result) }
  }

  private func cancel(_ id: Int) {
    let waiter = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.waiters.remove(at: index).continuation
    }
    waiter?.resume(throwing: CancellationError())
  }
}
