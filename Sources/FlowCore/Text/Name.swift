/// The name of a flow, step, screen, port, outcome, attribute or experiment.
///
/// Two names are the same when their UTF-8 bytes are the same, exactly as JSON, JavaScript and a
/// database compare them. `String` would call `é` and `e` + U+0301 equal, so two runtimes could
/// disagree about a document; it would also pull Unicode tables into the browser build.
public struct Name: Sendable {
  /// The name as text.
  public let string: String

  /// Wraps a text.
  public init(_ string: String) {
    self.string = string
  }

  /// Whether the name has no characters; the verifier refuses such ids.
  public var isEmpty: Bool { string.utf8.isEmpty }
}

extension Name: Hashable {
  /// Whether both names have the same UTF-8 bytes.
  public static func == (left: Name, right: Name) -> Bool {
    UTF8Bytes.equal(left.string, right.string)
  }

  /// Feeds the UTF-8 bytes to the hasher.
  public func hash(into hasher: inout Hasher) {
    UTF8Bytes.with(string) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension Name: Comparable {
  /// Whether the left name's UTF-8 bytes come first; the same as Unicode code point order.
  public static func < (left: Name, right: Name) -> Bool {
    UTF8Bytes.precedes(left.string, right.string)
  }
}

extension Name: ExpressibleByStringLiteral {
  /// Creates a name from a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension Name: CustomStringConvertible {
  /// The name as text.
  public var description: String { string }
}
