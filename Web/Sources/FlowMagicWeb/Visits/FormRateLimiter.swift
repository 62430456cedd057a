import NIOConcurrencyHelpers

/// Limits the forms per second of each visitor, in constant memory: presses, and the script's other
/// requests.
///
/// Visitors share the slots of a table by a hash that is unpredictable from outside. Two visitors
/// in the same slot share its limit.
struct FormRateLimiter: Sendable {
  private struct Slot {
    var second = 0
    var count = 0
  }

  private let slots: NIOLockedValueBox<[Slot]>
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    slots = NIOLockedValueBox([Slot](repeating: Slot(), count: 4096))
  }

  /// Counts a form of a visitor, and returns whether it is within the limit.
  func tryAcquire(for visitor: VisitorSecret, at second: Int) -> Bool {
    // Swift's hasher has a random seed in each process.
    let index = Int(UInt(bitPattern: visitor.value.hashValue) % 4096)
    return slots.withLockedValue { slots in
      if slots[index].second != second { slots[index] = Slot(second: second, count: 0) }
      slots[index].count += 1
      return slots[index].count <= limit
    }
  }
}
