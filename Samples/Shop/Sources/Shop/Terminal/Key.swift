/// A pressed key.
enum Key: Equatable {
  case up, down, left, right
  case enter, tab, backTab, escape, backspace
  /// Ctrl-C, Ctrl-D, or the terminal was closed.
  case quit
  case letter(Character)
}

/// Parses a terminal's bytes into keys; a sequence may arrive in several chunks.
struct KeyReader {
  private var pending: [UInt8] = []

  /// The keys in the bytes; an incomplete sequence is buffered for the next call.
  mutating func keys(in bytes: [UInt8]) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let (key, length) = next() {
      pending.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// The keys after a pause: only a pause distinguishes a lone Escape from the start of a sequence.
  mutating func keysAfterPause() -> [Key] {
    defer { pending = [] }
    return pending.first == 0x1B ? [.escape] : []
  }

  private func next() -> (Key?, Int)? {
    guard let first = pending.first else { return nil }
    switch first {
    case 0x1B: return escapeSequence()
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x7F, 0x08: return (.backspace, 1)
    case 0x03, 0x04: return (.quit, 1)
    case ..<0x20: return (nil, 1)
    default: return letter(first)
    }
  }

  private func escapeSequence() -> (Key?, Int)? {
    guard pending.count > 1 else { return nil }
    guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else {
      return (.escape, 1)
    }
    guard let end = pending[2...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return pending.count > 16 ? (nil, pending.count) : nil
    }
    let key: Key? =
      switch pending[end] {
      case UInt8(ascii: "A"): .up
      case UInt8(ascii: "B"): .down
      case UInt8(ascii: "C"): .right
      case UInt8(ascii: "D"): .left
      case UInt8(ascii: "Z"): .backTab
      default: nil
      }
    return (key, end + 1)
  }

  private func letter(_ first: UInt8) -> (Key?, Int)? {
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard pending.count >= length else { return nil }
    let text = String(decoding: pending[..<length], as: UTF8.self)
    return (text.count == 1 ? text.first.map { .letter($0) } : nil, length)
  }
}
