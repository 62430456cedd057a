/// The attestation object of a new passkey: the authenticator data and the attestation statement.
///
/// No attestation is requested, because no rule depends on the model of an authenticator. A browser
/// then sends the format `none`, or passes on `packed` self-attestation, whose signature is
/// verified. Any other format was not requested and is rejected. Source: WebAuthn Level 3, sections
/// 6.5, 8.2 and 8.7.
package struct AttestationObject: Sendable {
  private enum Statement: Sendable {
    case none
    case selfSigned([UInt8])
  }

  /// The authenticator data.
  package let data: AuthenticatorData
  /// The passkey.
  package let attestedCredential: AuthenticatorData.AttestedCredential
  private let dataBytes: [UInt8]
  private let statement: Statement

  /// Parses the object; bytes after it are rejected.
  ///
  /// - Throws: `.attestation`, `.authenticatorData`, `.key`.
  package init(_ bytes: [UInt8]) throws(PasskeyError) {
    // NB: browsers and password managers write this outer map in different orders.
    guard let value = try? CBORReader.read(bytes[...], keys: .any), value.entries?.count == 3,
      let format = value["fmt"], let attestation = value["attStmt"],
      let dataBytes = value["authData"]?.bytes
    else { throw .attestation }
    self.dataBytes = dataBytes
    data = try AuthenticatorData(dataBytes)
    guard let attested = data.attestedCredential else { throw .authenticatorData }
    self.attestedCredential = attested
    statement = try Self.statement(attestation, format: format, algorithm: attested.key.algorithm)
  }

  private static func statement(
    _ value: CBORValue, format: CBORValue, algorithm: COSEKey.Algorithm
  ) throws(PasskeyError) -> Statement {
    if format.isText("none"), value.entries?.isEmpty == true { return .none }
    // NB: rejects attestation with certificates, which has a third entry (`x5c`).
    guard format.isText("packed"), value.entries?.count == 2,
      value["alg"]?.int == algorithm.rawValue, let signature = value["sig"]?.bytes
    else { throw .attestation }
    return .selfSigned(signature)
  }

  /// Verifies the attestation statement's signature, if it has one, which also covers the client
  /// data.
  ///
  /// - Throws: `.attestation`.
  package func check(clientDataHash: [UInt8]) throws(PasskeyError) {
    guard case .selfSigned(let signature) = statement else { return }
    guard attestedCredential.key.isValid(signature, of: dataBytes + clientDataHash) else {
      throw .attestation
    }
  }
}
