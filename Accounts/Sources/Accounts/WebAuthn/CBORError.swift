/// The reason why bytes are not acceptable CBOR.
package enum CBORError: Error, Sendable, Equatable, CaseIterable {
  /// A length exceeds the available bytes.
  case truncated
  /// There are bytes after the value.
  case trailingBytes
  /// Values are nested deeper than `CBORReader.maximumDepth`.
  case tooDeep
  /// There are more than `CBORReader.maximumBytes`, or an array or a map has more than
  /// `maximumItems`.
  case tooLarge
  /// A length is indefinite, which CTAP2's canonical form forbids.
  case indefiniteLength
  /// A number or a length uses more bytes than necessary.
  case notShortest
  /// A map has a duplicate key.
  case duplicateKey
  /// A map's keys are not in CTAP2's canonical order.
  case keyOrder
  /// A key is neither a number nor a text.
  case invalidKey
  /// A tag, a floating-point number, "undefined" or an undefined simple value.
  case unsupported
  /// A text that is not UTF-8.
  case invalidText
}
