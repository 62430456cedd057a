/// Checks a password against an account, with throttling; an unknown address costs as much work as
/// a wrong password.
struct PasswordAuthenticator: Sendable {
  let store: any AccountStore
  let hasher: PasswordHasher
  let events: SecurityEventLog
  let mailer: AccountMailer
  let throttle: Throttle
  let knownDevices: KnownDevices
  let reauthenticationAttempts: ReauthenticationAttempts

  /// A password attempt that was counted and is allowed.
  struct PasswordAttempt: Sendable {
    /// The key by which the address is compared.
    let emailKey: String
    /// The user with the address, as of the reservation; nil if there is none.
    let user: User?
    /// The stored hash; nil if there is none: checking then costs the same work, and fails.
    let hash: String?
    /// The number of this attempt among the counted attempts on this account; 0 if it is not
    /// counted by account.
    let number: Int
    /// The counter that was increased.
    let counter: AttemptCounter
    /// On whose behalf the password is checked.
    let requester: PasswordRequester
  }

  /// The counter of an attempt.
  enum AttemptCounter: Sendable {
    /// By client network and by account or emailed link, for an unknown device.
    case throttle(Throttle.Reservation)
    /// By a known device of the user, with this hash, independent of strangers' attempts.
    case device([UInt8])
    /// By the session whose user reauthenticates.
    case session(ReauthenticationAttempts.Attempt)
  }

  /// The result of an attempt.
  struct AttemptResult: Sendable {
    let isCorrect: Bool
    /// The hash that was compared.
    let hash: String?
    /// A hash with the current parameters, if the old one is outdated.
    let rehashed: String?
  }

  /// Counts an attempt on the account with this address key; a known device of the user is counted
  /// separately.
  func reserve(
    _ key: String, client: Client,
    finding find: @escaping @Sendable (any AccountReader, String) throws -> User?
  ) async throws -> PasswordAttempt {
    try await store.change { writer -> Result<PasswordAttempt, AccountError> in
      let user = try find(writer, key)
      let hash = try user.flatMap { try writer.password(of: $0.id)?.hash }
      if let device = try user.flatMap({
        try knownDevices.device(of: $0, at: client, in: writer)
      }) {
        try knownDevices.countAttempt(of: device, in: writer)
        return .success(
          PasswordAttempt(
            emailKey: key, user: user, hash: hash, number: 0, counter: .device(device.hash),
            requester: .user(device.user, network: client.network)))
      }
      let counters = [throttle.counter(account: key), throttle.counter(from: client)]
      let reservation = try throttle.countAttempt(counters, in: writer)
      let number = try writer.throttle(counters[0].key)?.failures ?? 1
      return reservation.map {
        PasswordAttempt(
          emailKey: key, user: user, hash: hash, number: number, counter: .throttle($0),
          requester: .network(client.network))
      }
    }.get()
  }

  /// Counts an attempt to verify an address with the password of its registration, by the emailed
  /// link and network: strangers' attempts on the account must not delay whoever has the link.
  func reserve(
    _ registration: PendingRegistration?, of user: User, with token: SecretToken, client: Client,
    in writer: any AccountWriter
  ) throws -> Result<PasswordAttempt, AccountError> {
    let counters = [throttle.counter(passwordsWith: token), throttle.counter(from: client)]
    return try throttle.countAttempt(counters, in: writer).map {
      PasswordAttempt(
        emailKey: user.emailKey, user: user, hash: registration?.hash, number: 0,
        counter: .throttle($0), requester: .network(client.network))
    }
  }

  /// Counts a reauthentication attempt in its session, and by account as well, whether it is right
  /// or wrong, because each costs a scrypt run.
  func reserve(
    confirming signedIn: AuthenticatedSession, with validator: SessionValidator, client: Client
  ) async throws -> PasswordAttempt {
    try await store.change { writer -> Result<PasswordAttempt, AccountError> in
      let current = try validator.current(signedIn, in: writer)
      let hash = try writer.password(of: current.user.id)?.hash
      let counters = [throttle.counter(reauthenticationsOf: current.user.id)]
      if case .failure(let error) = try throttle.countAttempt(counters, in: writer) {
        return .failure(error)
      }
      return try reauthenticationAttempts.countAttempt(current, client: client, in: writer).map {
        PasswordAttempt(
          emailKey: current.user.emailKey, user: current.user, hash: hash, number: 0,
          counter: .session($0),
          requester: .user(current.user.id, network: client.network))
      }
    }.get()
  }

  /// Compares the password, outside of any transaction: one scrypt run, and one more to rehash.
  ///
  /// The password of an unverified account is not rehashed: the longer duration would disclose that
  /// it was right. It is rehashed at the user's first sign-in.
  func verify(
    _ password: String, for attempt: PasswordAttempt
  ) async throws -> AttemptResult {
    do {
      switch try await hasher.check(
        password, against: attempt.hash, for: attempt.requester)
      {
      case .wrong:
        return AttemptResult(isCorrect: false, hash: attempt.hash, rehashed: nil)
      case .correct(let isOutdated):
        let needsRehash = isOutdated && attempt.user?.verified != nil
        // NB: a failure to rehash must not prevent the sign-in.
        let rehashed =
          needsRehash ? try? await hasher.hash(password, for: attempt.requester) : nil
        return AttemptResult(isCorrect: true, hash: attempt.hash, rehashed: rehashed)
      }
    } catch {
      // The password was not checked: too many calls are waiting, or the caller has disconnected.
      try await store.change { try rollBack(attempt, in: $0) }
      throw error
    }
  }

  /// The current record of the user whose password was correct; nil if the password is wrong, or
  /// was changed while it was being checked.
  func verifiedUser(
    _ result: AttemptResult, of attempt: PasswordAttempt, in reader: any AccountReader
  ) throws -> User? {
    guard result.isCorrect, let hash = result.hash, let id = attempt.user?.id,
      let user = try reader.user(id), try reader.password(of: id)?.hash == hash
    else { return nil }
    return user
  }

  /// Subtracts a counted attempt that was never made, or whose correct password had no effect.
  func rollBack(
    _ attempt: PasswordAttempt, wasChecked: Bool = false, in writer: any AccountWriter
  ) throws {
    switch attempt.counter {
    case .throttle(let reservation): try throttle.rollBack(reservation, in: writer)
    case .device(let hash): try knownDevices.rollBack(hash, in: writer)
    case .session(let confirmation):
      try reauthenticationAttempts.rollBack(confirmation, in: writer)
      // NB: an unchecked attempt cost no scrypt run. If it counted, many simultaneous attempts in a
      // stolen session would delay the user's reauthentication.
      if let user = attempt.user, !wasChecked {
        try throttle.rollBack(throttle.counter(reauthenticationsOf: user.id), in: writer)
      }
    }
  }

  /// Resets the counter that a correct password was counted by; on a known device the count of
  /// strangers' attempts is kept.
  func resetCounters(of attempt: PasswordAttempt, in writer: any AccountWriter) throws {
    switch attempt.counter {
    case .throttle(let reservation):
      try throttle.rollBack(reservation, in: writer)
      try throttle.reset(throttle.counter(account: attempt.emailKey), in: writer)
    case .device(let hash): try knownDevices.reset(hash, in: writer)
    case .session(let attempt): try reauthenticationAttempts.reset(attempt, in: writer)
    }
  }

  /// Resets the counters after a correct password, and stores a stronger hash.
  func recordSuccess(
    _ result: AttemptResult, of attempt: PasswordAttempt, by user: User,
    in writer: any AccountWriter
  ) throws {
    try resetCounters(of: attempt, in: writer)
    try storeRehashed(result, of: user, in: writer)
  }

  /// Resets the counters after a sign-in with the correct password, and stores a stronger hash.
  ///
  /// On an unknown device, too many sign-ins count as wrong passwords do: each costs a scrypt run.
  /// They are not rejected before the check: that would disclose that the account exists.
  func recordSignIn(
    _ result: AttemptResult, of attempt: PasswordAttempt, by user: User,
    in writer: any AccountWriter
  ) throws {
    try storeRehashed(result, of: user, in: writer)
    if case .throttle = attempt.counter,
      case .failure = try throttle.countAttempt([throttle.counter(signInsOf: user.id)], in: writer)
    {
      return
    }
    try resetCounters(of: attempt, in: writer)
  }

  private func storeRehashed(
    _ result: AttemptResult, of user: User, in writer: any AccountWriter
  ) throws {
    if let rehashed = result.rehashed, let old = try writer.password(of: user.id) {
      try writer.put(StoredPassword(user: user.id, hash: rehashed, changed: old.changed))
    }
  }

  /// Records a rejected attempt, and notifies the user if it was the last one without a delay.
  ///
  /// `reason` is recorded in place of the error's code, where the response must not disclose it.
  func reject<Value>(
    _ attempt: PasswordAttempt, with error: AccountError, reason: String? = nil, client: Client,
    in writer: any AccountWriter
  ) throws -> Result<Value, AccountError> {
    // NB: the account may have been deleted during the check. Nothing about its user may be written
    // any more, because nothing would remove it.
    let user = try attempt.user.flatMap { try writer.user($0.id) }
    try events.record(
      error.code == .wrongCode ? .factorRejected : .signInFailed, about: user,
      by: .anonymous, client: client, detail: ["reason": reason ?? error.code.rawValue], in: writer)
    if case .session(let reauthentication) = attempt.counter, let user {
      return .failure(
        try reauthenticationAttempts.reject(
          reauthentication, of: user, with: error, client: client, in: writer))
    }
    if case .device(let hash) = attempt.counter, error.code == .wrongCredentials {
      try knownDevices.forgetIfExhausted(hash, in: writer)
    }
    let isLastWithoutDelay =
      attempt.number == throttle.counter(account: attempt.emailKey).policy.freeAttempts
    if isLastWithoutDelay, error.code == .wrongCredentials {
      try notifyDelayed(user, client: client, in: writer)
    }
    return .failure(error)
  }

  /// Records that sign-in attempts on an account begin to be delayed, and notifies its user.
  private func notifyDelayed(
    _ user: User?, client: Client, in writer: any AccountWriter
  ) throws {
    try events.record(.signInsDelayed, about: user, by: .anonymous, client: client, in: writer)
    if let user, user.verified != nil {
      try mailer.enqueue(
        .signInsDelayed(client: client), to: user, client: client, in: writer)
    }
  }
}
