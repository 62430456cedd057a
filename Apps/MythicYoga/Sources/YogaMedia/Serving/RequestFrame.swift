/// The extent of the first request in a connection's bytes, and the fields that the response to a
/// request for a file depends on.
///
/// Only what every parser understands in the same way is framed: at most one `Content-Length`,
/// lines that end with CRLF, names without whitespace. For anything else the bytes cannot be
/// divided into requests here, and the HTTP library has to process them all.
struct RequestFrame: Equatable {
  enum Outcome: Equatable {
    /// More bytes are needed.
    case incomplete
    /// The bytes cannot be divided into requests here.
    case unsupported
    /// A request whose head is complete.
    case request(RequestFrame)
  }

  /// The length of the head including its empty line, in bytes.
  fileprivate(set) var headLength = 0
  /// The length of the body, in bytes.
  fileprivate(set) var bodyLength = 0
  /// Whether it is a `GET` request whose response depends only on the fields below.
  fileprivate(set) var isSimpleGet = true
  /// The position of the request target.
  fileprivate(set) var target = 0..<0
  /// The position of the value of `Cookie`; nil without this field.
  fileprivate(set) var cookie: Range<Int>?
  /// The position of the value of `Range`; nil without this field.
  fileprivate(set) var range: Range<Int>?
  /// The position of the value of `If-Range`; nil without this field.
  fileprivate(set) var ifRange: Range<Int>?

  /// Parses the head at the start of the bytes, in linear time.
  static func parse(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    var parser = RequestFrameParser(bytes: bytes)
    do throws(RequestFrameParser.Failure) {
      return .request(try parser.parse())
    } catch {
      return error == .incomplete ? .incomplete : .unsupported
    }
  }
}

private struct RequestFrameParser {
  enum Failure: Error {
    case incomplete
    case unsupported
  }

  let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var frame = RequestFrame()
  private var hostCount = 0
  private var hasContentLength = false

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func parse() throws(Failure) -> RequestFrame {
    try parseRequestLine()
    while try parseFieldLine() {}
    guard hostCount == 1 else { throw .unsupported }
    frame.headLength = position
    return frame
  }

  private mutating func parseRequestLine() throws(Failure) {
    let method = try parseToken(endedBy: UInt8(ascii: " "))
    if !equals(method, "GET") {
      frame.isSimpleGet = false
      // Other methods, such as `CONNECT`, may be framed differently.
      guard ["HEAD", "POST", "PUT", "PATCH", "DELETE"].contains(where: { equals(method, $0) })
      else { throw .unsupported }
    }
    let start = position
    while try readByte() != UInt8(ascii: " ") {
      guard bytes[position - 1] > 0x20, bytes[position - 1] < 0x7F else { throw .unsupported }
    }
    frame.target = start..<(position - 1)
    for expected in "HTTP/1.1\r\n".utf8 where try readByte() != expected { throw .unsupported }
  }

  /// Parses one field; returns false at the empty line that ends the head.
  private mutating func parseFieldLine() throws(Failure) -> Bool {
    guard position < bytes.count else { throw .incomplete }
    if bytes[position] == 0x0D {
      position += 1
      guard try readByte() == 0x0A else { throw .unsupported }
      return false
    }
    let name = try parseToken(endedBy: UInt8(ascii: ":"))
    let (value, isText) = try parseValue()
    if !isText { frame.isSimpleGet = false }
    try record(name, value)
    return true
  }

  /// Parses a value, and returns whether it consists of printable ASCII characters.
  private mutating func parseValue() throws(Failure) -> (Range<Int>, Bool) {
    var isText = true
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 {
      position += 1
    }
    let start = position
    while true {
      let byte = try readByte()
      if byte >= 0x20, byte < 0x7F { continue }
      if byte == 0x0D { break }
      guard byte >= 0x80 || byte == 0x09 else { throw .unsupported }
      isText = false
    }
    var end = position - 1
    guard try readByte() == 0x0A else { throw .unsupported }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return (start..<end, isText)
  }

  private mutating func record(_ name: Range<Int>, _ value: Range<Int>) throws(Failure) {
    switch name.count {
    case 4 where equals(name, "host"): hostCount += 1
    case 5 where equals(name, "range"): Self.setOnce(&frame.range, value, &frame.isSimpleGet)
    case 6 where equals(name, "cookie"): Self.setOnce(&frame.cookie, value, &frame.isSimpleGet)
    case 8 where equals(name, "if-range"): Self.setOnce(&frame.ifRange, value, &frame.isSimpleGet)
    case 10 where equals(name, "connection"):
      guard equals(value, "keep-alive") else { throw .unsupported }
    case 13 where equals(name, "authorization"), 13 where equals(name, "if-none-match"),
      8 where equals(name, "if-match"), 17 where equals(name, "if-modified-since"),
      19 where equals(name, "if-unmodified-since"):
      frame.isSimpleGet = false
    case 14 where equals(name, "content-length"): try parseContentLength(value)
    case 6 where equals(name, "expect"), 7 where equals(name, "upgrade"),
      7 where equals(name, "trailer"), 17 where equals(name, "transfer-encoding"):
      throw .unsupported
    default: break
    }
  }

  private static func setOnce(
    _ field: inout Range<Int>?, _ value: Range<Int>, _ isSimpleGet: inout Bool
  ) {
    if field != nil { isSimpleGet = false }
    field = value
  }

  private mutating func parseContentLength(_ value: Range<Int>) throws(Failure) {
    guard !hasContentLength, !value.isEmpty, value.count <= 15 else { throw .unsupported }
    (hasContentLength, frame.isSimpleGet) = (true, false)
    for index in value {
      guard (0x30...0x39).contains(bytes[index]) else { throw .unsupported }
      frame.bodyLength = frame.bodyLength * 10 + Int(bytes[index] - 0x30)
    }
  }

  private mutating func readByte() throws(Failure) -> UInt8 {
    guard position < bytes.count else { throw .incomplete }
    position &+= 1
    return bytes[position &- 1]
  }

  /// Parses a token (RFC 9110, section 5.6.2) of the characters that methods and names in use
  /// consist of.
  private mutating func parseToken(endedBy end: UInt8) throws(Failure) -> Range<Int> {
    let start = position
    while true {
      let byte = try readByte()
      if byte == end { break }
      switch byte {
      case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "_"): continue
      default: throw .unsupported
      }
    }
    guard position - 1 > start else { throw .unsupported }
    return start..<(position - 1)
  }

  /// Compares with a method, or, ignoring case, with text in lower case.
  private func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    for index in 0..<range.count {
      let (byte, expected) = (bytes[range.lowerBound + index], text.utf8Start[index])
      // NB: case is ignored only for the letters of `text`.
      let isLower = (0x61...0x7A).contains(expected)
      guard (isLower ? byte | 0x20 : byte) == expected else { return false }
    }
    return true
  }
}
