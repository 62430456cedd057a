/// The members of a JSON object, in the order they were written.
public struct JSONObject: Sendable {
  /// One key and its value.
  public struct Member: Sendable, Equatable {
    /// The key.
    public var key: Name
    /// The value.
    public var value: JSON

    /// Creates a member.
    public init(key: Name, value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// The members in order; keys are unique, unless ``init(_:)`` was called with duplicate ones.
  public private(set) var members: [Member]

  /// Creates an object from members with distinct keys.
  public init(_ members: [Member] = []) {
    self.members = members
  }

  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }

  /// The number of members.
  public var count: Int { members.count }

  /// The value of a key; setting nil removes the member, setting a new key appends it.
  ///
  /// Time: linear in the number of members.
  public subscript(key: Name) -> JSON? {
    get {
      for member in members where member.key == key { return member.value }
      return nil
    }
    set {
      guard let index = members.firstIndex(where: { $0.key == key }) else {
        if let newValue { members.append(Member(key: key, value: newValue)) }
        return
      }
      if let newValue { members[index].value = newValue } else { members.remove(at: index) }
    }
  }
}

extension JSONObject: Equatable {
  /// Whether both have the same members, in any order.
  ///
  /// Time: linear if the order is the same, quadratic in the worst case.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    for index in left.members.indices {
      if left.members[index].key == right.members[index].key {
        if left.members[index].value != right.members[index].value { return false }
      } else {
        guard let value = right[left.members[index].key], value == left.members[index].value
        else { return false }
      }
    }
    return true
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object with its members in the order of the literal; of equal keys the last one
  /// wins.
  public init(dictionaryLiteral elements: (Name, JSON)...) {
    self.init()
    for (key, value) in elements { self[key] = value }
  }
}
