/// Has work on one thing done one after the other, in the order in which it was asked for.
package actor Turns {
  private var last: [String: (turn: Int, done: Task<Void, Never>)] = [:]
  private var turn = 0

  package init() {}

  /// Does the work when everything before it on the same thing is done.
  ///
  /// It is done to its end also if nobody waits for it any more.
  func take<Value: Sendable>(
    _ thing: String, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let before = last[thing]?.done
    let task = Task {
      await before?.value
      return try await work()
    }
    turn += 1
    let own = turn
    last[thing] = (own, Task { _ = await task.result })
    defer { if last[thing]?.turn == own { last[thing] = nil } }
    return try await task.value
  }
}
