/// The data that an authenticator signs: the site, whether the user was present, the signature
/// counter, and for a new passkey, its key.
///
/// Source: WebAuthn Level 3, section 6.1, "Authenticator Data".
package struct AuthenticatorData: Sendable {
  /// The flags of the authenticator data; reserved bits are ignored.
  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A user was present (UP).
    package static let userPresent = Flags(rawValue: 1)
    /// The user was verified (UV).
    package static let userVerified = Flags(rawValue: 1 << 2)
    /// The passkey may be copied to the user's other devices (BE); never changes.
    package static let backupEligible = Flags(rawValue: 1 << 3)
    /// The passkey has been copied (BS).
    package static let backedUp = Flags(rawValue: 1 << 4)
    /// Attested credential data follows (AT).
    package static let attestedCredentialData = Flags(rawValue: 1 << 6)
    /// Extensions follow (ED).
    package static let extensionData = Flags(rawValue: 1 << 7)
  }

  /// A passkey that was just created.
  package struct AttestedCredential: Sendable {
    /// Its id.
    package let credentialID: [UInt8]
    /// Its validated public key.
    package let key: COSEKey
    /// Its public key, as the authenticator encoded it.
    package let keyBytes: [UInt8]
  }

  /// The SHA-256 hash of the relying party's id.
  package let relyingPartyIDHash: [UInt8]
  /// The flags, such as user presence.
  package let flags: Flags
  /// The signature counter; 0 if the authenticator has none.
  package let signatureCount: Int
  /// The passkey that was just created, if any.
  package let attestedCredential: AttestedCredential?

  /// Parses the data; bytes after it are rejected.
  ///
  /// - Throws: `.authenticatorData`; `.key` for an unsupported key.
  package init(_ bytes: [UInt8]) throws(PasskeyError) {
    guard bytes.count >= 37 else { throw .authenticatorData }
    relyingPartyIDHash = Array(bytes[0..<32])
    flags = Flags(rawValue: bytes[32])
    signatureCount = bytes[33..<37].reduce(0) { $0 << 8 | Int($1) }
    var rest = bytes[37...]
    attestedCredential =
      flags.contains(.attestedCredentialData) ? try Self.readAttestedCredential(&rest) : nil
    if flags.contains(.extensionData) { try Self.skipExtensions(&rest) }
    guard rest.isEmpty else { throw .authenticatorData }
  }

  /// The maximum length of a passkey's id, in bytes.
  package static let maximumCredentialBytes = 1023

  /// Reads the attested credential data: the AAGUID (16 bytes), the length of the passkey's id (2
  /// bytes), the id, and the public key.
  private static func readAttestedCredential(_ rest: inout ArraySlice<UInt8>) throws(PasskeyError)
    -> AttestedCredential
  {
    guard rest.count >= 18 else { throw .authenticatorData }
    // NB: the AAGUID, the id of the authenticator's model, is ignored: without verified attestation
    // anyone can claim one.
    rest = rest.dropFirst(16)
    let length = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(2)
    guard (1...maximumCredentialBytes).contains(length), rest.count >= length else {
      throw .authenticatorData
    }
    let credentialID = Array(rest.prefix(length))
    rest = rest.dropFirst(length)
    guard let (value, size) = try? CBORReader.readFirst(rest, keys: .canonical) else {
      throw .authenticatorData
    }
    let attested = AttestedCredential(
      credentialID: credentialID, key: try COSEKey(value), keyBytes: Array(rest.prefix(size)))
    rest = rest.dropFirst(size)
    return attested
  }

  /// Skips the extension data, which must be well-formed; no extension is requested.
  private static func skipExtensions(_ rest: inout ArraySlice<UInt8>) throws(PasskeyError) {
    guard let (value, size) = try? CBORReader.readFirst(rest, keys: .canonical),
      value.entries != nil
    else { throw .authenticatorData }
    rest = rest.dropFirst(size)
  }
}
