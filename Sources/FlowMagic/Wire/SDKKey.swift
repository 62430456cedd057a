/// The publishable key that an app is built with: whom it is for the server, and whom it trusts.
///
/// `pk_<22 letters and digits>.<public key in base64url>`. It is no secret: it can read releases
/// and send events, and nothing else.
public struct SDKKey: Sendable, Hashable {
  /// The part that the server knows, sent as bearer.
  public let id: String
  /// The key that the app trusts before it has heard of any other.
  public let trusted: VerificationKey

  /// Reads a key as the portal and `flowmagic init` show it.
  ///
  /// - Throws: `invalid-sdk-key`.
  public init(parsing text: String) throws(FlowMagicError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isID(parts[0]) else {
      throw FlowMagicError(
        .invalidSDKKey,
        "\"\(text.prefix(80))\" is no SDK key: one is pk_, 22 letters or digits, a dot and the "
          + "server's public key. Copy it whole.")
    }
    id = String(parts[0])
    do {
      trusted = try VerificationKey(text: String(parts[1]))
    } catch {
      throw FlowMagicError(
        .invalidSDKKey,
        "The public key after the dot of SDK key \(parts[0]) cannot be read; copy the whole key. "
          + error.message)
    }
  }

  /// The whole key.
  public var text: String { "\(id).\(trusted.text)" }

  /// What the app trusts before it has heard of any other set.
  package var keySet: KeySet { KeySet(version: 0, keys: [trusted]) }

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
