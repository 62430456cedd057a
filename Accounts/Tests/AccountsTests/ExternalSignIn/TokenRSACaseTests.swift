import Accounts
import Crypto
import CryptoExtras
import Foundation
import Testing

/// RSA signatures that a verifier of ID tokens must reject, of the kinds that Project Wycheproof
/// lists for RSASSA-PKCS1-v1_5 and RSASSA-PSS: paddings, algorithm identifiers, lengths, weak keys.
///
/// Where necessary, signatures are made with the private key, so that only the padding is wrong.
@Suite struct TokenRSACaseTests {
  private let pair: _RSA.Signing.PrivateKey
  private let raw: RawRSA
  private let signer: Signer
  private let issuer: TestIssuer

  init() throws {
    pair = try Signer.rsaPair.get()
    raw = try RawRSA(pair)
    signer = try Signer.rsa()
    issuer = try TestIssuer([signer])
  }

  /// A `DigestInfo` in DER up to the hash, with its algorithm identifier (RFC 8017, section 9.2).
  private static func digestInfo(_ identifier: [UInt8], null: [UInt8] = [5, 0], size: Int)
    -> [UInt8]
  {
    let algorithm = [0x06, UInt8(identifier.count)] + identifier + null
    return [0x30, UInt8(algorithm.count + size + 4), 0x30, UInt8(algorithm.count)] + algorithm
      + [0x04, UInt8(size)]
  }

  private static let sha256: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]

  /// A padded message as long as the key's modulus.
  private static func padded(
    _ content: [UInt8], type: [UInt8] = [0, 1], fill: UInt8 = 0xFF, end: [UInt8] = [0]
  ) -> [UInt8] {
    let count = 256 - type.count - end.count - content.count
    return type + [UInt8](repeating: fill, count: count) + end + content
  }

  /// A token with a signature over a padded message derived from its bytes.
  private func token(
    _ signer: Signer? = nil, of message: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) throws -> String {
    let forger = Signer(
      id: "rsa", algorithm: (signer ?? self.signer).algorithm, members: self.signer.members
    ) { [raw] bytes in raw.sign(message(bytes)) }
    return try forger.token(claims: TestIssuer.claims())
  }

  private static func digest(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

  @Test func `the correct padding, made by hand, is accepted`() async throws {
    let digestInfo = Self.digestInfo(Self.sha256, size: 32)
    let right = try token { Self.padded(digestInfo + Self.digest($0)) }
    #expect(await issuer.rejection(of: right) == nil)
    #expect(try await issuer.profile(of: signer.token { $0 }).subject == "ada")
  }

  /// The defect, and its padded message.
  private static let paddings: [(String, @Sendable ([UInt8]) -> [UInt8])] = {
    let digestInfo = Self.digestInfo(Self.sha256, size: 32)
    let bare: @Sendable ([UInt8]) -> [UInt8] = { digestInfo + Self.digest($0) }
    return [
      ("no DigestInfo", { Self.padded(Self.digest($0)) }),
      (
        "algorithm without NULL",
        { Self.padded(Self.digestInfo(Self.sha256, null: [], size: 32) + Self.digest($0)) }
      ),
      (
        "parameters in place of NULL",
        { Self.padded(Self.digestInfo(Self.sha256, null: [4, 0], size: 32) + Self.digest($0)) }
      ),
      (
        "garbage in the parameters",
        {
          Self.padded(
            Self.digestInfo(Self.sha256, null: [4, 3, 1, 2, 3], size: 32) + Self.digest($0))
        }
      ),
      (
        "identifier of SHA-512",
        { Self.padded(Self.digestInfo(Self.sha256.dropLast() + [3], size: 32) + Self.digest($0)) }
      ),
      (
        "identifier of SHA-224",
        { Self.padded(Self.digestInfo(Self.sha256.dropLast() + [4], size: 32) + Self.digest($0)) }
      ),
      (
        "identifier of SHA-1",
        { Self.padded(Self.digestInfo([0x2B, 0x0E, 3, 2, 0x1A], size: 32) + Self.digest($0)) }
      ),
      (
        "SHA-1 with its own identifier",
        {
          Self.padded(
            Self.digestInfo([0x2B, 0x0E, 3, 2, 0x1A], size: 20)
              + Array(Insecure.SHA1.hash(data: $0)))
        }
      ),
      (
        "MD5 with its own identifier",
        {
          let md5: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 2, 5]
          return Self.padded(Self.digestInfo(md5, size: 16) + Array(Insecure.MD5.hash(data: $0)))
        }
      ),
      (
        "SHA-384 with its own identifier",
        {
          Self.padded(
            Self.digestInfo(Self.sha256.dropLast() + [2], size: 48) + Array(SHA384.hash(data: $0)))
        }
      ),
      (
        "a truncated hash",
        { Self.padded(Self.digestInfo(Self.sha256, size: 31) + Self.digest($0).dropLast()) }
      ),
      (
        "a hash that is longer",
        { Self.padded(Self.digestInfo(Self.sha256, size: 33) + Self.digest($0) + [0]) }
      ),
      ("the hash of something else", { Self.padded(digestInfo + Self.digest($0 + [0])) }),
      (
        "a long form of a length",
        { bytes in
          Self.padded([0x30, 0x81, digestInfo[1]] + Array(digestInfo[2...]) + Self.digest(bytes))
        }
      ),
      (
        "an indefinite length",
        { bytes in
          Self.padded([0x30, 0x80] + Array(digestInfo[2...]) + Self.digest(bytes) + [0, 0])
        }
      ),
      ("bytes after the hash", { Self.padded(bare($0) + [0x30, 0x0D]) }),
      ("a zero after the hash", { Self.padded(bare($0) + [0]) }),
      (
        "a short padding and many bytes after the hash",
        { bytes in
          let start: [UInt8] = [0, 1] + [UInt8](repeating: 0xFF, count: 8) + [0]
          let content = start + bare(bytes)
          return content + [UInt8](repeating: 0xAA, count: 256 - content.count)
        }
      ),
      (
        "no padding, and many bytes after the hash",
        { bytes in
          let content = [0, 1, 0] + bare(bytes)
          return content + [UInt8](repeating: 0xAA, count: 256 - content.count)
        }
      ),
      ("block type 2, which is for encryption", { Self.padded(bare($0), type: [0, 2]) }),
      ("block type 0", { Self.padded(bare($0), type: [0, 0], fill: 0) }),
      ("block type 0, filled like type 1", { Self.padded(bare($0), type: [0, 0]) }),
      ("a first byte that is not zero", { Self.padded(bare($0), type: [1, 1]) }),
      ("padding bytes other than 0xFF", { Self.padded(bare($0), fill: 0xFE) }),
      ("padding bytes of zero", { Self.padded(bare($0), fill: 0) }),
      (
        "one padding byte of zero",
        { bytes in
          var message = Self.padded(bare(bytes))
          message[100] = 0
          return message
        }
      ),
      ("no zero before the DigestInfo", { Self.padded(bare($0), end: []) }),
      ("two zeros before the DigestInfo", { Self.padded(bare($0), end: [0, 0]) }),
      ("a one before the DigestInfo", { Self.padded(bare($0), end: [1]) }),
      ("the padding of PSS", { TokenRSACaseTests.pss($0, salt: 32) }),
    ]
  }()

  @Test(arguments: paddings.indices)
  func `a signature with another padding is rejected`(_ index: Int) async throws {
    let (defect, message) = Self.paddings[index]
    #expect(await issuer.rejection(of: try token(of: message)) == .signature, "\(defect)")
  }

  // MARK: PSS

  private static func mgf1(_ seed: [UInt8], count: Int, sha1: Bool) -> [UInt8] {
    var mask: [UInt8] = []
    for counter in 0..<UInt8(16) where mask.count < count {
      let block = seed + [0, 0, 0, counter]
      mask += sha1 ? Array(Insecure.SHA1.hash(data: block)) : digest(block)
    }
    return Array(mask.prefix(count))
  }

  /// EMSA-PSS (RFC 8017, section 9.1.1) for 2,048 bits, with possible defects.
  private static func pss(
    _ bytes: [UInt8], salt size: Int, trailer: UInt8 = 0xBC, separator: UInt8 = 1,
    zeros: UInt8 = 0, sha1: Bool = false
  ) -> [UInt8] {
    let salt = [UInt8](repeating: 0x5A, count: size)
    let hash = digest([UInt8](repeating: 0, count: 8) + digest(bytes) + salt)
    let block = [UInt8](repeating: zeros, count: 256 - 32 - 2 - size) + [separator] + salt
    var masked = zip(block, mgf1(hash, count: block.count, sha1: sha1)).map { $0 ^ $1 }
    masked[0] &= 0x7F
    return masked + hash + [trailer]
  }

  @Test func `a PSS signature with another salt, mask, separator or trailer is rejected`()
    async throws
  {
    let signer = try Signer.rsa(algorithm: "PS256")
    let issuer = try TestIssuer([signer])
    let right = try token(signer) { Self.pss($0, salt: 32) }
    #expect(await issuer.rejection(of: right) == nil)
    let wrong: [(String, @Sendable ([UInt8]) -> [UInt8])] = [
      ("no salt", { Self.pss($0, salt: 0) }), ("a salt of 20", { Self.pss($0, salt: 20) }),
      ("a salt of 31", { Self.pss($0, salt: 31) }), ("a salt of 33", { Self.pss($0, salt: 33) }),
      ("the longest salt", { Self.pss($0, salt: 222) }),
      ("another trailer", { Self.pss($0, salt: 32, trailer: 0xCC) }),
      ("no trailer", { Self.pss($0, salt: 32, trailer: 0) }),
      ("another separator", { Self.pss($0, salt: 32, separator: 2) }),
      ("no separator", { Self.pss($0, salt: 32, separator: 0) }),
      ("no zeros", { Self.pss($0, salt: 32, zeros: 1) }),
      ("a mask of SHA-1", { Self.pss($0, salt: 32, sha1: true) }),
      ("another text", { Self.pss($0 + [0], salt: 32) }),
      (
        "the padding of PKCS #1",
        { Self.padded(Self.digestInfo(Self.sha256, size: 32) + Self.digest($0)) }
      ),
    ]
    for (defect, message) in wrong {
      let token = try token(signer, of: message)
      #expect(await issuer.rejection(of: token) == .signature, "\(defect)")
    }
  }

  // MARK: Lengths and numbers

  /// A token whose signature starts with a zero byte, which is redundant in a number.
  private func signatureWithLeadingZero() throws -> (start: String, signature: [UInt8]) {
    for number in 0..<20_000 {
      let claims = try TestIssuer.claims(["jti": "\(number)"])
      let parts = try signer.token(claims: claims).split(separator: ".").map(String.init)
      guard let signature = ByteEncoding.bytes(base64URL: parts[2]), signature.first == 0 else {
        continue
      }
      return ("\(parts[0]).\(parts[1]).", signature)
    }
    throw UnexpectedResult("one of 256 signatures to begin with zero")
  }

  @Test func `a signature of another length than the modulus is rejected`() async throws {
    let (start, signature) = try signatureWithLeadingZero()
    #expect(await issuer.rejection(of: start + Signer.base64URL(signature)) == nil)
    let others = [
      Array(signature.dropFirst()), [0] + signature, [0, 0] + signature, signature + [0],
      Array(signature.dropLast()), signature + signature, [],
      [UInt8](repeating: 0, count: 256) + signature, Array(signature.prefix(128)), [0],
    ]
    for other in others {
      #expect(
        await issuer.rejection(of: start + Signer.base64URL(other)) == .signature, "\(other.count)")
    }
  }

  @Test func `a signature that is not a number below the modulus is rejected`() async throws {
    let zero = [UInt8](repeating: 0, count: 256)
    func add(_ amount: Int, to number: [UInt8]) -> [UInt8] {
      var number = number
      number[255] = UInt8(truncatingIfNeeded: Int(number[255]) + amount)
      return number
    }
    var sum: [UInt8] = []  // The sum of the correct signature and the modulus, in 257 bytes.
    _ = try signer.token { signature in
      var carry = 0
      sum = zip(signature, raw.modulus).reversed().map { left, right -> UInt8 in
        carry += Int(left) + Int(right)
        defer { carry >>= 8 }
        return UInt8(carry & 0xFF)
      }
      sum = [UInt8(carry)] + sum.reversed()
      return signature
    }
    // `add` changes only the last byte: the modulus is odd, so subtracting 1 needs no borrow, and
    // if adding 2 overflows, the result is a number in range that is not the signature.
    let numbers = [
      zero, add(1, to: zero), add(-1, to: raw.modulus), raw.modulus, add(2, to: raw.modulus),
      [UInt8](repeating: 0xFF, count: 256), sum, Array(sum.dropFirst()),
    ]
    for (index, signature) in numbers.enumerated() {
      let token = try signer.token { _ in signature }
      #expect(await issuer.rejection(of: token) == .signature, "\(index)")
    }
  }

  // MARK: Keys

  @Test func `attack: a token that needs no private key because the exponent is 1 is rejected`()
    async throws
  {
    let digestInfo = Self.digestInfo(Self.sha256, size: 32)
    let modulus = try #require(signer.members["n"])
    for exponent in [[1], [0, 0, 1]] as [[UInt8]] {
      let members = ["kty": "RSA", "n": modulus, "e": Signer.base64URL(exponent)]
      let forger = Signer(id: "weak", algorithm: "RS256", members: members) {
        Self.padded(digestInfo + Self.digest($0))
      }
      let issuer = try TestIssuer([forger])
      #expect(await issuer.rejection(of: try forger.token(claims: TestIssuer.claims())) == .key)
    }
  }

  @Test(
    arguments: [
      [], [0], [2], [3], [5], [17], [1, 0, 0], [0xFF, 0xFF], [1, 0, 2], [0, 3],
      [1, 0, 0, 0, 0, 0, 0, 0, 1],
    ] as [[UInt8]])
  func `an issuer's key with a small, even or overlong exponent is rejected`(
    _ exponent: [UInt8]
  ) async throws {
    let issuer = try TestIssuer([signer.with(["e": Signer.base64URL(exponent)])])
    #expect(await issuer.rejection(of: try signer.token { $0 }) == .key)
  }

  @Test func `an issuer's key with another modulus is rejected or does not verify`() async throws {
    let zero = [UInt8](repeating: 0, count: 256)
    var even = raw.modulus
    even[255] &= 0xFE
    let moduli: [[UInt8]] = [
      [], zero, Array(raw.modulus.dropFirst()), Array(raw.modulus.prefix(255)), even,
      [UInt8](repeating: 0xFF, count: 1025), zero + [1],
    ]
    for modulus in moduli {
      let issuer = try TestIssuer([signer.with(["n": Signer.base64URL(modulus)])])
      let rejection = await issuer.rejection(of: try signer.token { $0 })
      #expect(rejection == .key || modulus == even && rejection == .signature, "\(modulus.count)")
    }
  }
}
