/// Runs work with the same key one after the other, in the order of the calls.
package actor KeyedSerialQueue {
  private var lastTasks: [String: (number: Int, done: Task<Void, Never>)] = [:]
  private var lastNumber = 0

  package init() {}

  /// Runs the work after all earlier work with the same key.
  ///
  /// The work runs to completion even if the caller is cancelled.
  func run<Value: Sendable>(
    _ key: String, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let previous = lastTasks[key]?.done
    let task = Task {
      await previous?.value
      return try await work()
    }
    lastNumber += 1
    let number = lastNumber
    lastTasks[key] = (number, Task { _ = await task.result })
    defer { if lastTasks[key]?.number == number { lastTasks[key] = nil } }
    return try await task.value
  }
}
