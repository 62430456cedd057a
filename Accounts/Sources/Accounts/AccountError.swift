/// Why something about an account was refused.
public struct AccountError: Error, Sendable, Equatable {
  /// What it is, with a stable word for programs.
  public enum Code: String, Sendable, CaseIterable {
    /// The address is no e-mail address, or one that we cannot write to.
    case invalidAddress = "invalid-address"
    /// The password is too short, too long or too common.
    case weakPassword = "weak-password"
    /// Something else that was typed cannot be used.
    case invalidInput = "invalid-input"
    /// Address and password do not fit together, whichever of them is wrong.
    case wrongCredentials = "wrong-credentials"
    /// The password is right and the address was never verified; a new mail is on its way.
    case unverifiedAddress = "unverified-address"
    /// The account was shut.
    case disabledAccount = "disabled-account"
    /// The code of the second factor is wrong, or was used before.
    case wrongCode = "wrong-code"
    /// Too many attempts; `retryAfter` says in how many seconds the next one counts.
    case tooManyAttempts = "too-many-attempts"
    /// The link was used, has run out, or never was one.
    case invalidLink = "invalid-link"
    /// The session has ended, or never was one.
    case noSession = "no-session"
    /// The person must sign in again before they change this.
    case notRecent = "not-recent"
    /// Signing in elsewhere did not work; the sentence says at which step.
    case externalSignIn = "external-sign-in"
    /// The other account has no verified address, so nobody can be found by it.
    case noVerifiedAddress = "no-verified-address"
    /// There is an account with this address; its owner must sign in to link the other one.
    case addressTaken = "address-taken"
    /// New accounts are made by invitation only.
    case registrationClosed = "registration-closed"
    /// There is no such person, member, invitation, session or passkey.
    case notFound = "not-found"
    /// The last owner would be gone.
    case lastOwner = "last-owner"
    /// The last way to sign in would be gone.
    case lastCredential = "last-credential"
    /// Somebody changed it at the same moment.
    case conflict
    /// The person may not do this.
    case notAllowed = "not-allowed"
  }

  /// What it is.
  public let code: Code
  /// A sentence for the person, with what to do; holds no secret.
  public let message: String
  /// The seconds to wait, with `too-many-attempts`.
  public let retryAfter: Int?

  /// Makes an error.
  public init(_ code: Code, _ message: String, retryAfter: Int? = nil) {
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
  }
}
