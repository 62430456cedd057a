import Accounts
import Crypto
import Foundation
import Synchronization

/// An OpenID provider in this process, which signs ID tokens for any client.
final class FakeIssuer: HTTPFetcher {
  static let url = "https://id.example"
  private let key = P256.Signing.PrivateKey()
  private let nonce = Mutex("")
  private let subject: String
  private let name: String

  init(subject: String = "grace", name: String = "Grace Hopper") {
    (self.subject, self.name) = (subject, name)
  }

  func provider() throws -> IdentityProvider {
    try .openID(
      id: "example", name: "Example", issuer: Self.url, clientID: "prices",
      clientSecret: "secret", nativeClientIDs: ["app"])
  }

  /// Responds to an authorization request as after a user's consent: returns the callback's path.
  func consent(to request: String) -> String {
    let items = URLComponents(string: request)?.queryItems ?? []
    let fields = Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    nonce.withLock { $0 = fields["nonce"] ?? "" }
    return "/auth/example/callback?code=c&state=\(fields["state"] ?? "")"
  }

  /// Returns an ID token for a client.
  func token(for client: String, nonce: String? = nil) throws -> String {
    let now = Int(Date().timeIntervalSince1970)
    var claims: [String: any Sendable] = [
      "iss": Self.url, "sub": subject, "aud": client, "iat": now, "exp": now + 600,
      "email": "\(subject)@example.com", "email_verified": true, "name": name,
    ]
    claims["nonce"] = nonce
    let parts = [try Self.json(["alg": "ES256", "kid": "k"]), try Self.json(claims)]
    let signedContent = parts.map(Self.base64URL).joined(separator: ".")
    let signature = try key.signature(for: Data(signedContent.utf8)).rawRepresentation
    return signedContent + "." + Self.base64URL(signature)
  }

  func fetch(_ request: FetchRequest) async throws(FetchFailure) -> FetchedResponse {
    do {
      return FetchedResponse(status: 200, body: Array(try response(to: request.url)))
    } catch {
      throw FetchFailure("\(error)")
    }
  }

  private func response(to url: String) throws -> Data {
    switch url.prefix(while: { $0 != "?" }) {
    case "\(Self.url)/.well-known/openid-configuration":
      try Self.json([
        "issuer": Self.url, "authorization_endpoint": "\(Self.url)/authorize",
        "token_endpoint": "\(Self.url)/token", "jwks_uri": "\(Self.url)/keys",
      ])
    case "\(Self.url)/keys": try Self.json(["keys": [jwk]])
    default:
      try Self.json([
        "access_token": "a", "token_type": "Bearer",
        "id_token": try token(for: "prices", nonce: nonce.withLock { $0 }),
      ])
    }
  }

  private var jwk: [String: String] {
    let point = key.publicKey.rawRepresentation
    return [
      "kty": "EC", "crv": "P-256", "kid": "k", "x": Self.base64URL(point.prefix(32)),
      "y": Self.base64URL(point.suffix(32)),
    ]
  }

  private static func json(_ value: [String: any Sendable]) throws -> Data {
    try JSONSerialization.data(withJSONObject: value)
  }

  private static func base64URL(_ bytes: Data) -> String {
    bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}
