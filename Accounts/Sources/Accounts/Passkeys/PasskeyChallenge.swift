/// A WebAuthn challenge, with the secret that binds the response to the browser.
public struct PasskeyChallenge: Sendable {
  /// JSON for `PublicKeyCredential.parseCreationOptionsFromJSON` or
  /// `parseRequestOptionsFromJSON`.
  public let options: String
  /// The secret that must be returned with the response; works once, for 5 minutes.
  ///
  /// Meant for a cookie that scripts cannot read, or for a form's hidden field.
  public let secret: String

  /// Creates a challenge.
  public init(options: String, secret: String) {
    self.options = options
    self.secret = secret
  }
}

/// The purpose of a challenge; a response for another purpose is not accepted.
enum PasskeyCeremony: Sendable, Equatable {
  /// A new passkey, in this session.
  case registration(session: String)
  /// Signing in; the user is not yet known.
  case signIn
  /// The second factor after the first, whose one-time token has this hash.
  case secondFactor([UInt8])
  /// Authenticating again, in this session.
  case confirmation(session: String)

  /// The stored form of the purpose.
  var encoded: String {
    switch self {
    case .registration(let session): "registration " + session
    case .signIn: "sign-in"
    case .secondFactor(let hash): "second-factor " + ByteEncoding.hex(hash)
    case .confirmation(let session): "confirmation " + session
    }
  }
}

/// The random values of a challenge, created before the transaction, which may run twice.
struct PasskeyChallengeSecrets: Sendable {
  /// The challenge, which the authenticator signs.
  let challenge = SecureRandom.bytes(32)
  /// The secret that is returned with the response, as a proof that it is from the same browser.
  let secret = SecretToken()
}
