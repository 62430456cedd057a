/// Reads an object's members and tracks whether it has any that the reader did not request.
///
/// Objects without unknown members, which are most, are read without checking each key.
struct ObjectReader {
  let view: JSONView
  private var requestedCount = 0

  /// Throws `wrongType` if the value is not an object.
  @inline(never)
  init(_ view: JSONView) throws(FlowError) {
    try view.requireObject()
    self.view = view
  }

  /// The member, which may be `null`; nil if it is missing.
  @inline(never)
  mutating func member(_ key: StaticString) -> JSONView? {
    guard let member = view[key] else { return nil }
    requestedCount += 1
    return member
  }

  /// The member; nil if it is missing or `null`.
  @inline(never)
  mutating func optional(_ key: StaticString) -> JSONView? {
    guard let member = member(key), !member.isNull else { return nil }
    return member
  }

  /// The member; throws `missingKey`.
  @inline(never)
  mutating func required(_ key: StaticString) throws(FlowError) -> JSONView {
    guard let member = member(key) else { throw view.missing(key) }
    return member
  }

  /// The string; throws `missingKey` or `wrongType`.
  @inline(never)
  mutating func requiredName(_ key: StaticString) throws(FlowError) -> Name {
    try required(key).requireName()
  }

  /// The string, nil if it is missing or `null`; throws `wrongType`.
  @inline(never)
  mutating func name(_ key: StaticString) throws(FlowError) -> Name? {
    try optional(key)?.requireName()
  }

  /// The value as a tree, which may be `null`; nil if the member is missing.
  @inline(never)
  mutating func json(_ key: StaticString) -> JSON? {
    member(key)?.value
  }

  /// The number, nil if it is missing or `null`; throws `wrongType`.
  @inline(never)
  mutating func number(_ key: StaticString) throws(FlowError) -> JSONNumber? {
    try optional(key)?.requireNumber()
  }

  /// The integer, nil if it is missing or `null`; throws `wrongType` or `jsonNumberRange`.
  @inline(never)
  mutating func int(_ key: StaticString) throws(FlowError) -> Int? {
    try optional(key)?.requireInt()
  }

  /// The members that were not requested; `known` are all keys that were.
  @inline(never)
  func unknown(except known: [Name]) -> JSONObject {
    if requestedCount == view.count { return JSONObject() }
    var unknown: [JSONObject.Member] = []
    for member in view.members {
      let key = member.key
      if !known.contains(key) {
        unknown.append(JSONObject.Member(key: key, value: member.value.value))
      }
    }
    return JSONObject(unknown)
  }
}

extension JSONView {
  /// Returns this number as written; throws `wrongType`.
  @inline(never)
  func requireNumber() throws(FlowError) -> JSONNumber {
    guard let number else { throw wrongType(expected: "a number") }
    return number
  }
}
