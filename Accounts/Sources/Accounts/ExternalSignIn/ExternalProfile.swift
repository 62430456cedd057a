/// The profile of a user who has just signed in, as reported by an identity provider.
///
/// Created only after the response was verified. The issuer does not vouch for the name, which may
/// come from the user's browser or app, nor for an address that is not verified.
public struct ExternalProfile: Sendable, Equatable {
  /// The issuer's identifier, such as `https://accounts.google.com`.
  public let issuer: String
  /// The user's identifier at the issuer; together with the issuer, it identifies an account.
  public let subject: String
  /// The user's address, if the issuer reported it.
  public let email: String?
  /// Whether the address counts as the user's, because the issuer says so or is trusted with its
  /// addresses; otherwise it is not used to find an account.
  public let isEmailVerified: Bool
  /// The user's display name, which users choose freely; nil if the issuer did not report one.
  public let name: String?
  /// The display name of the issuer: `Google`.
  public let providerName: String

  /// Creates a profile.
  public init(
    issuer: String, subject: String, email: String?, isEmailVerified: Bool, name: String?,
    providerName: String
  ) {
    self.issuer = issuer
    self.subject = subject
    self.email = email
    self.isEmailVerified = isEmailVerified
    self.name = name
    self.providerName = providerName
  }
}
