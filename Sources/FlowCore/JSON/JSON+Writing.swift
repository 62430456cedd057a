extension JSON {
  /// The value as JSON text.
  ///
  /// Time: linear in the value; n log n in the number of an object's members if they are sorted. A
  /// tree built by code may be nested deeper than ``JSONLimits`` allows for parsing: writing it
  /// works, without recursion.
  public func text(_ style: JSONStyle = .canonical) -> String {
    String(decoding: utf8(style), as: UTF8.self)
  }

  /// The value as JSON text in UTF-8 bytes.
  public func utf8(_ style: JSONStyle = .canonical) -> [UInt8] {
    var writer = JSONWriter(style)
    writer.write(self)
    return writer.text.bytes
  }
}
