/// Lets one task at a time work for each user, in the order in which they came.
actor UserTurns {
  /// The tasks that wait, by the user for whom one is working.
  private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

  /// Returns when it is the caller's turn, which lasts until it calls ``end(_:)``.
  func begin(_ user: String) async {
    guard waiting[user] != nil else {
      waiting[user] = []
      return
    }
    await withCheckedContinuation { waiting[user, default: []].append($0) }
  }

  /// Ends the caller's turn, and begins that of the next task.
  func end(_ user: String) {
    guard var others = waiting[user], !others.isEmpty else {
      waiting[user] = nil
      return
    }
    let next = others.removeFirst()
    waiting[user] = others
    next.resume()
  }
}
