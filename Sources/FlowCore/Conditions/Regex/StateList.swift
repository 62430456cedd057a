/// A set of an automaton's states that can be iterated while it grows.
///
/// Its creator deallocates it. It uses plain memory, because the checks of two arrays take
/// longer than everything else that a large pattern does for a scalar.
struct StateList {
  private let states: UnsafeMutablePointer<UInt16>
  /// The round in which each state came in; in another round than this one, it is not in.
  private let rounds: UnsafeMutablePointer<UInt32>
  private var round: UInt32 = 1
  private let capacity: Int
  private(set) var count = 0

  /// An empty set for the states below `capacity`.
  init(capacity: Int) {
    self.capacity = capacity
    states = .allocate(capacity: capacity)
    rounds = .allocate(capacity: capacity)
    rounds.initialize(repeating: 0, count: capacity)
  }

  func deallocate() {
    states.deallocate()
    rounds.deallocate()
  }

  /// The state that came in after `position` others.
  subscript(position: Int) -> Int {
    assert(position < count)
    return Int(states[position])
  }

  @inline(__always)
  mutating func insert(_ state: Int) {
    assert(state < capacity)
    if rounds[state] == round { return }
    rounds[state] = round
    states[count] = UInt16(truncatingIfNeeded: state)
    count += 1
  }

  mutating func removeAll() {
    count = 0
    round &+= 1
    // NB: after 2³² rounds the old marks would count again.
    if round == 0 {
      rounds.update(repeating: 0, count: capacity)
      round = 1
    }
  }
}
