internal import Accounts
internal import Crypto
internal import Foundation

/// Signs webhooks according to the Standard Webhooks specification, so that receivers can use its
/// libraries: HMAC-SHA256 of ID, timestamp and body.
public enum WebhookSignature {
  /// Returns a new key: `whsec_` and 32 random bytes in base64.
  public static func newSecret() -> String { "whsec_" + ServiceFolder.randomSecret() }

  /// Returns the header fields of a request with this body.
  public static func headerFields(
    id: String, at seconds: Int64, body: [UInt8], secret: String
  ) -> [String] {
    let text = secret.hasPrefix("whsec_") ? String(secret.dropFirst(6)) : secret
    let key = SymmetricKey(data: Data(base64Encoded: text) ?? Data(text.utf8))
    let signedContent = Array("\(id).\(seconds).".utf8) + body
    let signature = Data(HMAC<SHA256>.authenticationCode(for: signedContent, using: key))
    return [
      "Content-Type: application/json", "webhook-id: \(id)", "webhook-timestamp: \(seconds)",
      "webhook-signature: v1,\(signature.base64EncodedString())",
    ]
  }
}
