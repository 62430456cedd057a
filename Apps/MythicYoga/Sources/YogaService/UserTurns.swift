/// Lets one task at a time work for each user, in the order in which they came.
package actor UserTurns {
  /// The tasks that wait, by the user for whom one is working.
  private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

  /// Runs work after all earlier work for the same user.
  ///
  /// - Parameters:
  ///   - user: The user's id.
  ///   - work: The work, which must not run other work for the same user: that would never begin.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws.
  func run<Result: Sendable>(
    _ user: String, _ work: @concurrent @Sendable () async throws -> Result
  ) async throws -> Result {
    await begin(user)
    defer { end(user) }
    return try await work()
  }

  /// Returns the number of tasks that wait for a user's turn.
  package func waitingCount(of user: String) -> Int { waiting[user]?.count ?? 0 }

  private func begin(_ user: String) async {
    guard waiting[user] != nil else {
      waiting[user] = []
      return
    }
    await withCheckedContinuation { waiting[user, default: []].append($0) }
  }

  private func end(_ user: String) {
    guard var others = waiting[user], !others.isEmpty else {
      waiting[user] = nil
      return
    }
    let next = others.removeFirst()
    waiting[user] = others
    next.resume()
  }
}
