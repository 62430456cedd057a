/// Builds a string from UTF-8 bytes.
///
/// Most of its methods are not inlined, to keep their many callers small in the browser build.
package struct UTF8Builder {
  /// The bytes so far.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// The string so far.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends one byte.
  @inline(never)
  package mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Appends UTF-8 bytes.
  @inline(never)
  package mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: text)
  }

  /// Appends a literal.
  @inline(never)
  package mutating func append(_ text: StaticString) { text.withUTF8Buffer { append($0) } }

  /// Appends a string.
  @inline(never)
  package mutating func append(string text: String) { UTF8Bytes.with(text) { append($0) } }

  /// Appends a number in decimal digits.
  package mutating func append(int value: Int) { append(string: value.description) }
}
