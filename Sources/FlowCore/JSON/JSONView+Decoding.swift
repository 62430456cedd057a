// Decoding of documents: members of a given type, or an error with a message.

extension JSONView {
  /// The member for this key.
  ///
  /// Throws `missingKey` if there is none, and `wrongType` if this is not an object.
  public func required(_ key: StaticString) throws(FlowError) -> JSONView {
    guard let member = self[key] else { throw missing(key) }
    return member
  }

  /// The member for this key; nil if it is missing or `null`.
  public func optional(_ key: StaticString) -> JSONView? {
    guard let member = self[key], !member.isNull else { return nil }
    return member
  }

  /// The string for this key.
  ///
  /// Throws `missingKey` or `wrongType`.
  public func requiredString(_ key: StaticString) throws(FlowError) -> String {
    // Called most when a document is read, so it creates a view only for an error.
    let index = key.withUTF8Buffer { member($0) }
    if index >= 0 && source.nodes[index].isKind(.string) { return source.string(at: index) }
    return try required(key).requireString()
  }

  /// The string for this key as a name.
  ///
  /// Throws `missingKey` or `wrongType`.
  public func requiredName(_ key: StaticString) throws(FlowError) -> Name {
    Name(try requiredString(key))
  }

  /// The boolean for this key.
  ///
  /// Throws `missingKey` or `wrongType`.
  public func requiredBool(_ key: StaticString) throws(FlowError) -> Bool {
    try required(key).requireBool()
  }

  /// The integer for this key.
  ///
  /// Throws `missingKey`, `wrongType` or `jsonNumberRange`.
  public func requiredInt(_ key: StaticString) throws(FlowError) -> Int {
    try required(key).requireInt()
  }

  /// The number for this key.
  ///
  /// Throws `missingKey`, `wrongType` or `jsonNumberRange`.
  public func requiredDouble(_ key: StaticString) throws(FlowError) -> Double {
    try required(key).requireDouble()
  }

  /// The elements of the array for this key.
  ///
  /// Throws `missingKey` or `wrongType`.
  public func requiredArray(_ key: StaticString) throws(FlowError) -> Elements {
    try required(key).requireArray()
  }

  /// The object for this key.
  ///
  /// Throws `missingKey` or `wrongType`.
  public func requiredObject(_ key: StaticString) throws(FlowError) -> JSONView {
    let member = try required(key)
    try member.requireObject()
    return member
  }

  /// The string for this key; nil if it is missing or `null`.
  ///
  /// Throws `wrongType`.
  public func optionalString(_ key: StaticString) throws(FlowError) -> String? {
    guard let member = optional(key) else { return nil }
    return try member.requireString()
  }

  /// The string for this key as a name; nil if it is missing or `null`.
  ///
  /// Throws `wrongType`.
  public func optionalName(_ key: StaticString) throws(FlowError) -> Name? {
    guard let member = optional(key) else { return nil }
    return Name(try member.requireString())
  }

  /// The boolean for this key; nil if it is missing or `null`.
  ///
  /// Throws `wrongType`.
  public func optionalBool(_ key: StaticString) throws(FlowError) -> Bool? {
    guard let member = optional(key) else { return nil }
    return try member.requireBool()
  }

  /// The integer for this key; nil if it is missing or `null`.
  ///
  /// Throws `wrongType` or `jsonNumberRange`.
  public func optionalInt(_ key: StaticString) throws(FlowError) -> Int? {
    guard let member = optional(key) else { return nil }
    return try member.requireInt()
  }

  /// The number for this key; nil if it is missing or `null`.
  ///
  /// Throws `wrongType` or `jsonNumberRange`.
  public func optionalDouble(_ key: StaticString) throws(FlowError) -> Double? {
    guard let member = optional(key) else { return nil }
    return try member.requireDouble()
  }

  /// The elements of the array for this key; nil if it is missing or `null`.
  ///
  /// Throws `wrongType`.
  public func optionalArray(_ key: StaticString) throws(FlowError) -> Elements? {
    guard let member = optional(key) else { return nil }
    return try member.requireArray()
  }

  /// The object for this key; nil if it is missing or `null`.
  ///
  /// Throws `wrongType`.
  public func optionalObject(_ key: StaticString) throws(FlowError) -> JSONView? {
    guard let member = optional(key) else { return nil }
    try member.requireObject()
    return member
  }

  /// The members with other keys than these, for readers that preserve unknown members.
  public func unknownMembers(except keys: [StaticString]) -> JSONObject {
    var unknown: [JSONObject.Member] = []
    for member in members where !keys.contains(where: { member.hasKey($0) }) {
      unknown.append(JSONObject.Member(key: member.key, value: member.value.value))
    }
    return JSONObject(unknown)
  }
}
