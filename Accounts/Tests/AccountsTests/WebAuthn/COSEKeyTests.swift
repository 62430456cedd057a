import Accounts
import Crypto
import Testing

@Suite struct COSEKeyTests {
  private static let vectors = PasskeyVectors.all
  private static let keys = Dictionary(
    vectors.registrations.map { (String($0.name.prefix { $0 != "," }), $0.publicKey) },
    uniquingKeysWith: { first, _ in first })

  private static func parameters(_ name: String) throws -> [CBOREntry] {
    let bytes = Hex.bytes(try #require(keys[name]))
    return try #require(try CBORReader.read(bytes[...]).entries)
  }

  /// A key with one parameter changed, removed or added.
  private static func key(
    _ name: String, _ label: Int, _ value: CBORValue?
  ) throws -> CBORValue {
    var parameters = try parameters(name).filter { $0.key.int != label }
    let key: CBORValue = label < 0 ? .negative(UInt64(-1 - label)) : .unsigned(UInt64(label))
    if let value { parameters.append(CBOREntry(key, value)) }
    return .map(parameters)
  }

  @Test(arguments: [
    ("ES256", COSEKey.Algorithm.es256), ("Ed25519", .edDSA), ("RS256", .rs256),
  ])
  func `each type of key is parsed`(name: String, algorithm: COSEKey.Algorithm) throws {
    let bytes = Hex.bytes(try #require(Self.keys[name]))

    #expect(try COSEKey(bytes: bytes).algorithm == algorithm)
    for length in bytes.indices {
      #expect(try passkeyError { _ = try COSEKey(bytes: Array(bytes[..<length])) } == .key)
    }
    #expect(try passkeyError { _ = try COSEKey(bytes: bytes + [0]) } == .key)
  }

  @Test(arguments: ["ES256", "Ed25519", "RS256"])
  func `a key without one of its parameters, or with one more, is rejected`(name: String) throws {
    for parameter in try Self.parameters(name) {
      let label = try #require(parameter.key.int)
      #expect(try passkeyError { _ = try COSEKey(Self.key(name, label, nil)) } == .key)
      #expect(try passkeyError { _ = try COSEKey(Self.key(name, label, .null)) } == .key)
      #expect(try passkeyError { _ = try COSEKey(Self.key(name, label, .unsigned(99))) } == .key)
    }
    #expect(try passkeyError { _ = try COSEKey(Self.key(name, 2, .bytes([1]))) } == .key)
    #expect(try passkeyError { _ = try COSEKey(.map([])) } == .key)
    #expect(try passkeyError { _ = try COSEKey(.array([])) } == .key)
  }

  @Test func `type, algorithm and curve must match`() throws {
    for name in ["ES256", "Ed25519", "RS256"] {
      for kind in 1...4 {
        for algorithm in [-7, -8, -257, -35, -37, -65535] {
          let first = try Self.key(name, 1, .unsigned(UInt64(kind)))
          var parameters = try #require(first.entries).filter { $0.key.int != 3 }
          parameters.append(CBOREntry(.unsigned(3), .negative(UInt64(-1 - algorithm))))
          let isConsistent = try Self.parameters(name).allSatisfy { parameters.contains($0) }
          #expect(try (passkeyError { _ = try COSEKey(.map(parameters)) } == nil) == isConsistent)
        }
      }
    }
    for curve in 0...8 {
      let value = CBORValue.unsigned(UInt64(curve))
      #expect(
        try (passkeyError { _ = try COSEKey(Self.key("ES256", -1, value)) } == nil) == (curve == 1))
      #expect(
        try (passkeyError { _ = try COSEKey(Self.key("Ed25519", -1, value)) } == nil)
          == (curve == 6))
    }
  }

  @Test func `a P-256 point must be on the curve, with two full coordinates`() throws {
    let y = try #require(try Self.parameters("ES256").first { $0.key.int == -3 }?.value.bytes)
    var offCurve = y
    offCurve[31] ^= 1
    let zero = [UInt8](repeating: 0, count: 32)
    let invalid: [CBORValue] = [
      .bytes(offCurve), .bytes(Array(y.dropLast())), .bytes([0] + y), .boolean(true), .bytes(zero),
      .bytes([]), .bytes([UInt8](repeating: 255, count: 32)),
    ]

    for value in invalid {
      #expect(try passkeyError { _ = try COSEKey(Self.key("ES256", -3, value)) } == .key)
    }
  }

  @Test func `a point of Ed25519 must be on the curve and of large order`() throws {
    let points = Self.vectors.edwardsPoints
    let isAccepted = { (hex: String) in
      try passkeyError { _ = try COSEKey(Self.key("Ed25519", -2, .bytes(Hex.bytes(hex)))) } == nil
    }

    #expect(points.usable.count > 15 && points.notOnCurve.count > 15)
    for hex in points.usable { #expect(try isAccepted(hex)) }
    for hex in points.smallOrder + points.notOnCurve + points.nonCanonical {
      #expect(try !isAccepted(hex))
    }
    #expect(try !isAccepted(""))
    #expect(try !isAccepted(points.usable[0] + "00"))
  }

  @Test func `every generated Ed25519 key is accepted`() throws {
    for _ in 0..<50 {
      let point = Array(Curve25519.Signing.PrivateKey().publicKey.rawRepresentation)
      #expect(try passkeyError { _ = try COSEKey(Self.key("Ed25519", -2, .bytes(point))) } == nil)
    }
  }

  @Test func `an RSA key has 2,048 to 4,096 bits and the exponent 65537`() throws {
    let modulus = try #require(try Self.parameters("RS256").first { $0.key.int == -1 }?.value.bytes)
    var even = modulus
    even[255] &= 0xFE
    var short = modulus
    short[0] = 0x7F
    let invalid = [
      Array(modulus.dropFirst()), short, even, [0] + modulus, [1] + modulus + modulus, [],
      [UInt8](repeating: 0, count: 256),
    ]

    for value in invalid {
      #expect(try passkeyError { _ = try COSEKey(Self.key("RS256", -1, .bytes(value))) } == .key)
    }
    for exponent in [[3], [1], [0], [], [0, 1, 0, 1], [1, 0, 0]] as [[UInt8]] {
      #expect(try passkeyError { _ = try COSEKey(Self.key("RS256", -2, .bytes(exponent))) } == .key)
    }
  }
}
