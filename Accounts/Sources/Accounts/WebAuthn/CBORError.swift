/// An error of bytes that are not acceptable CBOR.
package enum CBORError: Error, Sendable, Equatable, CaseIterable {
  /// More was announced than is there.
  case truncated
  /// There are bytes after the value.
  case trailing
  /// Values lie within values deeper than `CBORReader.maximumDepth`.
  case tooDeep
  /// There are more bytes, or more values, than anything honest has.
  case tooLarge
  /// A length is left open, which CTAP2's form forbids.
  case indefinite
  /// A number or a length takes more bytes than it needs.
  case notShortest
  /// A key is in a map twice.
  case duplicateKey
  /// A map's keys are not in the order that CTAP2's form asks for.
  case keyOrder
  /// A key is neither a number nor a text.
  case badKey
  /// A tag, a fraction, "undefined" or a simple value that no one has defined.
  case unsupported
  /// A text that is not UTF-8.
  case badText
}
