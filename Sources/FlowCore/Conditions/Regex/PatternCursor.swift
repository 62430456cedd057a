/// A position in the text that a pattern is matched against, and the scalar at it.
struct PatternCursor {
  let text: UnsafeBufferPointer<UInt8>
  var index = 0
  /// The scalar at the position; at the end of the text, one that nothing matches.
  private(set) var scalar = UInt32.max
  private var length = 0

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  var isAtEnd: Bool { index == text.count }

  mutating func read() {
    (scalar, length) = isAtEnd ? (UInt32.max, 0) : UTF8Scalars.decode(text, at: index)
  }

  @inline(__always)
  mutating func advance() {
    index += length
  }

  @inline(never)
  func satisfies(_ assertion: PatternProgram.Operation) -> Bool {
    switch assertion {
    case .textStart: return index == 0
    case .textEnd: return isAtEnd
    default:
      let isBoundary = isWord(at: index - 1) != isWord(at: index)
      return isBoundary == (assertion == .wordBoundary)
    }
  }

  /// Whether `\w` matches the byte; words are ASCII, so no byte of a longer sequence matches.
  @inline(never)
  private func isWord(at index: Int) -> Bool {
    guard index >= 0 && index < text.count else { return false }
    let byte = text[index]
    return byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x5F
  }
}
