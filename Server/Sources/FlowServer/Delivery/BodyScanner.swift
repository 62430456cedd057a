/// Finds the end of a request's body, so that the bytes after it are not mistaken for part of it.
///
/// It neither stores nor changes the bytes. Of a chunked body (RFC 9112, 7.1), sizes and line
/// terminators are checked strictly: a size has at most 12 digits and no white space after it, and
/// a line is terminated by CR and LF. Extensions and trailers may not contain control characters,
/// except tabs; a trailer must begin with a character of a token; and their lengths are limited,
/// together with those of sizes and line terminators. Nothing else of them is checked.
package struct BodyScanner {
  package enum Outcome: Equatable {
    /// All bytes belong to the body, and more are expected.
    case incomplete
    /// The body ends after this many of the bytes.
    case ended(Int)
    case malformed
  }

  private enum State {
    case ended
    case length(Int)
    case sizeStart
    case size(Int, digits: Int)
    case chunkExtension(Int)
    case sizeLineFeed(Int)
    case data(Int)
    case dataCarriageReturn
    case dataLineFeed
    case trailerStart
    case trailer
    case trailerLineFeed
    case lastLineFeed
  }

  private var state: State
  /// The maximum value of `remainingOverhead`.
  private static let maximumOverhead = 16_384
  /// The bytes still accepted that are not data: chunk sizes, extensions, line terminators and
  /// trailers.
  private var remainingOverhead = Self.maximumOverhead

  package init(_ framing: RequestHead.Framing) {
    switch framing {
    case .none, .length(0): state = .ended
    case .length(let length): state = .length(length)
    case .chunked: state = .sizeStart
    }
  }

  var hasEnded: Bool {
    if case .ended = state { true } else { false }
  }

  /// Scans the next bytes of the connection.
  package mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    var offset = 0
    while !hasEnded {
      guard offset < bytes.count else { return .incomplete }
      switch state {
      case .length(let remaining):
        let consumed = min(remaining, bytes.count - offset)
        offset += consumed
        state = consumed == remaining ? .ended : .length(remaining - consumed)
      case .data(let remaining):
        let consumed = min(remaining, bytes.count - offset)
        offset += consumed
        state = consumed == remaining ? .dataCarriageReturn : .data(remaining - consumed)
      default:
        remainingOverhead -= 1
        guard remainingOverhead >= 0, let next = step(bytes[offset]) else { return .malformed }
        offset += 1
        state = next
        // NB: a chunk has at least 5 bytes of overhead, and `size + 2` are restored, so chunks of
        // one or two bytes use up the rest: at most 8,189 or 16,378 of them are accepted.
        if case .data(let size) = next {
          remainingOverhead = min(Self.maximumOverhead, remainingOverhead + size + 2)
        }
      }
    }
    return .ended(offset)
  }

  /// Returns the state after a byte; nil if the byte is not allowed in the current state.
  private func step(_ byte: UInt8) -> State? {
    let isCarriageReturn = byte == 0x0D
    let isLineFeed = byte == 0x0A
    switch state {
    case .sizeStart:
      return hexadecimalDigit(byte).map { .size($0, digits: 1) }
    case .size(let size, let digits):
      if isCarriageReturn { return .sizeLineFeed(size) }
      if byte == UInt8(ascii: ";") { return .chunkExtension(size) }
      guard digits < 12 else { return nil }
      return hexadecimalDigit(byte).map { .size(size * 16 + $0, digits: digits + 1) }
    case .chunkExtension(let size):
      if isCarriageReturn { return .sizeLineFeed(size) }
      return isFieldContent(byte) ? state : nil
    case .sizeLineFeed(let size):
      return isLineFeed ? (size == 0 ? .trailerStart : .data(size)) : nil
    case .dataCarriageReturn:
      return isCarriageReturn ? .dataLineFeed : nil
    case .dataLineFeed:
      return isLineFeed ? .sizeStart : nil
    case .trailerStart:
      if isCarriageReturn { return .lastLineFeed }
      return TokenCharacters.contains(byte) ? .trailer : nil
    case .trailer:
      if isCarriageReturn { return .trailerLineFeed }
      return isFieldContent(byte) ? .trailer : nil
    case .trailerLineFeed:
      return isLineFeed ? .trailerStart : nil
    case .lastLineFeed:
      return isLineFeed ? .ended : nil
    case .ended, .length, .data:
      return nil
    }
  }

  private func isFieldContent(_ byte: UInt8) -> Bool {
    (byte >= 0x20 && byte != 0x7F) || byte == 0x09
  }

  private func hexadecimalDigit(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte - 0x30)
    case 0x41...0x46: Int(byte - 0x41 + 10)
    case 0x61...0x66: Int(byte - 0x61 + 10)
    default: nil
    }
  }
}
