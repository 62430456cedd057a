import Foundation

/// Creation and request options in the form that browsers accept:
/// `PublicKeyCredentialCreationOptionsJSON` and `PublicKeyCredentialRequestOptionsJSON`.
///
/// Every passkey is requested as discoverable, so that no one has to type an address, and with user
/// verification, so that it counts as two factors. Source: WebAuthn Level 3, sections 5.1.8 and
/// 5.1.9.
package enum PasskeyOptions {
  /// The lifetime of a challenge in seconds; the browser gets it as the timeout.
  package static let lifetime = 300

  private struct Descriptor: Encodable {
    var type = "public-key"
    let id: String
  }

  private struct CreationOptions: Encodable {
    struct RelyingPartyEntity: Encodable {
      let id: String
      let name: String
    }
    struct UserEntity: Encodable {
      let id: String
      let name: String
      let displayName: String
    }
    struct CredentialParameters: Encodable {
      var type = "public-key"
      let alg: Int
    }
    struct AuthenticatorSelection: Encodable {
      var residentKey = "required"
      var requireResidentKey = true
      var userVerification = "required"
    }
    let rp: RelyingPartyEntity
    let user: UserEntity
    let challenge: String
    // NB: in the order of preference. Ed25519 is not first because fewer authenticators have it.
    var pubKeyCredParams = [COSEKey.Algorithm.es256, .edDSA, .rs256].map {
      CredentialParameters(alg: $0.rawValue)
    }
    var timeout = PasskeyOptions.lifetime * 1000
    let excludeCredentials: [Descriptor]
    var authenticatorSelection = AuthenticatorSelection()
    var attestation = "none"
  }

  private struct RequestOptions: Encodable {
    let challenge: String
    var timeout = PasskeyOptions.lifetime * 1000
    let rpId: String
    let allowCredentials: [Descriptor]
    var userVerification = "required"
  }

  /// Creation options for a new passkey.
  ///
  /// - Parameters:
  ///   - challenge: The challenge that the response must contain.
  ///   - user: The user; the id becomes the user handle.
  ///   - passkeys: The user's existing passkeys, so that no authenticator creates a second one.
  ///   - site: The relying party.
  ///   - name: The name of the service.
  /// - Returns: JSON.
  /// - Throws: An error of the JSON encoder, which is not expected.
  package static func creation(
    _ challenge: [UInt8], for user: User, having passkeys: [Passkey], at site: RelyingParty,
    named name: String
  ) throws -> String {
    try json(
      CreationOptions(
        rp: .init(id: site.id, name: name),
        user: .init(
          id: ByteEncoding.base64URL(userHandle(of: user.id)), name: user.email,
          displayName: user.name.isEmpty ? user.email : user.name),
        challenge: ByteEncoding.base64URL(challenge),
        excludeCredentials: passkeys.map(descriptor)))
  }

  /// Request options for an assertion.
  ///
  /// - Parameters:
  ///   - challenge: The challenge that the response must contain.
  ///   - passkeys: The passkeys that may be used; empty for any that the browser has for this site.
  ///   - site: The relying party.
  /// - Returns: JSON.
  /// - Throws: An error of the JSON encoder, which is not expected.
  package static func request(
    _ challenge: [UInt8], with passkeys: [Passkey], at site: RelyingParty
  ) throws -> String {
    try json(
      RequestOptions(
        challenge: ByteEncoding.base64URL(challenge), rpId: site.id,
        allowCredentials: passkeys.map(descriptor)))
  }

  /// The user handle: the id, which says nothing about the user.
  package static func userHandle(of user: String) -> [UInt8] { Array(user.utf8) }

  private static func descriptor(_ passkey: Passkey) -> Descriptor {
    Descriptor(id: ByteEncoding.base64URL(passkey.credentialID))
  }

  private static func json(_ options: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(options), as: UTF8.self)
  }
}
