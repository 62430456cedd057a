extension AccountWriter {
  /// Revokes everything that an attacker may hold, after a credential has changed: sessions,
  /// pending sign-ins, and links to change it back.
  func revokeAccess(of user: User, except session: String?) throws {
    _ = try removeSessions(of: user.id, except: session)
    for purpose in OneTimeToken.Purpose.allCases {
      try removeOneTimeTokens(of: user.id, for: purpose)
    }
  }

  /// Ends a pending change of a user's address, because a stolen session that is being ended may
  /// have begun it: the emailed link would still work in another stolen session, without a
  /// reauthentication.
  func cancelAddressChange(of user: User) throws {
    // NB: the links of an unverified address belong to registrations.
    guard user.verified != nil else { return }
    try removeOneTimeTokens(of: user.id, for: .verifyEmail)
  }
}
