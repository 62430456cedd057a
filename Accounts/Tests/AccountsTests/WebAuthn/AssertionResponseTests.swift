import Accounts
import Testing

/// A browser's message after a passkey was used.
@Suite struct AssertionResponseTests {
  private static let vectors = PasskeyVectors.all
  private let site: RelyingParty
  /// A passkey with a key of P-256.
  private let vector: PasskeyVectors.Vector

  init() throws {
    site = try Self.vectors.site
    vector = Self.vectors.assertions[0]
  }

  @Test(arguments: vectors.assertions)
  func `a response from another implementation is accepted`(vector: PasskeyVectors.Vector) throws {
    let count = try site.check(
      AssertionResponse(json: vector.response.json), challenge: vector.challengeBytes,
      of: vector.passkey, owner: nil)

    #expect(count == vector.count)
  }

  @Test(arguments: vectors.assertions)
  func `a changed byte of the signed data, or of the signature, is rejected`(
    vector: PasskeyVectors.Vector
  ) throws {
    for member in ["authenticatorData", "clientDataJSON", "signature"] {
      let bytes = vector.response[member]
      #expect(!bytes.isEmpty)
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 1 << UInt8(index % 8)
        var response = vector.response
        response[member] = changed
        let rejection = try site.rejection(using: response, vector)
        #expect(rejection != nil, "\(member), byte \(index)")
        if member == "signature" { #expect(rejection == .signature) }
      }
    }
  }

  @Test(arguments: vectors.assertions)
  func `a response truncated anywhere is rejected`(vector: PasskeyVectors.Vector) throws {
    for member in ["authenticatorData", "clientDataJSON", "signature"] {
      let bytes = vector.response[member]
      for length in bytes.indices {
        var message = vector.response
        message[member] = Array(bytes[..<length])
        #expect(try site.rejection(using: message, vector) != nil, "\(member), \(length) bytes")
      }
      var message = vector.response
      message[member] = bytes + [0]
      #expect(try site.rejection(using: message, vector) != nil, "\(member), one byte more")
    }
  }

  @Test func `a response from another site, to another challenge or embedded is rejected`() throws {
    for (from, to, expected) in ClientDataChange.all(for: "webauthn.get", vector) {
      var message = vector.response
      message["clientDataJSON"] = ClientDataChange.replacing(from, by: to, in: message)
      #expect(try site.rejection(using: message, vector) == expected, "\(from) → \(to)")
    }
  }

  @Test func `a response to an older challenge is rejected`() throws {
    let later = Self.vectors.assertions[2]
    let json = try vector.response.json

    let error = try passkeyError {
      _ = try site.check(
        AssertionResponse(json: json), challenge: later.challengeBytes, of: vector.passkey,
        owner: nil)
    }

    #expect(error == .challenge)
  }

  @Test(arguments: [
    (UInt8(0x04), PasskeyError.presence), (0x01, .verification), (0x00, .presence),
    (0x15, .backup), (0x0D, .backup), (0x1D, .backup), (0x45, .authenticatorData),
    (0x85, .authenticatorData), (0x07, .signature),
  ])
  func `the flags are checked`(flags: UInt8, expected: PasskeyError) throws {
    var response = vector.response
    response["authenticatorData"][32] = flags

    #expect(try site.rejection(using: response, vector) == expected)
  }

  @Test func `the backup eligibility of a passkey cannot change`() throws {
    for vector in Self.vectors.assertions {
      let passkey = Passkey(
        credentialID: vector.passkey.credentialID, user: vector.passkey.user,
        publicKey: vector.passkey.publicKey, signatureCount: 0, name: "Phone",
        isBackupEligible: !vector.isBackupEligible, created: 100)
      let json = try vector.response.json
      let error = try passkeyError {
        _ = try site.check(
          AssertionResponse(json: json), challenge: vector.challengeBytes, of: passkey, owner: nil)
      }
      #expect(error == .backup)
    }
  }

  @Test func `an assertion that contains a key is rejected`() throws {
    let registration = try TestAttestationObject(Self.vectors.registrations[0].response)
    var response = vector.response
    response["authenticatorData"] = registration.data

    #expect(try site.rejection(using: response, vector) == .authenticatorData)
  }

  @Test func `a response for another site's id is rejected`() throws {
    let other = try RelyingParty(publicURL: "https://example.com")
    var response = vector.response
    response["authenticatorData"].replaceSubrange(0..<32, with: other.idHash)

    #expect(try site.rejection(using: response, vector) == .relyingParty)
  }

  @Test func `another passkey's key does not verify`() throws {
    for other in Self.vectors.assertions where other.publicKey != vector.publicKey {
      let passkey = Passkey(
        credentialID: vector.passkey.credentialID, user: vector.passkey.user,
        publicKey: other.passkey.publicKey, signatureCount: 0, name: "Phone",
        isBackupEligible: false, created: 100)
      let json = try vector.response.json
      let error = try passkeyError {
        _ = try site.check(
          AssertionResponse(json: json), challenge: vector.challengeBytes, of: passkey, owner: nil)
      }
      #expect(error == .signature)
    }
  }

  @Test(arguments: [
    (0, 0, nil), (5, 4, nil), (1, 0, nil), (5, 5, PasskeyError.counter), (5, 6, .counter),
    (0, 1, .counter), (0, 0xFFFF_FFFF, .counter),
  ])
  func `a counter must increase, unless the authenticator has none`(
    received: Int, stored: Int, expected: PasskeyError?
  ) throws {
    let device = TestAuthenticator(site: site, count: received)
    let challenge = [UInt8](repeating: 9, count: 32)
    let passkey = device.passkey(of: "p_1", count: stored)
    let json = try device.response(to: challenge, userHandle: "p_1")

    let error = try passkeyError {
      let count = try site.check(
        AssertionResponse(json: json), challenge: challenge, of: passkey, owner: nil)
      #expect(count == received)
    }

    #expect(error == expected)
  }

  @Test func `the passkey must belong to the expected user`() throws {
    let device = TestAuthenticator(site: site)
    let challenge = [UInt8](repeating: 9, count: 32)
    let passkey = device.passkey(of: "p_1")
    // The expected user, the user handle of the response, and the error.
    let cases: [(String?, String?, PasskeyError?)] = [
      (nil, "p_1", nil), ("p_1", "p_1", nil), ("p_1", nil, nil), (nil, nil, .userHandle),
      (nil, "p_2", .userHandle), ("p_2", "p_1", .userHandle), ("p_2", "p_2", .userHandle),
      ("p_2", nil, .userHandle), ("p_1", "p_2", .userHandle), ("p_1", "", .userHandle),
      (nil, String(repeating: "p", count: 65), .response),
    ]

    for (owner, handle, expected) in cases {
      let json = try device.response(to: challenge, userHandle: handle)
      let error = try passkeyError {
        _ = try site.check(
          AssertionResponse(json: json), challenge: challenge, of: passkey, owner: owner)
      }
      #expect(error == expected, "\(owner ?? "-"), \(handle ?? "-")")
    }
  }

  @Test(arguments: [
    "", "{}", "[]", "null", "{\"id\":1}", "\u{0}", "{\"id\":\"AA\",\"rawId\":\"AA\"}",
    "{\"id\":\"AA\",\"rawId\":\"AA\",\"type\":\"public-key\",\"response\":{}}",
    String(repeating: "[", count: 30_000), String(repeating: " ", count: 40_000),
  ])
  func `a response that no browser sends is rejected`(json: String) throws {
    #expect(try passkeyError { _ = try AssertionResponse(json: json) } == .response)
    #expect(try passkeyError { _ = try RegistrationResponse(json: json) } == .response)
  }

  @Test func `a response's parts must be canonical base64url`() throws {
    for member in ["clientDataJSON", "authenticatorData", "signature", "userHandle"] {
      for wrong in ["A", "AB", "AA==", "A+A/", "A A", "ä", "AAA="] {
        var message = vector.response
        message.response[member] = wrong
        #expect(try site.rejection(using: message, vector) == .response, "\(member): \(wrong)")
      }
    }
  }
}
