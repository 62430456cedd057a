/// A set of an automaton's states that can be iterated while it grows.
///
/// Its creator deallocates it. It uses plain memory, because the bounds checks of two arrays take
/// longer than everything else that a large pattern does for a scalar.
struct StateList {
  private let states: UnsafeMutablePointer<UInt16>
  /// The round in which each state was added; in any other round, it is not in the set.
  private let rounds: UnsafeMutablePointer<UInt32>
  private var round: UInt32 = 1
  private let capacity: Int
  private(set) var count = 0

  /// Creates an empty set for the states below `capacity`.
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

  /// The state that was added after `position` others.
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
    // NB: after 2³² rounds, old marks would become valid again.
    if round == 0 {
      rounds.update(repeating: 0, count: capacity)
      round = 1
    }
  }
}
