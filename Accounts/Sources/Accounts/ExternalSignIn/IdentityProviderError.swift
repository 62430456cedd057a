/// An error of sign-in with an identity provider, for the log and for tests.
///
/// A user gets a sentence of `AccountError`; this says what went wrong, without a secret.
package struct IdentityProviderError: Error, Equatable {
  package enum Reason: String, Sendable, CaseIterable {
    /// No provider with this id is configured, or it does not support the request.
    case provider
    /// The provider did not respond, or sent an invalid response.
    case response
    /// The provider's metadata breaks a rule.
    case metadata
    /// The provider declined: the user cancelled, or the code is invalid.
    case declined
    /// The browser returned without the issued state, too late, or a second time.
    case state
    /// The callback came from a different browser.
    case browser
    /// The response comes from another issuer.
    case issuer
    /// The token is too large or is not a signed token.
    case malformedToken
    /// The token is signed in a way that is not accepted.
    case algorithm
    /// No key of the issuer matches the token.
    case key
    /// The signature is wrong.
    case signature
    /// The token is for another client.
    case audience
    /// The token has expired.
    case expired
    /// The token is from the future.
    case early
    /// The nonce belongs to another request.
    case nonce
    /// The token has no subject, or two different ones.
    case subject
    /// The token does not belong to the access token in the same response.
    case accessToken
    /// The token was used before.
    case replay
  }

  /// The reason for the failure.
  package let reason: Reason
  /// A sentence for the log.
  package let message: String

  init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}
