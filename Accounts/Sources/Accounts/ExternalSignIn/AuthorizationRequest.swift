import Foundation

/// A pending authorization request, stored until the callback.
package struct AuthorizationRequest: Codable, Sendable, Equatable {
  /// The time within which the callback must arrive, in seconds.
  static let lifetime = 600
  /// The purpose that the request is sealed for.
  static let purpose = "external-sign-in"

  /// The id of the provider.
  package let provider: String
  /// The expected issuer, in case the provider's configuration changes in the meantime.
  package let issuer: String
  /// The nonce that the ID token must contain.
  package let nonce: String
  /// The code verifier (PKCE, RFC 7636).
  package let verifier: String
  /// The hash of the browser's secret.
  package let binding: String
  /// The path to redirect to after the callback.
  package let returnTo: String
  /// The invitation that the user followed, if any.
  package let invitation: String?
  /// The session whose user links the account, if any.
  package let session: LinkingSession?

  /// The session of a user who links an account, as of the start of the request.
  package struct LinkingSession: Codable, Sendable, Equatable {
    let id: String
    let hash: [UInt8]
    let lastAuthenticated: Int

    init(_ session: Session) {
      id = session.id
      hash = session.hash
      lastAuthenticated = session.lastAuthenticated
    }
  }

  /// Creates a request.
  package init(
    provider: String, issuer: String, nonce: String, verifier: String, binding: String,
    returnTo: String, invitation: String? = nil, session: LinkingSession? = nil
  ) {
    self.provider = provider
    self.issuer = issuer
    self.nonce = nonce
    self.verifier = verifier
    self.binding = binding
    self.returnTo = returnTo
    self.invitation = invitation
    self.session = session
  }

  /// The payload of a one-time token: encrypted, because the verifier and the invitation are
  /// secrets.
  func payload(sealedBy keys: AccountKeyring) throws -> String {
    let bytes = Array(try JSONEncoder().encode(self))
    return ByteEncoding.base64URL(try keys.seal(bytes, for: Self.purpose))
  }

  /// Decrypts the payload of a one-time token; nil if it was not encrypted with these keys.
  static func opened(_ payload: String, with keys: AccountKeyring) -> AuthorizationRequest? {
    guard let sealed = ByteEncoding.bytes(base64URL: payload),
      let bytes = try? keys.open(sealed, for: purpose)
    else { return nil }
    return try? JSONDecoder().decode(AuthorizationRequest.self, from: Data(bytes))
  }
}
