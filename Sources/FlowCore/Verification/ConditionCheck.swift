/// A problem of a condition, with the JSON Pointer of its location in the condition.
struct ConditionProblem {
  let id: FindingMessageID
  let arguments: JSONObject
  let pointer: String
}

/// Checks a condition for unknown names and for comparisons that cannot succeed.
struct ConditionCheck {
  let vocabulary: AttributeVocabulary
  private var problems: [ConditionProblem] = []
  private var pointer = JSONPointerStack()
  private var tallies = FindingTallies()

  init(vocabulary: AttributeVocabulary) {
    self.vocabulary = vocabulary
  }

  /// Adds an issue that was found when the condition was compiled.
  mutating func add(_ issue: ConditionIssue) {
    guard checkLimit(issue.id) else { return }
    problems.append(
      ConditionProblem(id: issue.id, arguments: issue.arguments, pointer: issue.pointer))
  }

  /// Returns whether a problem is within the limit of its kind; if not, records it without
  /// arguments.
  ///
  /// Problems are reported in the order in which they are found, so that one beyond the limit is
  /// only counted in the report, too.
  private mutating func checkLimit(_ id: FindingMessageID) -> Bool {
    guard let code = id.code else { return false }
    if tallies.add(code, code.severity) { return true }
    problems.append(ConditionProblem(id: id, arguments: JSONObject(), pointer: ""))
    return false
  }

  /// Checks a condition and the conditions nested in it.
  mutating func check(_ condition: JSON) {
    guard case .object(let object) = condition else { return }
    for member in object.members {
      pointer.push(.key(member.key))
      switch LogicalOperator(member.key) {
      case .not: check(member.value)
      case .and, .or, .nor:
        for (index, element) in (member.value.array ?? []).enumerated() {
          pointer.push(.index(index))
          check(element)
          pointer.pop()
        }
      case nil:
        if !member.key.startsWithDollar { check(AttributePath(member.key), member.value) }
      }
      pointer.pop()
    }
  }

  private mutating func check(_ path: AttributePath, _ spec: JSON) {
    if path.isOutput {
      if let key = path.outputKey, !vocabulary.has(output: key), checkLimit(.unknownOutput) {
        record(.unknownOutput, ["output": .name(key)])
      }
    } else if !vocabulary.has(attribute: path.name), checkLimit(.unknownAttribute) {
      record(.unknownAttribute, ["attribute": .name(path.name)])
    }
    let types = vocabulary.types(of: path)
    if !types.isEmpty { compare(types, spec, path) }
  }

  private mutating func compare(_ types: TypeSet, _ spec: JSON, _ path: AttributePath) {
    guard let object = spec.object, let first = object.members.first, first.key.startsWithDollar
    else { return expect(TypeSet(literal: spec), types, path) }
    for member in object.members {
      pointer.push(.key(member.key))
      switch Expectation(member.key) {
      case .literal: expect(TypeSet(literal: member.value), types, path)
      case .elements:
        for (index, element) in (member.value.array ?? []).enumerated() {
          // An array attribute is compared element by element.
          if types.intersects(.arrays) { break }
          pointer.push(.index(index))
          expect(TypeSet(literal: element), types, path)
          pointer.pop()
        }
      case .text: expect(.texts, types, path)
      case .array: expect(.arrays, types, path)
      case .condition: compare(types, member.value, path)
      case nil: break
      }
      pointer.pop()
    }
  }

  private mutating func expect(_ expected: TypeSet, _ types: TypeSet, _ path: AttributePath) {
    guard !expected.intersects(types), checkLimit(.outputTypeMismatch) else { return }
    record(
      .outputTypeMismatch,
      ["attribute": .name(path.name), "expected": expected.json, "types": types.json])
  }

  private mutating func record(_ id: FindingMessageID, _ arguments: JSONObject) {
    problems.append(
      ConditionProblem(id: id, arguments: arguments, pointer: pointer.description))
  }

  /// Removes and returns the problems found so far.
  mutating func take() -> [ConditionProblem] {
    defer { problems.removeAll() }
    return problems
  }

  /// The kind of operand that an operator expects.
  private enum Expectation {
    case literal, elements, text, array, condition

    init?(_ name: Name) {
      switch ConditionOperator(name) {
      case .eq, .ne, .lt, .lte, .gt, .gte: self = .literal
      case .in, .nin, .ini, .nini: self = .elements
      case .regex, .regexi, .veq, .vne, .vlt, .vlte, .vgt, .vgte: self = .text
      case .all, .alli, .elemMatch, .size: self = .array
      case .not: self = .condition
      case .inGroup, .notInGroup, .exists, .type, nil: return nil
      }
    }
  }
}

extension TypeSet {
  /// The types of attributes that can be equal to a literal; none for null, which matches every
  /// type.
  fileprivate init(literal: JSON) {
    switch literal {
    case .null: self.init()
    case .bool: self = .booleans
    case .number: self = .numbers
    case .string: self = .texts
    case .array: self = .arrays
    case .object: self = .objects
    }
  }
}

extension JSONPointer {
  /// The reference token of a member (RFC 6901), with the slash before it.
  static func token(_ key: Name) -> String {
    var pointer = JSONPointer()
    pointer.append(key: key.string)
    return pointer.text
  }
}
