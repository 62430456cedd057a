import Logging

extension Accounts {
  /// Who a browser's cookie belongs to.
  ///
  /// - Throws: `AccountError` `.noSession` if the session has ended, was unused for too long, or
  ///   never was one.
  public func authenticate(cookie: String) async throws -> SignedIn {
    guard let secret = SecretText(cookie) else { throw AccountError.noSession }
    let hash = secret.hash
    return try await authenticate { reader in
      guard let session = try reader.session(hash: hash), session.kind == .browser else {
        return nil
      }
      return session
    }
  }

  /// Who an app's access token belongs to.
  ///
  /// The session is looked up too, so that signing out counts
  /// at once, not when the token runs out.
  ///
  /// - Throws: `AccountError` `.noSession`.
  public func authenticate(accessToken: String) async throws -> SignedIn {
    let claims = try await accessTokens.read(accessToken, at: clock())
    return try await authenticate { reader in
      guard let session = try reader.session(claims.session), session.kind == .app,
        session.person == claims.person
      else { return nil }
      return session
    }
  }

  private func authenticate(
    finding find: @escaping @Sendable (any AccountReader) throws -> Session?
  ) async throws -> SignedIn {
    let found = try await store.read { reader in
      try find(reader).flatMap { try alive($0, in: reader) }
    }
    guard let found else { throw AccountError.noSession }
    guard clock() - found.session.lastUsed >= Self.touchEvery else { return found }
    do {
      return try await touch(find)
    } catch let error as AccountError {
      throw error
    } catch {
      // A full disk must not keep anybody from reading; the session was there a moment ago.
      logger.warning(
        "The use of a session cannot be written down", metadata: ["reason": "\(error)"])
      return found
    }
  }

  /// Writes down that a session is used.
  private func touch(
    _ find: @escaping @Sendable (any AccountReader) throws -> Session?
  ) async throws -> SignedIn {
    try await store.change { writer in
      // NB: read again, or a session that was ended in between would be back.
      guard let now = try find(writer).flatMap({ try alive($0, in: writer) }) else {
        throw AccountError.noSession
      }
      var session = now.session
      session.lastUsed = clock()
      try writer.put(session)
      return SignedIn(person: now.person, session: session)
    }
  }

  /// The seconds in which a session's use is written down only once.
  static let touchEvery = 60

  /// The session with its person, if both still count.
  func alive(_ session: Session, in reader: any AccountReader) throws -> SignedIn? {
    let idle = session.kind == .browser ? settings.browserIdle : settings.appIdle
    guard clock() < session.expires, clock() - session.lastUsed < idle,
      let person = try reader.person(session.person), person.disabled == nil
    else { return nil }
    return SignedIn(person: person, session: session)
  }

  /// The same person and session as they are now.
  ///
  /// Unlike signing in with the cookie this is no use of the session: a page that is only open
  /// does not keep it alive.
  ///
  /// - Throws: `AccountError` `.noSession` if it has ended.
  public func refreshed(_ signedIn: SignedIn) async throws -> SignedIn {
    try await store.read { try current(signedIn, in: $0) }
  }

  /// What a request said about who is signed in, as it is in this transaction.
  func current(_ signedIn: SignedIn, in reader: any AccountReader) throws -> SignedIn {
    guard let session = try reader.session(signedIn.session.id),
      session.person == signedIn.person.id, let current = try alive(session, in: reader)
    else { throw AccountError.noSession }
    return current
  }

  /// The same, for changes that a stolen session alone must not make.
  func recent(_ signedIn: SignedIn, in reader: any AccountReader) throws -> SignedIn {
    let current = try current(signedIn, in: reader)
    try requireRecent(current)
    return current
  }

  func requireRecent(_ signedIn: SignedIn) throws(AccountError) {
    guard isRecent(signedIn) else { throw .notRecent }
  }

  /// Whether the person has shown lately who they are, so that they may change how they do it.
  public func isRecent(_ signedIn: SignedIn) -> Bool {
    clock() - signedIn.session.authenticated <= settings.recency
  }
}
