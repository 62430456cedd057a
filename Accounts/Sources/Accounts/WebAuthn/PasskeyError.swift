/// The reason why a passkey response was rejected: one case for each check, for tests and the
/// security log.
///
/// Users get the same message for nearly every failed check.
package enum PasskeyError: String, Error, Sendable, CaseIterable {
  /// The response is not JSON in the form that browsers send, or is too large.
  case response
  /// The response is not for a public key, its ids differ, or it is for another passkey.
  case credential
  /// The client data cannot be parsed.
  case clientData = "client-data"
  /// The type of the client data is that of the other ceremony: creating or using a passkey.
  case type
  /// The response is to another challenge.
  case challenge
  /// The response was given to another site.
  case origin
  /// The response was given to a page that another site has embedded.
  case crossOrigin = "cross-origin"
  /// The authenticator data cannot be parsed, or has trailing bytes.
  case authenticatorData = "authenticator-data"
  /// The authenticator responded for another site.
  case relyingParty = "relying-party"
  /// The user presence flag is missing.
  case presence
  /// The user was not verified (PIN, fingerprint, face).
  case verification
  /// The backup flags contradict each other or their earlier values.
  case backup
  /// The public key is of an unsupported type.
  case key
  /// The attestation cannot be parsed, was not requested in this format, or is invalid.
  case attestation
  /// No account has this passkey.
  case unknown
  /// The passkey belongs to another user.
  case userHandle = "user-handle"
  /// The signature is wrong.
  case signature
  /// The signature counter did not increase, so the passkey may have been cloned.
  case counter
}
