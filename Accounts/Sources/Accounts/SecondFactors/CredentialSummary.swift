/// The credentials that a user has set up.
public struct CredentialSummary: Sendable, Equatable {
  /// Whether there is a password.
  public let hasPassword: Bool
  /// The time at which an authenticator app was set up, in seconds since 1970; nil without one.
  public let totpSince: Int?
  /// The number of recovery codes left.
  public let recoveryCodesLeft: Int
  /// The passkeys, oldest first.
  public let passkeys: [Passkey]
  /// The accounts at identity providers, oldest first.
  public let identities: [ExternalIdentity]

  /// Creates a summary.
  public init(
    hasPassword: Bool, totpSince: Int?, recoveryCodesLeft: Int, passkeys: [Passkey],
    identities: [ExternalIdentity]
  ) {
    self.hasPassword = hasPassword
    self.totpSince = totpSince
    self.recoveryCodesLeft = recoveryCodesLeft
    self.passkeys = passkeys
    self.identities = identities
  }

  /// The number of ways to sign in; the last one cannot be removed.
  public var signInMethodCount: Int { (hasPassword ? 1 : 0) + passkeys.count + identities.count }
}

extension AccountReader {
  /// The summary of a user's credentials, as of the transaction.
  func credentialSummary(of user: String) throws -> CredentialSummary {
    CredentialSummary(
      hasPassword: try password(of: user) != nil,
      totpSince: try totp(of: user)?.confirmed,
      recoveryCodesLeft: try recoveryCodes(of: user).count { $0.used == nil },
      passkeys: try passkeys(of: user), identities: try identities(of: user))
  }

  /// The second factors of a user; empty if the password suffices.
  ///
  /// Only an authenticator app enables the second factor; a passkey alone does not, because a user
  /// who loses it would have no recovery codes.
  func secondFactorMethods(
    of user: String
  ) throws -> [PendingSignIn.Method] {
    guard try totp(of: user)?.confirmed != nil else { return [] }
    var methods: [PendingSignIn.Method] = [.totp]
    if try recoveryCodes(of: user).contains(where: { $0.used == nil }) {
      methods.append(.recoveryCode)
    }
    if try !passkeys(of: user).isEmpty { methods.append(.passkey) }
    return methods
  }
}
