/// Something wrong with a condition, wherever it stands.
struct ConditionProblem {
  let code: FindingCode
  /// What the condition does: the rest of a sentence that begins with "a condition that".
  let says: String
  let mend: String
  let pointer: String
}

/// Looks through one condition for names that nobody knows and comparisons that cannot be.
struct ConditionCheck {
  let vocabulary: AttributeVocabulary
  private(set) var problems: [ConditionProblem] = []

  init(vocabulary: AttributeVocabulary) {
    self.vocabulary = vocabulary
  }

  /// Takes over what the compiler of conditions has found.
  mutating func add(_ issue: ConditionIssue) {
    let code: FindingCode
    let mend: String
    switch issue.kind {
    case .malformed:
      (code, mend) = (.malformedCondition, "Write the condition again, or take it out.")
    case .unknownOperator:
      (code, mend) = (.unknownOperator, "Use one of the operators that exist.")
    case .unknownSegment:
      (code, mend) = (.unknownSegment, "Choose a segment that exists, or add this one.")
    case .unsupportedPattern, .invalidPattern, .patternTooLarge:
      (code, mend) = (.unsupportedPattern, "Write the pattern without what cannot be used.")
    }
    problems.append(
      ConditionProblem(
        code: code, says: "never applies: " + issue.message, mend: mend, pointer: issue.pointer))
  }

  /// Looks at a condition and those inside it.
  mutating func look(at condition: JSON, _ pointer: String) {
    for member in condition.object?.members ?? [] {
      let below = pointer + JSONPointer.part(member.key)
      switch Combiner(member.key) {
      case .not: look(at: member.value, below)
      case .and, .or, .nor:
        for (index, element) in (member.value.array ?? []).enumerated() {
          look(at: element, below + "/" + index.description)
        }
      case nil:
        if !UTF8Bytes.has(prefix: "$", member.key.string) {
          look(at: AttributePath(member.key), member.value, below)
        }
      }
    }
  }

  private mutating func look(at path: AttributePath, _ spec: JSON, _ pointer: String) {
    if path.isOutput {
      if let key = path.outputKey, !vocabulary.has(output: key) {
        problems.append(
          ConditionProblem(
            code: .unknownOutput,
            says: "looks at the output " + Quote.name(key) + ", which no step writes.",
            mend: "Choose the id of a step, or a key that a screen provides.", pointer: pointer))
      }
    } else if !vocabulary.has(attribute: path.name) {
      problems.append(
        ConditionProblem(
          code: .unknownAttribute,
          says: "looks at the attribute " + Quote.name(path.name) + ", which no build sends.",
          mend: "Choose a declared attribute, or declare this one.", pointer: pointer))
    }
    let types = vocabulary.types(of: path)
    if !types.isEmpty { compare(types, spec, path, pointer) }
  }

  private mutating func compare(
    _ types: TypeSet, _ spec: JSON, _ path: AttributePath, _ pointer: String
  ) {
    guard let object = spec.object, let first = object.members.first,
      UTF8Bytes.has(prefix: "$", first.key.string)
    else {
      expect(TypeSet(literal: spec), types, path, pointer)
      return
    }
    for member in object.members {
      let below = pointer + JSONPointer.part(member.key)
      switch Expectation(member.key) {
      case .literal: expect(TypeSet(literal: member.value), types, path, below)
      case .elements:
        for (index, element) in (member.value.array ?? []).enumerated() {
          // An array attribute is compared element by element.
          if types.meets(.arrays) { break }
          expect(TypeSet(literal: element), types, path, below + "/" + index.description)
        }
      case .text: expect(.texts, types, path, below)
      case .array: expect(.arrays, types, path, below)
      case .condition: compare(types, member.value, path, below)
      case nil: break
      }
    }
  }

  private mutating func expect(
    _ expected: TypeSet, _ types: TypeSet, _ path: AttributePath, _ pointer: String
  ) {
    guard !expected.meets(types) else { return }
    problems.append(
      ConditionProblem(
        code: .outputTypeMismatch,
        says: "compares " + Quote.name(path.name) + " with a value of type " + expected.text
          + ", but it is of type " + types.text + ".",
        mend: "Compare it with a value of its own type.", pointer: pointer))
  }

  /// What an operator's value says about the type that it is compared with.
  private enum Expectation {
    case literal, elements, text, array, condition

    init?(_ name: Name) {
      for (names, expectation) in Expectation.table where names.contains(name) {
        self = expectation
        return
      }
      return nil
    }

    private static let table: [([Name], Expectation)] = [
      (["$eq", "$ne", "$lt", "$lte", "$gt", "$gte"], .literal),
      (["$in", "$nin", "$ini", "$nini"], .elements),
      (["$regex", "$regexi", "$veq", "$vne", "$vlt", "$vlte", "$vgt", "$vgte"], .text),
      (["$all", "$alli", "$elemMatch", "$size"], .array), (["$not"], .condition),
    ]
  }
}

extension TypeSet {
  /// The types of attributes that a literal can be equal to; none for null, which every type meets.
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
  /// A member's part of a pointer, with its slash.
  static func part(_ key: Name) -> String {
    var pointer = JSONPointer()
    pointer.append(key: key.string)
    return pointer.text
  }
}
