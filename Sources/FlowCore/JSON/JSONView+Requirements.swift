extension JSONView {
  /// Returns this string.
  ///
  /// Throws `wrongType`.
  public func requireString() throws(FlowError) -> String {
    guard node.isKind(.string) else { throw wrongType(expected: "a string") }
    return source.string(at: index)
  }

  /// Returns this string as a name.
  ///
  /// Throws `wrongType`.
  public func requireName() throws(FlowError) -> Name { Name(try requireString()) }

  /// Returns this boolean.
  ///
  /// Throws `wrongType`.
  public func requireBool() throws(FlowError) -> Bool {
    guard let bool else { throw wrongType(expected: "true or false") }
    return bool
  }

  /// Returns this number as an integer.
  ///
  /// Throws `wrongType` or `jsonNumberRange`.
  public func requireInt() throws(FlowError) -> Int {
    guard node.isKind(.number) else { throw wrongType(expected: "a whole number") }
    guard let int64 = int, let int = Int(exactly: int64) else {
      throw error(.jsonNumberRange, "must be a whole number of at most 64 bits")
    }
    return int
  }

  /// Returns this number as a double.
  ///
  /// Throws `wrongType` or `jsonNumberRange`.
  public func requireDouble() throws(FlowError) -> Double {
    guard let double else { throw wrongType(expected: "a number") }
    guard double.isFinite else {
      throw error(.jsonNumberRange, "must fit in a double")
    }
    return double
  }

  /// Returns the elements of this array.
  ///
  /// Throws `wrongType`.
  public func requireArray() throws(FlowError) -> Elements {
    guard node.isKind(.array) else { throw wrongType(expected: "an array") }
    return elements
  }

  /// Throws `wrongType` if this is not an object.
  public func requireObject() throws(FlowError) {
    guard node.isKind(.object) else { throw wrongType(expected: "an object") }
  }

  /// The error for a value of the wrong type.
  ///
  /// For example: "`steps` must be an array, but is a string."
  public func wrongType(expected: StaticString) -> FlowError {
    error(.wrongType, "must be ", expected, ", but is ", kind.nounPhrase)
  }

  /// The error for a value that is not one of the allowed ones.
  ///
  /// `expected` ends the sentence "`style` must be …": "one of push, sheet and cover".
  public func invalidValue(expected: StaticString) -> FlowError {
    error(.invalidValue, "must be ", expected)
  }

  /// The error for a missing key, or for a value that is not an object.
  public func missing(_ key: StaticString) -> FlowError {
    guard node.isKind(.object) else { return wrongType(expected: "an object") }
    return error(.missingKey, "needs the key `", key, "`, which is missing")
  }

  /// An error about this value, with its position.
  ///
  /// `predicate` follows the value's name and has no final period.
  public func error(_ code: FlowError.Code, _ predicate: String) -> FlowError {
    var sentence = subject
    sentence.append(string: predicate)
    return makeError(code, sentence)
  }

  @inline(never)
  private func error(
    _ code: FlowError.Code, _ first: StaticString, _ second: StaticString,
    _ third: StaticString = "", _ fourth: StaticString = ""
  ) -> FlowError {
    var sentence = subject
    sentence.append(first)
    sentence.append(second)
    sentence.append(third)
    sentence.append(fourth)
    return makeError(code, sentence)
  }

  /// The value's name and a space.
  private var subject: UTF8Builder {
    var sentence = UTF8Builder()
    if index == 0 {
      sentence.append("The document ")
    } else {
      source.appendName(of: index, to: &sentence)
    }
    return sentence
  }

  private func makeError(_ code: FlowError.Code, _ sentence: UTF8Builder) -> FlowError {
    var sentence = sentence
    sentence.append(".")
    return FlowError(code, sentence.string, position: position)
  }
}
