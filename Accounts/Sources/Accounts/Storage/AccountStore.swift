/// The store of accounts.
///
/// One protocol with one test suite. Changes that belong together are one transaction: the rules
/// are in the services, and a store only stores and finds. A closure may run again if the store has
/// to, so it must change nothing but through the transaction.
public protocol AccountStore: Sendable {
  /// Reads one state.
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
public protocol AccountReader {
  // MARK: Users

  /// The user of this id.
  func user(_ id: String) throws -> User?
  /// The user whose address has this key.
  func user(emailKey: String) throws -> User?
  /// Users by id, those behind `after`, at most `limit`.
  func users(after: String, limit: Int) throws -> [User]
  /// A user's password, if they have one.
  func password(of user: String) throws -> StoredPassword?
  /// The identity that an issuer knows by this subject.
  func identity(issuer: String, subject: String) throws -> ExternalIdentity?
  /// A user's accounts at identity providers, oldest first.
  func identities(of user: String) throws -> [ExternalIdentity]

  // MARK: Links, sessions, factors

  /// The link with this hash, whatever its age.
  func link(_ hash: [UInt8]) throws -> OneTimeLink?
  /// A purpose's links, newest first.
  func links(for purpose: OneTimeLink.Purpose) throws -> [OneTimeLink]
  /// The session of this id.
  func session(_ id: String) throws -> Session?
  /// The browser's session with this hash.
  func session(hash: [UInt8]) throws -> Session?
  /// A user's sessions, the last used first.
  func sessions(of user: String) throws -> [Session]
  /// The refresh token with this hash.
  func refreshToken(_ hash: [UInt8]) throws -> RefreshToken?
  /// A session's refresh tokens, newest first.
  func refreshTokens(of session: String) throws -> [RefreshToken]
  /// A user's authenticator secret.
  func totp(of user: String) throws -> StoredTOTP?
  /// A user's recovery codes, used ones too.
  func recoveryCodes(of user: String) throws -> [RecoveryCode]
  /// The passkey with this credential id.
  func passkey(_ credential: [UInt8]) throws -> Passkey?
  /// A user's passkeys, oldest first.
  func passkeys(of user: String) throws -> [Passkey]
  /// The known device with this hash.
  func knownDevice(_ hash: [UInt8]) throws -> KnownDevice?
  /// A user's known devices, the last used first.
  func knownDevices(of user: String) throws -> [KnownDevice]
  /// Returns the throttle state of a key; nil if there is none.
  func throttle(_ key: String) throws -> ThrottleState?

  // MARK: Organizations

  /// A user's place in an organization.
  func membership(of user: String, in organization: String) throws -> Membership?
  /// A user's places, by organization.
  func memberships(of user: String) throws -> [Membership]
  /// An organization's members, by address.
  func members(of organization: String) throws -> [Member]
  /// The invitation of this id.
  func invitation(_ id: String) throws -> Invitation?
  /// The invitation whose link has this hash.
  func invitation(hash: [UInt8]) throws -> Invitation?
  /// An organization's invitations, newest first, ended ones too.
  func invitations(of organization: String) throws -> [Invitation]
  /// Returns the times at which the newest of the invitations after `since` were sent, newest
  /// first, at most `limit`.
  func invitationTimes(
    _ tally: InvitationTally, after since: Int, limit: Int
  ) throws -> [Int]
  /// Returns the number of an organization's invitations that have neither ended nor expired.
  func pendingInvitations(of organization: String, at now: Int) throws -> Int
  /// Returns the number of an organization's members.
  func memberCount(of organization: String) throws -> Int
  /// The report of this recipient about an organization.
  func invitationReport(
    about organization: String, by recipient: String
  ) throws -> InvitationReport?
  /// Returns the number of reports about an organization that count.
  func invitationReportCount(about organization: String) throws -> Int
  /// Returns the number of reports that count, by organization.
  func invitationReportCounts() throws -> [String: Int]

  // MARK: Mail and events

  /// Mails that wait and whose time has come, oldest first.
  func mailDue(at now: Int, limit: Int) throws -> [MailMessage]
  /// The mail of this id.
  func mail(_ id: String) throws -> MailMessage?
  /// Returns the number of waiting mails, and the time at which the oldest of them was written.
  func mailWaiting() throws -> (count: Int, oldest: Int?)
  /// Returns a user's security events, newest first: those with an id below `before`.
  func events(of user: String, before: Int?, limit: Int) throws -> [SecurityEvent]
}

/// Changes the records of a store; `put` adds a record, or replaces the one with the same key.
///
/// Adding a record of a user or a session that does not exist throws `AccountError(.notFound)`, and
/// a hash that another record has throws `.conflict`. A text with a zero byte throws
/// `.invalidInput`, because databases truncate it.
public protocol AccountWriter: AccountReader {
  /// Stores a user. Throws `AccountError(.addressTaken)` if another has the same address key.
  func put(_ user: User) throws
  /// Removes a user, with everything that is only theirs: password, identities, links,
  /// sessions, devices, factors, memberships, events, mails and invitations; and their name, every
  /// address that they had, and where they were, from what they did to others.
  func removeUser(_ id: String) throws
  /// Stores a user's password in place of another.
  func put(_ password: StoredPassword) throws
  /// Removes a user's password.
  func removePassword(of user: String) throws
  /// Stores an identity, by issuer and subject.
  func put(_ identity: ExternalIdentity) throws
  /// Removes an identity.
  func removeIdentity(issuer: String, subject: String) throws

  /// Stores a link.
  func put(_ link: OneTimeLink) throws
  /// Removes a link; false if it was not there.
  func removeLink(_ hash: [UInt8]) throws -> Bool
  /// Removes all of a user's links for a purpose.
  func removeLinks(of user: String, for purpose: OneTimeLink.Purpose) throws
  /// Removes links that expired before.
  func removeLinks(expiredBefore: Int) throws

  /// Stores a session, by id.
  func put(_ session: Session) throws
  /// Ends a session with its refresh tokens; false if it was not there.
  func removeSession(_ id: String) throws -> Bool
  /// Ends all of a user's sessions but one, and says which.
  func removeSessions(of user: String, except: String?) throws -> [String]
  /// Ends sessions that expired, or were last used, before.
  func removeSessions(expiredBefore: Int, unusedSince: Int) throws
  /// Stores a refresh token, by hash.
  func put(_ token: RefreshToken) throws
  /// Removes a refresh token.
  func removeRefreshToken(_ hash: [UInt8]) throws

  /// Stores a user's authenticator secret in place of another.
  func put(_ totp: StoredTOTP) throws
  /// Removes a user's authenticator secret.
  func removeTOTP(of user: String) throws
  /// Puts new recovery codes in place of all of a user's.
  func replaceRecoveryCodes(of user: String, with codes: [RecoveryCode]) throws
  /// Stores a recovery code, by user and hash.
  func put(_ code: RecoveryCode) throws
  /// Stores a passkey, by credential id. Throws `AccountError(.conflict)` if it is another's.
  func put(_ passkey: Passkey) throws
  /// Removes a passkey; false if the user has none of this id.
  func removePasskey(_ credential: [UInt8], of user: String) throws -> Bool
  /// Stores a known device, by hash.
  func put(_ device: KnownDevice) throws
  /// Forgets a known device; false if it was not there.
  func removeKnownDevice(_ hash: [UInt8]) throws -> Bool
  /// Forgets devices in which their users last signed in before.
  func removeKnownDevices(olderThan: Int) throws
  /// Stores what is counted under a key.
  func put(_ throttle: ThrottleState) throws
  /// Removes what was counted under a key.
  func removeThrottle(_ key: String) throws
  /// Removes what was last counted before.
  func removeThrottles(olderThan: Int) throws

  /// Stores a membership, by organization and user.
  func put(_ membership: Membership) throws
  /// Removes a user from an organization; false if they were not in it.
  func removeMembership(of user: String, in organization: String) throws -> Bool
  /// Stores an invitation, by id.
  func put(_ invitation: Invitation) throws
  /// Stores a report, by organization and recipient.
  func put(_ report: InvitationReport) throws
  /// Removes the report of a recipient; false if there is none.
  func removeInvitationReport(about organization: String, by recipient: String) throws -> Bool
  /// Has the reports about an organization count no more; what they block stays blocked.
  func liftInvitationReports(about organization: String, at now: Int) throws -> Int

  /// Stores a mail, by id.
  func put(_ mail: MailMessage) throws
  /// Removes a mail, such as the last one to a deleted account.
  func removeMail(_ id: String) throws
  /// Removes mails that were sent or given up, and whose last attempt was due (`next`) before.
  func removeMail(settledBefore: Int) throws
  /// Records what happened: for the user, and in the log of the organization it belongs to
  /// or, if none is named, of every organization that the user is in.
  func record(_ event: SecurityEvent) throws
}
