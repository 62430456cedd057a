extension Accounts {
  /// Something that is counted, and how patient we are about it.
  struct Count: Sendable {
    let key: String
    let policy: ThrottlePolicy
  }

  /// Attempts to sign in to one account, whether or not it exists.
  func count(account key: String) -> Count {
    Count(key: keys.throttleKey("account", key), policy: .account)
  }

  /// Attempts from one place, at whatever account.
  func count(from client: Client) -> Count {
    Count(key: keys.throttleKey("address", client.origin), policy: .address)
  }

  /// Codes for one person's second factor.
  func count(codesOf person: String) -> Count {
    Count(key: keys.throttleKey("code", person), policy: .account)
  }

  /// Mails that somebody can make us send to one address.
  func count(mailTo key: String) -> Count {
    Count(key: keys.throttleKey("mail", key), policy: .mail)
  }

  /// Accounts and mails that one place asks for.
  func count(requestsFrom client: Client) -> Count {
    Count(key: keys.throttleKey("request", client.origin), policy: .registration)
  }

  /// Questions for a passkey from one place: each is kept for minutes, and nobody needs hundreds.
  func count(questionsFrom client: Client) -> Count {
    Count(
      key: keys.throttleKey("question", client.origin),
      policy: ThrottlePolicy(free: 300, base: 2, longest: 60, window: 3600))
  }

  /// An attempt that was counted before it is made.
  struct Reservation: Sendable {
    /// What stood there before, by count.
    let before: [(count: Count, state: ThrottleState?)]
    /// When.
    let at: Int
  }

  /// Counts an attempt before it is made, so that many at the same moment cannot slip through
  /// while none of them has failed yet; a right one is taken back.
  ///
  /// Fails if the attempt may not be made; then nothing was counted, so that a stranger who keeps
  /// trying cannot make the wait longer.
  func attempt(
    _ counts: [Count], in writer: any AccountWriter
  ) throws -> Result<Reservation, AccountError> {
    let now = clock()
    let before = try counts.map { (count: $0, state: try writer.throttle($0.key)) }
    let wait = before.map { $0.count.policy.wait($0.state, at: now) }.max() ?? 0
    guard wait == 0 else { return .failure(.tooManyAttempts(wait: wait)) }
    for (count, state) in before {
      try writer.put(count.policy.after(failure: state, key: count.key, at: now))
    }
    return .success(Reservation(before: before, at: now))
  }

  /// Takes a counted attempt back, because it was right, or was never made.
  ///
  /// NB: the time goes back too: otherwise each right password from a place that has to wait would
  /// make all the others there wait anew, and its own second factor.
  func takeBack(_ reservation: Reservation, in writer: any AccountWriter) throws {
    for (count, before) in reservation.before {
      guard var state = try writer.throttle(count.key) else { continue }
      let isUntouched =
        state == count.policy.after(failure: before, key: count.key, at: reservation.at)
      if isUntouched, let before {
        try writer.put(before)
      } else if isUntouched || state.failures <= 1 {
        try writer.removeThrottle(count.key)
      } else {
        state.failures -= 1
        try writer.put(state)
      }
    }
  }

  /// Takes back what was counted in a transaction before; the time of it stays.
  func takeBack(_ count: Count, in writer: any AccountWriter) throws {
    guard var state = try writer.throttle(count.key) else { return }
    guard state.failures > 1 else { return try writer.removeThrottle(count.key) }
    state.failures -= 1
    try writer.put(state)
  }

  /// Forgets everything counted, because the account's owner was here.
  func forgive(_ count: Count, in writer: any AccountWriter) throws {
    try writer.removeThrottle(count.key)
  }
}
