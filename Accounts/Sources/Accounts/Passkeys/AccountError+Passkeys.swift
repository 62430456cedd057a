extension AccountError {
  static let passkeysNeedName = AccountError(
    .notAllowed,
    "Passkeys need a domain name, and this service is reached by something else, such as an IP "
      + "address. Sign in another way, or ask the operator to use a domain name.")

  static let passkeysNeedTLS = AccountError(
    .notAllowed,
    "Passkeys need HTTPS, and this service is reached without it. Sign in another way, or ask "
      + "the operator to turn on HTTPS.")

  static let passkeyTooLate = AccountError(
    .invalidLink,
    "This took too long, or was started again on another page. Try again.")

  static let unknownPasskey = AccountError(
    .notFound,
    "This passkey belongs to no account here, or was removed from it. Delete it from your device, "
      + "and sign in another way.")

  /// The same message for every failed check, except for an unknown passkey and a counter that did
  /// not increase; the event has the reason.
  static let wrongPasskey = AccountError(
    .wrongCredentials, "This passkey could not be verified. Try again, or sign in another way.")

  static let wrongSecondPasskey = AccountError(
    .wrongCode, "This passkey could not be verified. Try again, or enter a code instead.")

  static let copiedPasskey = AccountError(
    .wrongCredentials,
    "This passkey was used elsewhere in the meantime, so there may be a copy of it. Sign in "
      + "another way, remove it under “Security”, and create a new one.")

  static let passkeyNotMade = AccountError(
    .invalidInput,
    "The new passkey could not be verified and was not saved. Try again, or use another device.")

  static let takenPasskey = AccountError(
    .conflict, "This passkey is already in use. Use another device or security key.")

  static let tooManyPasskeys = AccountError(
    .notAllowed, "This account has the maximum number of passkeys. Remove one first.")

  static let passkeyRequired = AccountError(
    .passkeyRequired,
    "Confirm with one of your passkeys, or sign in with it, to change how you sign in. If you have "
      + "lost them all, ask the operator to remove them.")

  static let noPasskey = AccountError(
    .notFound, "This account has no passkey. Confirm your identity in another way.")

  static let noSuchPasskey = AccountError(
    .notFound, "This passkey does not exist. It may have been removed already.")

  static let lastCredential = AccountError(
    .lastCredential,
    "This is the only way to sign in to this account. Set a password or add another passkey "
      + "first.")
}
