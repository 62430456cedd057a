import Foundation

/// A person who is on their way through another service, as it is kept until they are back.
package struct PendingSignIn: Codable, Sendable, Equatable {
  /// How long they may take, in seconds.
  static let lifetime = 600
  /// What it is sealed for.
  static let purpose = "external-sign-in"

  /// Where they went.
  package let provider: String
  /// The issuer that was meant, should the provider be set up otherwise meanwhile.
  package let issuer: String
  /// What their ID token must hold.
  package let nonce: String
  /// What shows that the code was asked for by us (RFC 7636).
  package let verifier: String
  /// The browser that went.
  package let binding: String
  /// Where to go in the end.
  package let returnTo: String
  /// The invitation that they came with.
  package let invitation: String?
  /// The session that the account is to be linked to.
  package let session: String?

  /// Makes a record.
  package init(
    provider: String, issuer: String, nonce: String, verifier: String, binding: String,
    returnTo: String, invitation: String? = nil, session: String? = nil
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

  /// The text that a link keeps: sealed, for the verifier and the invitation are secrets.
  func payload(sealedBy keys: AccountKeys) throws -> String {
    let bytes = Array(try JSONEncoder().encode(self))
    return BytesText.base64URL(try keys.seal(bytes, for: Self.purpose))
  }

  /// What a link keeps; nil if it was not sealed by us.
  static func read(_ payload: String, keys: AccountKeys) -> PendingSignIn? {
    guard let sealed = BytesText.bytes(base64URL: payload),
      let bytes = try? keys.open(sealed, for: purpose)
    else { return nil }
    return try? JSONDecoder().decode(PendingSignIn.self, from: Data(bytes))
  }
}
