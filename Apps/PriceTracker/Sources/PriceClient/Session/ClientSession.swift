package import AccountsClient

/// The session of the signed-in user, whose access token is refreshed before it expires.
///
/// Only the app has a session: its extensions and the watch have none (decision 0119).
package actor ClientSession {
  /// Refreshes a token.
  package typealias Refresh = @Sendable (String) async throws(ClientError) -> TokensData

  private let session: DeviceSession<SessionTokens, ClientError>
  private let deviceSecretVault: any SessionVault<String>
  private let now: @Sendable () -> Int64
  private var refresh: Refresh?

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - store: The storage of the tokens.
  ///   - deviceSecretVault: The storage of the secret by which the service recognizes this device.
  ///   - now: The clock, in seconds since 1970.
  package init(
    store: any SessionVault<SessionTokens>,
    deviceSecretVault: any SessionVault<String> = NoVault<String>(),
    now: @escaping @Sendable () -> Int64
  ) {
    self.deviceSecretVault = deviceSecretVault
    session = DeviceSession(vault: store)
    self.now = now
  }

  /// Sets how tokens are refreshed.
  func setRefresh(_ refresh: @escaping Refresh) { self.refresh = refresh }

  /// Whether a user is signed in.
  package var isSignedIn: Bool { get async { await session.current != nil } }

  /// Returns an access token that is valid for at least 30 s, and its session's generation; nil for
  /// a guest.
  ///
  /// - Throws: `offline` if the token has expired and cannot be refreshed now, `signedOut` if the
  ///   service has ended the session.
  package func accessToken() async throws(ClientError) -> (value: String, generation: Int)? {
    guard let (current, generation) = await session.currentWithGeneration else { return nil }
    var value = current.access
    if current.expires - now() < 30 {
      value = try await renewed(replacing: value, of: generation)
    }
    return (value: value, generation: generation)
  }

  /// Returns a newer access token than one that the service rejected.
  ///
  /// If another request has already replaced the rejected token, nothing is refreshed.
  ///
  /// - Throws: `signedOut` if the session of that generation has ended, also if another has begun.
  package func renewed(
    replacing old: String, of generation: Int
  ) async throws(ClientError) -> String {
    guard let refresh else { throw .signedOut }
    let now = now
    let renewed = try await session.renewed(replacing: old, of: generation) {
      token throws(ClientError) in
      SessionTokens(try await refresh(token), now: now())
    }
    return renewed.access
  }

  /// Sends a request after which the service accepts only the tokens of its response, and keeps
  /// them, together with the new device secret if there is one.
  ///
  /// - Parameter request: Sends the request with an access token.
  /// - Throws: The error of the request; `signedOut` for a guest, or if the session has ended.
  package func replaceTokens(
    by request: @escaping @Sendable (String) async throws(ClientError) -> TokensData
  ) async throws(ClientError) {
    guard let refresh, let token = try await accessToken() else { throw .signedOut }
    let now = now
    let deviceSecretVault = deviceSecretVault
    try await session.replaceTokens(of: token.generation) { refreshToken throws(ClientError) in
      SessionTokens(try await refresh(refreshToken), now: now())
    } requestedBy: { tokens throws(ClientError) in
      let data = try await request(tokens.access)
      if let secret = data.deviceSecret { try? deviceSecretVault.save(secret) }
      return SessionTokens(data, now: now())
    }
  }

  /// Keeps the tokens of a sign-in.
  package func signIn(_ data: TokensData) async throws {
    // It outlives the session: with it, a stranger's failed attempts do not delay a sign-in here.
    if let secret = data.deviceSecret { try? deviceSecretVault.save(secret) }
    try await session.begin(SessionTokens(data, now: now()))
  }

  /// The secret of the last sign-in by which the service recognizes this device; nil without one.
  package var deviceSecret: String? { try? deviceSecretVault.load() }

  /// Removes the secret by which the service recognizes this device, after its user's account was
  /// deleted.
  package func forgetDevice() { try? deviceSecretVault.save(nil) }

  /// Removes the tokens.
  package func signOut() async { await session.end() }
}
