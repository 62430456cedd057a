import Foundation

/// What a browser sends when a passkey was made: `RegistrationResponseJSON`, as far as it counts.
///
/// Members that repeat what the attestation object holds are not looked at.
/// Source: WebAuthn Level 3, section 5.1, "PublicKeyCredential Interface".
package struct RegistrationAnswer: Sendable {
  /// The passkey's id.
  package let credential: [UInt8]
  package let clientData: [UInt8]
  package let attestationObject: [UInt8]

  private struct Response: Decodable {
    let clientDataJSON: String
    let attestationObject: String
  }

  /// Reads the answer.
  ///
  /// - Throws: `.answer`, `.credential`.
  package init(json: String) throws(PasskeyRefusal) {
    let answer = try PasskeyAnswer<Response>.read(json)
    credential = try answer.credential()
    guard let clientData = BytesText.bytes(base64URL: answer.response.clientDataJSON),
      let attestationObject = BytesText.bytes(base64URL: answer.response.attestationObject)
    else { throw .answer }
    self.clientData = clientData
    self.attestationObject = attestationObject
  }
}

/// What a browser sends when a passkey was used: `AuthenticationResponseJSON`, as far as it counts.
package struct AssertionAnswer: Sendable {
  /// The passkey's id.
  package let credential: [UInt8]
  package let clientData: [UInt8]
  package let authenticatorData: [UInt8]
  package let signature: [UInt8]
  /// Whose passkey it is, as the authenticator has kept it; nil if it did not say.
  package let userHandle: [UInt8]?

  private struct Response: Decodable {
    let clientDataJSON: String
    let authenticatorData: String
    let signature: String
    let userHandle: String?
  }

  /// Reads the answer.
  ///
  /// - Throws: `.answer`, `.credential`.
  package init(json: String) throws(PasskeyRefusal) {
    let answer = try PasskeyAnswer<Response>.read(json)
    credential = try answer.credential()
    guard let clientData = BytesText.bytes(base64URL: answer.response.clientDataJSON),
      let authenticatorData = BytesText.bytes(base64URL: answer.response.authenticatorData),
      let signature = BytesText.bytes(base64URL: answer.response.signature)
    else { throw .answer }
    self.clientData = clientData
    self.authenticatorData = authenticatorData
    self.signature = signature
    guard let handle = answer.response.userHandle else {
      userHandle = nil
      return
    }
    guard let handle = BytesText.bytes(base64URL: handle), handle.count <= 64 else { throw .answer }
    userHandle = handle
  }
}

/// What both have in common.
private struct PasskeyAnswer<Response: Decodable>: Decodable {
  let id: String
  let rawId: String
  let type: String
  let response: Response

  /// How many bytes are looked at; without certificates, answers have about 2,000.
  static var mostBytes: Int { 32_768 }

  static func read(_ json: String) throws(PasskeyRefusal) -> Self {
    guard json.utf8.count <= mostBytes,
      let answer = try? JSONDecoder().decode(Self.self, from: Data(json.utf8))
    else { throw .answer }
    return answer
  }

  func credential() throws(PasskeyRefusal) -> [UInt8] {
    guard type.utf8.elementsEqual("public-key".utf8),
      let bytes = BytesText.bytes(base64URL: rawId), BytesText.bytes(base64URL: id) == bytes,
      (1...AuthenticatorData.mostCredentialBytes).contains(bytes.count)
    else { throw .credential }
    return bytes
  }
}
