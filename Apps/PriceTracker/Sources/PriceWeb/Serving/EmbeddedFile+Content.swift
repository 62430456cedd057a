import CPriceSiteFiles

extension EmbeddedFile {
  /// The bytes of the file.
  var content: [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: count)) }
}
