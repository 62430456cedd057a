/// A user with an account.
///
/// Times are in seconds since 1970.
public struct User: Sendable, Equatable {
  /// `p_` and 16 letters and digits; never reused.
  public let id: String
  /// The address as entered.
  public var email: String
  /// The key by which the address is compared; see `EmailAddress.key`.
  public var emailKey: String
  /// The display name; may be empty.
  public var name: String
  /// The time at which the address was verified, or accepted from a registration for which
  /// `ownershipUnverifiedSince` is set; nil if neither.
  public var verified: Int?
  /// The time at which the account was registered with an invitation whose link its inviter saw,
  /// because the service could not send email; nil once the address is verified to be the user's.
  ///
  /// The account works like any other, but whoever proves the address later takes it over, without
  /// the credentials that were set before.
  public var ownershipUnverifiedSince: Int?
  /// The language of emails to the user: that of their last sign-in from a known device; nil before
  /// the first one.
  public var language: EmailLanguage?
  /// The time at which an operator disabled the account; nil if it is enabled.
  public var disabled: Int?
  /// The time of the account's creation.
  public let created: Int

  /// Creates a record.
  public init(
    id: String, email: String, emailKey: String, name: String, verified: Int? = nil,
    ownershipUnverifiedSince: Int? = nil, language: EmailLanguage? = nil, disabled: Int? = nil,
    created: Int
  ) {
    self.id = id
    self.email = email
    self.emailKey = emailKey
    self.name = name
    self.verified = verified
    self.ownershipUnverifiedSince = ownershipUnverifiedSince
    self.language = language
    self.disabled = disabled
    self.created = created
  }

  /// Whether the address is verified to be the user's; otherwise whoever verifies it later takes
  /// the account over.
  var isOwnershipVerified: Bool { verified != nil && ownershipUnverifiedSince == nil }
}

/// A user's stored password.
public struct StoredPassword: Sendable, Equatable {
  /// The id of the user.
  public let user: String
  /// The hash with its parameters, in PHC form: `$scrypt$ln=17,r=8,p=1$salt$hash`.
  public let hash: String
  /// The time at which it was set, in seconds since 1970.
  public let changed: Int

  /// Creates a record.
  public init(user: String, hash: String, changed: Int) {
    self.user = user
    self.hash = hash
    self.changed = changed
  }
}

/// An account at an identity provider with which a user signs in.
///
/// It is identified by issuer and subject, never by its address, because addresses change hands.
public struct ExternalIdentity: Sendable, Equatable {
  /// The issuer's identifier, such as `https://accounts.google.com`; Facebook has
  /// `https://www.facebook.com`.
  public let issuer: String
  /// The user's identifier at the issuer.
  public let subject: String
  /// The id of its user here.
  public let user: String
  /// The address that the issuer reported, for display.
  public let email: String
  /// The time at which it was linked, in seconds since 1970.
  public let created: Int

  /// Creates a record.
  public init(issuer: String, subject: String, user: String, email: String, created: Int) {
    self.issuer = issuer
    self.subject = subject
    self.user = user
    self.email = email
    self.created = created
  }
}
