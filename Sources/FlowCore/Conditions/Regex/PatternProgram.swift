/// A compiled pattern: a Thompson automaton as flat arrays of numbers.
struct PatternProgram: Sendable {
  /// The operation of a state; unless stated otherwise, the next state follows it.
  enum Operation: UInt8 {
    /// Matches the scalar in the operand.
    case scalar
    /// Matches the ASCII letter in the operand, which is in lower case, in either case.
    case letter
    /// Matches a member of the set that is in ``sets`` at the operand.
    case set
    /// Continues at the next state, and at the state whose distance is the operand.
    case split
    /// Continues at the state whose distance is the operand.
    case jump
    /// Continue if the assertion is true at the position in the text.
    case textStart, textEnd, wordBoundary, notWordBoundary
    /// The pattern has matched.
    case match
  }

  /// The states: four bits of operation, 28 of operand.
  ///
  /// Targets are relative, so that a fragment of the program can be moved and repeated.
  var states: [UInt32] = []

  /// The sets of scalars: each has a bit for every ASCII character, the number of its bounds, and
  /// its bounds as in ``ScalarSet``.
  var sets: [UInt32] = []
  /// The offset of a set's number of bounds in it, and that of its first bound.
  static let countOffset = 4
  static let boundsOffset = 5

  /// Whether a match is known to start only at the start of the text.
  var isAnchored = false
  /// The ASCII characters that a match can start with, as bits; all of them if it can be empty.
  var startsBelow64: UInt64 = 0
  var startsFrom64: UInt64 = 0
  /// Whether a match can start with a non-ASCII character or be empty.
  var canStartOutsideASCII = false

  /// The text to search for instead of running the automaton, if the pattern is plain text.
  var literal: Literal?

  /// Plain text with anchors, such as `^eu-`.
  struct Literal {
    /// In lower case if the pattern ignores case.
    var bytes: [UInt8] = []
    var ignoresCase = false
    var isAnchoredAtStart = false
    var isAnchoredAtEnd = false
  }

  static func state(_ operation: Operation, _ operand: UInt32) -> UInt32 {
    operand << 4 | UInt32(operation.rawValue)
  }

  @inline(__always)
  static func operation(of state: UInt32) -> Operation {
    Operation(rawValue: UInt8(state & 15)) ?? .match
  }

  @inline(__always)
  static func operand(of state: UInt32) -> UInt32 {
    state >> 4
  }

  @inline(__always)
  static func relativeTarget(of state: UInt32) -> Int {
    Int(Int32(bitPattern: state) >> 4)
  }

  /// Whether a state, which must be `scalar`, `letter` or `set`, matches the scalar.
  ///
  /// The sets are passed as a pointer to their memory: this is the innermost step, and an array
  /// would cost more than the step itself.
  @inline(__always)
  static func accepts(
    _ state: UInt32, _ scalar: UInt32, sets: UnsafeBufferPointer<UInt32>
  ) -> Bool {
    let operand = operand(of: state)
    switch operation(of: state) {
    case .scalar: return scalar == operand
    case .letter: return scalar | 0x20 == operand
    default:
      if scalar >= 0x80 { return contains(scalar, set: Int(operand), in: sets) }
      return sets[Int(operand) &+ Int(scalar &>> 5)] &>> (scalar & 31) & 1 == 1
    }
  }

  @inline(never)
  private static func contains(
    _ scalar: UInt32, set: Int, in sets: UnsafeBufferPointer<UInt32>
  ) -> Bool {
    let first = set + boundsOffset
    var low = first
    var high = first + Int(sets[set + countOffset])
    while low < high {
      let middle = (low + high) / 2
      if sets[middle] <= scalar { low = middle + 1 } else { high = middle }
    }
    return (low - first) & 1 == 1
  }

  func canStart(with byte: UInt8) -> Bool {
    if byte >= 0x80 { return canStartOutsideASCII }
    return (byte < 0x40 ? startsBelow64 : startsFrom64) &>> UInt64(byte & 0x3F) & 1 == 1
  }
}
