/// Collects an object's members in the order in which a format lists them.
struct JSONMembers {
  private(set) var members: [JSONObject.Member] = []

  /// Appends a member.
  @inline(never)
  mutating func add(_ key: Name, _ value: JSON) {
    members.append(JSONObject.Member(key: key, value: value))
  }

  /// Appends a member unless there is no value.
  @inline(never)
  mutating func add(_ key: Name, _ value: JSON?) {
    if let value { add(key, value) }
  }

  /// Appends a name unless there is none.
  @inline(never)
  mutating func add(_ key: Name, _ name: Name?) {
    if let name { add(key, JSON.string(name.string)) }
  }

  /// Appends a number unless there is none.
  @inline(never)
  mutating func add(_ key: Name, _ number: JSONNumber?) {
    if let number { add(key, JSON.number(number)) }
  }

  /// Appends an array unless it is empty.
  @inline(never)
  mutating func add(_ key: Name, nonEmpty array: [JSON]) {
    if !array.isEmpty { add(key, JSON.array(array)) }
  }

  /// Appends the members that a reader did not know, sorted; a key of the format's own is not
  /// among them unless a program put it there, and then the format's own value wins.
  @inline(never)
  mutating func add(unknown: JSONObject, besides known: [Name]) {
    if unknown.isEmpty { return }
    var rest: [JSONObject.Member] = []
    for member in unknown.members where !known.contains(member.key) { rest.append(member) }
    JSONMemberOrder.sort(&rest)
    for member in rest { members.append(member) }
  }

  /// The object.
  var json: JSON { .object(JSONObject(members)) }
}

/// Finds names that were there before, in constant time each.
struct NameIndex {
  private var indices: [Name: Int] = [:]

  /// The index that the name was entered with, or nil.
  subscript(name: Name) -> Int? { indices[name] }

  /// Enters a name unless it is there; returns the index that it then has.
  @inline(never)
  mutating func enter(_ name: Name, _ index: Int) -> Int {
    if let known = indices[name] { return known }
    indices[name] = index
    return index
  }

  /// Whether the name is new; enters it if it is.
  @inline(never)
  mutating func isNew(_ name: Name) -> Bool {
    let count = indices.count
    return enter(name, count) == count
  }
}
