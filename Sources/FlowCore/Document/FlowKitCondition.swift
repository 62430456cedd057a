/// Translates FlowKit's conditions on earlier outputs.
///
/// | FlowKit | native, on `output.<step>` |
/// |---|---|
/// | `TEXT` | `$in` of the values |
/// | `NUMERIC` | `$type` number, `$gte`, `$lte` |
/// | `DATE` | `$type` string, `$gte`, `$lte` on `yyyy-MM-dd` |
/// | `BOOL` | `$eq` |
///
/// `$type` excludes a missing output, which `$gte` and `$lte` would compare as zero. Dates are
/// compared as text, so a date with a time on the day of `maxDate` is later than it, as in FlowKit.
enum FlowKitCondition {
  /// Where a condition is used; each place has its own key for the step.
  enum Usage {
    /// In an entry of `nextSteps`.
    case next
    /// In `displayConditions`.
    case display
  }

  // MARK: Reading

  /// The conjunction of the conditions in the list; nil for an empty list.
  static func read(_ view: JSONView, _ usage: Usage) throws(FlowError) -> JSON? {
    var all: [JSON] = []
    for element in try view.requireArray() { all.append(try readElement(element, usage)) }
    return all.count > 1 ? ["$and": .array(all)] : all.first
  }

  private static func readElement(_ view: JSONView, _ usage: Usage) throws(FlowError) -> JSON {
    let type = try view.required("type")
    let condition = try view.requiredObject("condition")
    let step =
      switch usage {
      case .next: try condition.requiredName("answerStepId")
      case .display: try view.requiredName("stepId")
      }
    var test = JSONMembers()
    _ = try type.requireString()
    if type.isString("TEXT") {
      test.add("$in", JSON.array(try texts(condition.required("values"))))
    } else if type.isString("NUMERIC") {
      test.add("$type", "number")
      test.add("$gte", try condition.optional("minAmount")?.requireNumber())
      test.add("$lte", try condition.optional("maxAmount")?.requireNumber())
    } else if type.isString("DATE") {
      test.add("$type", "string")
      test.add("$gte", try date(condition.optional("minDate")))
      test.add("$lte", try date(condition.optional("maxDate")))
    } else if type.isString("BOOL"), usage == .display {
      test.add("$eq", JSON.bool(try condition.requiredBool("value")))
    } else if usage == .display {
      throw type.invalidValue(expected: "one of TEXT, NUMERIC, DATE and BOOL")
    } else {
      throw type.invalidValue(expected: "one of TEXT, NUMERIC and DATE")
    }
    var members = JSONMembers()
    members.add(Name(prefix + step.string), test.json)
    return members.json
  }

  private static var prefix: String { "output." }

  private static func texts(_ view: JSONView) throws(FlowError) -> [JSON] {
    var texts: [JSON] = []
    for element in try view.requireArray() { texts.append(.string(try element.requireString())) }
    return texts
  }

  private static func date(_ view: JSONView?) throws(FlowError) -> JSON? {
    guard let view else { return nil }
    let text = try view.requireString()
    guard isDate(text) else {
      throw view.invalidValue(expected: "a calendar date written yyyy-MM-dd")
    }
    return .string(text)
  }

  /// Whether the text is a date of the Gregorian calendar as `yyyy-MM-dd`.
  static func isDate(_ text: String) -> Bool {
    UTF8Bytes.with(text) { bytes in
      guard bytes.count == 10 else { return false }
      var parts = [0, 0, 0]
      for index in 0..<10 {
        let isDash = index == 4 || index == 7
        if isDash != (bytes[index] == UInt8(ascii: "-")) { return false }
        if isDash { continue }
        let digit = Int(bytes[index]) - 48
        guard digit >= 0, digit <= 9 else { return false }
        let part = index < 4 ? 0 : index < 7 ? 1 : 2
        parts[part] = parts[part] * 10 + digit
      }
      let (year, month, day) = (parts[0], parts[1], parts[2])
      guard month >= 1, month <= 12, day >= 1 else { return false }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let isShort = month == 4 || month == 6 || month == 9 || month == 11
      return day <= (month == 2 ? (isLeap ? 29 : 28) : isShort ? 30 : 31)
    }
  }

  // MARK: Writing

  /// The list that is equivalent to `condition`; nil if FlowKit cannot represent it.
  static func write(_ condition: JSON, _ usage: Usage) -> JSON? {
    var list: [JSON] = []
    guard collect(condition, usage, &list), !list.isEmpty else { return .none }
    return .some(.array(list))
  }

  private static func collect(_ condition: JSON, _ usage: Usage, _ list: inout [JSON]) -> Bool {
    guard let object = condition.object else { return false }
    for member in object.members {
      if member.key == "$and" {
        guard let all = member.value.array else { return false }
        for condition in all where !collect(condition, usage, &list) { return false }
      } else {
        guard UTF8Bytes.has(prefix: prefix, member.key.string) else { return false }
        let step = UTF8Bytes.dropFirst(prefix.utf8.count, member.key.string)
        guard let element = element(step, member.value, usage) else { return false }
        list.append(element)
      }
    }
    return true
  }

  private static func element(_ step: String, _ test: JSON, _ usage: Usage) -> JSON? {
    var condition = JSONMembers()
    if usage == .next { condition.add("answerStepId", JSON.string(step)) }
    guard let type = addOperands(of: test, to: &condition) else { return nil }
    if type == "BOOL", usage == .next { return nil }
    var members = JSONMembers()
    if usage == .display { members.add("stepId", JSON.string(step)) }
    members.add("type", type)
    members.add("condition", condition.json)
    return members.json
  }

  /// Adds the operands of a test to `condition`.
  ///
  /// Returns the FlowKit type of the test, or nil if there is none.
  private static func addOperands(
    of test: JSON, to condition: inout JSONMembers
  ) -> Name? {
    if case .string = test {
      condition.add("values", [test])
      return "TEXT"
    }
    guard let object = test.object else { return nil }
    if object.count == 1, let values = object["$in"]?.array {
      for value in values where value.string == nil { return nil }
      condition.add("values", JSON.array(values))
      return "TEXT"
    }
    if object.count == 1, let value = object["$eq"] {
      if value.string != nil { condition.add("values", [value]) }
      if value.bool != nil { condition.add("value", value) }
      return value.string != nil ? "TEXT" : value.bool != nil ? "BOOL" : nil
    }
    let minimum = object["$gte"]
    let maximum = object["$lte"]
    guard let type = object["$type"]?.string,
      object.count == 1 + (minimum == nil ? 0 : 1) + (maximum == nil ? 0 : 1)
    else { return nil }
    if Name(type) == "number" {
      for bound in [minimum, maximum] { if let bound, bound.number == nil { return nil } }
      condition.add("minAmount", minimum)
      condition.add("maxAmount", maximum)
      return "NUMERIC"
    }
    guard Name(type) == "string", minimum != nil || maximum != nil else { return nil }
    for bound in [minimum, maximum] {
      if let bound { guard let text = bound.string, isDate(text) else { return nil } }
    }
    condition.add("minDate", minimum)
    condition.add("maxDate", maximum)
    return "DATE"
  }
}
