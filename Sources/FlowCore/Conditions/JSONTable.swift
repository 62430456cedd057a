/// JSON values without repetition, each with its index.
///
/// Time of a look-up: linear in the value. The hash is not seeded, so a document can be crafted to
/// make values collide. A value that is not found within a few probes is taken to be new, so that
/// its author loses only the sharing.
struct JSONTable {
  private(set) var values: [JSON] = []
  private var hashes: [UInt64] = []
  // Indexes by hash with open addressing; -1 is free. The size is a power of two.
  private var places = [Int32](repeating: -1, count: 16)

  /// The maximum number of slots probed; without crafted keys a few are enough.
  private static let tries = 256

  /// The value's index; a new one if no equal value has been added.
  mutating func index(of value: JSON) -> Int32 {
    let hash = value.structuralHash
    var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
    var tries = 0
    while places[place] >= 0, tries < JSONTable.tries {
      let known = Int(places[place])
      if hashes[known] == hash, values[known] == value { return places[place] }
      place = (place + 1) & (places.count - 1)
      tries += 1
    }
    let index = Int32(truncatingIfNeeded: values.count)
    if places[place] < 0 { places[place] = index }
    values.append(value)
    hashes.append(hash)
    if values.count * 2 > places.count { grow() }
    return index
  }

  private mutating func grow() {
    places = [Int32](repeating: -1, count: places.count * 2)
    for index in hashes.indices {
      var place = Int(truncatingIfNeeded: hashes[index]) & (places.count - 1)
      var tries = 0
      while places[place] >= 0, tries < JSONTable.tries {
        place = (place + 1) & (places.count - 1)
        tries += 1
      }
      if places[place] < 0 { places[place] = Int32(truncatingIfNeeded: index) }
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
  var byteHash: UInt64 { UTF8Bytes.with(self) { TextKey($0).hash } }
}
