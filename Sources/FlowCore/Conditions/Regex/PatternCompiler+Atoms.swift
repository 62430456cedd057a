// Single characters, escapes and classes.
extension PatternCompiler {
  /// The meaning of an escape sequence.
  private enum Escape {
    case scalar(UInt32)
    /// `\d`, `\D`, `\w`, `\W`, `\s` or `\S`, by its letter.
    case set(UInt8)
  }

  mutating func compileScalar(_ scalar: UInt32, at offset: Int) throws(PatternError) {
    guard ignoringCase else { return try emit(.scalar, scalar, at: offset) }
    if (scalar | 0x20) &- 0x61 < 26 { return try emit(.letter, scalar | 0x20, at: offset) }
    if scalar < 0x80 { return try emit(.scalar, scalar, at: offset) }
    var set = ScalarSet([scalar, scalar + 1])
    set.closeOverCase()
    try emit(set, at: offset)
  }

  mutating func emit(_ set: ScalarSet, at offset: Int) throws(PatternError) {
    if let scalar = set.onlyMember { return try emit(.scalar, scalar, at: offset) }
    let index = program.sets.count
    try emit(.set, UInt32(index), at: offset)
    for _ in 0..<PatternProgram.boundsOffset { program.sets.push(0) }
    for scalar in UInt32(0)..<0x80 where set.contains(scalar) {
      program.sets[index + Int(scalar >> 5)] |= 1 &<< (scalar & 31)
    }
    program.sets[index + PatternProgram.countOffset] = UInt32(set.bounds.count)
    for bound in set.bounds { program.sets.push(bound) }
  }

  /// Compiles `\b` or `\B` if there is one here.
  mutating func compileAssertionEscape() throws(PatternError) -> Bool {
    let letter = position + 1 < source.count ? source[position + 1] : 0
    guard letter | 0x20 == UInt8(ascii: "b") else { return false }
    try emit(letter == UInt8(ascii: "b") ? .wordBoundary : .notWordBoundary, at: position)
    position += 2
    return true
  }

  mutating func compileEscape() throws(PatternError) {
    let offset = position
    switch try parseEscape(inClass: false) {
    case .scalar(let scalar): try compileScalar(scalar, at: offset)
    case .set(let letter): try emit(.escape(letter), at: offset)
    }
  }

  mutating func compileClass() throws(PatternError) {
    let offset = position
    position += 1
    let isNegated = peek() == UInt8(ascii: "^")
    if isNegated { position += 1 }
    var set = ScalarSet()
    while peek() != UInt8(ascii: "]") {
      if position >= source.count {
        throw PatternError(reason: .unclosedBracket, offset: offset)
      }
      try parseClassRange(into: &set)
    }
    position += 1
    if ignoringCase { set.closeOverCase() }
    if isNegated { set.invert() }
    try emit(set, at: offset)
  }

  /// Parses one member of a class, or a range of members.
  private mutating func parseClassRange(into set: inout ScalarSet) throws(PatternError) {
    let offset = position
    let first = try parseClassAtom()
    guard peek() == UInt8(ascii: "-"), position + 1 < source.count,
      source[position + 1] != UInt8(ascii: "]")
    else { return add(first, to: &set) }
    position += 1
    let last = try parseClassAtom()
    if case .scalar(let low) = first, case .scalar(let high) = last {
      if low > high {
        throw PatternError(reason: .rangeOrder, offset: offset)
      }
      return set.insert(low, through: high)
    }
    // NB: if one end is a set, as in [\w-.], the hyphen is literal.
    add(first, to: &set)
    set.insert(0x2D, through: 0x2D)
    add(last, to: &set)
  }

  @inline(never)
  private mutating func parseClassAtom() throws(PatternError) -> Escape {
    peek() == UInt8(ascii: "\\") ? try parseEscape(inClass: true) : .scalar(readScalar())
  }

  @inline(never)
  private func add(_ member: Escape, to set: inout ScalarSet) {
    switch member {
    case .scalar(let scalar): set.insert(scalar, through: scalar)
    case .set(let letter): set.formUnion(.escape(letter))
    }
  }
}

extension PatternCompiler {
  /// Parses an escape, starting at the backslash.
  private mutating func parseEscape(inClass: Bool) throws(PatternError) -> Escape {
    let offset = position
    position += 1
    guard let letter = peek() else {
      throw PatternError(reason: .trailingBackslash, offset: offset)
    }
    position += 1
    switch letter {
    case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "w"), UInt8(ascii: "W"),
      UInt8(ascii: "s"), UInt8(ascii: "S"):
      return .set(letter)
    case UInt8(ascii: "t"): return .scalar(0x09)
    case UInt8(ascii: "n"): return .scalar(0x0A)
    case UInt8(ascii: "v"): return .scalar(0x0B)
    case UInt8(ascii: "f"): return .scalar(0x0C)
    case UInt8(ascii: "r"): return .scalar(0x0D)
    case UInt8(ascii: "b") where inClass: return .scalar(0x08)
    case UInt8(ascii: "c"): return .scalar(parseControl(inClass: inClass))
    case UInt8(ascii: "x"): return .scalar(parseHex(digits: 2) ?? UInt32(letter))
    case UInt8(ascii: "u"): return .scalar(try parseUnicode(at: offset))
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .scalar(try parseDecimal(at: offset, inClass: inClass))
    default:
      try rejectReference(letter, at: offset, inClass: inClass)
      position -= 1
      return .scalar(readScalar())
    }
  }

  /// Parses the rest of `\c`: a letter or, in a class, also a digit or `_`; without one, the
  /// backslash is literal.
  private mutating func parseControl(inClass: Bool) -> UInt32 {
    if let letter = peek() {
      let isDigitOrUnderscore = letter &- 0x30 < 10 || letter == 0x5F
      if (letter | 0x20) &- 0x61 < 26 || (inClass && isDigitOrUnderscore) {
        position += 1
        return UInt32(letter & 0x1F)
      }
    }
    position -= 1
    return 0x5C
  }

  private mutating func parseHex(digits: Int) -> UInt32? {
    guard position + digits <= source.count else { return nil }
    var value: UInt32 = 0
    for index in position..<position + digits {
      guard let digit = hexValue(source[index]) else { return nil }
      value = value << 4 | digit
    }
    position += digits
    return value
  }

  private func hexValue(_ byte: UInt8) -> UInt32? {
    if byte &- 0x30 < 10 { return UInt32(byte &- 0x30) }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? UInt32(letter) + 10 : nil
  }

  /// Parses the rest of `\u`: four digits, two surrogates of four each, or digits in braces.
  private mutating func parseUnicode(at offset: Int) throws(PatternError) -> UInt32 {
    if peek() == UInt8(ascii: "{"), let scalar = parseBracedHex() {
      if scalar >= ScalarSet.end {
        throw PatternError(reason: .scalarTooLarge, offset: offset)
      }
      return scalar
    }
    guard let unit = parseHex(digits: 4) else { return 0x75 }
    let start = position
    guard unit & 0xFC00 == 0xD800, peek() == UInt8(ascii: "\\") else { return unit }
    position += 1
    if peek() == UInt8(ascii: "u") {
      position += 1
      if let low = parseHex(digits: 4), low & 0xFC00 == 0xDC00 {
        return 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
      }
    }
    position = start
    return unit
  }

  private mutating func parseBracedHex() -> UInt32? {
    var index = position + 1
    var value: UInt32 = 0
    while index < source.count, let digit = hexValue(source[index]) {
      value = min(value << 4 | digit, ScalarSet.end)
      index += 1
    }
    guard index > position + 1, index < source.count, source[index] == UInt8(ascii: "}") else {
      return nil
    }
    position = index + 1
    return value
  }

  /// Parses `\0`, an octal number, or a literal digit; rejects a backreference.
  private mutating func parseDecimal(at offset: Int, inClass: Bool) throws(PatternError) -> UInt32 {
    position = offset + 1
    if !inClass && source[position] != UInt8(ascii: "0") {
      var number = 0
      var index = position
      while index < source.count, source[index] &- 0x30 < 10 {
        number = min(number * 10 + Int(source[index] &- 0x30), 1 << 16)
        index += 1
      }
      if number <= captureCount {
        throw PatternError(reason: .backreference, offset: offset)
      }
    }
    if source[position] >= UInt8(ascii: "8") { return readScalar() }
    var value: UInt32 = 0
    let end = min(offset + 4, source.count)
    while position < end, source[position] &- 0x30 < 8 {
      let longer = value * 8 + UInt32(source[position] &- 0x30)
      if longer > 0xFF { break }
      value = longer
      position += 1
    }
    return value
  }

  /// Rejects `\k<name>` and `\p{…}`, whose letters would otherwise be literal.
  private func rejectReference(
    _ letter: UInt8, at offset: Int, inClass: Bool
  ) throws(PatternError) {
    if letter == UInt8(ascii: "k") && hasNames {
      if inClass || peek() != UInt8(ascii: "<") {
        throw PatternError(reason: .referenceName, offset: offset)
      }
      throw PatternError(reason: .backreference, offset: offset)
    }
    if letter | 0x20 == UInt8(ascii: "p") && peek() == UInt8(ascii: "{") {
      throw PatternError(reason: .property, offset: offset)
    }
  }
}
