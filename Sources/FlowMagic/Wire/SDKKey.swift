/// The publishable key of an app: its id for the server, and the public key that it trusts.
///
/// `pk_<22 letters and digits>.<public key in base64url>`. It is not a secret: with it, an
/// app reads releases and pictures, sends events and announces its screens.
public struct SDKKey: Sendable, Hashable {
  /// The id of the key, sent as the bearer token.
  public let id: String
  /// The public key that the app trusts initially.
  public let trustedKey: VerificationKey

  /// Parses a key as shown by the portal and `flowmagic init`.
  ///
  /// - Throws: `invalid-sdk-key`.
  public init(parsing text: String) throws(FlowMagicError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isID(parts[0]) else {
      throw FlowMagicError(
        .invalidSDKKey,
        "\"\(text.prefix(80))\" is not an SDK key. A key is pk_, 22 letters or digits, a dot and "
          + "the server's public key. Copy the whole key.")
    }
    id = String(parts[0])
    do {
      trustedKey = try VerificationKey(string: String(parts[1]))
    } catch {
      throw FlowMagicError(
        .invalidSDKKey,
        "The public key after the dot of SDK key \(parts[0]) cannot be read. Copy the whole key. "
          + error.message)
    }
  }

  /// The whole key.
  public var string: String { "\(id).\(trustedKey.string)" }

  /// The set that the app trusts initially.
  package var keySet: KeySet { KeySet(version: 0, keys: [trustedKey]) }

  private static func isID(_ text: Substring) -> Bool {
    text.hasPrefix("pk_") && text.utf8.count == 25
      && text.utf8.dropFirst(3).allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: false
        }
      }
  }
}
