// Compiling the condition for one attribute: a literal, or an object of operators.
extension ConditionTable.Builder {
  /// Compiles the condition for one value: a literal that it must equal, or an object of operators.
  mutating func compileValue(_ value: JSON, _ subject: Subject, ignoringCase: Bool = false) {
    guard pointer.depth <= Self.maximumDepth else { return rejectDepth() }
    switch value {
    case .null: emit(.isNull, subject)
    case .bool(let bool): emit(bool ? .isTrue : .isFalse, subject)
    case .number: emit(.isNumber, subject, literal: internLiteral(value))
    case .string:
      emit(ignoringCase ? .isTextIgnoringCase : .isText, subject, literal: internLiteral(value))
    case .array: compileLiteral(value, subject)
    case .object(let object):
      if object.isOperators { return compileOperators(object, subject) }
      reportMixedKeys(object)
      compileLiteral(value, subject)
    }
  }

  private mutating func compileOperators(_ object: JSONObject, _ subject: Subject) {
    let group = open(.all, children: object.count)
    for member in object.members {
      pointer.push(.key(member.key))
      if let conditionOperator = ConditionOperator(member.key) {
        compile(conditionOperator, member.value, subject)
      } else {
        rejectOperator(member.key)
      }
      pointer.pop()
    }
    close(group)
  }

  private mutating func compileLiteral(_ value: JSON, _ subject: Subject) {
    guard value.isNested(withinLevels: Self.maximumDepth - pointer.depth) else {
      return rejectDepth()
    }
    literals.values.append(value)
    emit(.isJSON, subject, literal: Int32(clamping: literals.values.count - 1))
  }

  private mutating func reportMixedKeys(_ object: JSONObject) {
    guard let key = object.members.first(where: { $0.key.startsWithDollar })?.key else { return }
    report(.malformed, .operatorBesideKeys, ["operator": truncated(key)])
  }

  private mutating func rejectOperator(_ name: Name) {
    var arguments: JSONObject = ["operator": truncated(name)]
    var id = FindingMessageID.unknownOperator
    if ConditionOperator.logicalOperators.contains(name) {
      id = .misplacedLogicalOperator
    } else if let suggestion = ConditionOperator.closest(to: name) {
      arguments["suggestion"] = .name(suggestion)
    } else if name == "$options" {
      id = .unknownOperatorOptions
    }
    reject(.unknownOperator, id, arguments)
  }

  private mutating func compile(
    _ name: ConditionOperator, _ value: JSON, _ subject: Subject
  ) {
    switch name {
    case .eq: compileEqual(value, subject, name)
    case .ne: negate { $0.compileEqual(value, subject, name) }
    case .lt: emit(.less, subject, literal: internLiteral(value))
    case .lte: emit(.lessOrEqual, subject, literal: internLiteral(value))
    case .gt: emit(.greater, subject, literal: internLiteral(value))
    case .gte: emit(.greaterOrEqual, subject, literal: internLiteral(value))
    case .in, .nin, .ini, .nini: compileMembership(name, value, subject)
    case .inGroup, .notInGroup: compileSegment(name, value, subject)
    case .exists: compileExists(value, subject)
    case .type: compileType(value, subject)
    case .size: compileSize(value, subject)
    case .regex, .regexi: compilePattern(name, value, subject)
    case .not: negate { $0.compileValue(value, subject) }
    case .all, .alli: compileAll(name, value, subject)
    case .elemMatch: compileElementMatch(value, subject)
    case .veq: compileVersion(.versionEqual, name, value, subject)
    case .vne: compileVersionNotEqual(value, subject)
    case .vlt: compileVersion(.versionLess, name, value, subject)
    case .vlte: compileVersion(.versionLessOrEqual, name, value, subject)
    case .vgt: compileVersion(.versionGreater, name, value, subject)
    case .vgte: compileVersion(.versionGreaterOrEqual, name, value, subject)
    }
  }

  private mutating func negate(_ compile: (inout Self) -> Void) {
    let group = open(.not)
    compile(&self)
    close(group)
  }

  /// Records an operand of the wrong shape, so that the whole condition does not apply.
  private mutating func reject(_ id: FindingMessageID, _ name: ConditionOperator, _ value: JSON) {
    reject(id, ["operator": .name(name.name), "found": kind(of: value)])
  }

  private mutating func compileEqual(
    _ value: JSON, _ subject: Subject, _ name: ConditionOperator
  ) {
    switch value {
    case .array, .object:
      // JavaScript compares arrays and objects by identity, not by value.
      report(
        .malformed, .operatorNeverEqual,
        ["operator": .name(name.name), "found": kind(of: value)])
    case .null, .bool, .number, .string: break
    }
    emit(.equal, subject, literal: internLiteral(value))
  }

  private mutating func compileMembership(
    _ name: ConditionOperator, _ value: JSON, _ subject: Subject
  ) {
    guard case .array(let values) = value else {
      return reject(.operatorNeedsList, name, value)
    }
    let set = literals.sets.append(values, ignoringCase: name == .ini || name == .nini)
    emitMembership(in: set, subject, isNegated: name == .nin || name == .nini)
  }

  private mutating func compileSegment(
    _ name: ConditionOperator, _ value: JSON, _ subject: Subject
  ) {
    guard case .string(let text) = value else {
      return reject(.operatorNeedsSegment, name, value)
    }
    let segment = Name(text)
    let isNegated = name == .notInGroup
    if let set = set(ofSegment: segment) {
      return emitMembership(in: set, subject, isNegated: isNegated)
    }
    var arguments: JSONObject = ["segment": truncated(segment)]
    arguments["suggestion"] = nearestSegment(to: segment).map { truncated($0) }
    report(.unknownSegment, .unknownSegment, arguments)
    // A segment that does not exist contains no one.
    emit(isNegated ? .always : .never)
  }

  private mutating func emitMembership(in set: Int32, _ subject: Subject, isNegated: Bool) {
    let group = isNegated ? open(.not) : nil
    emit(.isIn, subject, literal: set)
    close(group)
  }

  private mutating func compileExists(_ value: JSON, _ subject: Subject) {
    let shouldExist = Coercion.isTruthy(value)
    emit(shouldExist ? .exists : .isNull, subject)
  }

  private mutating func compileType(_ value: JSON, _ subject: Subject) {
    guard case .string(let text) = value else { return reject(.operatorNeedsType, .type, value) }
    guard let type = ConditionTypes.names.firstIndex(of: Name(text)) else {
      return reject(.operatorNeedsKnownType, ["operator": "$type", "type": truncated(Name(text))])
    }
    emit(.hasType, subject, literal: Int32(clamping: type))
  }

  private mutating func compileSize(_ value: JSON, _ subject: Subject) {
    let group = open(.size, subject)
    compileValue(value, .current)
    close(group)
  }

  private mutating func compilePattern(
    _ name: ConditionOperator, _ value: JSON, _ subject: Subject
  ) {
    guard case .string(let source) = value else {
      return reject(.operatorNeedsPattern, name, value)
    }
    do throws(PatternError) {
      let pattern = try internPattern(Name(source), ignoringCase: name == .regexi)
      emit(.matches, subject, literal: pattern)
    } catch {
      let kind: ConditionIssueKind =
        switch error.code {
        case .syntax: .invalidPattern
        case .unsupported: .unsupportedPattern
        case .tooLarge: .patternTooLarge
        }
      reject(
        kind, error.messageID,
        ["pattern": truncated(Name(source)), "offset": .number(JSONNumber(error.offset))])
    }
  }

  private mutating func compileAll(
    _ name: ConditionOperator, _ value: JSON, _ subject: Subject
  ) {
    guard case .array(let values) = value else {
      return reject(.operatorNeedsList, name, value)
    }
    if values.isEmpty { return emit(.hasType, subject, literal: ConditionTypes.array) }
    let group = open(.all, children: values.count)
    for index in values.indices {
      pointer.push(.index(index))
      let element = open(.contains, subject)
      compileValue(values[index], .current, ignoringCase: name == .alli)
      close(element)
      pointer.pop()
    }
    close(group)
  }

  private mutating func compileElementMatch(_ value: JSON, _ subject: Subject) {
    guard case .object(let object) = value else {
      return reject(.operatorNeedsElementCondition, .elemMatch, value)
    }
    let group = open(.containsTruthy, subject)
    if object.isOperators {
      compileValue(value, .current)
    } else {
      compileCondition(value, of: .element)
    }
    close(group)
  }

  private mutating func compileVersion(
    _ operation: ConditionInstruction.Operation, _ name: ConditionOperator, _ value: JSON,
    _ subject: Subject
  ) {
    guard let version = internVersion(value) else {
      return reject(.operatorNeedsVersion, name, value)
    }
    emit(operation, subject, literal: version)
  }

  private mutating func compileVersionNotEqual(_ value: JSON, _ subject: Subject) {
    guard internVersion(value) != nil else {
      return reject(.operatorNeedsVersion, .vne, value)
    }
    negate { $0.compileVersion(.versionEqual, .vne, value, subject) }
  }
}

// Literals.
extension ConditionTable.Builder {
  /// Adds a literal and returns its index.
  private mutating func internLiteral(_ value: JSON) -> Int32 {
    var operand = ConditionLiterals.Operand(kind: .null)
    switch value {
    case .null: break
    case .bool(let bool):
      operand.kind = .bool
      operand.bool = bool
      operand.number = bool ? 1 : 0
    case .number(let number):
      operand.kind = .number
      operand.number = number.double
    case .string(let text):
      operand.kind = .text
      setText(text, of: &operand)
    case .array, .object:
      operand.kind = .other
      let text = Coercion.withText(value) { String(decoding: $0, as: UTF8.self) }
      setText(text, of: &operand)
    }
    literals.operands.append(operand)
    return Int32(clamping: literals.operands.count - 1)
  }

  private mutating func setText(_ text: String, of operand: inout ConditionLiterals.Operand) {
    operand.text = literals.append(text)
    operand.key = UTF8Bytes.with(text) { ComparisonKey($0) }
    operand.number = UTF8Bytes.with(text) { NumberText.number($0) }
    if UTF8Bytes.equal(NumberText.text(operand.number), text) {
      operand.canonicalNumber = operand.number
    }
  }

  /// Adds a version literal and returns its index; nil for a value other than a string or number.
  private mutating func internVersion(_ value: JSON) -> Int32? {
    var text: String
    switch value {
    case .string(let string): text = string.utf8.isEmpty ? "0" : string
    case .number(let number): text = NumberText.text(number.double)
    case .null, .bool, .array, .object: return nil
    }
    let padded = UTF8Bytes.with(text) { VersionText.padded($0) }
    let span = literals.append(String(decoding: padded, as: UTF8.self))
    let packed = UTF8Bytes.with(text) { VersionText.packed($0) }
    literals.versions.append(ConditionLiterals.Version(padded: span, packed: packed))
    return Int32(clamping: literals.versions.count - 1)
  }
}

extension JSONObject {
  /// Whether all keys start with `$` and there is at least one: then they are operators.
  fileprivate var isOperators: Bool {
    !isEmpty && members.allSatisfy { $0.key.startsWithDollar }
  }
}

extension JSON {
  /// Whether arrays and objects are nested at most `levels` deep.
  fileprivate func isNested(withinLevels levels: Int) -> Bool {
    switch self {
    case .null, .bool, .number, .string: true
    case .array(let elements):
      levels > 0 && elements.allSatisfy { $0.isNested(withinLevels: levels - 1) }
    case .object(let object):
      levels > 0 && object.members.allSatisfy { $0.value.isNested(withinLevels: levels - 1) }
    }
  }
}
