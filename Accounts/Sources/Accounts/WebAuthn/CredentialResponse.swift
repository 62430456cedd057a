import Foundation

/// What a browser sends when a passkey was made: `RegistrationResponseJSON`, as far as it is used.
///
/// Members that repeat what the attestation object holds are not looked at.
/// Source: WebAuthn Level 3, section 5.1, "PublicKeyCredential Interface".
package struct RegistrationResponse: Sendable {
  /// The passkey's id.
  package let credential: [UInt8]
  package let clientData: [UInt8]
  package let attestationObject: [UInt8]

  private struct Response: Decodable {
    let clientDataJSON: String
    let attestationObject: String
  }

  /// Reads the response.
  ///
  /// - Throws: `.answer`, `.credential`.
  package init(json: String) throws(PasskeyError) {
    let answer = try CredentialResponse<Response>.read(json)
    credential = try answer.credential()
    guard let clientData = ByteEncoding.bytes(base64URL: answer.response.clientDataJSON),
      let attestationObject = ByteEncoding.bytes(base64URL: answer.response.attestationObject)
    else { throw .answer }
    self.clientData = clientData
    self.attestationObject = attestationObject
  }
}

/// What a browser sends when a passkey was used: `AuthenticationResponseJSON`, as far as it is
/// valid.
package struct AssertionResponse: Sendable {
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

  /// Reads the response.
  ///
  /// - Throws: `.answer`, `.credential`.
  package init(json: String) throws(PasskeyError) {
    let answer = try CredentialResponse<Response>.read(json)
    credential = try answer.credential()
    guard let clientData = ByteEncoding.bytes(base64URL: answer.response.clientDataJSON),
      let authenticatorData = ByteEncoding.bytes(base64URL: answer.response.authenticatorData),
      let signature = ByteEncoding.bytes(base64URL: answer.response.signature)
    else { throw .answer }
    self.clientData = clientData
    self.authenticatorData = authenticatorData
    self.signature = signature
    guard let handle = answer.response.userHandle else {
      userHandle = nil
      return
    }
    guard let handle = ByteEncoding.bytes(base64URL: handle), handle.count <= 64 else {
      throw .answer
    }
    userHandle = handle
  }
}

/// What both have in common.
private struct CredentialResponse<Response: Decodable>: Decodable {
  let id: String
  let rawId: String
  let type: String
  let response: Response

  /// How many bytes are looked at; without certificates, responses have about 2,000.
  static var maximumBytes: Int { 32_768 }

  static func read(_ json: String) throws(PasskeyError) -> Self {
    guard json.utf8.count <= maximumBytes,
      let answer = try? JSONDecoder().decode(Self.self, from: Data(json.utf8))
    else { throw .answer }
    return answer
  }

  func credential() throws(PasskeyError) -> [UInt8] {
    guard type.utf8.elementsEqual("public-key".utf8),
      let bytes = ByteEncoding.bytes(base64URL: rawId), ByteEncoding.bytes(base64URL: id) == bytes,
      (1...AuthenticatorData.maximumCredentialBytes).contains(bytes.count)
    else { throw .credential }
    return bytes
  }
}
