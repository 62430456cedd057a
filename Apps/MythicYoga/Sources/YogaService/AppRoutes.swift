import Accounts
import AccountsWeb
import FlowMagicWeb
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import YogaDomain
import YogaMedia
import YogaWeb

/// The API for apps: accounts, and the links to videos.
///
/// Only an access token authenticates here, never a cookie, so that another site's page cannot act
/// for a user. Attempts are limited by the accounts module.
struct AppRoutes: Sendable {
  /// The maximum size of a request body in bytes.
  static let maximumBytes = 16 << 10
  let users: YogaUsers
  let links: SignedLinks
  let host: FlowHost

  private var accounts: AccountServices { users.accounts }

  func add<Context: RequestContext>(to router: some RouterMethods<Context>) {
    add(router, .post, AppPaths.accounts) { try await register($0) }
    add(router, .post, AppPaths.verification) { try await verifyEmail($0) }
    add(router, .post, AppPaths.passwordReset) { try await requestPasswordReset($0) }
    add(router, .put, AppPaths.passwordReset) { try await resetPassword($0) }
    add(router, .post, AppPaths.sessions) { try await signIn($0) }
    add(router, .post, AppPaths.refresh) { try await refresh($0) }
    add(router, .post, AppPaths.sessionEnd) { try await signOut($0) }
    add(router, .get, AppPaths.profile) { try await profile($0) }
    add(router, .put, AppPaths.password) { try await changePassword($0) }
    add(router, .put, AppPaths.email) { try await changeEmail($0) }
    add(router, .post, AppPaths.emailVerification) { try await confirmAddress($0) }
    add(router, .post, AppPaths.deletion) { try await deleteAccount($0) }
    router.get(RouterPath(AppPaths.links(of: ":myth/:video"))) { request, context in
      let video = "\(context.parameters["myth"] ?? "")/\(context.parameters["video"] ?? "")"
      return try await respond(request) { try await self.links(of: video, $0) }
    }
  }

  private func add<Context: RequestContext>(
    _ router: some RouterMethods<Context>, _ method: HTTPRequest.Method, _ path: String,
    _ handle: @escaping @Sendable (Request) async throws -> Response
  ) {
    router.on(RouterPath(path), method: method) { request, _ in
      try await respond(request, handle)
    }
  }

  // MARK: Without a session

  private func register(_ request: Request) async throws -> Response {
    let body: Registration = try await read(request)
    try validate(body.email, body.password)
    try await accounts.registration.register(
      email: body.email, password: body.password, name: body.name, client: client(request))
    return Response(status: .accepted)
  }

  private func requestPasswordReset(_ request: Request) async throws -> Response {
    let body: AddressMessage = try await read(request)
    guard !body.email.isEmpty else { throw AppError.alert(.missingEmail) }
    try await accounts.passwords.requestReset(email: body.email, client: client(request))
    return Response(status: .accepted)
  }

  private func verifyEmail(_ request: Request) async throws -> Response {
    let body: TokenMessage = try await read(request)
    guard !body.password.isEmpty else { throw AppError.alert(.missingPassword) }
    let result = try await accounts.registration.verifyEmail(
      body.token, password: body.password, as: .app, client: client(request))
    return try await sessionResponse(result)
  }

  private func resetPassword(_ request: Request) async throws -> Response {
    let body: TokenMessage = try await read(request)
    guard !body.password.isEmpty else { throw AppError.alert(.missingPassword) }
    try await accounts.passwords.reset(
      body.token, password: body.password, client: client(request))
    return Response(status: .noContent)
  }

  private func sessionResponse(_ result: SignInResult) async throws -> Response {
    guard case .signedIn(let session) = result, let tokens = Self.tokens(session) else {
      throw AppError.secondFactor
    }
    return try Self.json(
      SessionMessage(
        tokens: tokens, user: await profile(of: session.user),
        deviceSecret: session.deviceSecrets.first?.string))
  }

  private func signIn(_ request: Request) async throws -> Response {
    let body: Credentials = try await read(request)
    try validate(body.email, body.password)
    let result: SignInResult
    do {
      result = try await accounts.authentication.signIn(
        email: body.email, password: body.password, as: .app,
        client: client(request).with(deviceSecret: body.deviceSecret))
    } catch let error as AccountError
      where error.code == .wrongCredentials || error.code == .invalidAddress
    {
      throw AppError.alert(.wrongCredentials)
    }
    return try await sessionResponse(result)
  }

  private func refresh(_ request: Request) async throws -> Response {
    let body: RefreshMessage = try await read(request)
    let (tokens, _) = try await accounts.sessions.refresh(
      body.refreshToken, client: client(request))
    return try Self.json(SessionTokens(tokens))
  }

  // MARK: With a session

  private func signOut(_ request: Request) async throws -> Response {
    let signedIn = try await session(request)
    try await accounts.sessions.signOut(
      signedIn.session.id, of: signedIn.user.id, client: client(request))
    return Response(status: .noContent)
  }

  private func profile(_ request: Request) async throws -> Response {
    try Self.json(await profile(of: session(request).user))
  }

  private func changePassword(_ request: Request) async throws -> Response {
    let body: PasswordChange = try await read(request)
    guard !body.currentPassword.isEmpty, !body.newPassword.isEmpty else {
      throw AppError.alert(.missingPassword)
    }
    return try Self.renewedTokensResponse(
      await accounts.passwords.change(
        session(request), old: body.currentPassword, new: body.newPassword,
        client: client(request).with(deviceSecret: body.deviceSecret)))
  }

  /// Requests a change of address with an email to the new one; this requires the password.
  private func changeEmail(_ request: Request) async throws -> Response {
    let body: Credentials = try await read(request)
    let signedIn = try await session(request)
    try validate(body.email, body.password)
    // Checked before the password: an error after it would lose the renewed session's tokens.
    try await accounts.profile.checkEmailChange(to: body.email, client: client(request))
    let confirmed = try await accounts.sessions.reauthenticate(
      signedIn, password: body.password, client: client(request))
    try await accounts.profile.requestEmailChange(
      AuthenticatedSession(user: signedIn.user, session: confirmed.session), to: body.email,
      client: client(request))
    return try Self.renewedTokensResponse(confirmed)
  }

  /// Changes the address with the link that was mailed to the new one.
  private func confirmAddress(_ request: Request) async throws -> Response {
    let body: TokenMessage = try await read(request)
    return try Self.renewedTokensResponse(
      await accounts.profile.finishEmailChange(
        body.token, session(request), client: client(request)))
  }

  /// Responds with the tokens of a renewed session, which the app keeps instead of its own.
  private static func renewedTokensResponse(_ session: NewSession) throws -> Response {
    guard var tokens = Self.tokens(session) else { throw AppError.alert(.loggedOut) }
    tokens.deviceSecret = session.deviceSecrets.first?.string
    return try json(tokens)
  }

  private func deleteAccount(_ request: Request) async throws -> Response {
    let body: PasswordMessage = try await read(request)
    let signedIn = try await session(request)
    guard !body.password.isEmpty else { throw AppError.alert(.missingPassword) }
    let confirmed = try await accounts.sessions.reauthenticate(
      signedIn, password: body.password, client: client(request))
    try await accounts.profile.delete(
      AuthenticatedSession(user: signedIn.user, session: confirmed.session),
      client: client(request))
    try await users.store.remove(signedIn.user.id)
    return Response(status: .noContent)
  }

  /// Responds with links that are valid for everyone who has them and sends no session, because the
  /// system's player and its downloads send no access token.
  private func links(of id: String, _ request: Request) async throws -> Response {
    _ = try await session(request)
    guard let video = Catalog.current.video(id) else { throw AppError.videoNotFound }
    let now = Date(timeIntervalSince1970: TimeInterval(accounts.clock()))
    let links = links.links(for: video, now: now)
    return try Self.json(
      VideoPaths(hls: links.hls, poster: links.poster, expires: links.expires))
  }

  // MARK: Requests and responses

  private func session(_ request: Request) async throws -> AuthenticatedSession {
    guard let session = try await users.appSession(from: request.headers) else {
      throw AppError.alert(.loggedOut)
    }
    return session
  }

  private func client(_ request: Request) -> Client {
    YogaUsers.client(request.headers, language: language(request))
  }

  private func profile(of user: User) async throws -> Profile {
    Profile(
      id: user.id, email: user.email, name: user.displayName,
      picture: try await users.store.pictureVersion(of: user.id))
  }

  private func validate(_ email: String, _ password: String) throws {
    if let alert = AccountAlert.validate(email: email, password: password) {
      throw AppError.alert(alert)
    }
  }

  private func read<Body: Decodable>(_ request: Request) async throws -> Body {
    guard request.headers[.contentType]?.hasPrefix("application/json") == true else {
      throw AppError.malformed
    }
    let bytes: [UInt8]
    do throws(BodyReader.Failure) {
      bytes = try await BodyReader().read(request, atMost: Self.maximumBytes)
    } catch {
      throw error == .tooSlow ? AppError.tooSlow : AppError.malformed
    }
    guard let body = try? JSONDecoder().decode(Body.self, from: Data(bytes)) else {
      throw AppError.malformed
    }
    return body
  }

  private func respond(
    _ request: Request, _ handle: @Sendable (Request) async throws -> Response
  ) async throws -> Response {
    do {
      return try await handle(request)
    } catch let error as AppError {
      return try Self.problem(error.status, error.code, error.text.text(in: language(request)))
    } catch let error as AccountError {
      var response = try Self.problem(
        error.status, error.code.rawValue, error.text(in: language(request)))
      if let seconds = error.retryAfter { response.headers[.retryAfter] = String(seconds) }
      return response
    }
  }

  private func language(_ request: Request) -> String { host.language(for: request) }

  private static func tokens(_ session: NewSession) -> SessionTokens? {
    guard case .tokens(let tokens) = session.credential else { return nil }
    return SessionTokens(tokens)
  }

  private static func problem(
    _ status: HTTPResponse.Status, _ code: String, _ detail: String
  ) throws -> Response { try json(ServiceProblem(code: code, detail: detail), status) }

  private static func json(
    _ body: some Encodable, _ status: HTTPResponse.Status = .ok
  ) throws -> Response {
    Response(
      status: status,
      headers: [
        .contentType: "application/json", .cacheControl: "no-store",
        .xContentTypeOptions: "nosniff",
      ], body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(body))))
  }
}

/// An error that the API reports.
private enum AppError: Error {
  case alert(AccountAlert)
  /// The request's body is malformed, too long, incomplete or not JSON.
  case malformed
  case tooSlow, videoNotFound, secondFactor

  var status: HTTPResponse.Status {
    switch self {
    case .alert(.loggedOut): .unauthorized
    case .alert(.wrongCredentials), .secondFactor: .forbidden
    case .alert: .unprocessableContent
    case .malformed: .badRequest
    case .tooSlow: .requestTimeout
    case .videoNotFound: .notFound
    }
  }

  var code: String {
    switch self {
    case .alert(.loggedOut): "signed-out"
    case .alert(.wrongCredentials): "wrong-credentials"
    case .alert: "missing"
    case .malformed: "malformed"
    case .tooSlow: "too-slow"
    case .videoNotFound: "not-found"
    case .secondFactor: "second-factor"
    }
  }

  var text: LocalizedText {
    switch self {
    case .alert(let alert): alert.text
    case .malformed:
      LocalizedText(
        en: "This request cannot be read. Update the app.",
        de: "Diese Anfrage ist nicht lesbar. Aktualisiere die App.")
    case .tooSlow:
      LocalizedText(
        en: "The connection is too slow. Try again with a better one.",
        de: "Die Verbindung ist zu langsam. Versuch es mit einer besseren noch einmal.")
    case .videoNotFound:
      LocalizedText(en: "This practice does not exist.", de: "Diese Übung gibt es nicht.")
    case .secondFactor:
      LocalizedText(
        en: "This account requires a second factor, which this app does not offer.",
        de: "Dieses Konto verlangt einen zweiten Faktor, den diese App nicht anbietet.")
    }
  }
}

extension AccountError {
  // NB: only an ended session is 401, because an app then refreshes its token and tries again.
  fileprivate var status: HTTPResponse.Status {
    switch code {
    case .noSession: .unauthorized
    case .wrongCredentials, .wrongCode, .notAllowed, .disabledAccount, .notRecent,
      .registrationClosed:
      .forbidden
    case .notFound: .notFound
    case .conflict, .addressTaken, .limitReached: .conflict
    case .tooManyAttempts, .tooManyInvitations: .tooManyRequests
    case .wrongClock: .serviceUnavailable
    default: .unprocessableContent
    }
  }
}

extension SessionTokens {
  fileprivate init(_ tokens: AppTokens) {
    self.init(
      accessToken: tokens.accessToken, expiresIn: tokens.accessTokenLifetime,
      refreshToken: tokens.refreshToken)
  }
}
