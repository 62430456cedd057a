import Crypto
import FlowCore
import FlowMagic
import Foundation
import Testing

/// Signatures that a verifier of releases must reject, one of each kind that Project Wycheproof
/// lists for Ed25519 and for the encodings around a signature.
///
/// The cases are generated here.
@Suite struct SignatureCaseTests {
  private let key = Curve25519.Signing.PrivateKey()
  private let message = Array(#"{"kind":"release","number":7}"#.utf8)

  private var verificationKey: VerificationKey {
    get throws { try VerificationKey(bytes: [UInt8](key.publicKey.rawRepresentation)) }
  }
  private var signature: [UInt8] {
    get throws { [UInt8](try key.signature(for: Data(message))) }
  }

  /// The order of the base point, little-endian (RFC 8032, section 5.1).
  private static let order: [UInt8] = [
    0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE, 0x14,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
  ]
  /// 2^255 - 19, little-endian.
  private static let prime: [UInt8] =
    [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
  private static let zero = [UInt8](repeating: 0, count: 32)
  private static let one: [UInt8] = [1] + [UInt8](repeating: 0, count: 31)

  /// The sum of two little-endian numbers, modulo 2^256.
  private static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var carry = 0
    return zip(left, right).map { left, right in
      carry += Int(left) + Int(right)
      defer { carry >>= 8 }
      return UInt8(carry & 0xFF)
    }
  }

  @Test func `a signature is valid for its message only`() throws {
    let (key, signature) = (try verificationKey, try signature)
    #expect(key.verifies(signature, of: message))
    for other in [[], message.dropLast(), message + [0], [0] + message, message.reversed()] {
      #expect(!key.verifies(signature, of: Array(other)))
    }
  }

  @Test func `a signature with another encoding of s is rejected`() throws {
    let (key, signature) = (try verificationKey, try signature)
    let (r, s) = (Array(signature[..<32]), Array(signature[32...]))
    var multiple = s
    // All multiples that fit in 256 bits: without this check, each would be a second valid
    // signature.
    for _ in 0..<15 {
      multiple = Self.sum(multiple, Self.order)
      #expect(!key.verifies(r + multiple, of: message))
    }
    for s in [Self.zero, Self.one, Self.order, Self.prime, [UInt8](repeating: 0xFF, count: 32)] {
      #expect(!key.verifies(r + s, of: message))
    }
  }

  @Test func `a signature with another point r is rejected`() throws {
    let (key, signature) = (try verificationKey, try signature)
    let s = Array(signature[32...])
    var flipped = Array(signature[..<32])
    flipped[31] ^= 0x80
    for r in Self.unusablePoints + [flipped, Self.sum(Array(signature[..<32]), Self.prime)] {
      #expect(!key.verifies(r + s, of: message))
      #expect(!key.verifies(r + Self.zero, of: message))
    }
  }

  @Test func `a signature of another length is rejected`() throws {
    let (key, signature) = (try verificationKey, try signature)
    for count in 0..<64 { #expect(!key.verifies(Array(signature.prefix(count)), of: message)) }
    for other in [
      signature + [0], [0] + signature, signature + signature, Array(signature[32...]),
      Array(signature[32...] + signature[..<32]), [UInt8](repeating: 0, count: 64),
      [0x30, 0x40] + signature,
    ] {
      #expect(!key.verifies(other, of: message))
    }
  }

  @Test func `a flipped bit anywhere in signature or message is detected`() throws {
    let (key, signature) = (try verificationKey, try signature)
    for bit in 0..<512 {
      var changed = signature
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(!key.verifies(changed, of: message))
    }
    for bit in 0..<message.count * 8 {
      var changed = message
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(!key.verifies(signature, of: changed))
    }
  }

  /// The points of order 1, 2, 4 and 8 with either sign bit, some also in a non-canonical encoding.
  private static let unusablePoints: [[UInt8]] = {
    let eighth: [UInt8] = [
      0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67,
      0x0F, 0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC,
      0x03, 0x7A,
    ]
    var minusOne = prime
    minusOne[0] -= 1
    // -y is the other coordinate of order 8: p - y, written as p + (2^256 - y) modulo 2^256.
    let other = sum(prime, sum(eighth.map { ~$0 }, one))
    let points = [zero, one, minusOne, eighth, other, prime, sum(prime, one)]
    return points.flatMap { point -> [[UInt8]] in
      var negative = point
      negative[31] ^= 0x80
      return [point, negative]
    }
  }()

  @Test func `a key of small order or of another length is rejected`() throws {
    for point in Self.unusablePoints {
      #expect(throws: FlowMagicError.self) { try VerificationKey(bytes: point) }
      #expect(throws: FlowMagicError.self) {
        try SDKKey(parsing: "pk_0123456789abcdefABCDEF.\(Base64URL.encode(point))")
      }
    }
    for count in [0, 31, 33, 64] {
      #expect(throws: FlowMagicError.self) {
        try VerificationKey(bytes: [UInt8](repeating: 9, count: count))
      }
    }
  }

  @Test func `a key set with a key of small order is rejected, even if it was signed`() throws {
    let text = #"{"keys":["\#(Base64URL.encode(Self.one))"],"kind":"keys","version":2}"#
    let link = KeyChain.Link(
      text: text,
      signatures: [
        Signature(
          keyID: try verificationKey.id, bytes: [UInt8](try key.signature(for: Data(text.utf8))))
      ])
    let root = KeySet(version: 0, keys: [try verificationKey])
    #expect(throws: FlowMagicError.self) { try KeyChain(links: [link]).verified(from: root) }
  }

  @Test func `a signature has one encoding in base64url`() throws {
    let signature = try signature
    let text = Base64URL.encode(signature)
    #expect(Base64URL.decode(text) == signature)
    // 64 bytes leave four bits of the last character unused; they must be zero.
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let last = try #require(text.last.flatMap { alphabet.firstIndex(of: $0) })
    for extra in 1..<16 {
      #expect(Base64URL.decode(String(text.dropLast()) + String(alphabet[last + extra])) == nil)
    }
    let others: [String] = [
      "\(text)=", "\(text)==", "\(text)\n", "\n\(text)", "\(text) ", " \(text)", "\(text)%3D",
      "\(text.prefix(1))\n\(text.dropFirst())", "\(text)A", "\(text)\0", String(text.dropLast()),
    ]
    for other in others {
      #expect(Base64URL.decode(other) != signature, "\(other.debugDescription)")
    }
  }
}

/// Changed envelopes, which a verifier must reject unless what is signed is unchanged.
@Suite struct EnvelopeCaseTests {
  private let key = TestKey()

  /// The valid envelope's text with one replacement.
  private func changed(_ old: String, _ new: String) throws -> [UInt8] {
    let text = String(decoding: try key.release(7).bytes, as: UTF8.self)
    #expect(text.contains(old))
    return Array(text.replacing(old, with: new, maxReplacements: 1).utf8)
  }

  private func isAccepted(_ bytes: [UInt8]) throws -> Bool {
    do {
      try SignedRelease(parsing: bytes).verify(with: [key.verificationKey])
      return true
    } catch is FlowMagicError {
      return false
    }
  }

  @Test func `an envelope with a duplicate member is rejected`() throws {
    for member in [#""document":"#, #""statement":"#, #""signatures":"#] {
      #expect(try !isAccepted(changed(member, member + #""x","# + member)))
    }
    #expect(try !isAccepted(changed(#"\"number\":7"#, #"\"number\":7,\"number\":7"#)))
  }

  @Test func `nothing in the envelope selects how it is verified`() throws {
    // There is no algorithm to select; unknown members change nothing.
    for member in [#""alg":"none","#, #""crit":["x"],"#, #""jwk":{},"#] {
      #expect(try isAccepted(changed("{", "{" + member)))
    }
    let id = try key.verificationKey.id
    for other in ["", "none", String(id.dropLast()), id.uppercased() + "0", "../" + id] {
      #expect(try !isAccepted(changed(#""keyID":"\#(id)""#, #""keyID":"\#(other)""#)))
    }
  }

  @Test func `a signature of another kind, or none, is rejected`() throws {
    let signature = Base64URL.encode(try key.release(7).signatures[0].bytes)
    for other in ["", "AA", signature + "==", signature + "\\n", "\\u0000" + signature] {
      #expect(try !isAccepted(changed(signature, other)))
    }
    for list in ["[]", "null", "{}", #"["\#(signature)"]"#, #"[{"keyID":"x"}]"#] {
      let text = String(decoding: try key.release(7).bytes, as: UTF8.self)
      let start = try #require(text.range(of: #""signatures":"#)).upperBound
      let end = try #require(text.range(of: #","statement":"#)).lowerBound
      #expect(try !isAccepted(Array(text.replacingCharacters(in: start..<end, with: list).utf8)))
    }
  }

  @Test
  func `one valid signature is sufficient, and a reformatted statement is rejected`()
    throws
  {
    let validRelease = try key.release(7)
    let invalidSignature = Signature(
      keyID: try key.verificationKey.id, bytes: [UInt8](repeating: 0, count: 64))
    let signedTwice = SignedRelease(
      document: validRelease.document, statement: validRelease.statement,
      signatures: [invalidSignature, validRelease.signatures[0]])
    #expect(try isAccepted(signedTwice.bytes))
    #expect(try !isAccepted(changed(#"\"number\":7"#, #"\"number\": 7"#)))
    #expect(try !isAccepted(changed(#"\"number\":7"#, #"\"number\":7.0"#)))
    #expect(try !isAccepted(changed(#"\"kind\":\"release\""#, #"\"kind\":\"keys\""#)))
  }
}
