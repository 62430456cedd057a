/// A validated and indexed JSON text (RFC 8259), which can be read without building a tree.
///
/// Reading a document this way costs much less than building a tree first: the text is kept
/// unchanged, and each value is 16 bytes in one array with its location. Strings and numbers are
/// decoded when they are requested.
///
/// ```swift
/// let document = try ParsedJSON(#"{"steps": [{"id": "welcome"}]}"#)
/// for step in try document.root.requiredArray("steps") {
///   use(try step.requiredName("id"))
/// }
/// ```
///
/// Time: linear in the text. Memory: the text, and 16 bytes for each value and each key; initially
/// two bytes are reserved for each byte of text, and the densest text, `[0,0,…]`, takes eight.
public final class ParsedJSON: @unchecked Sendable {
  // NB: @unchecked because of the pointer, whose memory is never written after `init`.

  /// The text.
  package let bytes: [UInt8]
  /// The values and keys in the order of the text.
  package let nodes: UnsafePointer<JSONNode>
  /// The number of values and keys.
  package let nodeCount: Int

  /// Validates and indexes JSON text in UTF-8.
  ///
  /// - Throws: `jsonSyntax`, `jsonEncoding`, `jsonLoneSurrogate`, `jsonDuplicateKey` or
  ///   `jsonTooDeep`, with the line, the column and the JSON Pointer of the error; `jsonTooLarge`
  ///   without them.
  public init(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(FlowError) {
    let result =
      bytes.count > limits.bytes
      ? .failure(Self.tooLarge(limits))
      : bytes.withUnsafeBufferPointer { Self.parse($0, depth: limits.depth) }
    switch result {
    case .success(let parsed):
      self.bytes = bytes
      nodes = UnsafePointer(parsed.nodes)
      nodeCount = parsed.count
    case .failure(let error):
      // NB: in Embedded Swift an object whose initializer throws before all properties are set is
      // leaked.
      self.bytes = []
      nodes = UnsafePointer(UnsafeMutablePointer<JSONNode>.allocate(capacity: 1))
      nodeCount = 0
      throw error
    }
  }

  /// Validates and indexes JSON text.
  ///
  /// - Throws: the same as for bytes; `jsonEncoding` only for a byte order mark or a null character
  ///   at the start.
  public convenience init(_ text: String, limits: JSONLimits = .standard) throws(FlowError) {
    if text.utf8.count > limits.bytes { throw Self.tooLarge(limits) }
    try self.init(Array(text.utf8), limits: limits)
  }

  deinit { nodes.deallocate() }

  /// The value of the whole text.
  public var root: JSONView { JSONView(source: self, index: 0) }

  private static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, depth: Int
  ) -> Result<(nodes: UnsafeMutablePointer<JSONNode>, count: Int), FlowError> {
    guard let base = bytes.baseAddress, !bytes.isEmpty else {
      let error = JSONSyntaxError(.empty, at: 0)
      let position = SourcePosition(offset: 0, line: 1, column: 1, pointer: "")
      return .failure(FlowError(error.code, error.sentence.description, position: position))
    }
    var parser = JSONParser(base, count: bytes.count, depth: depth)
    do {
      try parser.parse()
      return .success((parser.nodes, parser.count))
    } catch {
      let error = parser.error(error)
      parser.nodes.deallocate()
      return .failure(error)
    }
  }

  @inline(never)
  private static func tooLarge(_ limits: JSONLimits) -> FlowError {
    let error = JSONSyntaxError(.tooLarge, at: 0)
    var message = UTF8Builder()
    message.append(error.sentence)
    message.append(int: limits.bytes)
    message.append(" bytes.")
    return FlowError(error.code, message.string)
  }

  /// The bytes of a value as written; for a string, those between its quotes.
  @inline(__always)
  package func withBytes<Result>(
    of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let node = nodes[index]
    return bytes.withUnsafeBufferPointer { bytes in
      body(
        UnsafeBufferPointer(
          start: bytes.baseAddress.map { $0 + Int(node.start) }, count: Int(node.length)))
    }
  }

  /// The unescaped text of a string or key.
  @inline(never)
  package func string(at index: Int) -> String {
    withBytes(of: index) { raw in
      if !nodes[index].hasFlag {
        if raw.count > 15 { return String(decoding: raw, as: UTF8.self) }
        // Short strings fit inline this way, without validating bytes that are known to be valid.
        return String(unsafeUninitializedCapacity: 15) { target in
          var index = 0
          while index < raw.count {
            target[index] = raw[index]
            index &+= 1
          }
          return raw.count
        }
      }
      return String(unsafeUninitializedCapacity: raw.count) { target in
        JSONEscape.unescape(raw, into: target)
      }
    }
  }

  /// A value as written in the text.
  package func text(at index: Int) -> String {
    withBytes(of: index) { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a string or key, unescaped, equals these bytes.
  @inline(__always)
  package func string(at index: Int, equals wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    if nodes[index].hasFlag { return escapedString(at: index, equals: wanted) }
    return nodes[index].length == wanted.count
      && withBytes(of: index) { JSONBytes.equal($0, wanted) }
  }

  @inline(never)
  private func escapedString(at index: Int, equals wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    withBytes(of: index) { raw in
      JSONEscape.unescaped(raw).withUnsafeBufferPointer { UTF8Bytes.equal($0, wanted) }
    }
  }
}
