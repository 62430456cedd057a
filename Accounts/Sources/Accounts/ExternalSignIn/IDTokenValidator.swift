import Crypto

/// Validates the claims of ID tokens (OpenID Connect Core 1.0, section 3.1.3.7).
struct IDTokenValidator: Sendable {
  /// The required nonce of a token.
  enum Nonce: Sendable {
    /// Exactly this one, which the authorization request contained.
    case exactly(String)
    /// This, or its SHA-256 in hexadecimal: the app sent one of them to the provider and passes the
    /// plain text here.
    ///
    /// A text that may itself be such a hash is matched only by its own hash: anyone who has the
    /// token can read the hash in it, but does not know the plain text.
    case exactlyOrHash(String)
    /// There must be none, because the app passed none.
    case absent
    /// The token may have any nonce, or none.
    case unchecked
  }

  /// The tolerated clock skew, in seconds.
  static let skew = 60.0

  /// The accepted issuer identifiers.
  let issuers: [String]
  /// The client ids; one of them must be in the audience.
  let clientIDs: [String]
  /// Further audiences that the token may name.
  let otherAudiences: Set<String>
  /// The accepted signature algorithms.
  let algorithms: Set<SignatureAlgorithm>
  /// The required nonce.
  let nonce: Nonce
  /// The access token in the same response, if any.
  let accessToken: String?

  /// Checks everything but the signature, and returns the token's claims.
  func check(_ token: CompactJWS, at now: Int) throws(IdentityProviderError) -> IDTokenClaims {
    guard algorithms.contains(token.algorithm) else {
      throw IdentityProviderError(
        .algorithm, "The issuer does not sign with \(token.algorithm.rawValue).")
    }
    try checkIssuer(token.claims)
    try checkAudience(token.claims)
    let expires = try checkTimes(token.claims, at: Double(now))
    try checkNonce(token.claims)
    try checkAccessToken(token)
    return try IDTokenClaims(token.claims, expires: expires)
  }

  private func checkIssuer(_ claims: StrictJSON) throws(IdentityProviderError) {
    guard let issuer = claims["iss"]?.string, issuers.contains(where: { hasSameBytes($0, issuer) })
    else { throw IdentityProviderError(.issuer, "The token is from another issuer.") }
  }

  private func checkAudience(_ claims: StrictJSON) throws(IdentityProviderError) {
    guard let audience = claims["aud"]?.string.map({ [$0] }) ?? claims["aud"]?.strings,
      audience.contains(where: { isClient($0) })
    else { throw IdentityProviderError(.audience, "The token is for another client.") }
    guard audience.allSatisfy({ isClient($0) || otherAudiences.contains($0) }) else {
      throw IdentityProviderError(.audience, "The token is also for a client that is not trusted.")
    }
    guard let party = claims["azp"] else {
      guard audience.count == 1 else {
        throw IdentityProviderError(
          .audience, "The token has several audiences and no azp.")
      }
      return
    }
    guard let party = party.string, isClient(party) else {
      throw IdentityProviderError(.audience, "The token was issued to another client.")
    }
  }

  private func isClient(_ id: String) -> Bool { clientIDs.contains { hasSameBytes($0, id) } }

  private func checkTimes(_ claims: StrictJSON, at now: Double) throws(IdentityProviderError) -> Int
  {
    guard let expires = claims["exp"]?.number, let issued = claims["iat"]?.number,
      (0..<1e11).contains(expires), (0..<1e11).contains(issued)
    else { throw IdentityProviderError(.malformedToken, "The token has no valid exp and iat.") }
    guard now < expires + Self.skew else {
      throw IdentityProviderError(.expired, "The token has expired.")
    }
    guard issued <= now + Self.skew else {
      throw IdentityProviderError(.notYetValid, "The token was issued in the future.")
    }
    if let notBefore = claims["nbf"] {
      guard let notBefore = notBefore.number, notBefore <= now + Self.skew else {
        throw IdentityProviderError(.notYetValid, "The token is not valid yet.")
      }
    }
    return Int(expires)
  }

  private func checkNonce(_ claims: StrictJSON) throws(IdentityProviderError) {
    let received = claims["nonce"]
    let isExpected =
      switch nonce {
      case .unchecked: true
      case .absent: received == nil
      case .exactly(let sent): received?.string.map { ConstantTime.areEqual($0, sent) } ?? false
      case .exactlyOrHash(let sent):
        received?.string.map {
          let hash = ByteEncoding.hex(SHA256.hash(data: Array(sent.utf8)))
          return !Self.mayBeHash(sent) && ConstantTime.areEqual($0, sent)
            || ConstantTime.areEqual($0, hash)
        } ?? false
      }
    guard isExpected else {
      throw IdentityProviderError(.nonce, "The nonce is missing, or belongs to another request.")
    }
  }

  private static func mayBeHash(_ nonce: String) -> Bool {
    nonce.utf8.count == 64 && nonce.allSatisfy(\.isHexDigit)
  }

  private func checkAccessToken(_ token: CompactJWS) throws(IdentityProviderError) {
    guard let accessToken, let hash = token.claims["at_hash"] else { return }
    let bytes = Array(accessToken.utf8)
    let digest: [UInt8] =
      switch token.algorithm {
      case .rs256, .ps256, .es256: Array(SHA256.hash(data: bytes))
      case .rs384, .ps384, .es384: Array(SHA384.hash(data: bytes))
      case .rs512, .ps512, .es512, .edDSA: Array(SHA512.hash(data: bytes))
      }
    guard let hash = hash.string,
      ConstantTime.areEqual(hash, ByteEncoding.base64URL(Array(digest.prefix(digest.count / 2))))
    else {
      throw IdentityProviderError(.accessToken, "The token does not belong to the access token.")
    }
  }
}
