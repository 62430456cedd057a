/// An error of an operation on an account.
public struct AccountError: Error, Sendable, Equatable {
  /// The kind of error; its raw value is stable and part of the API.
  public enum Code: String, Sendable, CaseIterable {
    /// The text is not an email address that mail can be sent to.
    case invalidAddress = "invalid-address"
    /// The password is too short, too long, or easy to guess.
    case weakPassword = "weak-password"
    /// Another input is invalid.
    case invalidInput = "invalid-input"
    /// The address or the password is wrong, or the address is not verified yet (which of them is
    /// not disclosed); or a passkey could not be verified.
    case wrongCredentials = "wrong-credentials"
    /// The account is disabled.
    case disabledAccount = "disabled-account"
    /// The second-factor code is wrong or was already used.
    case wrongCode = "wrong-code"
    /// Too many attempts; `retryAfter` holds the seconds to wait.
    case tooManyAttempts = "too-many-attempts"
    /// The one-time token of a link or of a sign-in step was used, has expired, or is malformed.
    case invalidLink = "invalid-link"
    /// The session has ended or does not exist.
    case noSession = "no-session"
    /// The session was last used in the future: the service's clock is wrong, or was. The session
    /// works again when the clock is corrected; `retryAfter` holds the seconds to wait.
    case wrongClock = "wrong-clock"
    /// The change needs a recent authentication.
    case notRecent = "not-recent"
    /// The change needs a sign-in or a confirmation with one of the user's passkeys.
    case passkeyRequired = "passkey-required"
    /// Sign-in with an identity provider failed; the message says why.
    case externalSignIn = "external-sign-in"
    /// The identity provider reports no verified address, so no account can be matched.
    case noVerifiedAddress = "no-verified-address"
    /// An account with this address exists; its owner must sign in to link the other one.
    case addressTaken = "address-taken"
    /// Registration is by invitation only.
    case registrationClosed = "registration-closed"
    /// What the request is about, such as a user, a session or a passkey, does not exist.
    case notFound = "not-found"
    /// The organization would be left without an owner.
    case lastOwner = "last-owner"
    /// The account would be left without a way to sign in.
    case lastCredential = "last-credential"
    /// The record was changed at the same time, or already exists.
    case conflict
    /// The maximum number of an organization's members or pending invitations is reached.
    case limitReached = "limit-reached"
    /// The maximum number of invitations within a day is reached; `retryAfter` holds the seconds to
    /// wait.
    case tooManyInvitations = "too-many-invitations"
    /// Several recipients reported the organization, so it cannot send invitations.
    case invitationsBlocked = "invitations-blocked"
    /// The owner of the address has blocked invitations from this organization.
    case invitationRefused = "invitation-refused"
    /// The user may not do this, or this service does not support it.
    case notAllowed = "not-allowed"
  }

  /// The kind of error.
  public let code: Code
  /// A message for the user that says what to do; contains no secret.
  public let message: String
  /// The message in German; nil where the code and `retryAfter` determine it.
  public let german: String?
  /// The seconds to wait, with `too-many-attempts`, `too-many-invitations` and `wrong-clock`.
  public let retryAfter: Int?

  /// Creates an error.
  public init(_ code: Code, _ message: String, retryAfter: Int? = nil) {
    self.init(code, message, german: nil, retryAfter: retryAfter)
  }

  package init(_ code: Code, _ message: String, german: String?, retryAfter: Int? = nil) {
    self.code = code
    self.message = message
    self.german = german
    self.retryAfter = retryAfter
  }
}
