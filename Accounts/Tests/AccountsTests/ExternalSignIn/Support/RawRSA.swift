import Crypto
import CryptoExtras
import Foundation

/// RSA without padding, for signatures that no library creates; for tests only.
struct RawRSA {
  /// The modulus, big-endian.
  let modulus: [UInt8]
  private let exponent: [UInt8]

  /// The numbers of a private key.
  init(_ key: _RSA.Signing.PrivateKey) throws {
    // RSAPrivateKey of RFC 8017, appendix A.1.2: version, n, e, d.
    var numbers: [[UInt8]] = []
    var rest = [UInt8](key.derRepresentation)[...]
    func length() -> Int {
      let first = rest.removeFirst()
      guard first > 0x7F else { return Int(first) }
      return (0..<(first & 0x7F)).reduce(0) { sum, _ in sum << 8 | Int(rest.removeFirst()) }
    }
    guard rest.popFirst() == 0x30 else { throw UnexpectedResult("a private key in DER") }
    _ = length()
    while numbers.count < 4 {
      guard rest.popFirst() == 0x02 else { throw UnexpectedResult("an integer in DER") }
      let count = length()
      numbers.append(Array(rest.prefix(count).drop { $0 == 0 }))
      rest = rest.dropFirst(count)
    }
    modulus = numbers[1]
    exponent = numbers[3]
  }

  /// `message` to the power of the private exponent, with the length of the modulus.
  func sign(_ message: [UInt8]) -> [UInt8] {
    let n = Self.words(modulus)
    // One in Montgomery form: times 2^(32 * words), modulo n.
    var one = Self.words([1], count: n.count)
    for _ in 0..<(32 * n.count) { Self.double(&one, modulo: n) }
    var base = Self.words(message, count: n.count)
    for _ in 0..<(32 * n.count) { Self.double(&base, modulo: n) }
    var result = one
    for byte in exponent {
      for bit in (0..<8).reversed() {
        result = Self.montgomeryProduct(result, result, modulo: n)
        if byte >> bit & 1 == 1 { result = Self.montgomeryProduct(result, base, modulo: n) }
      }
    }
    result = Self.montgomeryProduct(result, Self.words([1], count: n.count), modulo: n)
    return Self.bytes(result, count: modulus.count)
  }

  // MARK: Numbers, as 32-bit words, the lowest first

  static func words(_ bytes: [UInt8], count: Int? = nil) -> [UInt32] {
    let size = count ?? (bytes.count + 3) / 4
    var words = [UInt32](repeating: 0, count: size)
    for (index, byte) in bytes.reversed().enumerated() where index / 4 < size {
      words[index / 4] |= UInt32(byte) << (index % 4 * 8)
    }
    return words
  }

  static func bytes(_ words: [UInt32], count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: words[$0 / 4] >> ($0 % 4 * 8)) }
  }

  private static func isLess(_ left: [UInt32], _ right: [UInt32]) -> Bool {
    for index in left.indices.reversed() where left[index] != right[index] {
      return left[index] < right[index]
    }
    return false
  }

  private static func subtract(_ right: [UInt32], from number: inout [UInt32]) {
    var borrow: Int64 = 0
    for index in number.indices {
      borrow += Int64(number[index]) - Int64(right[index])
      number[index] = UInt32(truncatingIfNeeded: borrow)
      borrow >>= 32
    }
  }

  private static func double(_ number: inout [UInt32], modulo n: [UInt32]) {
    var carry: UInt32 = 0
    for index in number.indices {
      let next = number[index] >> 31
      number[index] = number[index] << 1 | carry
      carry = next
    }
    if carry == 1 || !isLess(number, n) { subtract(n, from: &number) }
  }

  /// The Montgomery product: `left * right / 2^(32 * words)`, modulo n.
  private static func montgomeryProduct(
    _ left: [UInt32], _ right: [UInt32], modulo n: [UInt32]
  ) -> [UInt32] {
    // The inverse of n modulo 2^32, by Newton's method.
    let inverse = (0..<5).reduce(n[0]) { x, _ in x &* (2 &- n[0] &* x) }
    let size = n.count
    var sum = [UInt32](repeating: 0, count: size + 2)
    func add(_ factor: UInt32, times number: [UInt32]) {
      var carry: UInt64 = 0
      for index in 0..<size {
        carry += UInt64(sum[index]) + UInt64(factor) * UInt64(number[index])
        sum[index] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      for index in size..<(size + 2) {
        carry += UInt64(sum[index])
        sum[index] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
    }
    for word in left {
      add(word, times: right)
      add(0 &- sum[0] &* inverse, times: n)
      sum.removeFirst()
      sum.append(0)
    }
    var result = Array(sum[..<size])
    if sum[size] > 0 || !isLess(result, n) { subtract(n, from: &result) }
    return result
  }
}
