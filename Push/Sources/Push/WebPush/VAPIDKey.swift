internal import Crypto
internal import Foundation
internal import JWTKit

/// The key that identifies the sender to push services (RFC 8292).
///
/// Browsers subscribe with its public part, so it must stay the same: changing it invalidates all
/// subscriptions.
public struct VAPIDKey: Sendable {
  private let key: P256.Signing.PrivateKey
  /// The URL for contacting the sender's operator: `mailto:` or `https:`.
  public let subject: String

  /// Creates a key from its 32-byte private part in base64url, as returned by `encodedPrivateKey`.
  public init(encodedPrivateKey: String, subject: String) throws(PushError) {
    guard let bytes = Base64URL.decode(encodedPrivateKey), bytes.count == 32,
      let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes)
    else { throw PushError(.invalidKey, "The VAPID key is not 32 bytes in base64url.") }
    try self.init(key, subject: subject)
  }

  /// Generates a new key.
  public init(subject: String) throws(PushError) {
    try self.init(P256.Signing.PrivateKey(), subject: subject)
  }

  private init(_ key: P256.Signing.PrivateKey, subject: String) throws(PushError) {
    guard subject.hasPrefix("mailto:") || subject.hasPrefix("https://") else {
      throw PushError(
        .invalidKey, "The subject of a VAPID key must begin with mailto: or https://.")
    }
    self.key = key
    self.subject = subject
  }

  /// The private part in base64url, which must be kept secret.
  public var encodedPrivateKey: String { Base64URL.encode(key.rawRepresentation) }

  /// The public part in base64url: the `applicationServerKey` of `PushManager.subscribe`.
  public var encodedPublicKey: String { Base64URL.encode(key.publicKey.x963Representation) }

  /// Returns the value of the `Authorization` header field for messages to a push service.
  ///
  /// It is valid for 12 hours from `now` (seconds since 1970); services accept at most 24.
  func authorization(origin: String, now: Int) async throws(PushError) -> String {
    let claims = VAPIDClaims(aud: origin, exp: now + 43_200, sub: subject)
    let token = try await SignedToken.es256(claims, key: key, header: [:])
    return "vapid t=\(token), k=\(encodedPublicKey)"
  }
}

/// The claims of a VAPID token.
private struct VAPIDClaims: JWTPayload {
  let aud: String
  let exp: Int
  let sub: String

  func verify(using algorithm: some JWTAlgorithm) async throws {}
}
