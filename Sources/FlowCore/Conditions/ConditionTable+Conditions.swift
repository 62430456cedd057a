// Compiling conditions: the attributes that they test, and the operators that combine them.
extension ConditionTable.Builder {
  /// The names that a condition's paths may refer to.
  enum Scope {
    /// The attributes and outputs.
    case context
    /// The element that `$elemMatch` tests.
    case element
  }

  /// The value that is tested.
  struct Subject {
    var source: ConditionInstruction.Source
    var index: Int32 = 0

    static var current: Subject { Subject(source: .current) }
  }

  mutating func compileCondition(_ condition: JSON, of scope: Scope) {
    guard pointer.depth <= Self.maximumDepth else { return rejectDepth() }
    guard case .object(let object) = condition else {
      return reject(.conditionIsNotObject, ["found": kind(of: condition)])
    }
    let group = open(.all, children: object.count)
    for member in object.members {
      pointer.push(.key(member.key))
      compileMember(member.key, member.value, of: scope)
      pointer.pop()
    }
    close(group)
  }

  private mutating func compileMember(_ key: Name, _ value: JSON, of scope: Scope) {
    if key.startsWithDollar {
      if key == "$and" { return compileList(.all, value, of: scope) }
      if key == "$or" { return compileList(.any, value, of: scope) }
      if key == "$nor" { return compileNegatedList(value, of: scope) }
      if key == "$not" { return compileNegation(value, of: scope) }
    }
    reportMisplacedOperator(key)
    let subject =
      switch scope {
      case .context: Subject(source: .slot, index: Int32(clamping: intern(path: key)))
      case .element: Subject(source: .path, index: intern(elementPath: key))
      }
    compileValue(value, subject)
  }

  private mutating func compileList(
    _ operation: ConditionInstruction.Operation, _ value: JSON, of scope: Scope
  ) {
    guard let conditions = list(value) else { return }
    // NB: in the reference grammar an `$or` of no conditions is true, like an `$and`.
    if conditions.isEmpty { return emit(.always) }
    let group = open(operation, children: conditions.count)
    for index in conditions.indices {
      pointer.push(.index(index))
      compileCondition(conditions[index], of: scope)
      pointer.pop()
    }
    close(group)
  }

  private mutating func compileNegatedList(_ value: JSON, of scope: Scope) {
    guard case .array = value else {
      _ = list(value)
      return
    }
    let group = open(.not)
    compileList(.any, value, of: scope)
    close(group)
  }

  private mutating func compileNegation(_ value: JSON, of scope: Scope) {
    guard case .object = value else {
      return reject(
        .operatorNeedsCondition, ["operator": "$not", "found": kind(of: value)])
    }
    let group = open(.not)
    compileCondition(value, of: scope)
    close(group)
  }

  /// The conditions in an array; any other value is reported, and the condition does not apply.
  private mutating func list(_ value: JSON) -> [JSON]? {
    if case .array(let conditions) = value { return conditions }
    reject(.conditionsAreNotList, ["found": kind(of: value)])
    return nil
  }

  /// Reports a key that is an operator or a misspelled one, where an attribute is expected.
  ///
  /// In the reference grammar such a key is the name of an attribute, but it is nearly always a
  /// mistake.
  private mutating func reportMisplacedOperator(_ key: Name) {
    guard key.startsWithDollar else { return }
    if ConditionOperator(key) != nil {
      report(.malformed, .operatorWithoutAttribute, ["operator": .name(key)])
    } else if let suggestion = ConditionOperator.closest(
      to: key, among: ConditionOperator.logicalOperators)
    {
      report(
        .unknownOperator, .misspelledLogicalOperator,
        ["operator": truncated(key), "suggestion": .name(suggestion)])
    }
  }
}

// Writing instructions.
extension ConditionTable.Builder {
  mutating func emit(
    _ operation: ConditionInstruction.Operation, _ subject: Subject = .current, literal: Int32 = 0
  ) {
    instructions.append(
      ConditionInstruction(
        operation: operation, source: subject.source, subject: subject.index, literal: literal,
        end: Int32(clamping: instructions.count + 1)))
  }

  /// Starts an instruction with children.
  mutating func open(
    _ operation: ConditionInstruction.Operation, _ subject: Subject = .current
  ) -> Int {
    emit(operation, subject)
    return instructions.count - 1
  }

  /// Starts a group; returns nil for a group with one child, which needs no instruction.
  mutating func open(_ operation: ConditionInstruction.Operation, children: Int) -> Int? {
    children == 1 ? nil : open(operation)
  }

  /// Closes what `open` started: the children are complete.
  mutating func close(_ group: Int?) {
    guard let group else { return }
    instructions[group].end = Int32(clamping: instructions.count)
  }

  /// Records a part of the wrong shape, so that the whole condition does not apply.
  mutating func reject(_ id: FindingMessageID, _ arguments: JSONObject) {
    reject(.malformed, id, arguments)
  }

  mutating func rejectDepth() {
    reject(.conditionTooDeep, ["limit": .number(JSONNumber(Self.maximumDepth))])
  }
}

// Arguments of messages.
extension ConditionTable.Builder {
  /// The type of a value, as JSON Schema calls it.
  func kind(of value: JSON) -> JSON {
    switch value {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// A name for a message, truncated to 60 bytes.
  func truncated(_ name: Name) -> JSON {
    UTF8Bytes.with(name.string) { bytes in
      var end = min(bytes.count, 60)
      guard end < bytes.count else { return .name(name) }
      while bytes[end] & 0xC0 == 0x80 { end -= 1 }
      let start = UnsafeBufferPointer(rebasing: bytes[..<end])
      return .string(String(decoding: start, as: UTF8.self) + "…")
    }
  }
}

extension Name {
  /// Whether the name starts with `$`, as the names of operators do.
  var startsWithDollar: Bool { string.utf8.first == UInt8(ascii: "$") }
}
