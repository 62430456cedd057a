internal import Crypto
internal import Foundation
internal import JWTKit

/// A signing key for APNs, which Apple's developer site lets a team download only once.
public struct APNsKey: Sendable {
  private let key: P256.Signing.PrivateKey
  /// The key's id, ten characters.
  public let keyID: String
  /// The developer team's id, ten characters.
  public let teamID: String

  /// Reads a key from the text of Apple's `.p8` file.
  public init(pem: String, keyID: String, teamID: String) throws(PushError) {
    guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else {
      throw PushError(.invalidKey, "The APNs key is not the PEM text of a .p8 file.")
    }
    guard keyID.utf8.count == 10, teamID.utf8.count == 10 else {
      throw PushError(
        .invalidKey, "The ids of an APNs key and of a team must have ten characters.")
    }
    self.key = key
    self.keyID = keyID
    self.teamID = teamID
  }

  /// Returns a signed authorization token; `now` is in seconds since 1970.
  func token(issuedAt now: Int) async throws(PushError) -> String {
    try await SignedToken.es256(
      APNsClaims(iss: teamID, iat: now), key: key, header: ["kid": .string(keyID)])
  }
}

private struct APNsClaims: JWTPayload {
  let iss: String
  let iat: Int

  func verify(using algorithm: some JWTAlgorithm) async throws {}
}
