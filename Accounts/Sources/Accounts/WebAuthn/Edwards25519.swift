/// Validates the encoded points of Ed25519 public keys.
///
/// swift-crypto accepts any 32 bytes as an Ed25519 key and detects invalid ones only when it
/// verifies a signature; and for points of small order one signature is valid for every message.
/// Both are rejected when a key is parsed, before any signature. Only public values are processed
/// here, so the time may depend on them. Source: RFC 8032, sections 5.1 and 5.1.3.
enum Edwards25519 {
  /// Whether the bytes are the canonical encoding of a point on the curve whose order is not 1, 2,
  /// 4 or 8.
  static func isUsablePoint(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 32, let y = FieldElement(bytes) else { return false }
    // x² = (y² - 1) / (d·y² + 1): such an x exists if numerator times denominator is a square.
    let square = y * y
    let numerator = square - .one
    let denominator = d * square + .one
    guard (numerator * denominator).isSquare else { return false }
    return !hasSmallOrder(y)
  }

  /// The points of order 1 and 2 have y = ±1, those of order 4 y = 0, and those of order 8
  /// d·y⁴ + 2y² = 1: doubling them gives y = 0, so x² + y² = 0, inserted into the curve's equation.
  private static func hasSmallOrder(_ y: FieldElement) -> Bool {
    let square = y * y
    if square == .one || square == .zero { return true }
    return d * square * square + square + square - .one == .zero
  }

  /// The curve's constant: -121665 / 121666.
  private static let d = FieldElement(limbs: [
    0x75EB_4DCA_1359_78A3, 0x0070_0A4D_4141_D8AB, 0x8CC7_4079_7779_E898, 0x5203_6CEE_2B6F_FE73,
  ])
}

// MARK: - Field elements

extension Edwards25519 {
  /// An element of the field modulo p = 2²⁵⁵ - 19.
  private struct FieldElement: Equatable {
    static let zero = FieldElement(limbs: [0, 0, 0, 0])
    static let one = FieldElement(limbs: [1, 0, 0, 0])
    private static let p: [UInt64] = [.max - 18, .max, .max, .max >> 1]

    /// Four limbs in base 2⁶⁴, least significant first; always below p.
    private var limbs: [UInt64]

    init(limbs: [UInt64]) { self.limbs = limbs }

    /// Decodes a point's 32 little-endian bytes without the sign bit; nil if the number is not
    /// below p.
    init?(_ bytes: [UInt8]) {
      limbs = (0..<4).map { limb in
        bytes[(limb * 8)..<(limb * 8 + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
      }
      limbs[3] &= .max >> 1
      guard Self.isBelowP(limbs) else { return nil }
    }

    static func * (left: FieldElement, right: FieldElement) -> FieldElement {
      var product = [UInt64](repeating: 0, count: 8)
      for i in 0..<4 {
        var carry: UInt64 = 0
        for j in 0..<4 {
          (carry, product[i + j]) = multiplyAdd(
            left.limbs[i], right.limbs[j], product[i + j], carry)
        }
        product[i + 4] = carry
      }
      // 2²⁵⁶ is 38 modulo p, so the upper half is multiplied by 38.
      var limbs = Array(product[0..<4])
      var carry: UInt64 = 0
      for i in 0..<4 { (carry, limbs[i]) = multiplyAdd(product[i + 4], 38, limbs[i], carry) }
      return folding(limbs, carry: carry)
    }

    static func + (left: FieldElement, right: FieldElement) -> FieldElement {
      var limbs = left.limbs
      var carry: UInt64 = 0
      for i in 0..<4 { (carry, limbs[i]) = multiplyAdd(right.limbs[i], 1, limbs[i], carry) }
      return folding(limbs, carry: carry)
    }

    static func - (left: FieldElement, right: FieldElement) -> FieldElement {
      left + FieldElement(limbs: subtracting(right.limbs, from: p))
    }

    /// Whether the number is a square, by Euler's criterion: n^((p-1)/2) is 1 (or n is 0).
    var isSquare: Bool {
      guard self != .zero else { return true }
      // (p-1)/2 = 2²⁵⁴ - 10: 250 ones, followed by 0110.
      var power = self
      for bit in (0..<253).reversed() {
        power = power * power
        if bit >= 4 || bit == 2 || bit == 1 { power = power * self }
      }
      return power == .one
    }

    /// left · right + addend + carry, as an upper and a lower limb.
    private static func multiplyAdd(
      _ left: UInt64, _ right: UInt64, _ addend: UInt64, _ carry: UInt64
    ) -> (UInt64, UInt64) {
      var (high, low) = left.multipliedFullWidth(by: right)
      for summand in [addend, carry] {
        let (sum, overflow) = low.addingReportingOverflow(summand)
        low = sum
        high += overflow ? 1 : 0  // cannot overflow: (2⁶⁴-1)² + 2(2⁶⁴-1) fits
      }
      return (high, low)
    }

    /// Reduces a number of slightly more than four limbs modulo p.
    private static func folding(_ limbs: [UInt64], carry: UInt64) -> FieldElement {
      var limbs = limbs
      var carry = carry
      while carry != 0 {
        let top = carry
        carry = 0
        for i in 0..<4 {
          (carry, limbs[i]) = multiplyAdd(i == 0 ? top : 0, 38, limbs[i], carry)
        }
      }
      while !isBelowP(limbs) { limbs = subtracting(p, from: limbs) }
      return FieldElement(limbs: limbs)
    }

    private static func isBelowP(_ limbs: [UInt64]) -> Bool {
      for (limb, bound) in zip(limbs.reversed(), p.reversed()) where limb != bound {
        return limb < bound
      }
      return false
    }

    /// right - left, if left is not greater.
    private static func subtracting(_ left: [UInt64], from right: [UInt64]) -> [UInt64] {
      var borrow: UInt64 = 0
      return zip(right, left).map { right, left in
        let (first, under) = right.subtractingReportingOverflow(left)
        let (second, more) = first.subtractingReportingOverflow(borrow)
        borrow = under || more ? 1 : 0
        return second
      }
    }
  }
}
