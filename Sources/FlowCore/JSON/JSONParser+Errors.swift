extension JSONParser {
  /// An error at the next byte.
  func syntaxError(_ reason: JSONSyntaxError.Reason, in scope: JSONSyntaxError.Scope = .member)
    -> JSONSyntaxError
  {
    JSONSyntaxError(reason, at: offset, in: scope)
  }

  /// Returns the reason why no value starts here, recognizing common mistakes.
  @inline(never)
  func missingValue() -> JSONSyntaxError {
    guard offset < end else {
      return syntaxError(openContainer == Self.noContainer ? .empty : .valueExpected)
    }
    switch bytes[offset] {
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      if previousByte() == UInt8(ascii: ",") { return syntaxError(.trailingComma) }
    case UInt8(ascii: "/"): return syntaxError(.comment)
    case UInt8(ascii: "'"): return syntaxError(.singleQuote)
    case UInt8(ascii: "+"): return syntaxError(.plusSign)
    case UInt8(ascii: "."): return syntaxError(.leadingPoint)
    case UInt8(ascii: "N"), UInt8(ascii: "I"): return syntaxError(.notANumber)
    default: break
    }
    return syntaxError(.valueExpected)
  }

  /// Returns the reason why no key starts here.
  @inline(never)
  func missingKey() -> JSONSyntaxError {
    guard offset < end else { return syntaxError(.endInObject, in: .container) }
    switch bytes[offset] {
    case UInt8(ascii: "}"):
      if previousByte() == UInt8(ascii: ",") { return syntaxError(.trailingComma, in: .container) }
    case UInt8(ascii: "/"): return syntaxError(.comment, in: .container)
    case UInt8(ascii: "'"): return syntaxError(.singleQuote, in: .container)
    default: break
    }
    return syntaxError(.keyExpected, in: .container)
  }

  /// Returns the reason why neither a comma nor the container's end follows a value.
  @inline(never)
  func missingComma(isArray: Bool) -> JSONSyntaxError {
    guard offset < end else {
      return syntaxError(isArray ? .endInArray : .endInObject, in: .container)
    }
    if bytes[offset] == UInt8(ascii: "/") { return syntaxError(.comment, in: .container) }
    return syntaxError(isArray ? .commaInArray : .commaInObject, in: .container)
  }

  private func previousByte() -> UInt8? {
    var index = offset
    while index > 0 {
      index -= 1
      if bytes[index] > 0x20 { return bytes[index] }
    }
    return nil
  }

  /// The error with message, line, column and JSON Pointer.
  @inline(never)
  func error(_ cause: JSONSyntaxError) -> FlowError {
    // A document in another encoding fails with a syntax error at its first invalid byte.
    let isInvalidUTF8 =
      cause.code == .jsonSyntax && cause.offset < end
      && UTF8Sequence.length(bytes, at: cause.offset, end: end) == 0
    let cause = isInvalidUTF8 ? JSONSyntaxError(.notUTF8, at: cause.offset, in: cause.scope) : cause
    var message = UTF8Builder()
    message.append(cause.sentence)
    switch cause.reason {
    case .duplicateKey:
      if case .key(let key) = cause.scope { message.append(string: text(of: key)) }
      message.append("` twice; remove one of them.")
    case .tooDeep:
      message.append(int: depthLimit)
      message.append(".")
    default:
      if cause.quotesFoundText {
        message.append(", but found ")
        appendFoundText(at: cause.offset, to: &message)
        message.append(".")
      }
    }
    let position = SourcePosition(
      bytes: UnsafeBufferPointer(start: bytes, count: end), offset: cause.offset,
      pointer: pointer(cause.scope))
    return FlowError(cause.code, message.string, position: position)
  }

  /// Appends the character at an offset, or a description of it.
  private func appendFoundText(at offset: Int, to text: inout UTF8Builder) {
    guard offset < end else { return text.append("the end of the text") }
    let byte = bytes[offset]
    if byte == 0x20 {
      text.append("a space")
    } else if byte > 0x20 && byte != 0x7F {
      text.append("`")
      let length = UTF8Sequence.length(bytes, at: offset, end: end)
      text.append(UnsafeBufferPointer(start: bytes + offset, count: length))
      text.append("`")
    } else {
      text.append("the byte 0x")
      for digit in [byte >> 4, byte & 15] {
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
      }
    }
  }

  /// The JSON Pointer of the value that was being parsed.
  private func pointer(_ scope: JSONSyntaxError.Scope) -> String {
    var chain: [Int] = []
    var container = openContainer
    while container != Self.noContainer {
      chain.append(container)
      container = Int(nodes[container].next)
    }
    var pointer = JSONPointer()
    var depth = chain.count
    while depth > 0 {
      depth -= 1
      container = chain[depth]
      let inner = depth > 0 ? chain[depth - 1] : count
      if depth > 0 || isMember(scope) {
        if nodes[container].isKind(.array) {
          pointer.append(index: nodes[container].count)
        } else if let key = lastKey(of: container, before: inner) {
          pointer.append(key: text(of: key))
        }
      }
    }
    if case .key(let key) = scope { pointer.append(key: text(of: key)) }
    return pointer.text
  }

  private func isMember(_ scope: JSONSyntaxError.Scope) -> Bool {
    if case .member = scope { true } else { false }
  }

  /// The key whose value is the open container `inner`, or is still missing.
  private func lastKey(of object: Int, before inner: Int) -> Int? {
    var key = object + 1
    while key < count {
      if key + 1 >= inner { return key }
      key = Int(nodes[key + 1].next)
    }
    return nil
  }

  private func text(of key: Int) -> String {
    nodes[key].hasFlag
      ? String(decoding: JSONEscape.unescaped(raw(key)), as: UTF8.self)
      : String(decoding: raw(key), as: UTF8.self)
  }
}
