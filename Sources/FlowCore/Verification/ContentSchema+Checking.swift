extension ContentSchema {
  /// All violations of the schema.
  ///
  /// - Complexity: Linear in the content, multiplied by the alternatives of enclosing `anyOf`
  ///   rules.
  public func violations(in content: JSON) -> [Violation] {
    var checker = Checker(self)
    return checker.violations(in: content)
  }

  /// Checks several contents in sequence, reusing its memory.
  ///
  /// A pointer is created only for a violation.
  struct Checker {
    /// The rules in the schema that are not checked; see ``ContentSchema/notChecked``.
    let notChecked: [String]
    fileprivate let nodes: [Node]
    fileprivate var violations: [Violation] = []
    fileprivate var pointer = JSONPointerStack()

    /// Prepares checks against a schema.
    init(_ schema: ContentSchema) {
      nodes = schema.nodes
      notChecked = schema.notChecked
    }

    /// All violations of the schema.
    mutating func violations(in content: JSON) -> [Violation] {
      check(content, 0)
      guard !violations.isEmpty else { return [] }
      defer { violations = [] }
      return violations
    }
  }
}

extension ContentSchema.Checker {
  private mutating func fail(_ id: FindingMessageID, _ name: Name = "", _ value: JSON? = nil) {
    violations.append(
      ContentSchema.Violation(
        pointer: pointer.description, id: id, argument: value.map { (name: name, value: $0) }))
  }

  private mutating func check(_ value: JSON, _ index: Int, below token: JSONPointerStack.Token) {
    pointer.push(token)
    check(value, index)
    pointer.pop()
  }

  fileprivate mutating func check(_ value: JSON, _ index: Int) {
    if nodes[index].rejectsEverything { return fail(.unexpectedContent) }
    // A text from a string table: its type is known here, its characters are not.
    let isText = value.has("$text")
    let types = nodes[index].types
    if !types.isEmpty, !JSONType.is(value, isText: isText, oneOf: types) {
      return fail(.contentType, "types", .array(types.map { .string($0.rawValue) }))
    }
    checkAlternatives(value, index)
    if isText { return }
    if let values = nodes[index].values, !values.contains(value) {
      fail(.contentValue)
    }
    switch value {
    case .string(let text): check(text, index)
    case .number(let number): check(number, index)
    case .array(let elements):
      guard nodes[index].items >= 0 else { return }
      for (elementIndex, element) in elements.enumerated() {
        check(element, nodes[index].items, below: .index(elementIndex))
      }
    case .object(let object): check(object, index)
    case .null, .bool: break
    }
  }

  private mutating func check(_ number: JSONNumber, _ index: Int) {
    if let minimum = nodes[index].minimum, number.double < minimum.double {
      fail(.contentMinimum, "minimum", .number(minimum))
    }
    if let maximum = nodes[index].maximum, number.double > maximum.double {
      fail(.contentMaximum, "maximum", .number(maximum))
    }
  }

  private mutating func check(_ text: String, _ index: Int) {
    if nodes[index].minLength != nil || nodes[index].maxLength != nil {
      let length = Int64(text.unicodeScalars.count)
      if let minimum = nodes[index].minLength, length < minimum {
        fail(.contentTooShort, "length", .number(JSONNumber(validated: minimum.description)))
      }
      if let maximum = nodes[index].maxLength, length > maximum {
        fail(.contentTooLong, "length", .number(JSONNumber(validated: maximum.description)))
      }
    }
    if let pattern = nodes[index].pattern, !pattern.matches(text) {
      fail(.contentPattern)
    }
  }

  private mutating func check(_ object: JSONObject, _ index: Int) {
    for key in nodes[index].required where !object.has(key) {
      fail(.contentMissing, "key", .name(key))
    }
    let properties = nodes[index].properties
    for member in object.members {
      var property = -1
      for index in properties.indices where properties[index].key == member.key {
        property = properties[index].node
        break
      }
      if property >= 0 {
        check(member.value, property, below: .key(member.key))
      } else if nodes[index].additional >= 0 {
        check(member.value, nodes[index].additional, below: .key(member.key))
      } else if nodes[index].additional == -2 {
        pointer.push(.key(member.key))
        fail(.contentUnknown)
        pointer.pop()
      }
    }
  }

  /// Checks that at least one alternative matches; otherwise reports the violations
  /// of the one with the fewest.
  private mutating func checkAlternatives(_ value: JSON, _ index: Int) {
    guard !nodes[index].alternatives.isEmpty else { return }
    let otherViolations = violations
    var fewest: [ContentSchema.Violation]?
    for alternative in nodes[index].alternatives {
      violations = []
      check(value, alternative)
      if violations.isEmpty {
        violations = otherViolations
        return
      }
      if violations.count < fewest?.count ?? .max { fewest = violations }
    }
    violations = otherViolations + (fewest ?? [])
  }
}

extension JSONType {
  fileprivate static func `is`(_ value: JSON, isText: Bool, oneOf types: [JSONType]) -> Bool {
    for type in types where isText ? type == .string : type.contains(value) { return true }
    return false
  }
}

extension JSON {
  fileprivate func has(_ key: Name) -> Bool {
    if case .object(let object) = self { object.has(key) } else { false }
  }
}

extension JSONObject {
  fileprivate func has(_ key: Name) -> Bool {
    for index in members.indices where members[index].key == key { return true }
    return false
  }
}
