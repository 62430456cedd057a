extension AccountError {
  /// The same message whether the address or the password is wrong, so that it does not disclose
  /// which addresses exist.
  static let wrongCredentials = AccountError(
    .wrongCredentials,
    "Wrong email address or password. Check both, or reset your password.",
    german: "Die E-Mail-Adresse oder das Passwort ist falsch. Prüf beides, oder setz das Passwort "
      + "zurück.")

  /// The error of a sign-in with a wrong address or password where anyone may register.
  ///
  /// Also that of a sign-in with the right password of an account that is not verified yet, so that
  /// it does not disclose that the account exists.
  public static let wrongCredentialsOrUnverified = AccountError(
    .wrongCredentials,
    "Wrong email address or password. Check both, or reset your password. If your account is new, "
      + "first follow the link in the email we sent.",
    german: "Die E-Mail-Adresse oder das Passwort ist falsch. Prüf beides, oder setz das Passwort "
      + "zurück. Wenn dein Konto neu ist, öffne zuerst den Link in der E-Mail, die wir dir "
      + "geschickt haben.")

  static let noSession = AccountError(.noSession, "You are not signed in. Sign in and try again.")

  static let wrongClock = AccountError(
    .wrongClock,
    "The clock of this service seems to be wrong. Try again later; if that does not help, sign out "
      + "and sign in again.", retryAfter: 60)

  static let notRecent = AccountError(
    .notRecent, "Confirm your identity to change this: enter your password again.")

  static let invalidLink = AccountError(
    .invalidLink,
    "This link is no longer valid: it was used, has expired, or a newer one was sent. "
      + "Request a new one.")

  static let pendingSignInEnded = AccountError(
    .invalidLink, "This took too long, or too many codes were wrong. Sign in again.",
    german: "Das hat zu lange gedauert, oder zu viele Codes waren falsch. Melde dich noch einmal "
      + "an.")

  static let wrongCode = AccountError(
    .wrongCode,
    "This code is wrong or was already used. Wait for the next one, or use a recovery code.")

  static let disabledAccount = AccountError(
    .disabledAccount, "This account is disabled. Contact the operator of this service.")

  static let registrationClosed = AccountError(
    .registrationClosed, "Registration is by invitation only. Ask an owner to invite you.")

  static let mailIsOff = AccountError(
    .notAllowed, "This server cannot send email. Ask its operator for a link.")

  static let noVerifiedAddress = AccountError(
    .noVerifiedAddress,
    "The identity provider reports no verified email address, so your account cannot be matched. "
      + "Sign in another way, and link the provider's account under “Security”.")

  static let noSuchUser = AccountError(.notFound, "This user does not exist.")

  static let lastOwner = AccountError(
    .lastOwner,
    "This is the last owner of the organization. Make someone else an owner first.")

  static let notOwner = AccountError(
    .notAllowed, "Only owners of the organization can do this. Ask one of them.")

  static let changedMeanwhile = AccountError(
    .conflict, "This was changed at the same time. Check it and try again.")

  static func tooManyAttempts(wait seconds: Int) -> AccountError {
    AccountError(
      .tooManyAttempts, "Too many attempts. Try again in \(duration(seconds)).",
      retryAfter: seconds)
  }

  /// Returns a duration in English words, such as "90 seconds" or "2 hours"; minutes and hours are
  /// rounded up.
  public static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ...1: "a second"
    case ..<120: "\(seconds) seconds"
    case ..<7200: "\((seconds + 59) / 60) minutes"
    default: "\((seconds + 3599) / 3600) hours"
    }
  }

  static func tooManyMembers(limit: Int) -> AccountError {
    AccountError(
      .limitReached,
      "This organization has the maximum number of members: \(limit). Remove someone, or ask the "
        + "operator of this service to allow more.")
  }

  static func invited(as email: String) -> AccountError {
    AccountError(
      .notAllowed,
      "This invitation was sent to \(email). Sign in or register with that address, or ask for "
        + "an invitation to yours.")
  }
}
