/// Why a passkey's answer was refused: one word for each check, for tests and the log of events.
///
/// What a person reads is a sentence that hardly changes with the check.
package enum PasskeyRefusal: String, Error, Sendable, CaseIterable {
  /// The answer is no JSON of the form that browsers send, or larger than any of them.
  case answer
  /// The answer is not about a public key, or its two ids differ.
  case credential
  /// What the browser says about itself cannot be read.
  case clientData = "client-data"
  /// The answer is to another kind of question.
  case type
  /// The answer is to another question.
  case challenge
  /// The answer was given to another site.
  case origin
  /// The answer was given to a page that another site has embedded.
  case embedded
  /// The authenticator's data cannot be read, or has something behind its end.
  case authenticatorData = "authenticator-data"
  /// The authenticator was asked for another site.
  case relyingParty = "relying-party"
  /// Nobody touched the authenticator.
  case presence
  /// The authenticator did not look at who touched it (PIN, finger, face).
  case verification
  /// The flags about copies contradict each other, or what they said before.
  case backup
  /// The public key is no key of a kind that we take.
  case key
  /// The attestation cannot be read, is of a kind that we did not ask for, or is wrong.
  case attestation
  /// Nobody has this passkey.
  case unknown
  /// The passkey is somebody else's.
  case userHandle = "user-handle"
  /// The signature is wrong.
  case signature
  /// The authenticator has counted less than it had before: there may be a copy of it.
  case counter
}
