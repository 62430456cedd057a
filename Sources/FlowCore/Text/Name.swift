/// The name or id of a part of a document, such as a flow, step, port or attribute, or a JSON key.
///
/// Two names are equal if their UTF-8 bytes are, exactly as in JSON, JavaScript and databases.
/// `String` treats `é` and `e` + U+0301 as equal, so two runtimes could disagree about a document;
/// it would also add Unicode tables to the browser build.
public struct Name: Sendable {
  /// The name as a string.
  public let string: String

  /// Creates a name from a string.
  public init(_ string: String) {
    self.string = string
  }

  /// Whether the name is empty; the verifier rejects empty ids.
  public var isEmpty: Bool { string.utf8.isEmpty }
}

extension Name: Hashable {
  /// Whether both names have the same UTF-8 bytes.
  public static func == (left: Name, right: Name) -> Bool {
    UTF8Bytes.equal(left.string, right.string)
  }

  /// Hashes the UTF-8 bytes.
  public func hash(into hasher: inout Hasher) {
    UTF8Bytes.with(string) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension Name: Comparable {
  /// Whether the left name's UTF-8 bytes sort first, which is Unicode code point order.
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
  /// The name as a string.
  public var description: String { string }
}
