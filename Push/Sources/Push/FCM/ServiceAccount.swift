internal import Foundation
internal import JWTKit

/// A Google service account that can send messages, as described by its key file.
public struct ServiceAccount: Sendable {
  /// The Firebase project's id.
  public let projectID: String
  /// The URL of the endpoint that issues access tokens.
  public let tokenURL: String
  private let email: String
  private let keyID: String
  private let key: Insecure.RSA.PrivateKey

  /// The audience of the assertion, whatever `tokenURL` is.
  private static let audience = "https://oauth2.googleapis.com/token"
  private static let scope = "https://www.googleapis.com/auth/firebase.messaging"

  /// Reads the JSON of a key file.
  public init(json: [UInt8]) throws(PushError) {
    guard let file = JSONBody.decode(KeyFile.self, from: json) else {
      throw PushError(
        .invalidKey,
        "The service account's file has no project_id, client_email, private_key_id, private_key "
          + "and token_uri.")
    }
    guard let key = try? Insecure.RSA.PrivateKey(pem: file.privateKey) else {
      throw PushError(.invalidKey, "The private_key of the service account is not an RSA key.")
    }
    projectID = file.projectID
    tokenURL = file.tokenURL
    email = file.email
    keyID = file.keyID
    self.key = key
  }

  /// Returns the request for an access token.
  ///
  /// `now` is in seconds since 1970.
  func tokenRequest(now: Int) async throws(PushError) -> PushRequest {
    let claims = AssertionClaims(
      iss: email, scope: Self.scope, aud: Self.audience, iat: now, exp: now + 3_600)
    let assertion = try await SignedToken.rs256(
      claims, key: key, header: ["kid": .string(keyID)])
    let form = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="
    return PushRequest(
      url: tokenURL, headers: [("content-type", "application/x-www-form-urlencoded")],
      body: Array((form + assertion).utf8))
  }
}

private struct KeyFile: Decodable {
  enum CodingKeys: String, CodingKey {
    case projectID = "project_id"
    case email = "client_email"
    case keyID = "private_key_id"
    case privateKey = "private_key"
    case tokenURL = "token_uri"
  }

  let projectID: String
  let email: String
  let keyID: String
  let privateKey: String
  let tokenURL: String
}

private struct AssertionClaims: JWTPayload {
  let iss: String
  let scope: String
  let aud: String
  let iat: Int
  let exp: Int

  func verify(using algorithm: some JWTAlgorithm) async throws {}
}
