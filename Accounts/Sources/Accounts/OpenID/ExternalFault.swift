/// Why signing in elsewhere did not work, for the log and for tests.
///
/// A person gets a sentence of `AccountError`; this says what went wrong, without a secret.
package struct ExternalFault: Error, Equatable {
  /// What went wrong.
  package enum Reason: String, Sendable, CaseIterable {
    /// No provider of this id is set up, or it cannot do what is asked.
    case provider
    /// The provider did not answer, or not with what it must.
    case answer
    /// The provider's metadata breaks a rule.
    case metadata
    /// The provider says no: the person declined, or the code is not good.
    case declined
    /// The browser came back without the state that we gave, too late, or for the second time.
    case state
    /// Another browser came back than went.
    case browser
    /// The answer comes from another issuer than was asked.
    case issuer
    /// The token is too large or is no signed token.
    case malformedToken
    /// The token is signed in a way that does not count.
    case algorithm
    /// No key of the issuer fits the token.
    case key
    /// The signature is wrong.
    case signature
    /// The token is for another client.
    case audience
    /// The token has run out.
    case expired
    /// The token is from the future.
    case early
    /// The token answers another request.
    case nonce
    /// The token says nobody, or two people.
    case subject
    /// The token does not belong to the access token that came along.
    case accessToken
    /// The token was used before.
    case replay
  }

  /// What went wrong.
  package let reason: Reason
  /// A sentence for the log.
  package let message: String

  init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}
