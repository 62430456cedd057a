/// Collects an object's members in the order that a format defines.
struct JSONMembers {
  private(set) var members: [JSONObject.Member] = []

  /// Appends a member.
  @inline(never)
  mutating func add(_ key: Name, _ value: JSON) {
    members.append(JSONObject.Member(key: key, value: value))
  }

  /// Appends a member unless the value is nil.
  @inline(never)
  mutating func add(_ key: Name, _ value: JSON?) {
    if let value { add(key, value) }
  }

  /// Appends a name unless it is nil.
  @inline(never)
  mutating func add(_ key: Name, _ name: Name?) {
    if let name { add(key, JSON.string(name.string)) }
  }

  /// Appends a number unless it is nil.
  @inline(never)
  mutating func add(_ key: Name, _ number: JSONNumber?) {
    if let number { add(key, JSON.number(number)) }
  }

  /// Appends an array unless it is empty.
  @inline(never)
  mutating func add(_ key: Name, nonEmpty array: [JSON]) {
    if !array.isEmpty { add(key, JSON.array(array)) }
  }

  /// Appends the members that a reader did not know, sorted.
  ///
  /// A member with a key of the format is left out: the format's own value takes precedence.
  @inline(never)
  mutating func add(unknown: JSONObject, except known: [Name]) {
    if unknown.isEmpty { return }
    var unknownMembers: [JSONObject.Member] = []
    for member in unknown.members where !known.contains(member.key) {
      unknownMembers.append(member)
    }
    JSONMemberOrder.sort(&unknownMembers)
    for member in unknownMembers { members.append(member) }
  }

  /// The object.
  var json: JSON { .object(JSONObject(members)) }
}

/// Maps names to indices, with lookups in constant time.
struct NameIndex {
  private var indices: [Name: Int] = [:]

  /// The index that the name was added with, or nil.
  subscript(name: Name) -> Int? { indices[name] }

  /// Adds a name unless it exists; returns its index.
  @inline(never)
  mutating func insert(_ name: Name, _ index: Int) -> Int {
    if let existing = indices[name] { return existing }
    indices[name] = index
    return index
  }

  /// Adds a name unless it exists; returns whether it was added.
  @inline(never)
  mutating func insertIfNew(_ name: Name) -> Bool {
    let count = indices.count
    return insert(name, count) == count
  }
}
