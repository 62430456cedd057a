/// An error of sign-in with an identity provider, for the log and for tests.
///
/// A user gets a sentence of `AccountError`; this says what went wrong, without a secret.
package struct IdentityProviderError: Error, Equatable {
  package enum Reason: String, Sendable, CaseIterable {
    /// The provider is not configured for the request.
    case provider
    /// The provider did not respond, or sent an invalid response.
    case response
    /// The provider's metadata is incomplete, or does not support what this service needs.
    case metadata
    /// The provider declined: the user cancelled, or the code is invalid.
    case declined
    /// The browser returned without the issued state, too late, or more than once.
    case state
    /// The callback came from a different browser.
    case browser
    /// The response comes from another issuer.
    case issuer
    /// The token is too large, is not a signed ID token, or lacks required claims.
    case malformedToken
    /// The token is signed in a way that is not accepted.
    case algorithm
    /// None of the issuer's keys fits the token, or several do.
    case key
    /// The signature is wrong.
    case signature
    /// The token is for another client.
    case audience
    /// The token has expired.
    case expired
    /// The token is not valid yet.
    case notYetValid
    /// The nonce is missing, or belongs to another request.
    case nonce
    /// The subject is missing or invalid, or two responses name different ones.
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
