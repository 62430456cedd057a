/// The store of accounts.
///
/// Every implementation must pass the tests in `AccountsSQLiteTests/Contract`. Changes that belong
/// together are one transaction: the rules are in the services, and a store only stores and finds.
/// A store may run a closure again, so the closure must have no side effects outside the
/// transaction.
public protocol AccountStore: Sendable {
  /// Reads a consistent state.
  ///
  /// - Throws: Any error thrown by the closure; an error of the store, if it cannot be read.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any AccountReader) throws -> Value
  ) async throws -> Value

  /// Makes one change and returns when it is durable.
  ///
  /// - Throws: Any error thrown by the closure, and then nothing has been changed; an error of the
  ///   store.
  func change<Value: Sendable>(
    _ body: @escaping @Sendable (any AccountWriter) throws -> Value
  ) async throws -> Value
}

/// Reads the records of a store.
///
/// A function that finds one record returns nil if there is none. Times are in seconds since 1970.
public protocol AccountReader {
  // MARK: Users

  /// The user with this id.
  func user(_ id: String) throws -> User?
  /// The user whose address has this key.
  func user(emailKey: String) throws -> User?
  /// Users ordered by id, after the id `after`, at most `limit`.
  func users(after: String, limit: Int) throws -> [User]
  /// A user's password, if they have one.
  func password(of user: String) throws -> StoredPassword?
  /// The identity with this subject at an issuer.
  func identity(issuer: String, subject: String) throws -> ExternalIdentity?
  /// A user's accounts at identity providers, oldest first.
  func identities(of user: String) throws -> [ExternalIdentity]

  // MARK: One-time tokens, sessions, factors

  /// The one-time token with this hash, whatever its age.
  func oneTimeToken(_ hash: [UInt8]) throws -> OneTimeToken?
  /// The one-time tokens for a purpose, newest first.
  func oneTimeTokens(for purpose: OneTimeToken.Purpose) throws -> [OneTimeToken]
  /// A user's one-time tokens for a purpose, newest first.
  func oneTimeTokens(of user: String, for purpose: OneTimeToken.Purpose) throws -> [OneTimeToken]
  /// The session with this id.
  func session(_ id: String) throws -> Session?
  /// The browser's session whose cookie has this hash.
  func session(hash: [UInt8]) throws -> Session?
  /// A user's sessions, the last used first.
  func sessions(of user: String) throws -> [Session]
  /// The refresh token with this hash.
  func refreshToken(_ hash: [UInt8]) throws -> RefreshToken?
  /// A session's refresh tokens, newest first.
  func refreshTokens(of session: String) throws -> [RefreshToken]
  /// A user's authenticator secret.
  func totp(of user: String) throws -> StoredTOTP?
  /// A user's recovery codes, including used ones.
  func recoveryCodes(of user: String) throws -> [RecoveryCode]
  /// The passkey with this credential id.
  func passkey(_ credentialID: [UInt8]) throws -> Passkey?
  /// A user's passkeys, oldest first.
  func passkeys(of user: String) throws -> [Passkey]
  /// The known device with this hash.
  func knownDevice(_ hash: [UInt8]) throws -> KnownDevice?
  /// A user's known devices, the last used first.
  func knownDevices(of user: String) throws -> [KnownDevice]
  /// Returns the throttle state of a key.
  func throttle(_ key: String) throws -> ThrottleState?

  // MARK: Organizations

  /// A user's membership in an organization.
  func membership(of user: String, in organization: String) throws -> Membership?
  /// A user's memberships, by organization.
  func memberships(of user: String) throws -> [Membership]
  /// An organization's members, by address.
  func members(of organization: String) throws -> [Member]
  /// The invitation with this id.
  func invitation(_ id: String) throws -> Invitation?
  /// The invitation whose link has this hash.
  func invitation(hash: [UInt8]) throws -> Invitation?
  /// An organization's invitations, newest first, including ended ones.
  func invitations(of organization: String) throws -> [Invitation]
  /// Returns the times at which invitations were sent, newest first, at most `limit`: those after
  /// `since` and no later than `end`.
  func invitationTimes(
    _ quota: InvitationQuotaKey, after since: Int, until end: Int, limit: Int
  ) throws -> [Int]
  /// Returns the number of an organization's invitations that have neither ended nor expired.
  func pendingInvitationCount(of organization: String, at now: Int) throws -> Int
  /// Returns the number of an organization's members.
  func memberCount(of organization: String) throws -> Int
  /// The report of this recipient about an organization.
  func invitationReport(
    about organization: String, by recipient: String
  ) throws -> InvitationReport?
  /// The reports about an organization, including dismissed ones, in no particular order.
  func invitationReports(about organization: String) throws -> [InvitationReport]
  /// Returns the number of reports about an organization that are not dismissed.
  func invitationReportCount(about organization: String) throws -> Int
  /// Returns the number of reports that are not dismissed, by organization.
  func invitationReportCounts() throws -> [String: Int]
  /// Whether an API token exists and is not revoked; false in a store without tokens.
  func isActive(token: String) throws -> Bool

  // MARK: Mail and events

  /// Queued emails that are due, oldest first.
  ///
  /// An email whose next attempt is further in the future than the longest delay between attempts
  /// is due, too: the clock was ahead when it was stored.
  func dueMail(at now: Int, limit: Int) throws -> [MailMessage]
  /// The email with this id.
  func mail(_ id: String) throws -> MailMessage?
  /// Returns the number of queued emails, and the times at which the oldest and the newest were
  /// written.
  func queuedMailSummary() throws -> (count: Int, oldest: Int?, newest: Int?)
  /// Returns a user's security events, newest first: those with an id below `before`.
  func events(of user: String, before: Int?, limit: Int) throws -> [SecurityEvent]
}

/// Changes the records of a store; `put` adds a record, or replaces the one with the same key.
///
/// Adding a record of a user or a session that does not exist throws `AccountError(.notFound)`;
/// emails, events and invitations need no user. The hash of another session or invitation throws
/// `.conflict`. A text with a NUL byte throws `.invalidInput`, because databases truncate
/// it.
public protocol AccountWriter: AccountReader {
  /// Stores a user. Throws `AccountError(.addressTaken)` if another user has the same address key.
  func put(_ user: User) throws
  /// Removes a user, with all data that belongs only to them: password, identities, one-time
  /// tokens, sessions, devices, factors, memberships, events, emails and invitations; and removes
  /// their name, every address that they had, and their locations from records of their actions on
  /// others.
  func removeUser(_ id: String) throws
  /// Stores a user's password, replacing any other.
  func put(_ password: StoredPassword) throws
  /// Removes a user's password.
  func removePassword(of user: String) throws
  /// Stores an identity, by issuer and subject.
  func put(_ identity: ExternalIdentity) throws
  /// Removes an identity.
  func removeIdentity(issuer: String, subject: String) throws

  /// Stores a one-time token.
  func put(_ token: OneTimeToken) throws
  /// Removes a one-time token; false if it did not exist.
  func removeOneTimeToken(_ hash: [UInt8]) throws -> Bool
  /// Removes all of a user's one-time tokens for a purpose.
  func removeOneTimeTokens(of user: String, for purpose: OneTimeToken.Purpose) throws
  /// Removes a user's one-time tokens for a purpose whose payload contains this text.
  func removeOneTimeTokens(
    of user: String, for purpose: OneTimeToken.Purpose, containing text: String
  ) throws
  /// Removes one-time tokens that expired before this time.
  func removeOneTimeTokens(expiredBefore: Int) throws
  /// Removes one-time tokens for a purpose that were created after this time, but not the
  /// records of ID tokens that apps have used, which must not work again.
  func removeOneTimeTokens(for purpose: OneTimeToken.Purpose, createdAfter: Int) throws

  /// Stores a session, by id.
  func put(_ session: Session) throws
  /// Ends a session with its refresh tokens; false if it did not exist.
  func removeSession(_ id: String) throws -> Bool
  /// Ends all of a user's sessions except one, and returns their ids.
  func removeSessions(of user: String, except: String?) throws -> [String]
  /// Ends sessions that expired, or were last used, before these times.
  func removeSessions(expiredBefore: Int, unusedSince: Int) throws
  /// Stores a refresh token, by hash.
  func put(_ token: RefreshToken) throws
  /// Removes a refresh token.
  func removeRefreshToken(_ hash: [UInt8]) throws

  /// Stores a user's authenticator secret, replacing any other.
  func put(_ totp: StoredTOTP) throws
  /// Removes a user's authenticator secret.
  func removeTOTP(of user: String) throws
  /// Replaces all of a user's recovery codes.
  func replaceRecoveryCodes(of user: String, with codes: [RecoveryCode]) throws
  /// Stores a recovery code, by user and hash.
  func put(_ code: RecoveryCode) throws
  /// Stores a passkey, by credential id. Throws `AccountError(.conflict)` if it belongs to another
  /// user.
  func put(_ passkey: Passkey) throws
  /// Removes a passkey; false if the user has none with this id.
  func removePasskey(_ credentialID: [UInt8], of user: String) throws -> Bool
  /// Stores a known device, by hash.
  func put(_ device: KnownDevice) throws
  /// Forgets a known device; false if it did not exist.
  func removeKnownDevice(_ hash: [UInt8]) throws -> Bool
  /// Forgets devices on which their users last signed in before this time.
  func removeKnownDevices(olderThan: Int) throws
  /// Forgets devices on which their users last signed in after this time.
  func removeKnownDevices(createdAfter: Int) throws
  /// Stores the throttle state of a key.
  func put(_ throttle: ThrottleState) throws
  /// Removes the throttle state of a key.
  func removeThrottle(_ key: String) throws
  /// Removes throttle states with no failure since this time.
  func removeThrottles(olderThan: Int) throws

  /// Stores a membership, by organization and user.
  func put(_ membership: Membership) throws
  /// Removes a user from an organization; false if they were not a member.
  func removeMembership(of user: String, in organization: String) throws -> Bool
  /// Stores an invitation, by id.
  func put(_ invitation: Invitation) throws
  /// Stores a report, by organization and recipient.
  func put(_ report: InvitationReport) throws
  /// Removes the report of a recipient; false if there is none.
  func removeInvitationReport(about organization: String, by recipient: String) throws -> Bool
  /// Makes the reports about an organization ineffective; blocked recipients stay blocked.
  ///
  /// - Returns: The number of reports that were effective.
  func dismissInvitationReports(about organization: String, at now: Int) throws -> Int

  /// Stores an email, by id.
  func put(_ mail: MailMessage) throws
  /// Removes an email.
  func removeMail(_ id: String) throws
  /// Removes emails that were sent or given up before this time; see `MailMessage.finished`.
  func removeMail(finishedBefore: Int) throws
  /// Removes up to 1,000 events about no user that are older than this time and at least 30 days
  /// older than the latest event. Events about a user are removed with the user.
  ///
  /// - Returns: The number of removed events.
  func removeEventsWithoutUser(before time: Int) throws -> Int
  /// Records an event: for the user, and in the log of its organization or, if it has none and
  /// `SecurityAction.concernsOrganizations`, of every organization that the user belongs to.
  func record(_ event: SecurityEvent) throws
}
