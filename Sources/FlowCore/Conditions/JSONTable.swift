/// JSON values without repetition, each with its index.
///
/// Time of a look-up: linear in the value. The hash is not seeded, so a document can be crafted to
/// make values collide. A value that is not found within 256 probes is stored again, so that
/// crafted values take more memory, but not more probes.
struct JSONTable {
  private(set) var values: [JSON] = []
  private var hashes: [UInt64] = []
  // Indices of values by hash, with open addressing; -1 is free. The size is a power of two.
  private var buckets = [Int32](repeating: -1, count: 16)

  #if !hasFeature(Embedded)
    /// A hash of all values in their order.
    var hash: UInt64 { hashes.reduce(0) { $0.mixed($1) } }
  #endif

  /// The maximum number of buckets probed; without crafted values a few are enough.
  private static let maximumProbes = 256

  /// The value's index; a new one if no equal value has been added.
  mutating func index(of value: JSON) -> Int32 {
    let hash = value.structuralHash
    var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    var probes = 0
    while buckets[bucket] >= 0, probes < JSONTable.maximumProbes {
      let known = Int(buckets[bucket])
      if hashes[known] == hash, values[known] == value { return buckets[bucket] }
      bucket = (bucket + 1) & (buckets.count - 1)
      probes += 1
    }
    let index = Int32(truncatingIfNeeded: values.count)
    if buckets[bucket] < 0 { buckets[bucket] = index }
    values.append(value)
    hashes.append(hash)
    if values.count * 2 > buckets.count { grow() }
    return index
  }

  private mutating func grow() {
    buckets = [Int32](repeating: -1, count: buckets.count * 2)
    for index in hashes.indices {
      var bucket = Int(truncatingIfNeeded: hashes[index]) & (buckets.count - 1)
      var probes = 0
      while buckets[bucket] >= 0, probes < JSONTable.maximumProbes {
        bucket = (bucket + 1) & (buckets.count - 1)
        probes += 1
      }
      if buckets[bucket] < 0 { buckets[bucket] = Int32(truncatingIfNeeded: index) }
    }
  }
}

extension JSON {
  /// A hash that equal values share: members in any order, numbers by value.
  var structuralHash: UInt64 {
    switch self {
    case .null: return 0x9E37_79B9
    case .bool(let value): return value ? 0x85EB_CA6B : 0xC2B2_AE35
    case .number(let number):
      let value = number.double
      return UInt64(3).mixed(value == 0 ? 0 : value.bitPattern)
    case .string(let text): return UInt64(4).mixed(text.byteHash)
    case .array(let elements):
      var hash: UInt64 = 5
      for element in elements { hash = hash.mixed(element.structuralHash) }
      return hash
    case .object(let object):
      var sum: UInt64 = 6
      for member in object.members {
        sum &+= member.key.string.byteHash.mixed(member.value.structuralHash)
      }
      return UInt64(7).mixed(sum)
    }
  }
}

extension UInt64 {
  func mixed(_ other: UInt64) -> UInt64 {
    var hash = (self ^ other) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 29
    return hash &* 0xBF58_476D_1CE4_E5B9 ^ (hash >> 32)
  }
}

extension String {
  /// A hash of the UTF-8 bytes.
  var byteHash: UInt64 { UTF8Bytes.with(self) { ComparisonKey($0).hash } }
}
