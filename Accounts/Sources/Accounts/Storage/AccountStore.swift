/// Where accounts are kept.
///
/// One protocol with one test suite. What belongs together is one transaction: the rules stand in
/// `Accounts`, and a store only keeps and finds. A closure may run again if the store has to, so it
/// must change nothing but through the transaction.
public protocol AccountStore: Sendable {
  /// Reads one state.
  ///
  /// - Throws: What the closure throws; an error of the store, if it cannot be read.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any AccountReader) throws -> Value
  ) async throws -> Value

  /// Makes one change and returns when it is durable.
  ///
  /// - Throws: What the closure throws, and then nothing has been changed; an error of the store.
  func change<Value: Sendable>(
    _ body: @escaping @Sendable (any AccountWriter) throws -> Value
  ) async throws -> Value
}

/// Finds what a store holds.
public protocol AccountReader {
  // MARK: People

  /// The person of this id.
  func person(_ id: String) throws -> Person?
  /// The person whose address has this key.
  func person(emailKey: String) throws -> Person?
  /// People by id, those behind `after`, at most `limit`.
  func people(after: String, limit: Int) throws -> [Person]
  /// A person's password, if they have one.
  func password(of person: String) throws -> StoredPassword?
  /// The identity that an issuer knows by this subject.
  func identity(issuer: String, subject: String) throws -> ExternalIdentity?
  /// A person's accounts elsewhere, oldest first.
  func identities(of person: String) throws -> [ExternalIdentity]

  // MARK: Links, sessions, factors

  /// The link with this hash, whatever its age.
  func link(_ hash: [UInt8]) throws -> OneTimeLink?
  /// A purpose's links, newest first.
  func links(for purpose: OneTimeLink.Purpose) throws -> [OneTimeLink]
  /// The session of this id.
  func session(_ id: String) throws -> Session?
  /// The browser's session with this hash.
  func session(hash: [UInt8]) throws -> Session?
  /// A person's sessions, the last used first.
  func sessions(of person: String) throws -> [Session]
  /// The refresh token with this hash.
  func refreshToken(_ hash: [UInt8]) throws -> RefreshToken?
  /// A session's refresh tokens, newest first.
  func refreshTokens(of session: String) throws -> [RefreshToken]
  /// A person's authenticator secret.
  func totp(of person: String) throws -> StoredTOTP?
  /// A person's recovery codes, used ones too.
  func recoveryCodes(of person: String) throws -> [RecoveryCode]
  /// The passkey with this credential id.
  func passkey(_ credential: [UInt8]) throws -> Passkey?
  /// A person's passkeys, oldest first.
  func passkeys(of person: String) throws -> [Passkey]
  /// What is counted under a key.
  func throttle(_ key: String) throws -> ThrottleState?

  // MARK: Organizations

  /// A person's place in an organization.
  func membership(of person: String, in organization: String) throws -> Membership?
  /// A person's places, by organization.
  func memberships(of person: String) throws -> [Membership]
  /// An organization's members, by address.
  func members(of organization: String) throws -> [Member]
  /// The invitation of this id.
  func invitation(_ id: String) throws -> Invitation?
  /// The invitation whose link has this hash.
  func invitation(hash: [UInt8]) throws -> Invitation?
  /// An organization's invitations, newest first, ended ones too.
  func invitations(of organization: String) throws -> [Invitation]

  // MARK: Mail and events

  /// Mails that wait and whose time has come, oldest first.
  func mailDue(at now: Int, limit: Int) throws -> [MailMessage]
  /// The mail of this id.
  func mail(_ id: String) throws -> MailMessage?
  /// How many mails wait, and when the oldest of them was written.
  func mailWaiting() throws -> (count: Int, oldest: Int?)
  /// What happened to a person, newest first, those with an id below `before`.
  func events(of person: String, before: Int?, limit: Int) throws -> [SecurityEvent]
}

/// Changes what a store holds; `put` adds, or replaces what has the same key.
///
/// What belongs to a person or a session that is not there is refused with
/// `AccountError(.notFound)`, and a hash that something else has with `.conflict`. A text with a
/// zero byte is refused with `.invalidInput`, because no database keeps it whole.
public protocol AccountWriter: AccountReader {
  /// Keeps a person. Throws `AccountError(.addressTaken)` if another has the same address key.
  func put(_ person: Person) throws
  /// Takes a person away, with everything that is only theirs: password, identities, links,
  /// sessions, factors, memberships. Their events stay.
  func removePerson(_ id: String) throws
  /// Keeps a person's password in place of another.
  func put(_ password: StoredPassword) throws
  /// Takes a person's password away.
  func removePassword(of person: String) throws
  /// Keeps an identity, by issuer and subject.
  func put(_ identity: ExternalIdentity) throws
  /// Takes an identity away.
  func removeIdentity(issuer: String, subject: String) throws

  /// Keeps a link.
  func put(_ link: OneTimeLink) throws
  /// Takes a link away; false if it was not there.
  func removeLink(_ hash: [UInt8]) throws -> Bool
  /// Takes all of a person's links for a purpose away.
  func removeLinks(of person: String, for purpose: OneTimeLink.Purpose) throws
  /// Takes links away that expired before.
  func removeLinks(expiredBefore: Int) throws

  /// Keeps a session, by id.
  func put(_ session: Session) throws
  /// Ends a session with its refresh tokens; false if it was not there.
  func removeSession(_ id: String) throws -> Bool
  /// Ends all of a person's sessions but one, and says which.
  func removeSessions(of person: String, except: String?) throws -> [String]
  /// Ends sessions that expired, or were last used, before.
  func removeSessions(expiredBefore: Int, unusedSince: Int) throws
  /// Keeps a refresh token, by hash.
  func put(_ token: RefreshToken) throws
  /// Takes a refresh token away.
  func removeRefreshToken(_ hash: [UInt8]) throws

  /// Keeps a person's authenticator secret in place of another.
  func put(_ totp: StoredTOTP) throws
  /// Takes a person's authenticator secret away.
  func removeTOTP(of person: String) throws
  /// Puts new recovery codes in place of all of a person's.
  func replaceRecoveryCodes(of person: String, with codes: [RecoveryCode]) throws
  /// Keeps a recovery code, by person and hash.
  func put(_ code: RecoveryCode) throws
  /// Keeps a passkey, by credential id. Throws `AccountError(.conflict)` if it is another's.
  func put(_ passkey: Passkey) throws
  /// Takes a passkey away; false if the person has none of this id.
  func removePasskey(_ credential: [UInt8], of person: String) throws -> Bool
  /// Keeps what is counted under a key.
  func put(_ throttle: ThrottleState) throws
  /// Forgets what was counted under a key.
  func removeThrottle(_ key: String) throws
  /// Forgets what was last counted before.
  func removeThrottles(olderThan: Int) throws

  /// Keeps a membership, by organization and person.
  func put(_ membership: Membership) throws
  /// Takes a person out of an organization; false if they were not in it.
  func removeMembership(of person: String, in organization: String) throws -> Bool
  /// Keeps an invitation, by id.
  func put(_ invitation: Invitation) throws

  /// Keeps a mail, by id.
  func put(_ mail: MailMessage) throws
  /// Forgets mails that were sent or given up, and whose last attempt was due (`next`) before.
  func removeMail(settledBefore: Int) throws
  /// Writes down what happened: for the person, and in the log of the organization it belongs to
  /// or, if none is named, of every organization that the person is in.
  func note(_ event: SecurityEvent) throws
}
