extension AccountError {
  static let passkeysNeedName = AccountError(
    .notAllowed,
    "Passkeys need a service with a name, and this one is reached by something else, such as an "
      + "IP address. Sign in another way, or ask whoever runs it for an address with a name.")

  static let passkeysNeedTLS = AccountError(
    .notAllowed,
    "Browsers use passkeys over HTTPS only, and this service is reached without. Sign in another "
      + "way, or ask whoever runs it for HTTPS.")

  static let passkeyTooLate = AccountError(
    .invalidLink,
    "This took too long, or another page has asked in the meantime. Press the button again.")

  static let unknownPasskey = AccountError(
    .notFound,
    "No account here has this passkey (any more). Take it off your device, and sign in another "
      + "way.")

  /// The same words whatever was wrong; the log has the reason.
  static let wrongPasskey = AccountError(
    .wrongCredentials, "This passkey could not be checked. Try again, or sign in another way.")

  static let wrongSecondPasskey = AccountError(
    .wrongCode, "This passkey could not be checked. Try again, or show a code instead.")

  static let copiedPasskey = AccountError(
    .wrongCredentials,
    "This passkey was used elsewhere since, so there may be a copy of it. Sign in another way, "
      + "remove it under “Security”, and make a new one.")

  static let passkeyNotMade = AccountError(
    .invalidInput,
    "The new passkey could not be checked, so it was not kept. Try again, or use another device.")

  static let takenPasskey = AccountError(
    .conflict, "This passkey is in use already. Take another device or key.")

  static let tooManyPasskeys = AccountError(
    .notAllowed, "This account has as many passkeys as it can have. Remove one first.")

  static let noPasskey = AccountError(
    .notFound, "This account has no passkey yet. Show who you are in another way.")

  static let noSuchPasskey = AccountError(
    .notFound, "There is no such passkey. It may have been removed already.")

  static let lastWayToSignIn = AccountError(
    .lastCredential,
    "This is the last way to sign in to this account. Set a password or add another passkey "
      + "first.")
}
