/// Parses one request head from the start of a connection's bytes, strictly by RFC 9112.
///
/// Everything that parsers are known to disagree about is refused: line ends without CR, folded
/// lines, whitespace before a colon, several lengths, a length beside a transfer coding, control
/// characters, an invalid host, a fragment in the target. A pure function: the result does not
/// depend on how the bytes were split.
package struct RequestHeadParser {
  private let bytes: UnsafeRawBufferPointer
  private var at = 0
  private var head = RequestHead()
  private var hosts = 0
  private var hasLength = false
  private var hasCoding = false
  private var isVersion10 = false

  /// Parses the head at the start of `bytes`, in linear time and without an allocation.
  package static func parse(_ bytes: UnsafeRawBufferPointer) -> RequestHead.Outcome {
    var parser = RequestHeadParser(bytes: bytes)
    do throws(Stop) {
      try parser.requestLine()
      while try parser.fieldLine() {}
      return .head(try parser.finished())
    } catch {
      switch error {
      case .incomplete: return .incomplete
      case .refused(let refusal): return .refused(refusal)
      }
    }
  }

  private enum Stop: Error {
    case incomplete
    case refused(RequestHead.Refusal)
  }

  private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  // MARK: The request line

  private mutating func requestLine() throws(Stop) {
    let method = try token(endedBy: UInt8(ascii: " "), limit: 24)
    let start = at
    while true {
      let byte = try next()
      if byte == UInt8(ascii: " ") { break }
      guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "#") else {
        throw .refused(.malformed)
      }
    }
    head.target = start..<(at - 1)
    guard !head.target.isEmpty else { throw .refused(.malformed) }
    try version()
    if equals(method, "GET") {
      head.method = .get
    } else if equals(method, "HEAD") {
      head.method = .head
    } else if equals(method, "CONNECT") {
      // A tunnel (`CONNECT`) has no framing of its own.
      throw .refused(.unknownMethod)
    }
    guard bytes[start] == UInt8(ascii: "/") || isTargetInOtherForm(of: method) else {
      throw .refused(.malformed)
    }
  }

  /// Whether a target that is not a path is an HTTP URL, or `OPTIONS *` (RFC 9112, 3.2).
  private func isTargetInOtherForm(of method: Range<Int>) -> Bool {
    let target = UnsafeRawBufferPointer(rebasing: bytes[head.target])
    if ASCIIText.equal(target, "*", foldingCase: false) { return equals(method, "OPTIONS") }
    return RequestAuthority.isAbsolute(target)
  }

  private mutating func version() throws(Stop) {
    for expected: StaticString in ["HTTP/"] {
      for index in 0..<expected.utf8CodeUnitCount
      where try next() != expected.utf8Start[index] { throw .refused(.malformed) }
    }
    let major = try next()
    let dot = try next()
    let minor = try next()
    guard isDigit(major), dot == UInt8(ascii: "."), isDigit(minor) else {
      throw .refused(.malformed)
    }
    try lineEnd()
    switch (major, minor) {
    case (UInt8(ascii: "1"), UInt8(ascii: "1")): break
    case (UInt8(ascii: "1"), UInt8(ascii: "0")):
      isVersion10 = true
      head.isLast = true
    default: throw .refused(.unknownVersion)
    }
  }

  // MARK: Fields

  /// Parses one field; returns false at the empty line that ends the head.
  private mutating func fieldLine() throws(Stop) -> Bool {
    if try peek() == 0x0D {
      try lineEnd()
      return false
    }
    let name = try token(endedBy: UInt8(ascii: ":"), limit: 256)
    try note(name, try value())
    return true
  }

  private mutating func value() throws(Stop) -> Range<Int> {
    while try peek() == 0x20 || bytes[at] == 0x09 { at += 1 }
    let start = at
    while true {
      let byte = try next()
      if byte == 0x0D { break }
      guard (byte >= 0x20 && byte != 0x7F) || byte == 0x09 else { throw .refused(.malformed) }
    }
    var end = at - 1
    guard try next() == 0x0A else { throw .refused(.malformed) }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }

  private mutating func note(_ name: Range<Int>, _ value: Range<Int>) throws(Stop) {
    switch name.count {
    case 4 where equals(name, "host"):
      hosts += 1
      // A client whose URL has no host sends an empty one.
      guard
        value.isEmpty
          || RequestAuthority.isHost(UnsafeRawBufferPointer(rebasing: bytes[value]))
      else { throw .refused(.malformed) }
    case 6 where equals(name, "origin"):
      once(\.origin, value)
    case 6 where equals(name, "expect"):
      head.isPlain = false
      // A client of HTTP/1.0 would take the 100 for the response.
      head.expectsContinue = !isVersion10 && isContinue(value)
    case 7 where equals(name, "trailer"):
      head.isPlain = false
    case 7 where equals(name, "upgrade"):
      head.isPlain = false
      head.isLast = true
    case 10 where equals(name, "connection"):
      guard !equals(value, "keep-alive") else { return }
      if !equals(value, "close") { head.isPlain = false }
      head.isLast = true
    case 13 where equals(name, "authorization"):
      once(\.authorization, value)
    case 13 where equals(name, "if-none-match"):
      once(\.ifNoneMatch, value)
    case 13 where equals(name, "last-event-id"):
      once(\.lastEventID, value)
    case 15 where equals(name, "x-forwarded-for"):
      once(\.forwardedFor, value)
    case 14 where equals(name, "content-length"):
      try contentLength(value)
    case 17 where equals(name, "transfer-encoding"):
      try transferCoding(value)
    default: break
    }
  }

  private mutating func once(
    _ field: WritableKeyPath<RequestHead, Range<Int>?>, _ value: Range<Int>
  ) {
    if head[keyPath: field] != nil { head.isPlain = false }
    head[keyPath: field] = value
  }

  private mutating func contentLength(_ value: Range<Int>) throws(Stop) {
    guard !hasLength, !value.isEmpty, value.count <= 15 else { throw .refused(.malformed) }
    hasLength = true
    var length = 0
    for index in value {
      guard isDigit(bytes[index]) else { throw .refused(.malformed) }
      length = length * 10 + Int(bytes[index] - 0x30)
    }
    head.isPlain = false
    head.framing = .length(length)
  }

  private mutating func transferCoding(_ value: Range<Int>) throws(Stop) {
    guard !hasCoding else { throw .refused(.malformed) }
    guard equals(value, "chunked") else { throw .refused(.unknownTransferCoding) }
    hasCoding = true
    head.isPlain = false
    head.framing = .chunked
  }

  private func finished() throws(Stop) -> RequestHead {
    guard !(hasLength && hasCoding), !(hasCoding && isVersion10), hosts <= 1,
      hosts == 1 || isVersion10
    else { throw .refused(.malformed) }
    var head = head
    head.length = at
    return head
  }

  // MARK: Characters

  private func peek() throws(Stop) -> UInt8 {
    guard at < bytes.count else { throw .incomplete }
    return bytes[at]
  }

  private mutating func next() throws(Stop) -> UInt8 {
    guard at < bytes.count else { throw .incomplete }
    let byte = bytes[at]
    at &+= 1
    return byte
  }

  private mutating func lineEnd() throws(Stop) {
    guard try next() == 0x0D else { throw .refused(.malformed) }
    guard try next() == 0x0A else { throw .refused(.malformed) }
  }

  private mutating func token(endedBy end: UInt8, limit: Int) throws(Stop) -> Range<Int> {
    let start = at
    while true {
      let byte = try next()
      if byte == end { break }
      guard TokenCharacters.contains(byte), at - start <= limit else { throw .refused(.malformed) }
    }
    guard at - 1 > start else { throw .refused(.malformed) }
    return start..<(at - 1)
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private func isContinue(_ range: Range<Int>) -> Bool {
    ASCIIText.equal(
      UnsafeRawBufferPointer(rebasing: bytes[range]), "100-continue", foldingCase: true)
  }

  /// Compares with a field name, ignoring case, or with a method, which is case-sensitive.
  private func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
    ASCIIText.equal(
      UnsafeRawBufferPointer(rebasing: bytes[range]), text,
      foldingCase: text.utf8Start[0] >= 0x61)
  }
}

/// The characters of a token (RFC 9110, 5.6.2), as a bit set of two words.
enum TokenCharacters {
  static func contains(_ byte: UInt8) -> Bool {
    byte < 64
      ? (0x03FF_6CFA_0000_0000 as UInt64) &>> UInt64(byte) & 1 == 1
      : byte < 128 && (0x57FF_FFFF_C7FF_FFFE as UInt64) &>> UInt64(byte - 64) & 1 == 1
  }
}

/// Comparison of bytes with short string literals.
enum ASCIIText {
  /// Whether the bytes equal this text; folding compares upper-case ASCII letters as lower-case.
  static func equal(
    _ bytes: UnsafeRawBufferPointer, _ text: StaticString, foldingCase: Bool
  ) -> Bool {
    guard bytes.count == text.utf8CodeUnitCount else { return false }
    for index in 0..<bytes.count {
      var byte = bytes[index]
      if foldingCase, byte >= 0x41, byte <= 0x5A { byte |= 0x20 }
      guard byte == text.utf8Start[index] else { return false }
    }
    return true
  }
}
