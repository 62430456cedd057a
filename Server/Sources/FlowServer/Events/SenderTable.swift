import NIOCore

/// A sender: a key, an application or a network, among those of an organization; or, with an empty
/// organization, the author of changes.
struct IntakeSender: Hashable, Sendable {
  let organization: String
  let id: String
}

/// A bounded table with a value for each sender, shared fairly by the organizations.
///
/// When it is full, a new sender replaces the oldest sender of the organization with the most. New
/// senders of that organization itself share one value, so that spoofed addresses neither use more
/// memory nor bypass a limit.
struct SenderTable<Value: Sendable>: Sendable {
  private struct Organization: Sendable {
    var values: [String: Value] = [:]
    /// The senders in `values`, oldest first.
    var insertionOrder = CircularBuffer<String>()
    /// The value of all senders that have no entry of their own, because the table is full.
    var sharedValue: Value?

    /// Sets the value of a sender; returns whether the sender is a new one.
    mutating func set(_ value: Value, of id: String) -> Bool {
      guard values.updateValue(value, forKey: id) == nil else { return false }
      insertionOrder.append(id)
      return true
    }

    /// Removes the oldest sender; returns false if there is none.
    mutating func removeOldest() -> Bool {
      guard let id = insertionOrder.popFirst() else { return false }
      return values.removeValue(forKey: id) != nil
    }

    mutating func removeAll(where isUnneeded: (Value) -> Bool) {
      let remaining = values.filter { !isUnneeded($0.value) }
      values = remaining
      insertionOrder.removeAll { remaining[$0] == nil }
      if let value = sharedValue, isUnneeded(value) { sharedValue = nil }
    }
  }

  private let capacity: Int
  private var organizations: [String: Organization] = [:]
  /// The number of senders with a value of their own.
  private(set) var count = 0

  init(capacity: Int) { self.capacity = capacity }

  /// Whether there is no room for a new sender.
  var isFull: Bool { count >= capacity }

  /// Whether the sender has a value of its own.
  func contains(_ sender: IntakeSender) -> Bool {
    organizations[sender.organization]?.values[sender.id] != nil
  }

  /// The value of a sender: its own, or the shared one because the table is full.
  func value(of sender: IntakeSender) -> Value? {
    guard let entry = organizations[sender.organization] else { return nil }
    return entry.values[sender.id] ?? (isFull ? entry.sharedValue : nil)
  }

  /// Sets the value of a sender, or the shared one if the table is full.
  mutating func set(_ value: Value, of sender: IntakeSender) {
    if isFull, !contains(sender) {
      organizations[sender.organization, default: Organization()].sharedValue = value
    } else {
      let isNew = organizations[sender.organization, default: Organization()]
        .set(value, of: sender.id)
      if isNew { count += 1 }
    }
  }

  /// Removes the senders whose value is not needed.
  mutating func removeAll(where isUnneeded: (Value) -> Bool) {
    var remaining = 0
    for organization in Array(organizations.keys) {
      guard var entry = organizations.removeValue(forKey: organization) else { continue }
      entry.removeAll(where: isUnneeded)
      guard !entry.values.isEmpty || entry.sharedValue != nil else { continue }
      remaining += entry.values.count
      organizations[organization] = entry
    }
    count = remaining
  }

  /// Evicts the oldest sender of the organization with the most senders, unless the organization of
  /// the new sender has as many.
  mutating func evictOldest(for organization: String) {
    // Includes the new sender: otherwise two organizations would evict each other in turn.
    let organizationCount = (organizations[organization]?.values.count ?? 0) + 1
    var largest = (organization: organization, count: organizationCount)
    for (id, entry) in organizations where entry.values.count > largest.count {
      largest = (id, entry.values.count)
    }
    guard largest.count > organizationCount else { return }
    if organizations[largest.organization]?.removeOldest() == true { count -= 1 }
  }
}
