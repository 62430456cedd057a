extension JSONView {
  /// The member for this key; nil if this is not an object or has no such member.
  ///
  /// Allocates nothing, unless a key is written with escapes.
  ///
  /// Time: linear in the number of members.
  public subscript(key: StaticString) -> JSONView? {
    let index = key.withUTF8Buffer { member($0) }
    return index < 0 ? nil : JSONView(source: source, index: index)
  }

  /// The member for this key; nil if this is not an object or has no such member.
  ///
  /// Time: linear in the number of members.
  @_disfavoredOverload  // a literal is a StaticString
  public subscript(key: Name) -> JSONView? {
    let index = UTF8Bytes.with(key.string) { member($0) }
    return index < 0 ? nil : JSONView(source: source, index: index)
  }

  /// The index of the node of the value for this key, or -1.
  @inline(__always)
  package func member(_ key: UnsafeBufferPointer<UInt8>) -> Int {
    let node = node
    guard node.isKind(.object) else { return -1 }
    let end = Int(node.next)
    var index = index + 1
    while index < end {
      if source.string(at: index, equals: key) { return index + 1 }
      index = Int(source.nodes[index + 1].next)
    }
    return -1
  }

  /// The elements in order; none if this is not an array.
  public var elements: Elements { Elements(self) }

  /// The members in order; none if this is not an object.
  public var members: Members { Members(self) }

  /// The elements of an array.
  public struct Elements: Sequence, IteratorProtocol, Sendable {
    private let source: ParsedJSON
    private var index: Int
    private let end: Int

    init(_ view: JSONView) {
      source = view.source
      index = view.index + 1
      end = view.node.isKind(.array) ? Int(view.node.next) : 0
    }

    /// The next element.
    public mutating func next() -> JSONView? {
      guard index < end else { return nil }
      defer { index = Int(source.nodes[index].next) }
      return JSONView(source: source, index: index)
    }
  }

  /// The members of an object.
  public struct Members: Sequence, IteratorProtocol, Sendable {
    private let source: ParsedJSON
    private var index: Int
    private let end: Int

    init(_ view: JSONView) {
      source = view.source
      index = view.index + 1
      end = view.node.isKind(.object) ? Int(view.node.next) : 0
    }

    /// The next member.
    public mutating func next() -> Member? {
      guard index < end else { return nil }
      defer { index = Int(source.nodes[index + 1].next) }
      return Member(value: JSONView(source: source, index: index + 1))
    }
  }

  /// A key and its value.
  public struct Member: Sendable {
    /// The value.
    public let value: JSONView

    /// The key.
    public var key: Name { Name(value.source.string(at: value.index - 1)) }

    /// Whether the key equals that text.
    ///
    /// Allocates nothing, unless the key is written with escapes.
    public func hasKey(_ key: StaticString) -> Bool {
      key.withUTF8Buffer { value.source.string(at: value.index - 1, equals: $0) }
    }

    /// The position of the key; its JSON Pointer is the value's.
    public var keyPosition: SourcePosition {
      value.source.position(at: value.index, offset: value.source.nodes[value.index - 1].offset)
    }
  }
}
