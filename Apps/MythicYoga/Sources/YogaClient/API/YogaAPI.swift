public import AccountsClient
public import FlowMagic
public import Foundation
public import YogaDomain

/// The service's API for one device: accounts, synchronization, pictures and links to videos.
///
/// A rejected access token is renewed, once for all requests that wait for it, by a
/// `DeviceSession`.
public actor YogaAPI {
  /// The maximum size of a response, such as a picture or an export, in bytes.
  static let maximumBytes = 32 << 20
  /// The URL of the service.
  public nonisolated let server: URL
  private let transport: any Transport
  private let language: @Sendable () -> String
  private let session: DeviceSession<StoredSession, YogaAPIError>
  private let deviceSecretVault: any SessionVault<String>

  /// Creates a client, and restores the session of the last launch.
  ///
  /// - Parameters:
  ///   - server: The URL of the service, such as `https://yoga.example.com`.
  ///   - transport: Sends requests.
  ///   - vault: Stores the session.
  ///   - deviceSecretVault: Stores the secret by which the service recognizes this device at a
  ///     login.
  ///   - language: Returns the user's language, such as `de-AT`.
  public init(
    server: URL, transport: any Transport, vault: any SessionVault<StoredSession>,
    deviceSecretVault: any SessionVault<String> = NoVault<String>(),
    language: @escaping @Sendable () -> String
  ) {
    self.server = server
    self.transport = transport
    self.language = language
    self.deviceSecretVault = deviceSecretVault
    session = DeviceSession(vault: vault)
  }

  /// The user of the session; nil for a guest.
  ///
  /// Nil also before the device is unlocked for the first time after a restart: read it again then.
  public var user: Profile? { get async { await session.current?.user } }

  // MARK: Accounts

  /// Registers an account; the service sends an email to its address.
  ///
  /// - Throws: ``YogaAPIError``.
  public func register(_ registration: Registration) async throws(YogaAPIError) {
    _ = try await send(.post, AppPaths.accounts, registration, token: nil)
  }

  /// Requests an email with a link to set a new password.
  ///
  /// - Throws: ``YogaAPIError``.
  public func requestPasswordReset(email: String) async throws(YogaAPIError) {
    _ = try await send(.post, AppPaths.passwordReset, AddressMessage(email: email), token: nil)
  }

  /// Logs a user in, and stores the session.
  ///
  /// - Throws: ``YogaAPIError``.
  public func logIn(_ credentials: Credentials) async throws(YogaAPIError) -> Profile {
    var credentials = credentials
    credentials.deviceSecret = try? deviceSecretVault.load()
    let response = try await send(.post, AppPaths.sessions, credentials, token: nil)
    let message = try Self.read(SessionMessage.self, response)
    await beginSession(message)
    return message.user
  }

  /// Confirms a new account's address with the link from its mail, and logs the user in.
  ///
  /// - Throws: ``YogaAPIError``.
  public func verifyEmail(_ message: TokenMessage) async throws(YogaAPIError) -> Profile {
    let response = try await send(.post, AppPaths.verification, message, token: nil)
    let session = try Self.read(SessionMessage.self, response)
    await beginSession(session)
    return session.user
  }

  /// Sets a new password with the link from an email; all sessions of the user end.
  ///
  /// - Throws: ``YogaAPIError``.
  public func resetPassword(_ message: TokenMessage) async throws(YogaAPIError) {
    _ = try await send(.put, AppPaths.passwordReset, message, token: nil)
  }

  /// Changes the address with the link from the email that was sent to the new one; the user's
  /// other sessions end.
  ///
  /// - Throws: ``YogaAPIError``.
  public func confirmAddress(_ message: TokenMessage) async throws(YogaAPIError) {
    try await sendReplacingTokens(.post, AppPaths.emailVerification, Self.encoded(message))
  }

  /// Removes the session from the device, and ends it on the service if that can be reached.
  public func logOut() async {
    guard let ended = await session.end() else { return }
    do {
      _ = try await send(.post, AppPaths.sessionEnd, token: ended.accessToken)
    } catch YogaAPIError.signedOut {
      // The access token may have expired before the session.
      guard let tokens = try? await refresh(ended.refreshToken) else { return }
      _ = try? await send(.post, AppPaths.sessionEnd, token: tokens.accessToken)
    } catch {
      // The session ends at the service when it expires.
    }
  }

  /// Reads the user's profile again.
  ///
  /// - Throws: ``YogaAPIError``.
  public func profile() async throws(YogaAPIError) -> Profile {
    let current = try await currentSession()
    let response = try await sendAuthorized(.get, AppPaths.profile, in: current)
    let profile = try Self.read(Profile.self, response)
    await session.update(of: current.generation) { $0.user = profile }
    return profile
  }

  /// Changes the password; the user's other sessions end.
  ///
  /// - Throws: ``YogaAPIError``.
  public func changePassword(_ change: PasswordChange) async throws(YogaAPIError) {
    var change = change
    change.deviceSecret = try? deviceSecretVault.load()
    try await sendReplacingTokens(.put, AppPaths.password, Self.encoded(change))
  }

  /// Requests a change of address; the service sends an email to the new one.
  ///
  /// - Throws: ``YogaAPIError``.
  public func changeEmail(_ credentials: Credentials) async throws(YogaAPIError) {
    try await sendReplacingTokens(.put, AppPaths.email, Self.encoded(credentials))
  }

  /// Deletes the account with all its data on the service.
  ///
  /// - Throws: ``YogaAPIError``.
  public func deleteAccount(password: String) async throws(YogaAPIError) {
    _ = try await sendAuthorized(
      .post, AppPaths.deletion, Self.encoded(PasswordMessage(password: password)))
    await session.end()
    try? deviceSecretVault.save(nil)
  }

  // MARK: Data

  /// Sends a device's changes, and returns those of other devices.
  ///
  /// - Throws: ``YogaAPIError``; `signedOut` also if the session belongs to another user than the
  ///   request.
  public func sync(_ request: SyncRequest) async throws(YogaAPIError) -> SyncMessage {
    let current = try await currentSession()
    guard request.user ?? current.session.user.id == current.session.user.id else {
      throw .signedOut
    }
    return try Self.read(
      SyncMessage.self,
      try await sendAuthorized(.post, AppPaths.sync, Self.encoded(request), in: current))
  }

  /// Returns the URLs of a video's files, which expire.
  ///
  /// - Throws: ``YogaAPIError``.
  public func links(of video: String) async throws(YogaAPIError) -> VideoURLs {
    let response = try await sendAuthorized(.get, AppPaths.links(of: video))
    let paths = try Self.read(VideoPaths.self, response)
    guard let hls = url(paths.hls), let poster = url(paths.poster) else {
      throw .invalidResponse(response.status)
    }
    return VideoURLs(
      hls: hls, poster: poster, expires: Date(timeIntervalSince1970: Double(paths.expires)))
  }

  /// Returns the profile picture as WebP; nil without one.
  ///
  /// - Throws: ``YogaAPIError``.
  public func picture() async throws(YogaAPIError) -> Data? {
    do {
      return Data(try await sendAuthorized(.get, AppPaths.picture).body)
    } catch YogaAPIError.invalidResponse(404) {
      return nil
    }
  }

  /// Replaces the profile picture.
  ///
  /// - Parameter picture: A JPEG, PNG or WebP file; the service crops it to a square and removes
  ///   its metadata.
  /// - Returns: The profile with the picture's version.
  /// - Throws: ``YogaAPIError``.
  public func setPicture(_ picture: Data) async throws(YogaAPIError) -> Profile {
    _ = try await sendAuthorized(
      .post, AppPaths.picture, Array(picture), type: "application/octet-stream")
    return try await profile()
  }

  /// Returns the user's data as a JSON file.
  ///
  /// - Throws: ``YogaAPIError``.
  public func export() async throws(YogaAPIError) -> Data {
    Data(try await sendAuthorized(.get, AppPaths.export).body)
  }

  /// The URL of a path of the service; nil if the path is not valid in a URL.
  public nonisolated func url(_ path: String) -> URL? {
    URL(string: path, relativeTo: server)?.absoluteURL
  }
}

/// The URLs of a video's files.
public struct VideoURLs: Hashable, Sendable {
  /// The HLS playlist.
  public let hls: URL
  /// The large picture.
  public let poster: URL
  /// When ``hls`` expires.
  public let expires: Date
}

// MARK: - Requests

extension YogaAPI {
  private func beginSession(_ message: SessionMessage) async {
    // If the storage fails, the session lasts until the app ends.
    try? await session.begin(StoredSession(tokens: message.tokens, user: message.user))
    // The device secret outlives the session, so that wrong passwords that others enter do not
    // delay the next login on this device.
    if let secret = message.deviceSecret { try? deviceSecretVault.save(secret) }
  }

  /// The session that a request is made with, and its generation.
  private typealias CurrentSession = (session: StoredSession, generation: Int)

  private func currentSession() async throws(YogaAPIError) -> CurrentSession {
    guard let current = await session.currentWithGeneration else { throw .signedOut }
    return current
  }

  /// Sends a request in the current session; renews its access token if the service rejects it.
  private func sendAuthorized(
    _ method: TransportRequest.Method, _ path: String, _ body: [UInt8] = [],
    type: String = "application/json"
  ) async throws(YogaAPIError) -> TransportResponse {
    try await sendAuthorized(method, path, body, type: type, in: currentSession())
  }

  /// Sends a request in a session; fails with `signedOut` if that has ended, even if another one
  /// has begun meanwhile.
  private func sendAuthorized(
    _ method: TransportRequest.Method, _ path: String, _ body: [UInt8] = [],
    type: String = "application/json", in current: CurrentSession
  ) async throws(YogaAPIError) -> TransportResponse {
    let token = current.session.accessToken
    do {
      return try await send(method, path, bytes: body, type: type, token: token)
    } catch YogaAPIError.signedOut {
      let renewed = try await session.renewed(replacing: token, of: current.generation) {
        token throws(YogaAPIError) in try await self.refresh(token)
      }
      return try await send(method, path, bytes: body, type: type, token: renewed.accessToken)
    }
  }

  /// Sends a request of the current session, and replaces the session's tokens with those in the
  /// response: the service no longer accepts the old ones.
  private func sendReplacingTokens(
    _ method: TransportRequest.Method, _ path: String, _ body: [UInt8]
  ) async throws(YogaAPIError) {
    let generation = try await currentSession().generation
    try await session.replaceTokens(of: generation) { token throws(YogaAPIError) in
      try await self.refresh(token)
    } requestedBy: { current throws(YogaAPIError) in
      let response = try await self.send(
        method, path, bytes: body, type: "application/json", token: current.accessToken)
      var tokens = try Self.read(SessionTokens.self, response)
      if let secret = tokens.deviceSecret { try? self.deviceSecretVault.save(secret) }
      tokens.deviceSecret = nil
      return tokens
    }
  }

  private func refresh(_ token: String) async throws(YogaAPIError) -> SessionTokens {
    let message = RefreshMessage(refreshToken: token)
    let response = try await send(.post, AppPaths.refresh, message, token: nil)
    return try Self.read(SessionTokens.self, response)
  }

  private func send(
    _ method: TransportRequest.Method, _ path: String, _ body: (some Encodable)? = [String]?.none,
    token: String?
  ) async throws(YogaAPIError) -> TransportResponse {
    try await send(
      method, path, bytes: body.map { Self.encoded($0) } ?? [], type: "application/json",
      token: token)
  }

  private func send(
    _ method: TransportRequest.Method, _ path: String, bytes: [UInt8], type: String,
    token: String?
  ) async throws(YogaAPIError) -> TransportResponse {
    guard let url = self.url(path) else { throw .invalidResponse(0) }
    var headers = ["accept": "application/json", "accept-language": language()]
    if method != .get { headers["content-type"] = type }
    if let token { headers["authorization"] = "Bearer \(token)" }
    let response: TransportResponse
    do {
      response = try await transport.send(
        TransportRequest(
          method, url, headers: headers, body: bytes, maximumBytes: Self.maximumBytes))
    } catch {
      throw error.reason == .tooLarge ? .invalidResponse(0) : .offline
    }
    switch response.status {
    case 200..<300: return response
    case 401: throw .signedOut
    default:
      guard let problem = try? JSONDecoder().decode(ServiceProblem.self, from: Data(response.body))
      else { throw .invalidResponse(response.status) }
      throw .rejected(problem)
    }
  }

  private static func encoded(_ body: some Encodable) -> [UInt8] {
    // NB: cannot fail for these messages, which have no non-finite numbers.
    (try? JSONEncoder().encode(body)).map { Array($0) } ?? []
  }

  private static func read<Body: Decodable>(
    _ type: Body.Type, _ response: TransportResponse
  ) throws(YogaAPIError) -> Body {
    guard let body = try? JSONDecoder().decode(type, from: Data(response.body)) else {
      throw .invalidResponse(response.status)
    }
    return body
  }
}
