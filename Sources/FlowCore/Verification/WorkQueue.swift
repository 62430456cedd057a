/// A first-in, first-out queue of nodes, each of which is in it at most once.
struct WorkQueue {
  private var items: [Int32] = []
  private var head = 0
  private var isQueued: [Bool]

  init(_ count: Int) {
    isQueued = [Bool](repeating: false, count: count)
  }

  mutating func add(_ item: Int) {
    guard !isQueued[item] else { return }
    isQueued[item] = true
    items.append(Int32(truncatingIfNeeded: item))
  }

  mutating func next() -> Int? {
    guard head < items.count else { return nil }
    let item = Int(items[head])
    isQueued[item] = false
    head += 1
    if head > 4096, head * 2 > items.count {
      items.removeFirst(head)
      head = 0
    }
    return item
  }
}
