/// Parses UTF-8 bytes into nodes, in one pass and without recursion.
///
/// The stack of open containers is a list linked through the nodes themselves, so no text can
/// overflow the call stack, however deeply it is nested.
struct JSONParser {
  let bytes: UnsafePointer<UInt8>
  let end: Int
  let depthLimit: Int
  /// The index of the next byte.
  var offset = 0

  var nodes: UnsafeMutablePointer<JSONNode>
  var count = 0
  var capacity: Int

  /// The innermost open container, or ``noContainer``.
  var openContainer = Self.noContainer
  var depth = 0
  /// The hash table for the keys of large objects, reused between them.
  var keyTable: [UInt32] = []

  static let noContainer = Int(UInt32.max >> 4)

  init(_ bytes: UnsafePointer<UInt8>, count: Int, depth: Int) {
    self.bytes = bytes
    end = count
    depthLimit = depth
    // Typical JSON has at most one node for every eight bytes; denser text grows the array once
    // or twice.
    capacity = count / 8 + 8
    nodes = UnsafeMutablePointer<JSONNode>.allocate(capacity: capacity)
  }

  /// Reads the whole text.
  mutating func parse() throws(JSONSyntaxError) {
    try readBeginning()
    while true {
      if try readValue() { continue }
      if try finishValue() { continue }
      break
    }
    skipSpace()
    if offset < end { throw syntaxError(.textAfterValue, in: .container) }
  }

  private mutating func readBeginning() throws(JSONSyntaxError) {
    if end >= 2 {
      let first = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
      if first == 0xFEFF || first == 0xFFFE { throw JSONSyntaxError(.utf16, at: 0) }
      if first == 0xEFBB && end >= 3 && bytes[2] == 0xBF {
        throw JSONSyntaxError(.byteOrderMark, at: 0)
      }
      let hasZeroByte = bytes[0] == 0 || bytes[1] == 0
      if hasZeroByte && end % 2 == 0 { throw JSONSyntaxError(.utf16, at: 0) }
    }
    skipSpace()
    if offset == end { throw JSONSyntaxError(.empty, at: offset) }
  }

  /// Parses the scalar at `offset`, or opens the container there.
  ///
  /// Returns whether it opened a container that is not empty, so that its first value is next.
  @inline(__always)
  private mutating func readValue() throws(JSONSyntaxError) -> Bool {
    guard offset < end else { throw missingValue() }
    let start = offset
    switch bytes[offset] {
    case UInt8(ascii: "\""):
      let hasEscapes = try skipString()
      append(.string, start: start + 1, length: offset - start - 2, flag: hasEscapes)
    case UInt8(ascii: "{"): return try openObject()
    case UInt8(ascii: "["): return try openArray()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try skipNumber()
      append(.number, start: start, length: offset - start)
    case UInt8(ascii: "t"):
      try skipLiteral(0x6575_7274, from: offset)
      append(.bool, start: start, length: 4, flag: true)
    case UInt8(ascii: "f"):
      try skipLiteral(0x6573_6C61, from: offset + 1)
      append(.bool, start: start, length: 5)
    case UInt8(ascii: "n"):
      try skipLiteral(0x6C6C_756E, from: offset)
      append(.null, start: start, length: 4)
    default: throw missingValue()
    }
    return false
  }

  private mutating func openArray() throws(JSONSyntaxError) -> Bool {
    try push(.array)
    skipSpace()
    if offset < end && bytes[offset] == UInt8(ascii: "]") {
      pop()
      return false
    }
    if offset == end { throw JSONSyntaxError(.endInArray, at: offset, in: .container) }
    return true
  }

  private mutating func openObject() throws(JSONSyntaxError) -> Bool {
    try push(.object)
    skipSpace()
    if offset < end && bytes[offset] == UInt8(ascii: "}") {
      pop()
      return false
    }
    try readKey()
    return true
  }

  private mutating func push(_ kind: JSONKind) throws(JSONSyntaxError) {
    if depth == depthLimit { throw JSONSyntaxError(.tooDeep, at: offset) }
    depth += 1
    let parent = openContainer
    openContainer = count
    append(kind, start: offset, length: 0)
    nodes[openContainer].next = UInt32(truncatingIfNeeded: parent)
    offset += 1
  }

  /// Closes the innermost container at its bracket.
  @inline(__always)
  private mutating func pop() {
    let closed = openContainer
    depth -= 1
    offset += 1
    openContainer = Int(nodes[closed].next)
    nodes[closed].next = UInt32(truncatingIfNeeded: count)
    nodes[closed].length = UInt32(truncatingIfNeeded: offset) - nodes[closed].start
  }

  /// Continues after a value: closes the containers that end here, or advances to the next value.
  ///
  /// Returns whether there is a next value.
  @inline(__always)
  private mutating func finishValue() throws(JSONSyntaxError) -> Bool {
    while openContainer != Self.noContainer {
      nodes[openContainer].tag += JSONNode.childIncrement
      skipSpace()
      let isArray = nodes[openContainer].isKind(.array)
      let byte = offset < end ? bytes[offset] : 0
      if byte == UInt8(ascii: ",") {
        offset += 1
        if isArray { try readElement() } else { try readKey() }
        return true
      }
      guard byte == (isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) else {
        throw missingComma(isArray: isArray)
      }
      if !isArray { try checkKeys(of: openContainer) }
      pop()
    }
    return false
  }

  /// Advances from an array's comma to its next element.
  @inline(__always)
  private mutating func readElement() throws(JSONSyntaxError) {
    skipSpace()
    if offset == end { throw JSONSyntaxError(.endInArray, at: offset, in: .container) }
  }

  /// Parses a key and its colon, up to the value.
  @inline(__always)
  private mutating func readKey() throws(JSONSyntaxError) {
    skipSpace()
    guard offset < end && bytes[offset] == UInt8(ascii: "\"") else { throw missingKey() }
    let start = offset
    let hasEscapes = try skipString(in: .container)
    append(.string, start: start + 1, length: offset - start - 2, flag: hasEscapes)
    skipSpace()
    guard offset < end && bytes[offset] == UInt8(ascii: ":") else {
      throw syntaxError(.colonExpected)
    }
    offset += 1
    skipSpace()
  }

  @inline(__always)
  private mutating func append(_ kind: JSONKind, start: Int, length: Int, flag: Bool = false) {
    if count == capacity { grow() }
    let node = JSONNode(kind, start: start, length: length, next: count + 1, flag: flag)
    (nodes + count).initialize(to: node)
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    // A text has at most one node for every two bytes, and one more.
    let larger = max(min(capacity * 2, end / 2 + 8), capacity + 8)
    let copy = UnsafeMutablePointer<JSONNode>.allocate(capacity: larger)
    copy.moveInitialize(from: nodes, count: count)
    nodes.deallocate()
    nodes = copy
    capacity = larger
  }

  @inline(__always)
  mutating func skipSpace() {
    while offset < end && bytes[offset] <= 0x20 {
      let byte = bytes[offset]
      if byte != 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09 { return }
      offset += 1
    }
  }
}
