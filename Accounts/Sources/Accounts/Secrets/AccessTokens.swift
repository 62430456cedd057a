internal import Crypto
internal import Foundation
internal import JWTKit

/// Creates and verifies the short-lived tokens that apps send with their requests.
///
/// A token is a JSON Web Token of type `at+jwt` (RFC 9068), always signed with Ed25519. The caller
/// must check that its session still exists, because a token reflects the state when it was issued.
public struct AccessTokens: Sendable {
  /// The maximum length, in bytes; longer tokens are rejected without parsing them.
  public static let maximumLength = 2048
  /// The tolerated difference between the clocks of two servers, in seconds: a token may have been
  /// issued that far in the future.
  public static let skew = 60

  private let keys: AccountKeyring
  private let issuer: String
  private let audience: String
  private let lifetime: Int

  /// Creates the signer and verifier of a service's tokens.
  ///
  /// - Parameters:
  ///   - keys: The keys; the first signs, all of them verify.
  ///   - issuer: The issuer of the tokens: the service's URL.
  ///   - audience: The intended recipient; may be the same.
  ///   - lifetime: The lifetime of a token, in seconds.
  public init(keys: AccountKeyring, issuer: String, audience: String, lifetime: Int) {
    self.keys = keys
    self.issuer = issuer
    self.audience = audience
    self.lifetime = lifetime
  }

  /// Creates a token.
  ///
  /// - Parameters:
  ///   - user: The user's id.
  ///   - session: The session's id.
  ///   - lastAuthenticated: The time of the user's last authentication in the session; by default
  ///     `now`.
  ///   - renewal: The identifier of the session's last renewal; nil if there was none.
  ///   - now: Seconds since 1970.
  /// - Returns: The token, of about 500 characters.
  /// - Throws: Any error of signing.
  public func make(
    user: String, session: String, lastAuthenticated: Int? = nil, renewal: String? = nil,
    at now: Int
  ) async throws -> String {
    let payload = AccessPayload(
      iss: issuer, aud: audience, sub: user, sid: session, auth_time: lastAuthenticated ?? now,
      renewal: renewal, iat: now, nbf: now, exp: now + lifetime, jti: SecureRandom.base62(16))
    let key = keys.signing[0]
    let signer = JWTKeyCollection()
    await signer.add(
      eddsa: EdDSA.PrivateKey(backing: key.privateKey), kid: JWKIdentifier(string: key.id))
    return try await signer.sign(
      payload, kid: JWKIdentifier(string: key.id),
      header: ["alg": .string(Self.algorithm), "typ": .string(Self.type)])
  }

  /// Verifies a token.
  ///
  /// - Parameters:
  ///   - token: The token of the request.
  ///   - now: Seconds since 1970.
  /// - Returns: Its claims.
  /// - Throws: `no-session`, with the same message for every failure.
  public func verify(_ token: String, at now: Int) async throws(AccountError) -> AccessClaims {
    // Exactly one key: the library would otherwise fall back to a default key for an unknown id,
    // and does not compare the header's algorithm with the key's.
    guard let key = signingKey(of: token) else { throw Self.invalidToken }
    let verifier = JWTKeyCollection()
    await verifier.add(
      eddsa: EdDSA.PublicKey(backing: key.privateKey.publicKey),
      kid: JWKIdentifier(string: key.id))
    guard let payload = try? await verifier.verify(token, as: AccessPayload.self),
      payload.iss == issuer, payload.aud == audience, !payload.sub.isEmpty, !payload.sid.isEmpty,
      payload.iat - Self.skew <= now, payload.nbf - Self.skew <= now, now < payload.exp
    else { throw Self.invalidToken }
    return AccessClaims(
      user: payload.sub, session: payload.sid, lastAuthenticated: payload.auth_time,
      renewal: payload.renewal, expires: payload.exp)
  }

  /// The public keys, newest first, as a JSON Web Key Set (RFC 7517, RFC 8037).
  public func keySet() -> String {
    let keys = keys.signing.map { key in
      """
      {"kty":"OKP","crv":"Ed25519","use":"sig","alg":"\(Self.algorithm)",\
      "kid":"\(key.id)","x":"\(key.x)"}
      """
    }
    return #"{"keys":[\#(keys.joined(separator: ","))]}"#
  }

  private static let algorithm = "EdDSA"
  private static let type = "at+jwt"
  private static let invalidToken = AccountError(
    .noSession, "You are not signed in, or your session has ended. Sign in again.")

  /// The key with the id in a token, if format and header are those of access tokens.
  private func signingKey(of token: String) -> SigningKey? {
    guard token.utf8.count <= Self.maximumLength else { return nil }
    let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3,
      parts.allSatisfy({ ByteEncoding.bytes(base64URL: String(Substring($0))) != nil }),
      let bytes = ByteEncoding.bytes(base64URL: String(Substring(parts[0]))),
      // Exactly these members: no `jwk`, `x5c`, `jku` or `crit` that a verifier might use.
      case .object(let header)? = StrictJSON(bytes), Set(header.keys) == ["alg", "kid", "typ"],
      header["alg"]?.string == Self.algorithm, header["typ"]?.string == Self.type
    else { return nil }
    return keys.signing.first { $0.id == header["kid"]?.string }
  }
}

/// The claims of an access token.
public struct AccessClaims: Sendable, Equatable {
  /// The user's id.
  public let user: String
  /// The session's id.
  public let session: String
  /// The time of the user's last authentication when it was created, in seconds since 1970.
  public let lastAuthenticated: Int
  /// The identifier of the session's last renewal when it was created; nil if there was none.
  public let renewal: String?
  /// The expiry of the token, in seconds since 1970.
  public let expires: Int

  /// Creates claims.
  public init(
    user: String, session: String, lastAuthenticated: Int, renewal: String? = nil, expires: Int
  ) {
    self.user = user
    self.session = session
    self.lastAuthenticated = lastAuthenticated
    self.renewal = renewal
    self.expires = expires
  }
}

/// The token's claims, by the names of RFC 9068 and OpenID's `sid`; only `renewal` is specific to
/// this service.
///
/// The times are plain numbers because the library's own types compare with the system clock.
private struct AccessPayload: JWTPayload {
  let iss: String
  let aud: String
  let sub: String
  let sid: String
  let auth_time: Int
  let renewal: String?
  let iat: Int
  let nbf: Int
  let exp: Int
  let jti: String

  func verify(using algorithm: some JWTAlgorithm) {}
}
