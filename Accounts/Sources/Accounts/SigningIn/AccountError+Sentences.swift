extension AccountError {
  /// The same words whichever of the two is wrong, so that nobody learns which addresses exist.
  static let wrongCredentials = AccountError(
    .wrongCredentials,
    "This address and this password do not fit together. Check both, or set a new password.")

  static let noSession = AccountError(.noSession, "You are not signed in. Sign in and try again.")

  static let notRecent = AccountError(
    .notRecent, "To change this, show once more that it is you: give your password again.")

  static let invalidLink = AccountError(
    .invalidLink,
    "This link does not work any more: it was used, has run out, or a newer one was sent. "
      + "Ask for a new one.")

  static let challengeEnded = AccountError(
    .invalidLink, "This took too long, or too many codes were wrong. Sign in again.")

  static let wrongCode = AccountError(
    .wrongCode,
    "This code is wrong, or was used before. Wait for the next one, or use a recovery code.")

  static let disabledAccount = AccountError(
    .disabledAccount, "This account was shut. Ask whoever runs this service.")

  static let unverifiedAddress = AccountError(
    .unverifiedAddress,
    "Nobody has confirmed this account's address yet. Follow the link in the mail that we sent.")

  static let registrationClosed = AccountError(
    .registrationClosed, "New accounts are made by invitation only. Ask an owner to invite you.")

  static let mailIsOff = AccountError(
    .notAllowed, "This server cannot send mail. Ask whoever runs it for a link.")

  static let noVerifiedAddress = AccountError(
    .noVerifiedAddress,
    "The other service does not vouch for an e-mail address of yours, so we cannot find your "
      + "account by it. Sign in another way, and link the other account under “Security”.")

  static let noSuchPerson = AccountError(.notFound, "There is no such person.")

  static let lastOwner = AccountError(
    .lastOwner,
    "An organization needs an owner, and this is the last one. Make somebody else an owner first.")

  static let notOwner = AccountError(
    .notAllowed, "Only an owner of the organization may do this. Ask one of them.")

  static let someoneElse = AccountError(
    .conflict, "Somebody changed this at the same moment. Look at it again and try once more.")

  static func tooManyAttempts(wait seconds: Int) -> AccountError {
    let time =
      switch seconds {
      case ...1: "a second"
      case ..<120: "\(seconds) seconds"
      default: "\((seconds + 59) / 60) minutes"
      }
    return AccountError(
      .tooManyAttempts, "There were too many attempts. Try again in \(time).", retryAfter: seconds)
  }

  static func invited(as email: String) -> AccountError {
    AccountError(
      .notAllowed,
      "This invitation was sent to \(email). Sign in or make an account with that address, or "
        + "ask for an invitation to yours.")
  }
}
