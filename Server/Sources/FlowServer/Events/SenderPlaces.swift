import NIOCore

/// A sender: a key, an application or a network, among those of an organization; or, with an empty
/// organization, the author of changes.
struct IntakeSender: Hashable, Sendable {
  let organization: String
  let id: String
}

/// A bounded table with a value for each sender, in which no organization uses up the places of
/// others.
///
/// If there is no room, the organization with the most senders loses its oldest one to another
/// organization. Its own new senders share one value, so that spoofed addresses neither use more
/// memory nor get through.
struct SenderPlaces<Value: Sendable>: Sendable {
  private struct Places: Sendable {
    var values: [String: Value] = [:]
    /// The senders in `values`, oldest first.
    var oldest = CircularBuffer<String>()
    /// The value of all senders for which there is no room.
    var shared: Value?

    /// Sets the value of a sender; returns whether the sender is a new one.
    mutating func set(_ value: Value, of id: String) -> Bool {
      guard values.updateValue(value, forKey: id) == nil else { return false }
      oldest.append(id)
      return true
    }

    /// Removes the oldest sender; returns false if there is none.
    mutating func removeOldest() -> Bool {
      guard let id = oldest.popFirst() else { return false }
      return values.removeValue(forKey: id) != nil
    }

    mutating func removeAll(where isUnneeded: (Value) -> Bool) {
      let kept = values.filter { !isUnneeded($0.value) }
      values = kept
      oldest.removeAll { kept[$0] == nil }
      if let value = shared, isUnneeded(value) { shared = nil }
    }
  }

  private let capacity: Int
  private var organizations: [String: Places] = [:]
  /// The number of senders with a value of their own.
  private(set) var count = 0

  init(capacity: Int) { self.capacity = capacity }

  /// Whether there is no room for a new sender.
  var isFull: Bool { count >= capacity }

  /// Whether the sender has a value of its own.
  func contains(_ sender: IntakeSender) -> Bool {
    organizations[sender.organization]?.values[sender.id] != nil
  }

  /// The value of a sender: its own, or the one that it shares because there is no room.
  func value(of sender: IntakeSender) -> Value? {
    guard let places = organizations[sender.organization] else { return nil }
    return places.values[sender.id] ?? (isFull ? places.shared : nil)
  }

  /// Sets the value of a sender, or the shared one if there is no room.
  mutating func set(_ value: Value, of sender: IntakeSender) {
    if isFull, !contains(sender) {
      organizations[sender.organization, default: Places()].shared = value
    } else if organizations[sender.organization, default: Places()].set(value, of: sender.id) {
      count += 1
    }
  }

  /// Removes the senders whose value is not needed.
  mutating func removeAll(where isUnneeded: (Value) -> Bool) {
    var left = 0
    for organization in Array(organizations.keys) {
      guard var places = organizations.removeValue(forKey: organization) else { continue }
      places.removeAll(where: isUnneeded)
      guard !places.values.isEmpty || places.shared != nil else { continue }
      left += places.values.count
      organizations[organization] = places
    }
    count = left
  }

  /// Removes the oldest sender of the organization with the most, unless this one has as many.
  mutating func makeRoom(for organization: String) {
    // With the new sender: otherwise two organizations would take a place from each other in turn.
    let own = (organizations[organization]?.values.count ?? 0) + 1
    var largest = (organization: organization, count: own)
    for (id, places) in organizations where places.values.count > largest.count {
      largest = (id, places.values.count)
    }
    guard largest.count > own else { return }
    if organizations[largest.organization]?.removeOldest() == true { count -= 1 }
  }
}
