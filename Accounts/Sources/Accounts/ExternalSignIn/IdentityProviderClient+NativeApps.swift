import Crypto

/// The verified contents of an ID token from a native app.
package struct NativeAppProfile: Sendable {
  /// The user that the token identifies.
  package let profile: ExternalProfile
  /// The hash under which the token is stored, so that it is not accepted twice.
  package let tokenHash: [UInt8]
  /// The time until which it must be stored, in seconds since 1970.
  package let expires: Int
}

extension IdentityProviderClient {
  /// Returns the profile in an ID token that a native app got from the provider's own library.
  ///
  /// - Parameters:
  ///   - provider: The provider that issued the token.
  ///   - idToken: The token.
  ///   - nonce: The nonce that the app sent, or whose SHA-256 it sent; nil if it sent none.
  ///   - name: The user's name as reported by the library; Apple's tokens contain no name.
  /// - Returns: The profile, and the hash under which the token is stored.
  /// - Throws: `IdentityProviderError` if any check fails.
  package func nativeProfile(
    from provider: IdentityProvider, idToken: String, nonce: String?, name: String?
  ) async throws(IdentityProviderError) -> NativeAppProfile {
    guard !provider.nativeClientIDs.isEmpty else {
      throw IdentityProviderError(.provider, "No native app is configured for \(provider.id).")
    }
    var keys = ""
    var algorithms = provider.algorithms
    if case .facebook(let endpoints) = provider.kind {
      keys = endpoints.keys
    } else {
      let metadata = try await issuers.metadata(of: provider.issuer)
      keys = metadata.keys.string
      algorithms.formIntersection(metadata.algorithms)
    }
    let withoutNonce: IDTokenValidator.Nonce = provider.allowsUnknownNonce ? .unchecked : .absent
    let validator = IDTokenValidator(
      issuers: [provider.issuer] + provider.issuerAliases,
      clientIDs: provider.nativeClientIDs + [provider.clientID],
      otherAudiences: provider.trustedAudiences, algorithms: algorithms,
      nonce: nonce.map { .exactlyOrHash($0) } ?? withoutNonce, accessToken: nil)
    let claims = try await validatedClaims(of: idToken, keys: keys, validator)
    return NativeAppProfile(
      profile: Self.profile(provider, claims, name: IDTokenClaims.displayName(name)),
      // NB: a hash of the signed part, not of the whole token: an ECDSA signature has a second
      // valid form.
      tokenHash: Array(SHA256.hash(data: Self.signedPart(of: idToken))),
      expires: claims.expires + Int(IDTokenValidator.skew) + 1)
  }

  private static func signedPart(of token: String) -> [UInt8] {
    let bytes = Array("used-id-token:\(token)".utf8)
    return Array(bytes[..<(bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex)])
  }
}
