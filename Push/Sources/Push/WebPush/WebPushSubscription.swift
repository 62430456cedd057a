internal import Crypto
internal import Foundation

/// A browser's subscription, in the format of `PushSubscription.toJSON()`.
public struct WebPushSubscription: Codable, Hashable, Sendable {
  /// The keys of a subscription, in base64url.
  public struct Keys: Codable, Hashable, Sendable {
    /// The browser's public key: an uncompressed P-256 point, 65 bytes.
    public let p256dh: String
    /// The authentication secret: 16 bytes.
    public let auth: String

    /// Creates keys from base64url texts.
    public init(p256dh: String, auth: String) {
      self.p256dh = p256dh
      self.auth = auth
    }
  }

  /// The URL at the browser vendor's push service to which messages are sent.
  public let endpoint: String
  /// The keys that messages are encrypted with.
  public let keys: Keys

  /// Creates a subscription from its parts; `validate(allowing:)` checks them.
  public init(endpoint: String, keys: Keys) {
    self.endpoint = endpoint
    self.keys = keys
  }

  /// Throws an error unless the keys are valid and the endpoint is a URL that `hosts` allows.
  ///
  /// Call it before storing a subscription.
  ///
  /// NB: a subscription comes from a client. Without the list of hosts, anyone could make the
  /// service send requests to any host, including internal ones (SSRF).
  public func validate(allowing hosts: WebPushHosts = .browsers) throws(PushError) {
    _ = try receiver()
    _ = try origin(allowing: hosts)
  }

  /// Returns the public key and the authentication secret of the browser.
  func receiver() throws(PushError) -> (key: P256.KeyAgreement.PublicKey, secret: [UInt8]) {
    guard let point = Base64URL.decode(keys.p256dh), point.count == 65,
      let key = try? P256.KeyAgreement.PublicKey(x963Representation: point),
      let secret = Base64URL.decode(keys.auth), secret.count == 16
    else {
      throw PushError(
        .invalidDevice,
        "The keys of the subscription are not a P-256 point of 65 bytes and a secret of 16 bytes.")
    }
    return (key, secret)
  }

  /// Returns the origin of the endpoint, which is the audience of the VAPID token.
  func origin(allowing hosts: WebPushHosts) throws(PushError) -> String {
    guard endpoint.utf8.count <= 2_048, let url = URLComponents(string: endpoint),
      let scheme = url.scheme, let host = url.host, url.user == nil, url.password == nil,
      url.fragment == nil, hosts.allows(scheme: scheme, host: host, port: url.port)
    else {
      throw PushError(
        .endpointNotAllowed, "The endpoint is not an https URL of an allowed push service.")
    }
    return "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
  }
}
