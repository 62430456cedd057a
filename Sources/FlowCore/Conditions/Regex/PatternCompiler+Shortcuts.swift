// Optimizations for the matcher, derived once the program is complete.
extension PatternCompiler {
  /// Recognizes a pattern that is plain text, with or without anchors.
  mutating func findLiteral() {
    var literal = PatternProgram.Literal(ignoresCase: ignoringCase)
    for index in 0..<program.states.count {
      let state = program.states[index]
      switch PatternProgram.operation(of: state) {
      case .textStart where index == 0:
        literal.isAnchoredAtStart = true
      case .scalar, .letter:
        let scalar = PatternProgram.operand(of: state)
        guard !literal.isAnchoredAtEnd && UTF8Scalars.append(scalar, to: &literal.bytes) else {
          return
        }
      case .textEnd:
        literal.isAnchoredAtEnd = true
      case .match:
        program.literal = literal
      default:
        return
      }
    }
  }

  /// Finds where a match can start: follows the states that consume nothing.
  mutating func findStarts() {
    // NB: `^a|^b` is not recognized as anchored; that costs time, not correctness.
    program.isAnchored = PatternProgram.operation(of: program.states[0]) == .textStart
    var list = StateList(capacity: program.states.count)
    defer { list.deallocate() }
    list.insert(0)
    var position = 0
    while position < list.count {
      let index = list[position]
      let state = program.states[index]
      position += 1
      switch PatternProgram.operation(of: state) {
      case .scalar, .letter, .set: addStarts(of: state)
      case .jump: list.insert(index + PatternProgram.relativeTarget(of: state))
      case .match:
        program.startsBelow64 = .max
        program.startsFrom64 = .max
        program.canStartOutsideASCII = true
      case .split:
        list.insert(index + PatternProgram.relativeTarget(of: state))
        list.insert(index + 1)
      default: list.insert(index + 1)
      }
    }
  }

  private mutating func addStarts(of state: UInt32) {
    let operand = PatternProgram.operand(of: state)
    if PatternProgram.operation(of: state) != .set && operand >= 0x80 {
      program.canStartOutsideASCII = true
      return
    }
    for byte in UInt8(0)..<0x80 {
      let isStart = program.sets.withUnsafeBufferPointer {
        PatternProgram.accepts(state, UInt32(byte), sets: $0)
      }
      let bit: UInt64 = isStart ? 1 &<< UInt64(byte & 0x3F) : 0
      if byte < 0x40 { program.startsBelow64 |= bit } else { program.startsFrom64 |= bit }
    }
    if PatternProgram.operation(of: state) == .set {
      let index = Int(operand)
      let count = Int(program.sets[index + PatternProgram.countOffset])
      let end = count == 0 ? 0 : program.sets[index + PatternProgram.boundsOffset + count - 1]
      if end > 0x80 { program.canStartOutsideASCII = true }
    }
  }
}
