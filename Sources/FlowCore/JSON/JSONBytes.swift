/// Comparison of byte sequences, eight bytes at a time.
enum JSONBytes {
  /// Whether two sequences of the same length have the same bytes.
  @inline(__always)
  static func equal(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let count = left.count
    guard count > 0, let left = left.baseAddress, let right = right.baseAddress else { return true }
    let leftBytes = UnsafeRawPointer(left)
    let rightBytes = UnsafeRawPointer(right)
    if count < 8 {
      var index = 0
      while index < count && left[index] == right[index] { index += 1 }
      return index == count
    }
    var index = 0
    while index < count {
      // The last eight may overlap the previous ones.
      let offset = min(index, count - 8)
      if leftBytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        != rightBytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      {
        return false
      }
      index += 8
    }
    return true
  }
}
