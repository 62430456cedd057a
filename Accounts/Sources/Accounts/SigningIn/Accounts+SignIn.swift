extension Accounts {
  /// Signs somebody in with address and password.
  ///
  /// Does the same work and gives the same answer for an address that nobody has: one scrypt run,
  /// two transactions. Attempts are counted by account and by the client's address before the
  /// password is looked at.
  ///
  /// - Returns: A session, or the question for the second factor.
  /// - Throws: `AccountError`: `.wrongCredentials`; `.tooManyAttempts`, even if the password is
  ///   right; only after a right password, `.unverifiedAddress` and `.disabledAccount`.
  public func signIn(
    email: String, password: String, as kind: Session.Kind, client: Client
  ) async throws -> SignInStep {
    let address = try EmailAddress(email)
    let attempt = try await reserve(address.key, client: client) { try $0.person(emailKey: $1) }
    let proof = try await prove(password, for: attempt)
    let secrets = SessionSecrets()
    let verification = SecretText()
    let begun = try await store.change { writer -> Result<Begun, AccountError> in
      guard let person = try owner(proof, of: attempt, in: writer) else {
        return try refuse(attempt, with: .wrongCredentials, client: client, in: writer)
      }
      try settle(proof, of: attempt, by: person, in: writer)
      guard person.disabled == nil else {
        return try refuse(attempt, with: .disabledAccount, client: client, in: writer)
      }
      guard person.verified != nil else {
        if case .success = try self.attempt([count(mailTo: person.emailKey)], in: writer) {
          try sendVerification(to: person, with: verification, in: writer)
        }
        return try refuse(attempt, with: .unverifiedAddress, client: client, in: writer)
      }
      return .success(
        try begin(person, by: .password, as: kind, client: client, with: secrets, in: writer))
    }.get()
    return try await deliver(begun, with: secrets)
  }

  /// A password attempt that was counted and may now be made.
  struct PasswordAttempt: Sendable {
    /// What the address is compared by.
    let emailKey: String
    /// Whose password it may be, if there is such a person.
    let person: Person?
    /// What the password must fit; nil does the same work and fits nothing.
    let hash: String?
    /// Which attempt at this account it is, of those that count.
    let number: Int
    /// What was counted.
    let reservation: Reservation
  }

  /// What came of an attempt.
  struct PasswordProof: Sendable {
    let isRight: Bool
    /// The hash that was looked at.
    let hash: String?
    /// A hash with today's parameters, if the old one has others.
    let better: String?
  }

  /// Counts an attempt at the account with this address key.
  func reserve(
    _ key: String, client: Client,
    finding find: @escaping @Sendable (any AccountReader, String) throws -> Person?
  ) async throws -> PasswordAttempt {
    try await store.change { writer -> Result<PasswordAttempt, AccountError> in
      let counts = [count(account: key), count(from: client)]
      let person = try find(writer, key)
      let hash = try person.flatMap { try writer.password(of: $0.id)?.hash }
      let counted = try attempt(counts, in: writer)
      let number = try writer.throttle(counts[0].key)?.failures ?? 1
      return counted.map {
        PasswordAttempt(
          emailKey: key, person: person, hash: hash, number: number, reservation: $0)
      }
    }.get()
  }

  /// The work, outside of any transaction: a scrypt run, and one more if the parameters have risen.
  func prove(
    _ password: String, for attempt: PasswordAttempt
  ) async throws -> PasswordProof {
    do {
      switch try await passwords.check(password, against: attempt.hash) {
      case .wrong:
        return PasswordProof(isRight: false, hash: attempt.hash, better: nil)
      case .right(let isOutdated):
        // NB: that it could not be made better is no reason to turn its owner away.
        let better = isOutdated ? try? await passwords.hash(password) : nil
        return PasswordProof(isRight: true, hash: attempt.hash, better: better)
      }
    } catch {
      // Nobody has looked at the password: too many others wait, or the caller has gone.
      try await store.change { try takeBack(attempt.reservation, in: $0) }
      throw error
    }
  }

  /// The person whose password was right, as they are now; nil if the password is wrong, or was
  /// changed while it was being looked at.
  func owner(
    _ proof: PasswordProof, of attempt: PasswordAttempt, in reader: any AccountReader
  ) throws -> Person? {
    guard proof.isRight, let hash = proof.hash, let id = attempt.person?.id,
      let person = try reader.person(id), try reader.password(of: id)?.hash == hash
    else { return nil }
    return person
  }

  /// What a right password changes: the counts, and a hash that has become too cheap.
  func settle(
    _ proof: PasswordProof, of attempt: PasswordAttempt, by person: Person,
    in writer: any AccountWriter
  ) throws {
    try takeBack(attempt.reservation, in: writer)
    try forgive(count(account: attempt.emailKey), in: writer)
    if let better = proof.better, let old = try writer.password(of: person.id) {
      try writer.put(StoredPassword(person: person.id, hash: better, changed: old.changed))
    }
  }

  func refuse<Value>(
    _ attempt: PasswordAttempt, with error: AccountError, client: Client,
    in writer: any AccountWriter
  ) throws -> Result<Value, AccountError> {
    try note(
      .signInRefused, about: attempt.person, by: "anyone", client: client,
      detail: ["reason": error.code.rawValue], in: writer)
    let isLastFree = attempt.number == count(account: attempt.emailKey).policy.free
    if isLastFree, error.code == .wrongCredentials {
      try tellDelayed(attempt.person, client: client, in: writer)
    }
    return .failure(error)
  }

  /// Tells a person once, when attempts at their account begin to be delayed.
  private func tellDelayed(
    _ person: Person?, client: Client, in writer: any AccountWriter
  ) throws {
    try note(.signInsDelayed, about: person, by: "anyone", client: client, in: writer)
    if let person, person.verified != nil {
      try post(.signInsDelayed(client: client), to: person.email, in: writer)
    }
  }
}
