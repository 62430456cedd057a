/// A browser's response after creating a passkey: the used part of `RegistrationResponseJSON`.
///
/// Members that repeat contents of the attestation object are ignored. Source: WebAuthn Level 3,
/// section 5.1, "PublicKeyCredential Interface".
package struct RegistrationResponse: Sendable {
  /// The passkey's id.
  package let credentialID: [UInt8]
  package let clientData: [UInt8]
  package let attestationObject: [UInt8]

  /// Parses the response.
  ///
  /// - Throws: `.response`, `.credential`.
  package init(json: String) throws(PasskeyError) {
    let response = try CredentialResponse(json)
    credentialID = response.credentialID
    clientData = try response.bytes("clientDataJSON")
    attestationObject = try response.bytes("attestationObject")
  }
}

/// A browser's response after using a passkey: the used part of `AuthenticationResponseJSON`.
package struct AssertionResponse: Sendable {
  /// The passkey's id.
  package let credentialID: [UInt8]
  package let clientData: [UInt8]
  package let authenticatorData: [UInt8]
  package let signature: [UInt8]
  /// The user handle stored by the authenticator; nil if it sent none.
  package let userHandle: [UInt8]?

  /// Parses the response.
  ///
  /// - Throws: `.response`, `.credential`.
  package init(json: String) throws(PasskeyError) {
    let message = try CredentialResponse(json)
    credentialID = message.credentialID
    clientData = try message.bytes("clientDataJSON")
    authenticatorData = try message.bytes("authenticatorData")
    signature = try message.bytes("signature")
    switch message.response["userHandle"] {
    case nil, .null: userHandle = nil
    default:
      let handle = try message.bytes("userHandle")
      guard handle.count <= 64 else { throw .response }
      userHandle = handle
    }
  }
}

/// The members of both responses.
private struct CredentialResponse {
  let credentialID: [UInt8]
  let response: StrictJSON

  /// The maximum length, in bytes; responses without certificates have about 2,000.
  private static let maximumBytes = 32_768

  init(_ json: String) throws(PasskeyError) {
    guard json.utf8.count <= Self.maximumBytes, let message = StrictJSON(Array(json.utf8)),
      let id = message["id"]?.string, let rawID = message["rawId"]?.string,
      let type = message["type"]?.string, let response = message["response"], response.isObject
    else { throw .response }
    guard type.utf8.elementsEqual("public-key".utf8),
      let bytes = ByteEncoding.bytes(base64URL: rawID), ByteEncoding.bytes(base64URL: id) == bytes,
      (1...AuthenticatorData.maximumCredentialBytes).contains(bytes.count)
    else { throw .credential }
    credentialID = bytes
    self.response = response
  }

  /// Decodes a member of the response from base64url.
  func bytes(_ member: String) throws(PasskeyError) -> [UInt8] {
    guard let text = response[member]?.string, let bytes = ByteEncoding.bytes(base64URL: text)
    else { throw .response }
    return bytes
  }
}
