/// A dotted path to an attribute, such as `account.plan` or `output.email`.
///
/// Each component names a member of an object or, written as a number, an element of an array;
/// `length` of an array is the number of its elements, as in JavaScript.
package struct AttributePath: Sendable, Equatable {
  /// The path as written.
  package let name: Name
  /// The parts between the dots.
  package let components: [Name]

  /// Splits a name at its dots; a name without a dot has one component.
  package init(_ name: Name) {
    self.name = name
    components = UTF8Bytes.with(name.string) { bytes in
      var dots = 0
      for byte in bytes where byte == UInt8(ascii: ".") { dots += 1 }
      if dots == 0 { return [name] }
      var components: [Name] = []
      components.reserveCapacity(dots + 1)
      var start = 0
      for index in 0...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: ".") {
        let part = UnsafeBufferPointer(rebasing: bytes[start..<index])
        components.append(Name(String(decoding: part, as: UTF8.self)))
        start = index + 1
      }
      return components
    }
  }

  /// Whether the path reads the session's outputs: it is `output` or starts with `output.`.
  package var isOutput: Bool { components.first == "output" }

  /// The output that the path reads: the component after `output`.
  ///
  /// Nil for other attributes, and for `output` itself, which changes with every output.
  package var outputKey: Name? { isOutput && components.count > 1 ? components[1] : nil }

  /// The value at the path in a context; null if there is none.
  package func value(in context: JSONObject) -> JSON {
    value(from: 0, in: .object(context))
  }

  /// Returns the value at a path to an output, given the outputs by key; null if there is none, or
  /// if the path is not ``isOutput``.
  package func value(inOutputs outputs: JSONObject) -> JSON {
    isOutput ? value(from: 1, in: .object(outputs)) : .null
  }

  /// Returns the value that the components from an index on lead to; null if there is none.
  ///
  /// Time: linear in the number of members on the way.
  func value(from first: Int, in root: JSON) -> JSON {
    var current = root
    for component in components[first...] {
      guard let next = current.javaScriptMember(component) else { return .null }
      current = next
    }
    return current
  }
}

extension JSON {
  /// Returns the result of JavaScript's `value[key]` for JSON: a member, an element or an array's
  /// length; nil if there is none.
  fileprivate func javaScriptMember(_ key: Name) -> JSON? {
    switch self {
    case .object(let object): return object[key]
    case .array(let elements):
      if key == "length" { return .number(JSONNumber(elements.count)) }
      guard let index = key.arrayIndex, index < elements.count else { return nil }
      return elements[index]
    default: return nil
    }
  }
}

extension Name {
  /// The array index that the name stands for; nil unless it consists of one to nine digits without
  /// leading zeros.
  fileprivate var arrayIndex: Int? {
    UTF8Bytes.with(string) { bytes in
      guard (1...9).contains(bytes.count) else { return nil }
      if bytes[0] == UInt8(ascii: "0") && bytes.count > 1 { return nil }
      var index = 0
      for byte in bytes {
        guard byte &- 0x30 < 10 else { return nil }
        index = index * 10 + Int(byte &- 0x30)
      }
      return index
    }
  }
}
