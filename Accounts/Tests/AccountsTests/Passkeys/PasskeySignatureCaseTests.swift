import Accounts
import Crypto
import CryptoExtras
import Foundation
import Testing

/// Signatures that a passkey verifier must reject, one of each kind that Project Wycheproof
/// lists for ECDSA with DER signatures, Ed25519 and RSASSA-PKCS1-v1_5.
///
/// All cases are generated, not copied.
@Suite struct PasskeySignatureCaseTests {
  private static let data = Array("authenticator data and client data's hash".utf8)

  /// The order of P-256's base point, big-endian (SEC 2, section 2.4.2).
  private static let order: [UInt8] = [
    0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6,
    0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
  ]
  private static let zero = [UInt8](repeating: 0, count: 32)

  /// A key whose CBOR has these parameters.
  private static func cose(_ parameters: [[UInt8]]) throws -> COSEKey {
    try COSEKey(bytes: [0xA0 + UInt8(parameters.count)] + parameters.flatMap { $0 })
  }

  // MARK: ECDSA

  private struct ECDSACase {
    let key: COSEKey
    let r: [UInt8]
    let s: [UInt8]

    init() throws {
      let secret = P256.Signing.PrivateKey()
      let point = [UInt8](secret.publicKey.x963Representation)
      key = try PasskeySignatureCaseTests.cose([
        [0x01, 0x02], [0x03, 0x26], [0x20, 0x01], [0x21, 0x58, 0x20] + point[1...32],
        [0x22, 0x58, 0x20] + point[33...64],
      ])
      let raw = [UInt8](try secret.signature(for: PasskeySignatureCaseTests.data).rawRepresentation)
      (r, s) = (Array(raw[..<32]), Array(raw[32...]))
    }

    func isValid(_ signature: [UInt8]) -> Bool {
      key.isValid(signature, of: PasskeySignatureCaseTests.data)
    }
  }

  /// A positive DER integer.
  private static func integer(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = Array(bytes.drop { $0 == 0 })
    if bytes.isEmpty || bytes[0] >= 0x80 { bytes.insert(0, at: 0) }
    return [0x02, UInt8(bytes.count)] + bytes
  }

  private static func sequence(_ content: [UInt8]) -> [UInt8] {
    [0x30] + (content.count < 0x80 ? [] : [0x81]) + [UInt8(content.count)] + content
  }

  private static func der(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] {
    sequence(integer(r) + integer(s))
  }

  @Test func `an ECDSA signature whose r or s is 1 or out of range is rejected`() throws {
    let sample = try ECDSACase()
    #expect(sample.isValid(Self.der(sample.r, sample.s)))
    let one: [UInt8] = Array(Self.zero.dropLast()) + [1]
    let big: [UInt8] = [1] + Self.zero
    var orderPlusOne = Self.order
    orderPlusOne[31] += 1
    let allBitsSet = [UInt8](repeating: 0xFF, count: 32)
    let numbers: [[UInt8]] = [Self.zero, one, Self.order, orderPlusOne, big, allBitsSet]
    for number in numbers {
      #expect(!sample.isValid(Self.der(number, sample.s)))
      #expect(!sample.isValid(Self.der(sample.r, number)))
      for other in numbers { #expect(!sample.isValid(Self.der(number, other))) }
    }
    // A number congruent modulo the order must be rejected.
    #expect(!sample.isValid(Self.der(Self.sum(sample.r, Self.order), sample.s)))
    #expect(!sample.isValid(Self.der(sample.r, Self.sum(sample.s, Self.order))))
    #expect(!sample.isValid(Self.der(sample.s, sample.r)))
  }

  /// The sum of two big-endian numbers of 32 bytes, in 33.
  private static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var carry = 0
    var digits: [UInt8] = []
    for (left, right) in zip(left.reversed(), right.reversed()) {
      carry += Int(left) + Int(right)
      digits.append(UInt8(carry & 0xFF))
      carry >>= 8
    }
    return [UInt8(carry)] + digits.reversed()
  }

  @Test func `an ECDSA signature that is not DER is rejected`() throws {
    let sample = try ECDSACase()
    let (r, s) = (Self.integer(sample.r), Self.integer(sample.s))
    let valid = Self.sequence(r + s)
    let content = r + s
    let count = UInt8(content.count)
    var negative = r
    if negative[2] == 0 {
      negative.remove(at: 2)
      negative[1] -= 1
    } else {
      negative[2] |= 0x80
    }
    func expectInvalid(_ name: String, _ signature: [UInt8]) {
      #expect(!sample.isValid(signature), "\(name)")
    }
    expectInvalid("empty", [])
    expectInvalid("an empty sequence", [0x30, 0])
    expectInvalid("a raw signature", sample.r + sample.s)
    expectInvalid("a trailing byte", valid + [0])
    expectInvalid("a leading byte", [0] + valid)
    expectInvalid("truncated", Array(valid.dropLast()))
    expectInvalid("concatenated twice", valid + valid)
    expectInvalid("a missing s", Self.sequence(r))
    expectInvalid("a third number", Self.sequence(content + [2, 1, 1]))
    expectInvalid("zeros in the sequence", Self.sequence(content + [0, 0]))
    for (name, head) in [
      ("a length in two bytes", [0x30, 0x81, count]),
      ("a length in three bytes", [0x30, 0x82, 0, count]),
      ("a length that is too long", [0x30, count + 1]),
      ("a length that is too short", [0x30, count - 1]), ("a reserved length", [0x30, 0xFF]),
      ("a huge length", [0x30, 0x88, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
      ("a set", [0x31, count]), ("a primitive sequence", [0x10, count]),
    ] as [(String, [UInt8])] {
      expectInvalid(name, head + content)
    }
    let end: [UInt8] = [0, 0]
    expectInvalid("an indefinite length", [0x30, 0x80] + content + end)
    let (rBytes, sBytes) = (Array(r[2...]), Array(s[2...]))
    let emptyInteger: [UInt8] = [2, 0]
    expectInvalid("an empty r", Self.sequence(emptyInteger + s))
    expectInvalid("an empty s", Self.sequence(r + emptyInteger))
    let longR: [UInt8] = [2, r[1] + 1, 0] + rBytes
    let longS: [UInt8] = [2, s[1] + 1, 0] + sBytes
    expectInvalid("an r with a leading zero", Self.sequence(longR + s))
    expectInvalid("an s with a leading zero", Self.sequence(r + longS))
    expectInvalid("a negative r", Self.sequence(negative + s))
    let bits: [UInt8] = [3, r[1]] + rBytes
    expectInvalid("r as a bit string", Self.sequence(bits + s))
    let twoBytes: [UInt8] = [2, 0x81, r[1]] + rBytes
    expectInvalid("r with a length in two bytes", Self.sequence(twoBytes + s))
    #expect(sample.isValid(valid))
  }

  // MARK: Ed25519

  @Test func `an Ed25519 signature of another length or with another s is rejected`() throws {
    let secret = Curve25519.Signing.PrivateKey()
    let key = try Self.cose([
      [0x01, 0x01], [0x03, 0x27], [0x20, 0x06],
      [0x21, 0x58, 0x20] + [UInt8](secret.publicKey.rawRepresentation),
    ])
    let signature = [UInt8](try secret.signature(for: Data(Self.data)))
    #expect(key.isValid(signature, of: Self.data))
    // The order of the base point, little-endian (RFC 8032, section 5.1).
    let order: [UInt8] =
      [
        0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE,
        0x14,
      ] + [UInt8](repeating: 0, count: 15) + [0x10]
    let (r, s) = (Array(signature[..<32]), Array(signature[32...]))
    let malleated = Array(Self.sum(s.reversed(), order.reversed()).dropFirst().reversed())
    let others: [[UInt8]] = [
      r + malleated, r + order, r + Self.zero, Self.zero + s, s + r, signature + [0],
      [0] + signature, Array(signature.dropLast()), [], r, [UInt8](repeating: 0, count: 64),
    ]
    for other in others {
      #expect(!key.isValid(other, of: Self.data))
    }
    for bit in 0..<512 {
      var changed = signature
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(!key.isValid(changed, of: Self.data))
    }
  }

  // MARK: RSA

  @Test func `an RSA signature with another padding, hash, value or length is rejected`() throws {
    let secret = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    let numbers = try secret.publicKey.getKeyPrimitives()
    let modulus = [UInt8](numbers.modulus)
    let key = try Self.cose([
      [0x01, 0x03], [0x03, 0x39, 0x01, 0x00], [0x20, 0x59, 0x01, 0x00] + modulus,
      [0x21, 0x43, 1, 0, 1],
    ])
    func signed(_ padding: _RSA.Signing.Padding, _ digest: some Digest) throws -> [UInt8] {
      [UInt8](try secret.signature(for: digest, padding: padding).rawRepresentation)
    }
    let hash = SHA256.hash(data: Self.data)
    let valid = try signed(.insecurePKCS1v1_5, hash)
    #expect(key.isValid(valid, of: Self.data))
    let others: [[UInt8]] = [
      try signed(.PSS, hash), try signed(.insecurePKCS1v1_5, SHA512.hash(data: Self.data)),
      try signed(.insecurePKCS1v1_5, SHA384.hash(data: Self.data)), valid + [0], [0] + valid,
      Array(valid.dropLast()), Array(valid.dropFirst()), [], modulus,
      [UInt8](repeating: 0, count: 256), [UInt8](repeating: 0, count: 255) + [1],
      [UInt8](repeating: 0xFF, count: 256),
    ]
    for other in others {
      #expect(!key.isValid(other, of: Self.data))
    }
    #expect(!key.isValid(valid, of: Self.data + [0]))
  }

  // MARK: Keys

  @Test func `a key with mismatched type, curve and algorithm is rejected`() throws {
    let point = [UInt8](P256.Signing.PrivateKey().publicKey.x963Representation)
    let (x, y) = (Array(point[1...32]), Array(point[33...64]))
    func key(kind: UInt8 = 2, algorithm: [UInt8] = [0x26], curve: UInt8 = 1, x: [UInt8], y: [UInt8])
      throws -> COSEKey
    {
      try Self.cose([
        [0x01, kind], [0x03] + algorithm, [0x20, curve], [0x21, 0x58, UInt8(x.count)] + x,
        [0x22, 0x58, UInt8(y.count)] + y,
      ])
    }
    #expect(throws: Never.self) { try key(x: x, y: y) }
    let cases: [() throws -> COSEKey] = [
      { try key(kind: 1, x: x, y: y) }, { try key(kind: 3, x: x, y: y) },
      { try key(kind: 4, x: x, y: y) }, { try key(algorithm: [0x27], x: x, y: y) },
      { try key(algorithm: [0x05], x: x, y: y) }, { try key(algorithm: [0x00], x: x, y: y) },
      { try key(algorithm: [0x38, 0x22], x: x, y: y) },
      { try key(algorithm: [0x39, 0x01, 0x00], x: x, y: y) }, { try key(curve: 2, x: x, y: y) },
      { try key(curve: 8, x: x, y: y) }, { try key(x: y, y: x) },
      { try key(x: Self.zero, y: Self.zero) }, { try key(x: Array(x.dropLast()), y: y) },
      { try key(x: [0] + x, y: y) }, { try key(x: x, y: Self.order) },
    ]
    for make in cases { #expect(throws: PasskeyError.self) { try make() } }
  }
}
