/// Counts wrong passwords and codes in the reauthentication of a session, and ends a session that
/// is used for guessing.
///
/// They are counted by session, and by device if it is known, but not as sign-ins to the account or
/// from the network. So a thief of a session does not delay its owner's sign-ins, and strangers'
/// attempts to sign in do not delay a reauthentication. See also
/// `Throttle.counter(reauthenticationsOf:)`.
struct ReauthenticationAttempts: Sendable {
  let events: SecurityEventLog
  let mailer: AccountMailer
  let knownDevices: KnownDevices

  /// The number of consecutive wrong attempts after which a session ends.
  static let maximumFailures = 10

  /// An attempt, with the session and the device for which it is counted.
  struct Attempt: Sendable {
    let session: String
    /// The hash of the known device; nil for another device.
    let device: [UInt8]?
  }

  /// Counts an attempt before it is checked, so that concurrent ones are counted, too.
  ///
  /// A session that has used up its attempts ends, whether or not this one would succeed.
  func countAttempt(
    _ current: AuthenticatedSession, client: Client, in writer: any AccountWriter
  ) throws -> Result<Attempt, AccountError> {
    var session = current.session
    guard session.failedReauthentications < Self.maximumFailures else {
      try end(session, of: current.user, client: client, in: writer)
      return .failure(.sessionLockedOut)
    }
    session.failedReauthentications += 1
    try writer.put(session)
    let device = try knownDevices.device(of: current.user, at: client, in: writer)
    if let device { try knownDevices.countAttempt(of: device, in: writer) }
    return .success(Attempt(session: session.id, device: device?.hash))
  }

  /// Subtracts an attempt that was never made, or had no effect.
  func rollBack(_ attempt: Attempt, in writer: any AccountWriter) throws {
    if let hash = attempt.device { try knownDevices.rollBack(hash, in: writer) }
    guard var session = try writer.session(attempt.session),
      session.failedReauthentications > 0
    else { return }
    session.failedReauthentications -= 1
    try writer.put(session)
  }

  /// Resets the count after the user has authenticated.
  func reset(_ attempt: Attempt, in writer: any AccountWriter) throws {
    if let hash = attempt.device { try knownDevices.reset(hash, in: writer) }
    guard var session = try writer.session(attempt.session) else { return }
    session.failedReauthentications = 0
    try writer.put(session)
  }

  /// Rejects an attempt, and ends the session if it was the last one allowed.
  ///
  /// - Returns: The error to throw: `error`, or that the session has ended.
  func reject(
    _ attempt: Attempt, of user: User, with error: AccountError, client: Client,
    in writer: any AccountWriter
  ) throws -> AccountError {
    if let hash = attempt.device { try knownDevices.forgetIfExhausted(hash, in: writer) }
    guard let session = try writer.session(attempt.session),
      session.failedReauthentications >= Self.maximumFailures
    else { return error }
    try end(session, of: user, client: client, in: writer)
    return .sessionLockedOut
  }

  private func end(
    _ session: Session, of user: User, client: Client, in writer: any AccountWriter
  ) throws {
    guard try writer.removeSession(session.id) else { return }
    try writer.cancelAddressChange(of: user)
    try events.record(
      .sessionLockedOut, about: user, by: .anonymous, client: client,
      detail: ["session": session.id], in: writer)
    try mailer.enqueue(
      .sessionsEnded(.failedReauthentications(client: client)), to: user, client: client, in: writer
    )
  }
}

extension AccountError {
  fileprivate static let sessionLockedOut = AccountError(
    .noSession,
    "Too many wrong attempts to confirm who you are, so this session was ended. Sign in again; if "
      + "you forgot your password, reset it by email.")
}
