/// A secret that works once: in an emailed or printed link, or between two steps of a sign-in.
///
/// Only its hash is stored. Times are in seconds since 1970.
public struct OneTimeToken: Sendable, Equatable {
  /// The purpose of a one-time token.
  public enum Purpose: String, Sendable, CaseIterable {
    /// Proves that an address is the user's; `payload` contains the registration that it completes,
    /// or the address that the user changes to.
    case verifyEmail = "verify-email"
    /// Sets a new password without the old one.
    case resetPassword = "reset-password"
    /// Creates the first owner of an organization; `payload` is the organization's id.
    case setUp = "set-up"
    /// The first factor was verified; the second factor is missing.
    ///
    /// `payload` contains the first factor and the number of wrong codes.
    case secondFactor = "second-factor"
    /// Sign-in with an identity provider is in progress; `payload` is the encrypted
    /// `AuthorizationRequest`.
    ///
    /// Without a payload, it records an ID token that an app has used.
    case externalSignIn = "external-sign-in"
    /// A passkey is being used or created; `payload` contains the challenge and its purpose.
    case passkey
  }

  /// The SHA-256 of the secret, which has 256 random bits.
  public let hash: [UInt8]
  /// The purpose of the token.
  public let purpose: Purpose
  /// The id of the user whose token it is; nil if there is none yet.
  public let user: String?
  /// Additional data, in a form that depends on the purpose; empty if there is none.
  public let payload: String
  /// The time of creation.
  public let created: Int
  /// The expiry of the token.
  public let expires: Int

  /// Creates a record.
  public init(
    hash: [UInt8], purpose: Purpose, user: String?, payload: String = "", created: Int,
    expires: Int
  ) {
    self.hash = hash
    self.purpose = purpose
    self.user = user
    self.payload = payload
    self.created = created
    self.expires = expires
  }

  /// Whether it has not expired.
  ///
  /// False if it was created while the clock was ahead: it would be valid for longer than others.
  func isValid(at now: Int) -> Bool {
    now < expires && !RecordedTime.isAhead(created, of: now)
  }
}
