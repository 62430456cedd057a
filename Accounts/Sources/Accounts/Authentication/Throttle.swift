/// Counts failed attempts and requests, and decides when the next one is allowed.
struct Throttle: Sendable {
  let keys: AccountKeyring
  let clock: @Sendable () -> Int

  /// A counter and its policy.
  struct Counter: Sendable {
    let key: String
    let policy: ThrottlePolicy
  }

  /// Attempts to sign in to one account, whether or not it exists.
  func counter(account key: String) -> Counter {
    Counter(key: keys.throttleKey("account", key), policy: .account)
  }

  /// Attempts from one client network (see `Client.network`), at any account.
  func counter(from client: Client) -> Counter {
    Counter(key: keys.throttleKey("address", client.network), policy: .network)
  }

  /// Codes for one user's second factor from devices that are not known; also, from any device, the
  /// codes with which the user confirms a new authenticator app.
  func counter(codesOf user: String) -> Counter {
    Counter(key: keys.throttleKey("code", user), policy: .account)
  }

  /// Codes for a user's second factor, from one of their known devices.
  ///
  /// The delays are those of `counter(codesOf:)`: a device's secret together with the password
  /// allows as many guesses as the password alone. `counter(codesFromDevicesOf:)` limits those from
  /// several devices.
  func counter(codesFrom device: KnownDevice) -> Counter {
    Counter(
      key: keys.throttleKey("device-code", ByteEncoding.hex(device.hash)), policy: .account)
  }

  /// Codes for a user's second factor, from all of their known devices together.
  func counter(codesFromDevicesOf user: String) -> Counter {
    Counter(key: keys.throttleKey("devices-code", user), policy: .devices)
  }

  /// Emails about the registration of one address, requested from one client network.
  ///
  /// Each kind of email has a counter of its own, so that strangers who request one kind do not
  /// use up the others.
  func counter(registrationMailTo key: String, from client: Client) -> Counter {
    Counter(
      key: keys.throttleKey("registration-mail", "\(client.network) \(key)"), policy: .mail)
  }

  /// Emails about the registration of one address, requested from anywhere.
  func counter(registrationMailTo key: String) -> Counter {
    Counter(key: keys.throttleKey("registration-mails", key), policy: .registrationMail)
  }

  /// Emails to one address to reset a password, which anyone can request.
  func counter(resetMailTo key: String) -> Counter {
    Counter(key: keys.throttleKey("reset-mail", key), policy: .resetMail)
  }

  /// Emails to one address that verify it as the new one of a user.
  func counter(changeMailTo key: String) -> Counter {
    Counter(key: keys.throttleKey("change-mail", key), policy: .mail)
  }

  /// Passwords sent with a link that verifies an address.
  func counter(passwordsWith token: SecretToken) -> Counter {
    Counter(key: keys.throttleKey("link", ByteEncoding.hex(token.hash)), policy: .account)
  }

  /// Reauthentications of a user in all of their sessions, whether right or wrong.
  func counter(reauthenticationsOf user: String) -> Counter {
    Counter(key: keys.throttleKey("reauthentication", user), policy: .reauthentications)
  }

  /// Sign-ins of a user with the right password from devices that are not known.
  ///
  /// Those beyond the limit count as wrong passwords for the account.
  func counter(signInsOf user: String) -> Counter {
    Counter(key: keys.throttleKey("sign-in", user), policy: .signIns)
  }

  /// Emails that repeat the link of a registration after a sign-in with its password.
  ///
  /// Not counted as requested ones: the responses to requests show whether those are used up, and
  /// so would disclose that the password was that of a registration.
  func counter(repeatedVerificationsOf key: String) -> Counter {
    Counter(key: keys.throttleKey("repeated-verification", key), policy: .mail)
  }

  /// Registrations and requested emails from one client network.
  func counter(requestsFrom client: Client) -> Counter {
    Counter(key: keys.throttleKey("request", client.network), policy: .registration)
  }

  /// Passkey challenges requested from one client network; each is stored for minutes, and no one
  /// needs hundreds.
  func counter(challengesFrom client: Client) -> Counter {
    Counter(
      key: keys.throttleKey("challenge", client.network),
      policy: ThrottlePolicy(freeAttempts: 300, baseDelay: 2, maximumDelay: 60, window: 3600))
  }

  /// Authorization requests to identity providers, and ID tokens of native apps, from one client
  /// network; each request is stored for minutes.
  func counter(authorizationsFrom client: Client) -> Counter {
    Counter(
      key: keys.throttleKey("authorization", client.network),
      policy: ThrottlePolicy(freeAttempts: 300, baseDelay: 2, maximumDelay: 60, window: 3600))
  }

  /// The seconds until the next attempt may be made, 0 if it may be made now; counts nothing.
  func remainingDelay(_ counters: [Counter], in reader: any AccountReader) throws -> Int {
    let now = clock()
    return try counters.map { try $0.policy.remainingDelay(reader.throttle($0.key), at: now) }.max()
      ?? 0
  }

  /// An attempt that was counted before it was made.
  struct Reservation: Sendable {
    /// The state before the attempt, by counter.
    let previousStates: [(counter: Counter, state: ThrottleState?)]
    /// The time of the attempt, in seconds since 1970.
    let time: Int
  }

  /// Counts an attempt before it is made, so that concurrent attempts cannot slip through while
  /// none has failed yet; where only failures count, callers roll a successful one back.
  ///
  /// Fails if the attempt may not be made; nothing is counted then, so that an attacker who keeps
  /// trying cannot prolong the wait.
  func countAttempt(
    _ counters: [Counter], in writer: any AccountWriter
  ) throws -> Result<Reservation, AccountError> {
    let now = clock()
    let previousStates = try counters.map { (counter: $0, state: try writer.throttle($0.key)) }
    let wait = previousStates.map { $0.counter.policy.remainingDelay($0.state, at: now) }.max() ?? 0
    guard wait == 0 else { return .failure(.tooManyAttempts(wait: wait)) }
    for (counter, state) in previousStates {
      try writer.put(counter.policy.stateAfterFailure(state, key: counter.key, at: now))
    }
    return .success(Reservation(previousStates: previousStates, time: now))
  }

  /// Subtracts a counted attempt, because it succeeded or was never made.
  ///
  /// NB: the time is restored too: otherwise each correct password from a delayed network would
  /// delay everyone else there again, and also its own second factor.
  func rollBack(_ reservation: Reservation, in writer: any AccountWriter) throws {
    for (counter, previous) in reservation.previousStates {
      guard var state = try writer.throttle(counter.key) else { continue }
      let isUntouched =
        state == counter.policy.stateAfterFailure(previous, key: counter.key, at: reservation.time)
      if isUntouched, let previous {
        try writer.put(previous)
      } else if isUntouched || state.failures <= 1 {
        try writer.removeThrottle(counter.key)
      } else {
        state.failures -= 1
        try writer.put(state)
      }
    }
  }

  /// Subtracts an attempt that an earlier transaction counted; the time of the last failure stays.
  func rollBack(_ counter: Counter, in writer: any AccountWriter) throws {
    guard var state = try writer.throttle(counter.key) else { return }
    guard state.failures > 1 else { return try writer.removeThrottle(counter.key) }
    state.failures -= 1
    try writer.put(state)
  }

  /// Resets the counter after the account's owner has authenticated.
  func reset(_ counter: Counter, in writer: any AccountWriter) throws {
    try writer.removeThrottle(counter.key)
  }
}
