/// An arbitrary-precision natural number, for the few conversions that 64 bits cannot do exactly.
///
/// Uses schoolbook arithmetic: at most a few thousand bits are ever needed.
struct BigNatural {
  /// Limbs of 32 bits, the lowest first; the last one is not zero.
  private var limbs: [UInt32]

  init(_ value: UInt64) {
    limbs = [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
    trim()
  }

  var isZero: Bool { limbs.isEmpty }

  /// The number of bits without leading zeros.
  var bitWidth: Int {
    guard let last = limbs.last else { return 0 }
    return limbs.count * 32 - last.leadingZeroBitCount
  }

  mutating func multiply(by factor: UInt32, adding summand: UInt32 = 0) {
    var carry = UInt64(summand)
    for index in limbs.indices {
      carry += UInt64(limbs[index]) &* UInt64(factor)
      limbs[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry > 0 { limbs.append(UInt32(truncatingIfNeeded: carry)) }
  }

  mutating func multiply(byPowerOfTen exponent: Int) {
    var remaining = exponent
    while remaining >= 9 {
      multiply(by: 1_000_000_000)
      remaining -= 9
    }
    for _ in 0..<remaining { multiply(by: 10) }
  }

  mutating func shiftLeft(_ count: Int) {
    if isZero { return }
    let bits = UInt32(count % 32)
    if bits > 0 {
      var carry: UInt32 = 0
      for index in limbs.indices {
        let limb = limbs[index]
        limbs[index] = limb << bits | carry
        carry = limb >> (32 - bits)
      }
      if carry > 0 { limbs.append(carry) }
    }
    if count >= 32 { limbs.insert(contentsOf: repeatElement(0, count: count / 32), at: 0) }
  }

  mutating func add(_ other: BigNatural) {
    var carry: UInt64 = 0
    var index = 0
    while index < other.limbs.count || carry > 0 {
      if index == limbs.count { limbs.append(0) }
      carry += UInt64(limbs[index])
      if index < other.limbs.count { carry += UInt64(other.limbs[index]) }
      limbs[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
      index += 1
    }
  }

  /// Subtracts a number that is not greater.
  mutating func subtract(_ other: BigNatural) {
    var borrow: Int64 = 0
    for index in limbs.indices {
      borrow += Int64(limbs[index])
      if index < other.limbs.count { borrow -= Int64(other.limbs[index]) }
      limbs[index] = UInt32(truncatingIfNeeded: borrow)
      borrow >>= 32
    }
    trim()
  }

  /// Negative, zero or positive if this is less than, equal to or greater than the other.
  func compare(_ other: BigNatural) -> Int {
    if limbs.count != other.limbs.count { return limbs.count - other.limbs.count }
    var index = limbs.count
    while index > 0 {
      index -= 1
      if limbs[index] != other.limbs[index] { return limbs[index] < other.limbs[index] ? -1 : 1 }
    }
    return 0
  }

  private mutating func trim() {
    while limbs.last == 0 { limbs.removeLast() }
  }
}
