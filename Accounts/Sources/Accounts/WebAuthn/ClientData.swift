import Crypto

/// The client data of a WebAuthn ceremony: type, challenge and origin.
///
/// Source: WebAuthn Level 3, section 5.8.1, "Client Data Used in WebAuthn Signatures".
package struct ClientData: Sendable {
  /// The type of the ceremony.
  package enum CeremonyType: String, Sendable {
    /// A new passkey.
    case create = "webauthn.create"
    /// A signature with an existing passkey.
    case get = "webauthn.get"
  }

  private struct Members {
    let type: String
    let challenge: String
    let origin: String
    let crossOrigin: Bool
    let hasTopOrigin: Bool

    /// Nil if a member is missing or of another type.
    init?(_ data: StrictJSON) {
      guard let type = data["type"]?.string, let challenge = data["challenge"]?.string,
        let origin = data["origin"]?.string
      else { return nil }
      self.type = type
      self.challenge = challenge
      self.origin = origin
      switch data["crossOrigin"] {
      case nil, .null: crossOrigin = false
      case .bool(let isCrossOrigin): crossOrigin = isCrossOrigin
      default: return nil
      }
      switch data["topOrigin"] {
      case nil, .null: hasTopOrigin = false
      case .string: hasTopOrigin = true
      default: return nil
      }
    }
  }

  /// The maximum length, in bytes; browsers send about 150.
  package static let maximumBytes = 4096

  private let members: Members
  /// The SHA-256 of the received bytes, which the authenticator signs.
  package let hash: [UInt8]

  /// Parses the data.
  ///
  /// - Throws: `.clientData`.
  package init(_ bytes: [UInt8]) throws(PasskeyError) {
    guard bytes.count <= Self.maximumBytes, let data = StrictJSON(bytes),
      let members = Members(data)
    else { throw .clientData }
    self.members = members
    hash = Array(SHA256.hash(data: bytes))
  }

  /// Verifies type, challenge and origin.
  ///
  /// - Throws: `.type`, `.challenge`, `.origin`, `.crossOrigin`.
  package func check(
    _ kind: CeremonyType, challenge: [UInt8], for relyingParty: RelyingParty
  ) throws(PasskeyError) {
    guard members.type.utf8.elementsEqual(kind.rawValue.utf8) else { throw .type }
    guard let received = ByteEncoding.bytes(base64URL: members.challenge),
      ConstantTime.areEqual(received, challenge)
    else { throw .challenge }
    // NB: compared bytewise, because texts that Swift considers equal may be different origins.
    guard members.origin.utf8.elementsEqual(relyingParty.origin.utf8) else { throw .origin }
    guard !members.crossOrigin, !members.hasTopOrigin else { throw .crossOrigin }
  }
}
