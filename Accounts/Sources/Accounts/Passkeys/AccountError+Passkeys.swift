extension AccountError {
  static let passkeysNeedName = AccountError(
    .notAllowed,
    "Passkeys need a domain name, and this service is reached by something else, such as an IP "
      + "address. Sign in another way, or ask the operator to use a domain name.")

  static let passkeysNeedTLS = AccountError(
    .notAllowed,
    "Passkeys need HTTPS, and this service is reached without it. Sign in another way, or ask "
      + "the operator to turn on HTTPS.")

  static let passkeyChallengeExpired = AccountError(
    .invalidLink,
    "This took too long, or was started again on another page. Try again.",
    german: "Das hat zu lange gedauert, oder du hast auf einer anderen Seite neu begonnen. Versuch "
      + "es noch einmal.")

  static let unknownPasskey = AccountError(
    .notFound,
    "This passkey belongs to no account here, or was removed from it. Delete it from your device, "
      + "and sign in another way.",
    german: "Dieser Passkey gehört hier zu keinem Konto, oder er wurde entfernt. Lösch ihn von "
      + "deinem Gerät, und melde dich anders an.")

  /// The same message for every failed check, except for an unknown passkey and a counter that did
  /// not increase; the event has the reason.
  static let wrongPasskey = AccountError(
    .wrongCredentials, "This passkey could not be verified. Try again, or sign in another way.",
    german: "Dieser Passkey konnte nicht geprüft werden. Versuch es noch einmal, oder melde dich "
      + "anders an.")

  static let wrongSecondFactorPasskey = AccountError(
    .wrongCode, "This passkey could not be verified. Try again, or enter a code instead.",
    german: "Dieser Passkey konnte nicht geprüft werden. Versuch es noch einmal, oder gib "
      + "stattdessen einen Code ein.")

  static let clonedPasskey = AccountError(
    .wrongCredentials,
    "This passkey was used elsewhere in the meantime, so there may be a copy of it. Sign in "
      + "another way, remove it under “Security”, and create a new one.",
    german: "Dieser Passkey wurde inzwischen woanders verwendet; vielleicht gibt es eine Kopie "
      + "davon. Melde dich anders an, entferne ihn unter „Sicherheit“ und erstelle einen neuen.")

  static let passkeyNotCreated = AccountError(
    .invalidInput,
    "The new passkey could not be verified and was not saved. Try again, or use another device.",
    german: "Der neue Passkey konnte nicht geprüft werden und wurde nicht gespeichert. Versuch es "
      + "noch einmal, oder nimm ein anderes Gerät.")

  static let passkeyAlreadyUsed = AccountError(
    .conflict, "This passkey is already in use. Use another device or security key.",
    german: "Dieser Passkey wird schon verwendet. Nimm ein anderes Gerät oder einen anderen "
      + "Sicherheitsschlüssel.")

  static let tooManyPasskeys = AccountError(
    .notAllowed, "This account has the maximum number of passkeys. Remove one first.",
    german: "Dein Konto hat schon so viele Passkeys wie möglich. Entferne zuerst einen.")

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
      + "first.",
    german: "Nur so kann man sich bei diesem Konto anmelden. Leg zuerst ein Passwort fest, oder "
      + "füge einen weiteren Passkey hinzu.")
}
