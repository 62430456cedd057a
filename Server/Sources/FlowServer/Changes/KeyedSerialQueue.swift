/// Runs work with the same key one after the other, in the order of the calls.
package actor KeyedSerialQueue {
  private var last: [String: (turn: Int, done: Task<Void, Never>)] = [:]
  private var turn = 0

  package init() {}

  /// Runs the work after all earlier work with the same key.
  ///
  /// The work runs to completion even if the caller is cancelled.
  func run<Value: Sendable>(
    _ key: String, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let before = last[key]?.done
    let task = Task {
      await before?.value
      return try await work()
    }
    turn += 1
    let own = turn
    last[key] = (own, Task { _ = await task.result })
    defer { if last[key]?.turn == own { last[key] = nil } }
    return try await task.value
  }
}
