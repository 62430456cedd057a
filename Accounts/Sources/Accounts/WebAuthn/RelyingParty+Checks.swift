import Crypto

extension RelyingParty {
  /// A new passkey that was verified.
  package struct VerifiedCredential: Sendable {
    /// Its id.
    package let credentialID: [UInt8]
    /// Its public key as a COSE key.
    package let publicKey: [UInt8]
    /// The signature counter; 0 if the authenticator has none.
    package let signatureCount: Int
    /// Whether it may be copied to the user's other devices.
    package let isBackupEligible: Bool
  }

  /// Checks the response to the challenge for a new passkey.
  ///
  /// Source: WebAuthn Level 3, section 7.1, "Registering a New Credential".
  package func check(
    _ response: RegistrationResponse, challenge: [UInt8]
  ) throws(PasskeyError) -> VerifiedCredential {
    let clientData = try ClientData(response.clientData)
    try clientData.check(.create, challenge: challenge, for: self)
    let object = try AttestationObject(response.attestationObject)
    try check(object.data)
    guard object.attestedCredential.credentialID == response.credentialID else { throw .credential }
    try object.check(clientDataHash: clientData.hash)
    return VerifiedCredential(
      credentialID: response.credentialID, publicKey: object.attestedCredential.keyBytes,
      signatureCount: object.data.signatureCount,
      isBackupEligible: object.data.flags.contains(.backupEligible))
  }

  /// Checks the response to the challenge for a signature with a passkey.
  ///
  /// - Parameters:
  ///   - response: The browser's response.
  ///   - challenge: The challenge that was issued.
  ///   - passkey: The passkey with the id in the response.
  ///   - owner: The expected owner; nil if the user is not known yet, in which case the
  ///     authenticator must identify one.
  /// - Returns: The authenticator's new signature counter.
  /// - Throws: `.counter` only if all other checks pass.
  ///
  /// Source: WebAuthn Level 3, section 7.2, "Verifying an Authentication Assertion".
  package func check(
    _ response: AssertionResponse, challenge: [UInt8], of passkey: Passkey, owner: String?
  ) throws(PasskeyError) -> Int {
    guard response.credentialID == passkey.credentialID else { throw .credential }
    guard owner == nil || passkey.user == owner else { throw .userHandle }
    guard response.userHandle != nil || owner != nil else { throw .userHandle }
    if let handle = response.userHandle {
      guard handle == PasskeyOptions.userHandle(of: passkey.user) else { throw .userHandle }
    }
    let clientData = try ClientData(response.clientData)
    try clientData.check(.get, challenge: challenge, for: self)
    let data = try AuthenticatorData(response.authenticatorData)
    try check(data)
    guard data.attestedCredential == nil else { throw .authenticatorData }
    guard data.flags.contains(.backupEligible) == passkey.isBackupEligible else { throw .backup }
    let key = try COSEKey(bytes: passkey.publicKey)
    guard key.isValid(response.signature, of: response.authenticatorData + clientData.hash) else {
      throw .signature
    }
    // An authenticator without a counter always reports 0.
    let hasCounter = data.signatureCount != 0 || passkey.signatureCount != 0
    guard !hasCounter || data.signatureCount > passkey.signatureCount else { throw .counter }
    return data.signatureCount
  }

  /// The checks shared by both ceremonies.
  private func check(_ data: AuthenticatorData) throws(PasskeyError) {
    guard data.relyingPartyIDHash == idHash else { throw .relyingParty }
    guard data.flags.contains(.userPresent) else { throw .presence }
    guard data.flags.contains(.userVerified) else { throw .verification }
    guard !data.flags.contains(.backedUp) || data.flags.contains(.backupEligible) else {
      throw .backup
    }
  }
}
