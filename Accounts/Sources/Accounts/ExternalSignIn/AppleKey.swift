import Foundation
import JWTKit

/// The key that signs client secrets for Apple.
public struct AppleKey: Sendable {
  /// The team's id, 10 letters and digits.
  public let team: String
  /// The key's id, 10 letters and digits.
  public let id: String

  private let key: ES256PrivateKey

  /// Parses the contents of Apple's `.p8` file.
  ///
  /// - Throws: `AccountError(.invalidInput)` if the text is not a P-256 private key.
  public init(team: String, id: String, pem: String) throws(AccountError) {
    guard let key = try? ES256PrivateKey(pem: pem) else {
      throw AccountError(
        .invalidInput,
        "This is not a private key of Sign in with Apple. Give the .p8 file as it was downloaded.")
    }
    self.team = team
    self.id = id
    self.key = key
  }

  /// The lifetime of a client secret in seconds; Apple allows half a year.
  static let clientSecretLifetime = 300

  /// Creates a client secret that is valid for 5 minutes.
  func clientSecret(clientID: String, audience: String, at now: Int) async throws -> String {
    let keys = JWTKeyCollection()
    let keyID = JWKIdentifier(string: id)
    await keys.add(ecdsa: key, kid: keyID)
    let claims = ClientSecretClaims(
      iss: team, iat: now, exp: now + Self.clientSecretLifetime, aud: audience, sub: clientID)
    return try await keys.sign(claims, kid: keyID)
  }
}

private struct ClientSecretClaims: JWTPayload {
  let iss: String
  let iat: Int
  let exp: Int
  let aud: String
  let sub: String

  func verify(using algorithm: some JWTAlgorithm) {}
}
