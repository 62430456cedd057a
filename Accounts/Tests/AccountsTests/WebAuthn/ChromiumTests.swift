import Accounts
import Foundation
import Testing

/// Passkeys that Chromium's authenticator has created, and assertions by them, recorded by
/// `Tests/Vectors/make_passkeys_chromium.py`.
@Suite struct ChromiumTests {
  private struct Vectors: Decodable, Sendable {
    let origin: String
    let user: String
    let registrations: [Vector]
    let assertions: [Vector]
  }

  struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let challenge: String
    let response: String
    let isBackupEligible: Bool

    var testDescription: String { name }
  }

  private static let vectors: Vectors = PasskeyVectors.file("passkeys-chromium.json")

  @Test(arguments: zip(vectors.registrations, vectors.assertions))
  func `a passkey created by Chromium is accepted, and so is its signature`(
    registration: Vector, assertion: Vector
  ) throws {
    let site = try RelyingParty(publicURL: Self.vectors.origin)

    let registered = try site.check(
      RegistrationResponse(json: registration.response),
      challenge: Hex.bytes(registration.challenge))
    let passkey = Passkey(
      credentialID: registered.credentialID, user: Self.vectors.user,
      publicKey: registered.publicKey, signatureCount: registered.signatureCount, name: "Phone",
      isBackupEligible: registered.isBackupEligible, created: 100)
    let count = try site.check(
      AssertionResponse(json: assertion.response), challenge: Hex.bytes(assertion.challenge),
      of: passkey, owner: nil)

    #expect(registered.isBackupEligible == registration.isBackupEligible)
    #expect(count == registered.signatureCount + 1)
  }
}
