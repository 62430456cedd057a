import NIOConcurrencyHelpers

/// Limits the presses per second of each visit, in constant memory.
///
/// Visits share the slots of a table by a hash that is unpredictable from outside. Two visits in
/// the same slot share its limit.
struct PressRateLimiter: Sendable {
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

  /// Whether one more press of the visit is within the limit.
  func admits(_ visit: VisitID, at second: Int) -> Bool {
    // Swift's hasher has a random seed in each process.
    let index = Int(UInt(bitPattern: visit.text.hashValue) % 4096)
    return slots.withLockedValue { slots in
      if slots[index].second != second { slots[index] = Slot(second: second, count: 0) }
      slots[index].count += 1
      return slots[index].count <= limit
    }
  }
}
