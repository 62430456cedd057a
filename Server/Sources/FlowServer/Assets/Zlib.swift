import CZlib

/// Decompression of data in zlib's format (RFC 1950), such as the color profile of a PNG.
enum Zlib {
  /// Decompresses data; nil if it is damaged, or if the result has more than `limit` bytes.
  static func decompress(_ data: [UInt8], limit: Int) -> [UInt8]? {
    var status = Z_OK
    let output = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      var length = uLongf(limit)
      status = uncompress(buffer.baseAddress, &length, data, uLong(data.count))
      count = status == Z_OK ? Int(length) : 0
    }
    return status == Z_OK ? output : nil
  }
}
