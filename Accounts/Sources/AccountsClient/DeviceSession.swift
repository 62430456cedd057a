/// The session of the user who is signed in on this device.
///
/// A refresh token works once, and the service ends a session whose token is reused. Therefore at
/// most one refresh is in flight, and all requests wait for its result. The session ends only if
/// the service says so: a failed connection never signs a user out.
///
/// Use it in one process: two could not wait for each other.
public actor DeviceSession<Session: RefreshableSession, Failure: SessionFailure> {
  /// Exchanges a refresh token for the next tokens.
  public typealias Refresh = @Sendable (String) async throws(Failure) -> Session.Tokens
  /// Sends a request of a session whose response has new tokens, such as a change of the password.
  public typealias Replacement = @Sendable (Session) async throws(Failure) -> Session.Tokens

  private let vault: any SessionVault<Session>
  private var session: Session?
  private var hasLoaded = false
  /// Counts the sessions that have begun or ended, so that one is not mistaken for another.
  private var generation = 0
  /// The refresh in flight, with the token that it exchanges.
  private var renewal: (token: String, task: Task<Result<Session, Failure>, Never>)?
  /// The request in flight after which the service accepts none of the earlier tokens, and the
  /// generation of its session.
  private var replacement: (generation: Int, task: Task<Result<Session, Failure>, Never>)?

  /// Creates a session.
  ///
  /// - Parameter vault: Stores the session.
  public init(vault: any SessionVault<Session>) { self.vault = vault }

  /// The session; nil for a guest.
  public var current: Session? {
    if !hasLoaded {
      // NB: the keychain cannot be read before the first unlock after a restart; the next call
      // tries again instead of forgetting the session.
      guard let loaded = try? vault.load() else { return nil }
      (session, hasLoaded) = (loaded, true)
    }
    return session
  }

  /// The session that a request is made with, and its generation; nil for a guest.
  ///
  /// The generation changes with each sign-in, even of the same user. It stays the same
  /// when the tokens are refreshed or ``update(of:_:)`` changes the session.
  public var currentWithGeneration: (session: Session, generation: Int)? {
    current.map { (session: $0, generation: generation) }
  }

  // MARK: Signing in and out

  /// Begins a user's session, replacing any other.
  ///
  /// - Throws: If it cannot be stored; then it lasts until the app ends.
  public func begin(_ session: Session) throws {
    generation += 1
    try store(session)
  }

  /// Changes what is stored beside the tokens, such as the user's name; if it cannot be stored, the
  /// change lasts until the app ends.
  ///
  /// - Parameters:
  ///   - generation: The generation of the session to change; no other session is changed.
  ///   - change: Changes it.
  /// - Returns: The changed session; nil if it has ended, or another one has begun.
  @discardableResult
  public func update(
    of generation: Int, _ change: @Sendable (inout Session) -> Void
  ) -> Session? {
    guard generation == self.generation, let old = current else { return nil }
    var new = old
    change(&new)
    if new != old { try? store(new) }
    return new
  }

  /// Ends the session on this device.
  ///
  /// - Returns: The session that has ended; nil for a guest.
  @discardableResult
  public func end() -> Session? {
    let ended = current
    generation += 1
    (session, hasLoaded) = (nil, true)
    try? vault.save(nil)
    return ended
  }

  private func store(_ new: Session) throws {
    (session, hasLoaded) = (new, true)
    try vault.save(new)
  }

  // MARK: Refreshing

  /// Returns the session after one whose access token the service has rejected, or that expires.
  ///
  /// If another request has replaced the token meanwhile, nothing is refreshed. A request is never
  /// repeated in a session other than its own: another user may have signed in meanwhile.
  ///
  /// - Parameters:
  ///   - rejected: The access token.
  ///   - generation: The generation of the session that the request was made with.
  ///   - refresh: Exchanges the refresh token.
  /// - Returns: The session with an access token other than the rejected one.
  /// - Throws: The error of the exchange; `signedOut` if the request's session has ended.
  public func renewed(
    replacing rejected: String, of generation: Int, by refresh: @escaping Refresh
  ) async throws(Failure) -> Session {
    // NB: the service may already have replaced the refresh token, and would reject it.
    while let replacement, replacement.generation == generation {
      _ = await replacement.task.value
    }
    guard generation == self.generation, let session = current else { throw Failure.signedOut }
    guard session.accessToken == rejected else { return session }
    return try await renewal(of: session.refreshToken, by: refresh).value.get()
  }

  private func renewal(
    of token: String, by refresh: @escaping Refresh
  ) -> Task<Result<Session, Failure>, Never> {
    if let renewal, renewal.token == token { return renewal.task }
    // NB: a task of its own, because the request that starts it may be cancelled while others wait.
    let task = Task { () -> Result<Session, Failure> in
      let result: Result<Session.Tokens, Failure>
      do throws(Failure) {
        result = .success(try await refresh(token))
      } catch {
        result = .failure(error)
      }
      return finish(result, token)
    }
    renewal = (token, task)
    return task
  }

  private func finish(
    _ result: Result<Session.Tokens, Failure>, _ token: String
  ) -> Result<Session, Failure> {
    if renewal?.token == token { renewal = nil }
    // The user may have signed out, or in again, while the response was on its way.
    let isCurrent = session?.refreshToken == token
    switch result {
    case .success(let tokens):
      guard isCurrent, var new = session else { return .failure(Failure.signedOut) }
      new.replaceTokens(tokens)
      // If the storage fails, the session lasts until the app ends.
      try? store(new)
      return .success(new)
    case .failure(let error):
      if isCurrent, error == Failure.signedOut { end() }
      return .failure(error)
    }
  }
}

// MARK: - Replacing

extension DeviceSession {
  /// Sends a request after which the service accepts none of the earlier tokens, such as a change
  /// of the password, and keeps the tokens of its response.
  ///
  /// Requests that need a refresh meanwhile wait for the new tokens: if an earlier one were
  /// exchanged, the service would reject it, and the session would end on this device.
  ///
  /// - Parameters:
  ///   - generation: The generation of the session that the request is made in.
  ///   - refresh: Exchanges the refresh token if the access token has expired.
  ///   - request: Sends the request with the session's access token, which it must not refresh.
  /// - Returns: The session with the new tokens.
  /// - Throws: The error of the request or of the exchange; `signedOut` if the session has ended.
  @discardableResult
  public func replaceTokens(
    of generation: Int, refreshingBy refresh: @escaping Refresh,
    requestedBy request: @escaping Replacement
  ) async throws(Failure) -> Session {
    let first = try await sendReplacement(of: generation, request)
    guard case .failure(let error) = first.result, error == Failure.signedOut else {
      return try first.result.get()
    }
    _ = try await renewed(replacing: first.token, of: generation, by: refresh)
    return try await sendReplacement(of: generation, request).result.get()
  }

  /// Sends the request once no other one is in flight that changes the tokens; returns its result,
  /// and the access token that it was sent with.
  private func sendReplacement(
    of generation: Int, _ request: @escaping Replacement
  ) async throws(Failure) -> (token: String, result: Result<Session, Failure>) {
    while true {
      if let replacement, replacement.generation == generation {
        _ = await replacement.task.value
      } else if let renewal, renewal.token == current?.refreshToken {
        _ = await renewal.task.value
      } else {
        break
      }
    }
    guard generation == self.generation, let session = current else { throw Failure.signedOut }
    // NB: a task of its own, because a caller that is cancelled must not lose the new tokens.
    let task = Task { () -> Result<Session, Failure> in
      let result: Result<Session.Tokens, Failure>
      do throws(Failure) {
        result = .success(try await request(session))
      } catch {
        result = .failure(error)
      }
      return finishReplacement(result, of: generation)
    }
    replacement = (generation, task)
    return (session.accessToken, await task.value)
  }

  private func finishReplacement(
    _ result: Result<Session.Tokens, Failure>, of generation: Int
  ) -> Result<Session, Failure> {
    if replacement?.generation == generation { replacement = nil }
    switch result {
    case .success(let tokens):
      // The user may have signed out, or in again, while the response was on its way.
      guard generation == self.generation, var new = current else {
        return .failure(Failure.signedOut)
      }
      new.replaceTokens(tokens)
      // If the storage fails, the session lasts until the app ends.
      try? store(new)
      return .success(new)
    case .failure(let error): return .failure(error)
    }
  }
}
