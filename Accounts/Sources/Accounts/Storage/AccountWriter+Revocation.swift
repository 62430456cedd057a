extension AccountWriter {
  /// Revokes everything that an attacker may have after a credential has changed: sessions, pending
  /// sign-ins, and links to change it back.
  func revokeAccess(of user: User, except session: String?) throws {
    _ = try removeSessions(of: user.id, except: session)
    for purpose in OneTimeLink.Purpose.allCases {
      try removeLinks(of: user.id, for: purpose)
    }
  }
}
