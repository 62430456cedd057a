internal import Crypto
internal import JWTKit

/// Creates the JSON Web Tokens that push services require.
enum SignedToken {
  static func es256(
    _ claims: some JWTPayload, key: P256.Signing.PrivateKey, header: JWTHeader
  ) async throws(PushError) -> String {
    do {
      let keys = await JWTKeyCollection().add(ecdsa: try ES256PrivateKey(backing: key))
      return try await keys.sign(claims, header: header)
    } catch {
      throw PushError(.invalidKey, "A token cannot be signed with the key.")
    }
  }

  static func rs256(
    _ claims: some JWTPayload, key: JWTKit.Insecure.RSA.PrivateKey, header: JWTHeader
  ) async throws(PushError) -> String {
    do {
      let keys = await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256)
      return try await keys.sign(claims, header: header)
    } catch {
      throw PushError(.invalidKey, "A token cannot be signed with the key.")
    }
  }
}
