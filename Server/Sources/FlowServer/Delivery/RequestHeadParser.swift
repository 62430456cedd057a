/// Parses one request head from the start of a connection's bytes, strictly by RFC 9112.
///
/// Constructs that parsers commonly interpret differently are refused: line terminators without CR,
/// folded lines, whitespace before a colon, several lengths, a length together with a transfer
/// coding, control characters, an invalid host, a fragment in the target. The result does not
/// depend on how the bytes were split into reads.
package struct RequestHeadParser {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  private var head = RequestHead()
  private var hostCount = 0
  private var hasLength = false
  private var hasCoding = false
  private var isVersion10 = false

  /// Parses the head at the start of `bytes`, in linear time and without an allocation.
  package static func parse(_ bytes: UnsafeRawBufferPointer) -> RequestHead.Outcome {
    var parser = RequestHeadParser(bytes: bytes)
    do throws(ParseFailure) {
      try parser.parseRequestLine()
      while try parser.parseFieldLine() {}
      return .head(try parser.validatedHead())
    } catch {
      switch error {
      case .incomplete: return .incomplete
      case .refused(let refusal): return .refused(refusal)
      }
    }
  }

  private enum ParseFailure: Error {
    case incomplete
    case refused(RequestHead.Refusal)
  }

  private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  // MARK: The request line

  private mutating func parseRequestLine() throws(ParseFailure) {
    let method = try parseToken(endedBy: UInt8(ascii: " "), limit: 24)
    let start = offset
    while true {
      let byte = try next()
      if byte == UInt8(ascii: " ") { break }
      guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "#") else {
        throw .refused(.malformed)
      }
    }
    head.target = start..<(offset - 1)
    guard !head.target.isEmpty else { throw .refused(.malformed) }
    try parseVersion()
    if equals(method, "GET") {
      head.method = .get
    } else if equals(method, "HEAD") {
      head.method = .head
    } else if equals(method, "CONNECT") {
      // A tunnel (`CONNECT`) has no framing of its own.
      throw .refused(.unsupportedMethod)
    }
    guard bytes[start] == UInt8(ascii: "/") || isTargetInOtherForm(of: method) else {
      throw .refused(.malformed)
    }
  }

  /// Whether a target that is not a path is an HTTP URL, or `OPTIONS *` (RFC 9112, 3.2).
  private func isTargetInOtherForm(of method: Range<Int>) -> Bool {
    let target = UnsafeRawBufferPointer(rebasing: bytes[head.target])
    if ASCIIText.equal(target, "*", foldingCase: false) { return equals(method, "OPTIONS") }
    return RequestAuthority.isHTTPURL(target)
  }

  private mutating func parseVersion() throws(ParseFailure) {
    let prefix: StaticString = "HTTP/"
    for index in 0..<prefix.utf8CodeUnitCount where try next() != prefix.utf8Start[index] {
      throw .refused(.malformed)
    }
    let major = try next()
    let dot = try next()
    let minor = try next()
    guard isDigit(major), dot == UInt8(ascii: "."), isDigit(minor) else {
      throw .refused(.malformed)
    }
    try parseLineEnd()
    switch (major, minor) {
    case (UInt8(ascii: "1"), UInt8(ascii: "1")): break
    case (UInt8(ascii: "1"), UInt8(ascii: "0")):
      isVersion10 = true
      head.closesConnection = true
    default: throw .refused(.unsupportedVersion)
    }
  }

  // MARK: Fields

  /// Parses one field; returns false at the empty line that ends the head.
  private mutating func parseFieldLine() throws(ParseFailure) -> Bool {
    if try peek() == 0x0D {
      try parseLineEnd()
      return false
    }
    let name = try parseToken(endedBy: UInt8(ascii: ":"), limit: 256)
    try record(name, try parseValue())
    return true
  }

  private mutating func parseValue() throws(ParseFailure) -> Range<Int> {
    while try peek() == 0x20 || bytes[offset] == 0x09 { offset += 1 }
    let start = offset
    while true {
      let byte = try next()
      if byte == 0x0D { break }
      guard (byte >= 0x20 && byte != 0x7F) || byte == 0x09 else { throw .refused(.malformed) }
    }
    var end = offset - 1
    guard try next() == 0x0A else { throw .refused(.malformed) }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }

  private mutating func record(_ name: Range<Int>, _ value: Range<Int>) throws(ParseFailure) {
    switch name.count {
    case 4 where equals(name, "host"):
      hostCount += 1
      // A client whose URL has no host sends an empty one.
      guard
        value.isEmpty
          || RequestAuthority.isHost(UnsafeRawBufferPointer(rebasing: bytes[value]))
      else { throw .refused(.malformed) }
    case 6 where equals(name, "origin"):
      setField(\.origin, value)
    case 6 where equals(name, "expect"):
      head.isFastPathEligible = false
      // A client of HTTP/1.0 would take the 100 for the response.
      head.expectsContinue = !isVersion10 && isContinue(value)
    case 7 where equals(name, "trailer"):
      head.isFastPathEligible = false
    case 7 where equals(name, "upgrade"):
      head.isFastPathEligible = false
      head.closesConnection = true
    case 10 where equals(name, "connection"):
      guard !equals(value, "keep-alive") else { return }
      if !equals(value, "close") { head.isFastPathEligible = false }
      head.closesConnection = true
    case 13 where equals(name, "authorization"):
      setField(\.authorization, value)
    case 13 where equals(name, "if-none-match"):
      setField(\.ifNoneMatch, value)
    case 13 where equals(name, "last-event-id"):
      setField(\.lastEventID, value)
    case 15 where equals(name, "x-forwarded-for"):
      setField(\.forwardedFor, value)
    case 14 where equals(name, "content-length"):
      try parseContentLength(value)
    case 17 where equals(name, "transfer-encoding"):
      try parseTransferCoding(value)
    default: break
    }
  }

  /// Sets a field of the head; one that has it twice is not eligible for the fast path.
  private mutating func setField(
    _ field: WritableKeyPath<RequestHead, Range<Int>?>, _ value: Range<Int>
  ) {
    if head[keyPath: field] != nil { head.isFastPathEligible = false }
    head[keyPath: field] = value
  }

  private mutating func parseContentLength(_ value: Range<Int>) throws(ParseFailure) {
    guard !hasLength, !value.isEmpty, value.count <= 15 else { throw .refused(.malformed) }
    hasLength = true
    var length = 0
    for index in value {
      guard isDigit(bytes[index]) else { throw .refused(.malformed) }
      length = length * 10 + Int(bytes[index] - 0x30)
    }
    head.isFastPathEligible = false
    head.framing = .length(length)
  }

  private mutating func parseTransferCoding(_ value: Range<Int>) throws(ParseFailure) {
    guard !hasCoding else { throw .refused(.malformed) }
    guard equals(value, "chunked") else { throw .refused(.unsupportedTransferCoding) }
    hasCoding = true
    head.isFastPathEligible = false
    head.framing = .chunked
  }

  private func validatedHead() throws(ParseFailure) -> RequestHead {
    guard !(hasLength && hasCoding), !(hasCoding && isVersion10), hostCount <= 1,
      hostCount == 1 || isVersion10
    else { throw .refused(.malformed) }
    var head = head
    head.length = offset
    return head
  }

  // MARK: Characters

  private func peek() throws(ParseFailure) -> UInt8 {
    guard offset < bytes.count else { throw .incomplete }
    return bytes[offset]
  }

  private mutating func next() throws(ParseFailure) -> UInt8 {
    guard offset < bytes.count else { throw .incomplete }
    let byte = bytes[offset]
    offset &+= 1
    return byte
  }

  private mutating func parseLineEnd() throws(ParseFailure) {
    guard try next() == 0x0D else { throw .refused(.malformed) }
    guard try next() == 0x0A else { throw .refused(.malformed) }
  }

  private mutating func parseToken(
    endedBy end: UInt8, limit: Int
  ) throws(ParseFailure) -> Range<Int> {
    let start = offset
    while true {
      let byte = try next()
      if byte == end { break }
      guard TokenCharacters.contains(byte), offset - start <= limit else {
        throw .refused(.malformed)
      }
    }
    guard offset - 1 > start else { throw .refused(.malformed) }
    return start..<(offset - 1)
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private func isContinue(_ range: Range<Int>) -> Bool {
    ASCIIText.equal(
      UnsafeRawBufferPointer(rebasing: bytes[range]), "100-continue", foldingCase: true)
  }

  /// Compares with a field name or value, ignoring case, or with a method, which is case-sensitive.
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
