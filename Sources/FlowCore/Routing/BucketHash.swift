/// The hash by which splits assign users to variants.
///
/// FNV-1a with 32 bits, in the two forms that GrowthBook's SDK documentation calls hash versions 1
/// and 2. The result is the same on every platform and at every launch. Characters beyond ASCII are
/// hashed as UTF-16 code units, as in GrowthBook's JavaScript SDK.
public enum BucketHash {
  /// Returns a user's number for an experiment.
  ///
  /// It is a multiple of 0.0001 (version 2) or 0.001 (version 1) in [0, 1); nil for another
  /// version.
  public static func number(seed: String, value: String, version: Int) -> Double? {
    switch version {
    case 1: Prefix(version: 1, seed: seed).number(value)
    case 2: Prefix(version: 2, seed: seed).number(value)
    default: nil
    }
  }

  /// A hash with a fixed seed, for many values: version 2 hashes the seed before the value, so that
  /// the seed is hashed only once.
  package struct Prefix: Sendable {
    package let state: UInt32
    package let suffix: String?

    package init(version: Int, seed: String) {
      if version == 2 {
        state = BucketHash.hash(seed, from: BucketHash.offsetBasis)
        suffix = nil
      } else {
        state = BucketHash.offsetBasis
        suffix = seed
      }
    }

    package func number(_ value: String) -> Double {
      let hashed = BucketHash.hash(value, from: state)
      if let suffix { return Double(BucketHash.hash(suffix, from: hashed) % 1000) / 1000 }
      return Double(BucketHash.hashDigits(hashed) % 10000) / 10000
    }
  }

  private static let offsetBasis: UInt32 = 0x811c_9dc5
  private static let prime: UInt32 = 0x0100_0193

  private static func hash(_ text: String, from state: UInt32) -> UInt32 {
    UTF8Bytes.with(text) { bytes in
      var state = state
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        guard byte < 0x80 else { return hashScalars(text, from: index, state) }
        state = (state ^ UInt32(byte)) &* prime
        index += 1
      }
      return state
    }
  }

  private static func hashScalars(_ text: String, from offset: Int, _ state: UInt32) -> UInt32 {
    var state = state
    let scalars = text.unicodeScalars.dropFirst(offset)  // only one-byte ASCII precedes it
    for scalar in scalars {
      if scalar.value > 0xFFFF {
        state = (state ^ (0xD7C0 + (scalar.value >> 10))) &* prime
        state = (state ^ (0xDC00 + (scalar.value & 0x3FF))) &* prime
      } else {
        state = (state ^ scalar.value) &* prime
      }
    }
    return state
  }

  /// The hash of a number's decimal digits, most significant first.
  private static func hashDigits(_ number: UInt32) -> UInt32 {
    var divisor: UInt32 = 1_000_000_000
    while divisor > 1 && number / divisor == 0 { divisor /= 10 }
    var state = offsetBasis
    var remainder = number
    while divisor > 0 {
      state = (state ^ (0x30 + remainder / divisor)) &* prime
      remainder %= divisor
      divisor /= 10
    }
    return state
  }
}
