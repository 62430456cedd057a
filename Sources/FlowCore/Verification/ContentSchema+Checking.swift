extension ContentSchema {
  /// All ways in which content does not fit, in the order of the content.
  ///
  /// - Complexity: Linear in the content, for each alternative of an `anyOf` around it.
  public func mistakes(in content: JSON) -> [Mistake] {
    var mistakes: [Mistake] = []
    check(content, 0, "", &mistakes)
    return mistakes
  }

  private func check(_ value: JSON, _ index: Int, _ pointer: String, _ found: inout [Mistake]) {
    let node = nodes[index]
    func fail(_ message: String) { found.append(Mistake(pointer: pointer, message: message)) }
    if node.isNothing { return fail("should not be there") }
    // A text that a string table provides: its letters are not known here, its type is.
    let isText = value["$text"] != nil
    if !node.types.isEmpty,
      !node.types.contains(where: { isText ? $0 == .string : $0.contains(value) })
    {
      return fail("should be of type " + Quote.list(node.types.map { $0.rawValue }, "or"))
    }
    checkAlternatives(value, node, pointer, &found)
    if isText { return }
    if let values = node.values, !values.contains(value) { fail("is none of the allowed values") }
    switch value {
    case .string(let text): check(text, node, fail)
    case .number(let number):
      if let minimum = node.minimum, number.double < minimum.double {
        fail("should be at least " + minimum.text)
      }
      if let maximum = node.maximum, number.double > maximum.double {
        fail("should be at most " + maximum.text)
      }
    case .array(let elements):
      guard node.items >= 0 else { return }
      for (index, element) in elements.enumerated() {
        check(element, node.items, pointer + "/" + index.description, &found)
      }
    case .object(let object): check(object, node, pointer, &found)
    case .null, .bool: break
    }
  }

  private func check(_ text: String, _ node: Node, _ fail: (String) -> Void) {
    let length = Int64(text.unicodeScalars.count)
    if let minimum = node.minLength, length < minimum {
      fail("should have at least " + minimum.description + " letters")
    }
    if let maximum = node.maxLength, length > maximum {
      fail("should have at most " + maximum.description + " letters")
    }
    if let pattern = node.pattern, !pattern.matches(text) { fail("does not match its pattern") }
  }

  private func check(
    _ object: JSONObject, _ node: Node, _ pointer: String, _ found: inout [Mistake]
  ) {
    for key in node.required where object[key] == nil {
      found.append(Mistake(pointer: pointer, message: "lacks " + Quote.name(key)))
    }
    for member in object.members {
      let below = pointer + JSONPointer.part(member.key)
      if let property = node.properties.first(where: { $0.key == member.key }) {
        check(member.value, property.node, below, &found)
      } else if node.additional >= 0 {
        check(member.value, node.additional, below, &found)
      } else if node.additional == -2 {
        found.append(Mistake(pointer: below, message: "is not known to the screen"))
      }
    }
  }

  /// One alternative has to fit; otherwise the mistakes of the one with the fewest are told.
  private func checkAlternatives(
    _ value: JSON, _ node: Node, _ pointer: String, _ found: inout [Mistake]
  ) {
    var fewest: [Mistake]?
    for alternative in node.alternatives {
      var mistakes: [Mistake] = []
      check(value, alternative, pointer, &mistakes)
      if mistakes.isEmpty { return }
      if mistakes.count < fewest?.count ?? .max { fewest = mistakes }
    }
    found += fewest ?? []
  }
}
