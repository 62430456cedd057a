/// A pressed key.
enum Key: Equatable {
  case up, down, left, right
  case enter, tab, backTab, escape, backspace
  /// Ctrl-C, Ctrl-D, or the terminal was closed.
  case quit
  case character(Character)
}

/// Parses a terminal's bytes into keys; a sequence may arrive in several chunks.
struct KeyParser {
  private var pendingBytes: [UInt8] = []

  /// Returns the keys in the bytes; an incomplete sequence is buffered for the next call.
  mutating func parse(_ bytes: [UInt8]) -> [Key] {
    pendingBytes += bytes
    var keys: [Key] = []
    while let (key, length) = parseNext() {
      pendingBytes.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Ends the buffered sequence after a pause: only a pause distinguishes the Escape key from the
  /// start of an escape sequence.
  mutating func finish() -> [Key] {
    defer { pendingBytes = [] }
    return pendingBytes.first == 0x1B ? [.escape] : []
  }

  private func parseNext() -> (Key?, Int)? {
    guard let first = pendingBytes.first else { return nil }
    switch first {
    case 0x1B: return parseEscapeSequence()
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x7F, 0x08: return (.backspace, 1)
    case 0x03, 0x04: return (.quit, 1)
    // Other control characters are skipped.
    case ..<0x20: return (nil, 1)
    default: return parseCharacter(first)
    }
  }

  private func parseEscapeSequence() -> (Key?, Int)? {
    guard pendingBytes.count > 1 else { return nil }
    guard pendingBytes[1] == UInt8(ascii: "[") || pendingBytes[1] == UInt8(ascii: "O") else {
      return (.escape, 1)
    }
    guard let end = pendingBytes[2...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return pendingBytes.count > 16 ? (nil, pendingBytes.count) : nil
    }
    let key: Key? =
      switch pendingBytes[end] {
      case UInt8(ascii: "A"): .up
      case UInt8(ascii: "B"): .down
      case UInt8(ascii: "C"): .right
      case UInt8(ascii: "D"): .left
      case UInt8(ascii: "Z"): .backTab
      default: nil
      }
    return (key, end + 1)
  }

  /// Parses a character; of bytes that are not UTF-8, only the first is skipped, because the next
  /// may be a key.
  private func parseCharacter(_ first: UInt8) -> (Key?, Int)? {
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard first < 0xF8, !UTF8.isContinuation(first),
      pendingBytes.prefix(length).dropFirst().allSatisfy(UTF8.isContinuation)
    else { return (nil, 1) }
    guard pendingBytes.count >= length else { return nil }
    let text = String(decoding: pendingBytes[..<length], as: UTF8.self)
    return (text.count == 1 ? text.first.map { .character($0) } : nil, length)
  }
}
