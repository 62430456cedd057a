import Accounts
import Crypto
import Testing

/// A browser's message after it created a passkey.
@Suite struct RegistrationResponseTests {
  private static let vectors = PasskeyVectors.all
  private let site: RelyingParty

  init() throws { site = try Self.vectors.site }

  @Test(arguments: vectors.registrations)
  func `a response from another implementation is accepted`(vector: PasskeyVectors.Vector) throws {
    let registered = try site.check(
      RegistrationResponse(json: vector.response.json), challenge: vector.challengeBytes)

    #expect(registered.credentialID == Hex.bytes(vector.credential))
    #expect(registered.publicKey == Hex.bytes(vector.publicKey))
    #expect(registered.signatureCount == vector.count)
    #expect(registered.isBackupEligible == vector.isBackupEligible)
  }

  @Test func `a response from another site, to another challenge or embedded is rejected`() throws {
    let vector = Self.vectors.registrations[0]
    for (from, to, expected) in ClientDataChange.all(for: "webauthn.create", vector) {
      var response = vector.response
      response["clientDataJSON"] = ClientDataChange.replacing(from, by: to, in: response)
      #expect(try site.rejection(registering: response, vector) == expected, "\(from) → \(to)")
    }
  }

  @Test func `a response for another site's id is rejected`() throws {
    let vector = Self.vectors.registrations[0]
    let other = try RelyingParty(publicURL: "https://example.com")
    let data = try TestAttestationObject(vector.response)

    let response = data.response { $0.replaceSubrange(0..<32, with: other.idHash) }

    #expect(try site.rejection(registering: response, vector) == .relyingParty)
  }

  @Test(arguments: [
    (UInt8(0x44), PasskeyError.presence), (0x41, .verification), (0x40, .presence),
    (0x55, .backup), (0x5D, nil), (0x4D, nil), (0x45, nil), (0x67, nil),
    (0x05, .authenticatorData), (0xC5, .authenticatorData), (0x85, .authenticatorData),
  ])
  func `the flags are checked`(flags: UInt8, expected: PasskeyError?) throws {
    let vector = Self.vectors.registrations[0]
    let object = try TestAttestationObject(vector.response)

    let response = object.response { $0[32] = flags }

    #expect(try site.rejection(registering: response, vector) == expected)
  }

  @Test func `both copies of the id must be equal and canonical, and the type valid`() throws {
    let vector = Self.vectors.registrations[0]
    let other = ByteEncoding.base64URL([UInt8](repeating: 7, count: 20))
    let changes: [(inout PasskeyVectors.Message) -> Void] = [
      { $0.id = other }, { $0.rawId = other }, { ($0.id, $0.rawId) = (other, other) },
      { ($0.id, $0.rawId) = ("", "") }, { $0.type = "password" }, { $0.id += "=" },
    ]

    for change in changes {
      var response = vector.response
      change(&response)
      #expect(try site.rejection(registering: response, vector) == .credential)
    }
  }

  @Test(arguments: vectors.registrations.filter { $0.name.contains("signed by itself") })
  func `a packed self-attestation is verified`(vector: PasskeyVectors.Vector) throws {
    let object = try TestAttestationObject(vector.response)

    for byte in object.signature.indices {
      var signature = object.signature
      signature[byte] ^= 0x10
      let response = object.response(statement: object.statement(signature: signature))
      #expect(try site.rejection(registering: response, vector) == .attestation, "byte \(byte)")
    }
    for byte in object.data.indices {
      let response = object.response { $0[byte] ^= 0x20 }
      #expect(try site.rejection(registering: response, vector) != nil, "byte \(byte)")
    }
  }

  @Test func `an attestation of another format, or with another statement, is rejected`() throws {
    let vector = try #require(
      Self.vectors.registrations.first { $0.name == "ES256, signed by itself" })
    let object = try TestAttestationObject(vector.response)
    let alg = (TestCBOR.text("alg"), TestCBOR.int(-7))
    let sig = (TestCBOR.text("sig"), TestCBOR.bytes(object.signature))
    let statements: [(String, TestCBOR)] = [
      ("packed", .map([alg, sig, (.text("x5c"), .array([.bytes([1])]))])),
      ("packed", .map([(.text("alg"), .int(-8)), sig])), ("packed", .map([alg])),
      ("packed", .map([])), ("none", .map([alg, sig])), ("none", .array([])),
      ("fido-u2f", .map([alg, sig])), ("tpm", .map([])), ("", .map([])), ("None", .map([])),
      ("android-key", .map([])), ("apple", .map([])), ("compound", .array([])),
    ]

    for (format, statement) in statements {
      let response = object.response(format: format, statement: statement)
      #expect(try site.rejection(registering: response, vector) == .attestation, "\(format)")
    }
    let honest = object.response(
      format: "packed", statement: object.statement(signature: object.signature))
    #expect(try site.rejection(registering: honest, vector) == nil)
  }

  @Test func `the outer map has three members, in any order`() throws {
    let vector = Self.vectors.registrations[0]
    let object = try TestAttestationObject(vector.response)
    let format = (TestCBOR.text("fmt"), TestCBOR.text("none"))
    let data = (TestCBOR.text("authData"), TestCBOR.bytes(object.data))
    let statement = (TestCBOR.text("attStmt"), TestCBOR.map([]))
    let extraPair = (TestCBOR.text("zzz"), TestCBOR.int(1))
    let outers: [(TestCBOR, PasskeyError?)] = [
      (.map([data, statement, format]), nil), (.map([statement, data, format]), nil),
      (.map([format, statement]), .attestation), (.map([format, data]), .attestation),
      (.map([format, statement, data, extraPair]), .attestation),
      (.map([format, statement, data, data]), .attestation),
      (.map([format, statement, (.text("authData"), .text("x"))]), .attestation),
      (.array([format.1, statement.1, data.1]), .attestation),
    ]

    for (outer, expected) in outers {
      var response = vector.response
      response["attestationObject"] = outer.encoded
      #expect(try site.rejection(registering: response, vector) == expected)
    }
  }

  @Test func `data that is truncated, has trailing bytes, or is too long is rejected`() throws {
    for vector in Self.vectors.registrations.prefix(3) {
      let object = try TestAttestationObject(vector.response)
      for length in object.data.indices {
        let response = object.response { $0 = Array($0[..<length]) }
        #expect(try site.rejection(registering: response, vector) != nil)
      }
      let trailing = object.response { $0 += [0] }
      #expect(try site.rejection(registering: trailing, vector) == .authenticatorData)

      let attestationObject = vector.response["attestationObject"]
      for length in attestationObject.indices {
        var response = vector.response
        response["attestationObject"] = Array(attestationObject[..<length])
        #expect(try site.rejection(registering: response, vector) == .attestation)
      }
      var response = vector.response
      response["attestationObject"] = attestationObject + [0xF6]
      #expect(try site.rejection(registering: response, vector) == .attestation)
    }
  }

  @Test func `a passkey id of zero or too many bytes is rejected`() throws {
    let vector = Self.vectors.registrations[0]
    let object = try TestAttestationObject(vector.response)

    for length in [0, 1024, 0xFFFF] as [Int] {
      let response = object.response {
        $0[53] = UInt8(length >> 8)
        $0[54] = UInt8(length & 255)
      }
      #expect(try site.rejection(registering: response, vector) == .authenticatorData)
    }
  }
}
