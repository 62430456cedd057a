extension Accounts {
  /// Whether a session counts for nothing but setting up the second factor that this service asks
  /// for.
  public func lacksSecondFactor(_ signedIn: SignedIn) -> Bool {
    settings.requiresSecondFactor && !signedIn.session.hasSecondFactor
  }

  /// Ends one session of a person, as by a button that says so; nothing happens if it has ended.
  public func signOut(_ session: String, of person: String, client: Client) async throws {
    try await store.change { writer in
      guard let found = try writer.session(session), found.person == person else { return }
      _ = try writer.removeSession(session)
      try note(
        .sessionEnded, about: try writer.person(person), client: client,
        detail: ["session": session], in: writer)
    }
  }

  /// Where a person is signed in, the last used first.
  public func sessions(of signedIn: SignedIn) async throws -> [Session] {
    try await store.read { reader in
      let current = try current(signedIn, in: reader)
      return try reader.sessions(of: current.person.id)
        .filter { try alive($0, in: reader) != nil }
    }
  }

  /// Ends another session of a person, who must have shown recently who they are: otherwise whoever
  /// took one session over could end its owner's.
  ///
  /// - Throws: `AccountError`: `.notFound`, `.notRecent`, `.noSession`.
  public func endSession(_ id: String, _ signedIn: SignedIn, client: Client) async throws {
    try await store.change { writer in
      let current = try current(signedIn, in: writer)
      guard let session = try writer.session(id), session.person == current.person.id else {
        throw AccountError(.notFound, "This session has ended already.")
      }
      if id != current.session.id { try requireRecent(current) }
      _ = try writer.removeSession(id)
      try note(
        .sessionEnded, about: current.person, client: client, detail: ["session": id], in: writer)
    }
  }

  /// Ends all of a person's sessions but this one.
  ///
  /// - Returns: How many were ended.
  /// - Throws: `AccountError`: `.notRecent`, `.noSession`.
  @discardableResult
  public func endOtherSessions(_ signedIn: SignedIn, client: Client) async throws -> Int {
    try await store.change { writer in
      let current = try recent(signedIn, in: writer)
      let ended = try writer.removeSessions(of: current.person.id, except: current.session.id)
      guard !ended.isEmpty else { return 0 }
      try note(
        .sessionsEnded, about: current.person, client: client,
        detail: ["count": "\(ended.count)"], in: writer)
      return ended.count
    }
  }

  /// What happened to a person's account, newest first: what is older than the event `before`, at
  /// most `limit` and at most 200.
  public func events(
    of signedIn: SignedIn, before: Int? = nil, limit: Int = 50
  ) async throws -> [SecurityEvent] {
    try await store.read { reader in
      let current = try current(signedIn, in: reader)
      return try reader.events(
        of: current.person.id, before: before, limit: min(max(limit, 1), 200))
    }
  }

  /// Shows once more who somebody is, so that they may change how they sign in.
  ///
  /// Asks for the password of whoever has one, and for a code of their authenticator app, or a
  /// recovery code, of whoever has set one up. The session gets a new secret, and the old one stops
  /// working.
  ///
  /// - Throws: `AccountError`: `.wrongCredentials`, `.wrongCode`, `.tooManyAttempts`, `.noSession`;
  ///   `.notRecent` for somebody who has neither, and has to sign in again.
  public func confirm(
    _ signedIn: SignedIn, password: String?, code: String? = nil, client: Client
  ) async throws -> NewSession {
    let id = signedIn.person.id
    let attempt = try await reserve(signedIn.person.emailKey, client: client) { reader, _ in
      try current(signedIn, in: reader).person
    }
    let proof =
      try await attempt.hash == nil ? nil : prove(password ?? "", for: attempt)
    let secret = SecretText()
    let session = try await store.change { writer -> Result<Session, AccountError> in
      let current = try current(signedIn, in: writer)
      if let proof {
        guard try owner(proof, of: attempt, in: writer) != nil else {
          return try refuse(attempt, with: .wrongPassword, client: client, in: writer)
        }
        try settle(proof, of: attempt, by: current.person, in: writer)
      } else {
        try takeBack(attempt.reservation, in: writer)
      }
      let asksForCode = try !secondFactors(of: id, in: writer).isEmpty
      guard proof != nil || asksForCode else { return .failure(.signInAgain) }
      if asksForCode {
        if let error = try refusal(of: code ?? "", from: current.person, client, in: writer) {
          return .failure(error)
        }
      }
      return .success(
        try renew(current, with: secret, hasSecondFactor: asksForCode, client, in: writer))
    }.get()
    return try await deliver(session, of: signedIn.person, secret: secret)
  }

  /// The same session with a new secret, as recent as can be.
  func renew(
    _ current: SignedIn, with secret: SecretText, hasSecondFactor: Bool, _ client: Client,
    in writer: any AccountWriter
  ) throws -> Session {
    let old = current.session
    let session = Session(
      id: old.id, hash: old.kind == .browser ? secret.hash : [], kind: old.kind,
      person: old.person, created: old.created, lastUsed: clock(), expires: old.expires,
      authenticated: clock(), hasSecondFactor: old.hasSecondFactor || hasSecondFactor,
      client: old.client)
    try writer.put(session)
    if old.kind == .app {
      for token in try writer.refreshTokens(of: old.id) where token.used == nil {
        try writer.removeRefreshToken(token.hash)
      }
      try writer.put(RefreshToken(hash: secret.hash, session: old.id, created: clock()))
    }
    try note(
      .sessionConfirmed, about: current.person, client: client, detail: ["session": old.id],
      in: writer)
    return session
  }
}

extension AccountError {
  fileprivate static let wrongPassword = AccountError(.wrongCredentials, "The password is wrong.")

  fileprivate static let signInAgain = AccountError(
    .notRecent, "To change this, sign out and sign in again.")
}
