/// The session of the signed-in user.
///
/// A refresh token works once, and the service ends a session whose token is reused. Therefore
/// at most one refresh is in flight, and all requests wait for its result. Two processes could not
/// do that, so only the app has a session: its extensions and the watch have none (decision 0119).
package actor ClientSession {
  /// Refreshes a token.
  package typealias Refresh = @Sendable (String) async throws(ClientError) -> TokensData

  private let store: any TokenStore
  private let now: @Sendable () -> Int64
  private var tokens: SessionTokens?
  private var hasLoaded = false
  private var renewal: Task<SessionTokens?, any Error>?
  /// Changes with each sign-in and sign-out, so that a late refresh restores no session.
  private var generation = 0
  private var refresh: Refresh?

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - store: The storage of the tokens.
  ///   - now: The clock, in seconds since 1970.
  package init(store: any TokenStore, now: @escaping @Sendable () -> Int64) {
    self.store = store
    self.now = now
  }

  /// Sets how tokens are refreshed.
  func setRefresh(_ refresh: @escaping Refresh) { self.refresh = refresh }

  /// Whether a user is signed in.
  package var isSignedIn: Bool { current() != nil }

  /// Returns an access token that is valid for at least 30 s; nil for a guest.
  ///
  /// - Throws: `offline` if the token has expired and cannot be refreshed now, `signedOut` if the
  ///   service has ended the session.
  package func accessToken() async throws(ClientError) -> String? {
    guard let current = current() else { return nil }
    if current.expires - now() >= 30 { return current.access }
    return try await renewed(replacing: current.access)
  }

  /// Returns the token after one that the service did not accept.
  ///
  /// If another request has replaced the rejected one meanwhile, nothing is refreshed.
  package func renewed(replacing old: String) async throws(ClientError) -> String? {
    guard let current = current() else { throw .signedOut }
    if current.access != old { return current.access }
    guard let refresh else { throw .signedOut }
    let task = renewal ?? start(current.refresh, refresh)
    do {
      return try await task.value?.access
    } catch let error as ClientError {
      throw error
    } catch {
      throw .signedOut
    }
  }

  /// Keeps the tokens of a sign-in.
  package func signIn(_ data: TokensData) throws {
    generation += 1
    try keep(stored(data))
  }

  /// Removes the tokens.
  package func signOut() {
    generation += 1
    (tokens, hasLoaded, renewal) = (nil, true, nil)
    try? store.save(nil)
  }

  // MARK: Refreshing

  /// NB: a task of its own, because the request that starts it may be cancelled while others wait.
  private func start(
    _ token: String, _ refresh: @escaping Refresh
  ) -> Task<SessionTokens?, any Error> {
    let started = generation
    let task = Task { () throws -> SessionTokens? in
      do {
        let data = try await refresh(token)
        return try finish(data, started)
      } catch {
        try fail(error, started)
        throw error
      }
    }
    renewal = task
    return task
  }

  private func finish(_ data: TokensData, _ started: Int) throws -> SessionTokens? {
    guard started == generation else { throw ClientError.signedOut }
    renewal = nil
    let tokens = stored(data)
    try keep(tokens)
    return tokens
  }

  private func fail(_ error: any Error, _ started: Int) throws {
    guard started == generation else { return }
    renewal = nil
    if case .signedOut? = error as? ClientError { signOut() }
  }

  // MARK: Storing

  private func current() -> SessionTokens? {
    if !hasLoaded {
      // NB: the keychain cannot be read before the first unlock after a restart; the next call
      // tries again instead of forgetting the session.
      guard let loaded = try? store.load() else { return nil }
      (tokens, hasLoaded) = (loaded, true)
    }
    return tokens
  }

  private func keep(_ new: SessionTokens) throws {
    (tokens, hasLoaded) = (new, true)
    try store.save(new)
  }

  private func stored(_ data: TokensData) -> SessionTokens {
    SessionTokens(
      access: data.accessToken, expires: now() + Int64(data.expiresIn),
      refresh: data.refreshToken)
  }
}
