extension PracticeState {
  /// Merges the state of another device.
  ///
  /// Merging is commutative and associative. It is also idempotent for a state within the limits
  /// in which the videos of all sessions are completed, as every merged state is, so all devices
  /// converge. If both have set a value, the later change wins; what either has finished stays
  /// finished.
  public mutating func merge(_ other: PracticeState) {
    positions = Self.merged(positions, other.positions)
    practiced = Self.merged(practiced, other.practiced)
    favorites = Self.merged(favorites, other.favorites)
    settings = Self.merged(settings, other.settings)
    completed.formUnion(other.completed)
    completed.formUnion(other.sessions.values.map(\.video))
    completed.formUnion(sessions.values.map(\.video))
    sessions.merge(other.sessions) { $0.sortKey < $1.sortKey ? $1 : $0 }
    guard sessions.count > Self.maximumSessions else { return }
    // NB: the newest of a union are among the newest of each part, so merging stays associative.
    let newest = sessions.sorted { ($1.value.endedAt, $1.key) < ($0.value.endedAt, $0.key) }
    sessions = Dictionary(uniqueKeysWithValues: newest.prefix(Self.maximumSessions).map { $0 })
  }

  /// The merge of two states.
  public func merged(with other: PracticeState) -> PracticeState {
    var state = self
    state.merge(other)
    return state
  }

  private static func merged<Value>(
    _ first: [String: Register<Value>], _ second: [String: Register<Value>]
  ) -> [String: Register<Value>] {
    let all = first.merging(second) { $0.merged(with: $1) }
    guard all.count > maximumValues else { return all }
    let newest = all.sorted { ($1.value.stamp, $1.key) < ($0.value.stamp, $0.key) }
    return Dictionary(uniqueKeysWithValues: newest.prefix(maximumValues).map { $0 })
  }
}
