/// Compiles a pattern's text into a program in one pass after counting its groups, without
/// recursion.
///
/// Every part of a pattern becomes a fragment of program that continues at its end and whose
/// targets are relative. So an alternative is compiled by inserting a split before the fragment and
/// appending a jump, a repetition by adding splits, and a counted one also by copying the fragment.
struct PatternCompiler {
  /// A group whose closing parenthesis has not been reached.
  struct Group {
    /// The offset of its parenthesis in the pattern.
    var offset = 0
    /// The start of its fragment of the program.
    var start = 0
    /// The start of its current alternative's fragment.
    var alternative = 0
    /// The last jump from the end of an alternative to the end of the group.
    ///
    /// Until the end is known, each jump's operand is the position of the previous jump; 0 means
    /// none, because a split comes first.
    var lastJump = 0

    /// Pushes the group onto a stack of numbers.
    func push(on stack: inout [UInt32]) {
      stack.push(UInt32(offset))
      stack.push(UInt32(start))
      stack.push(UInt32(alternative))
      stack.push(UInt32(lastJump))
    }

    /// Pops the last group from a stack of numbers, which must contain one.
    static func pop(from stack: inout [UInt32]) -> Group {
      let lastJump = Int(stack.removeLast())
      let alternative = Int(stack.removeLast())
      let start = Int(stack.removeLast())
      let offset = Int(stack.removeLast())
      return Group(offset: offset, start: start, alternative: alternative, lastJump: lastJump)
    }
  }

  let source: UnsafeBufferPointer<UInt8>
  let ignoringCase: Bool
  var position = 0
  var program = PatternProgram()
  var captureCount = 0
  var hasNames = false
  private var group = Group()
  /// The groups around ``group``, each as the numbers that ``Group`` pushes.
  private var outerGroups: [UInt32] = []

  init(source: UnsafeBufferPointer<UInt8>, ignoringCase: Bool) {
    self.source = source
    self.ignoringCase = ignoringCase
  }

  mutating func compile() throws(PatternError) -> PatternProgram {
    if source.count > Pattern.maximumLength {
      throw PatternError(reason: .tooLong, offset: Pattern.maximumLength)
    }
    countCaptures()
    while position < source.count {
      try compileTerm()
    }
    if !outerGroups.isEmpty {
      throw PatternError(reason: .unclosedParenthesis, offset: group.offset)
    }
    closeAlternatives()
    program.states.push(PatternProgram.state(.match, 0))
    findLiteral()
    findStarts()
    return program
  }

  private mutating func compileTerm() throws(PatternError) {
    let offset = position
    let start = program.states.count
    switch source[position] {
    case UInt8(ascii: "("):
      try openGroup()
      return
    case UInt8(ascii: "|"):
      position += 1
      try endAlternative(at: offset)
      return
    case UInt8(ascii: ")"):
      try compileRepeat(of: closeGroup())
      return
    case UInt8(ascii: "^"):
      position += 1
      try emit(.textStart, at: offset)
      return
    case UInt8(ascii: "$"):
      position += 1
      try emit(.textEnd, at: offset)
      return
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "{"):
      if parseQuantifier() != nil {
        throw PatternError(reason: .nothingToRepeat, offset: offset)
      }
      try compileScalar(readScalar(), at: offset)
    case UInt8(ascii: "\\"):
      if try compileAssertionEscape() { return }
      try compileEscape()
    case UInt8(ascii: "["):
      try compileClass()
    case UInt8(ascii: "."):
      position += 1
      var set = ScalarSet.lineTerminators
      set.invert()
      try emit(set, at: offset)
    default:
      try compileScalar(readScalar(), at: offset)
    }
    try compileRepeat(of: start)
  }
}

// Groups and alternatives.
extension PatternCompiler {
  private mutating func openGroup() throws(PatternError) {
    let offset = position
    position += 1
    if peek() == UInt8(ascii: "?") {
      position += 1
      try parseGroupKind(at: offset)
    }
    group.push(on: &outerGroups)
    let start = program.states.count
    group = Group(offset: offset, start: start, alternative: start)
  }

  private mutating func parseGroupKind(at offset: Int) throws(PatternError) {
    let kind = peek()
    position += 1
    switch kind {
    case UInt8(ascii: ":"):
      return
    case UInt8(ascii: "="), UInt8(ascii: "!"):
      throw PatternError(reason: .lookahead, offset: offset)
    case UInt8(ascii: "<"):
      if peek() == UInt8(ascii: "=") || peek() == UInt8(ascii: "!") {
        throw PatternError(reason: .lookbehind, offset: offset)
      }
      if !parseName() {
        throw PatternError(reason: .groupName, offset: offset)
      }
    case UInt8(ascii: "i"), UInt8(ascii: "m"), UInt8(ascii: "s"), UInt8(ascii: "-"):
      throw PatternError(reason: .modifier, offset: offset)
    default:
      throw PatternError(reason: .groupKind, offset: offset)
    }
  }

  /// Parses a group's name and the `>` after it; false if it is invalid.
  ///
  /// All letters outside ASCII are accepted, because names have no effect here.
  private mutating func parseName() -> Bool {
    let start = position
    while let byte = peek(), byte != UInt8(ascii: ">") {
      let isDigit = byte &- 0x30 < 10
      let isLetter = (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte == 0x24 || byte >= 0x80
      guard isLetter || (isDigit && position > start) else { return false }
      position += 1
    }
    position += 1
    return position - 1 > start && position <= source.count
  }

  private mutating func closeGroup() throws(PatternError) -> Int {
    if outerGroups.isEmpty {
      throw PatternError(reason: .unmatchedParenthesis, offset: position)
    }
    position += 1
    closeAlternatives()
    let start = group.start
    group = .pop(from: &outerGroups)
    return start
  }

  private mutating func endAlternative(at offset: Int) throws(PatternError) {
    let length = program.states.count - group.alternative
    try reserve(2, at: offset)
    insert(branch(.split, length + 2), at: group.alternative)
    program.states.push(branch(.jump, group.lastJump))
    group.lastJump = program.states.count - 1
    group.alternative = program.states.count
  }

  private mutating func closeAlternatives() {
    let end = program.states.count
    var jump = group.lastJump
    while jump != 0 {
      let previous = PatternProgram.relativeTarget(of: program.states[jump])
      program.states[jump] = branch(.jump, end - jump)
      jump = previous
    }
  }
}

// Repetitions.
extension PatternCompiler {
  private struct Quantifier {
    var minimum: Int
    /// Nil for no limit.
    var maximum: Int?
  }

  private mutating func compileRepeat(of start: Int) throws(PatternError) {
    let offset = position
    guard let quantifier = parseQuantifier() else { return }
    let minimum = quantifier.minimum
    if let maximum = quantifier.maximum, maximum < minimum {
      throw PatternError(reason: .quantifierOrder, offset: offset)
    }
    let length = program.states.count - start
    if length == 0 { return }
    let optional = (quantifier.maximum ?? max(minimum, 1)) - minimum
    let isLoop = quantifier.maximum == nil
    // The fragment itself exists once; a repetition of none removes it.
    try reserve((minimum + optional - 1) * length + optional + (isLoop ? 1 : 0), at: offset)
    if minimum + optional == 0 {
      while program.states.count > start { program.states.removeLast() }
      return
    }
    for _ in 1..<max(minimum, 1) { repeatFragment(length) }
    if isLoop { program.states.push(branch(.split, -length)) }
    let width = isLoop ? length + 1 : length
    if minimum == 0 { insert(branch(.split, optional * (width + 1)), at: start) }
    var remaining = minimum == 0 ? optional - 1 : optional
    while remaining > 0 {
      program.states.push(branch(.split, remaining * (length + 1)))
      repeatFragment(length, before: 1)
      remaining -= 1
    }
  }

  /// Copies the last `length` states, which end `distance` before the end.
  @inline(never)
  private mutating func repeatFragment(_ length: Int, before distance: Int = 0) {
    let fragment = program.states.count - distance - length
    for index in fragment..<fragment + length { program.states.push(program.states[index]) }
  }

  private mutating func insert(_ state: UInt32, at index: Int) {
    program.states.push(state)
    var current = program.states.count - 1
    while current > index {
      program.states[current] = program.states[current - 1]
      current -= 1
    }
    program.states[index] = state
  }

  /// Parses a quantifier if one starts here; a brace that starts none is literal.
  private mutating func parseQuantifier() -> Quantifier? {
    var quantifier = Quantifier(minimum: 0, maximum: nil)
    switch peek() {
    case UInt8(ascii: "*"): position += 1
    case UInt8(ascii: "+"):
      position += 1
      quantifier.minimum = 1
    case UInt8(ascii: "?"):
      position += 1
      quantifier.maximum = 1
    case UInt8(ascii: "{"):
      let start = position
      position += 1
      guard let braces = parseBraces() else {
        position = start
        return nil
      }
      quantifier = braces
    default: return nil
    }
    // A lazy repetition may match less text than a greedy one, but never fails where the greedy
    // one matches.
    if peek() == UInt8(ascii: "?") { position += 1 }
    return quantifier
  }

  private mutating func parseBraces() -> Quantifier? {
    guard let minimum = parseCount() else { return nil }
    var quantifier = Quantifier(minimum: minimum, maximum: minimum)
    if peek() == UInt8(ascii: ",") {
      position += 1
      quantifier.maximum = parseCount()
    }
    guard peek() == UInt8(ascii: "}") else { return nil }
    position += 1
    return quantifier
  }

  /// Parses decimal digits; a number that is far too large is capped.
  private mutating func parseCount() -> Int? {
    var count: Int?
    while let digit = peek().map({ $0 &- 0x30 }), digit < 10 {
      count = min((count ?? 0) * 10 + Int(digit), 1 << 16)
      position += 1
    }
    return count
  }
}

// The program and the text.
extension PatternCompiler {
  /// A `split` or `jump` to the state at a distance.
  func branch(_ operation: PatternProgram.Operation, _ relative: Int) -> UInt32 {
    PatternProgram.state(operation, UInt32(bitPattern: Int32(relative)))
  }

  mutating func emit(
    _ operation: PatternProgram.Operation, _ operand: UInt32 = 0, at offset: Int
  ) throws(PatternError) {
    try reserve(1, at: offset)
    program.states.push(PatternProgram.state(operation, operand))
  }

  private func reserve(_ count: Int, at offset: Int) throws(PatternError) {
    // One more is needed for the accepting state.
    if program.states.count + count >= Pattern.maximumStates {
      throw PatternError(reason: .tooManyStates, offset: offset)
    }
  }

  func peek() -> UInt8? {
    position < source.count ? source[position] : nil
  }

  @inline(never)
  mutating func readScalar() -> UInt32 {
    let (scalar, length) = UTF8Scalars.decode(source, at: position)
    position += length
    return scalar
  }

  /// Counts the capturing groups of the whole pattern, which determine the meaning of `\1` and
  /// `\k`.
  private mutating func countCaptures() {
    var isInClass = false
    var index = 0
    while index < source.count {
      switch source[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass:
        func at(_ ahead: Int) -> UInt8 {
          index + ahead < source.count ? source[index + ahead] : 0
        }
        let isNamed =
          at(1) == UInt8(ascii: "?") && at(2) == UInt8(ascii: "<")
          && at(3) != UInt8(ascii: "=") && at(3) != UInt8(ascii: "!")
        if isNamed { hasNames = true }
        if isNamed || at(1) != UInt8(ascii: "?") { captureCount += 1 }
      default: break
      }
      index += 1
    }
  }
}
