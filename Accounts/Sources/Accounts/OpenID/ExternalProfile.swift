/// What another service says about somebody who has just signed in there.
///
/// Made only after everything about the answer was checked, so what it holds is what the issuer
/// vouches for, and no more than that.
public struct ExternalProfile: Sendable, Equatable {
  /// The issuer's identifier, such as `https://accounts.google.com`.
  public let issuer: String
  /// Who they are there: with the issuer, what an account is found by.
  public let subject: String
  /// Their address, if the issuer told it.
  public let email: String?
  /// Whether the issuer vouches that the address is theirs; without, nobody is found by it.
  public let isEmailVerified: Bool
  /// What they are called, if the issuer told it; anybody may call themselves anything.
  public let name: String?
  /// What people call the issuer: `Google`.
  public let providerName: String

  /// Makes a profile.
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
