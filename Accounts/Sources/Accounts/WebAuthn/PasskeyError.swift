/// The reason for which a passkey response was rejected: one case for each check, for tests and the
/// security log.
///
/// The message for users is nearly the same for every failed check.
package enum PasskeyError: String, Error, Sendable, CaseIterable {
  /// The response is not JSON of the form that browsers send, or larger than any of them.
  case response
  /// The response is not about a public key, or its two ids differ.
  case credential
  /// The client data cannot be read.
  case clientData = "client-data"
  /// The response is to another kind of challenge.
  case type
  /// The response is to another challenge.
  case challenge
  /// The response was given to another site.
  case origin
  /// The response was given to a page that another site has embedded.
  case embedded
  /// The authenticator's data cannot be read, or has trailing bytes.
  case authenticatorData = "authenticator-data"
  /// The authenticator was asked for another site.
  case relyingParty = "relying-party"
  /// No one touched the authenticator.
  case presence
  /// The authenticator did not look at who touched it (PIN, finger, face).
  case verification
  /// The flags about copies contradict each other, or what they said before.
  case backup
  /// The public key is not a key of a kind that we take.
  case key
  /// The attestation cannot be read, is of a kind that we did not ask for, or is wrong.
  case attestation
  /// No account has this passkey.
  case unknown
  /// The passkey is someone else's.
  case userHandle = "user-handle"
  /// The signature is wrong.
  case signature
  /// The authenticator has counted less than it had before: there may be a copy of it.
  case counter
}
