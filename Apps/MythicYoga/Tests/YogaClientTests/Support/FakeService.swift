import AccountsClient
import FlowMagic
import FlowTesting
import Foundation
import YogaClient
import YogaDomain

/// A service for one user, with the responses of the real one, against which `AppSessionTests` runs
/// the client.
final class FakeService: @unchecked Sendable {
  private let lock = NSLock()
  // Protected by the lock.
  private var practices: [String: SyncedPractice] = [:]
  private var generation = 0
  private var requestLog: [String] = []
  private var acceptedAccessToken = "access-0"
  private var isOffline = false
  private var rejectsRefreshTokens = false
  private var clock = 1_000_000
  private var responseUser: String?
  private var loginDeviceSecrets: [String] = []
  private var heldRoute: (path: String, requests: AsyncStream<InMemoryExchange>.Continuation)?

  static let user = Profile(id: "u_mira", email: "mira@example.com", name: "Mira")
  static let password = "seven calm tigers breathe"

  var requests: [String] { lock.withLock { requestLog } }
  /// The device secrets of the logins so far; "none" for a login without one.
  var deviceSecrets: [String] { lock.withLock { loginDeviceSecrets } }
  func setOffline(_ isOffline: Bool) { lock.withLock { self.isOffline = isOffline } }
  /// Makes all access tokens expire.
  func expireTokens() { lock.withLock { acceptedAccessToken = "access-next" } }
  /// Ends all sessions.
  func endSessions() {
    lock.withLock {
      acceptedAccessToken = "none"
      rejectsRefreshTokens = true
    }
  }
  /// Names another user in responses to synchronizations.
  func setResponseUser(_ user: String?) { lock.withLock { responseUser = user } }

  /// Lets the test respond to the next request of a path.
  func holdNext(_ path: String) -> AsyncStream<InMemoryExchange> {
    let (stream, continuation) = AsyncStream<InMemoryExchange>.makeStream()
    lock.withLock { heldRoute = (path, continuation) }
    return stream
  }

  /// Passes an exchange to the test if it holds the path's next request; returns whether it does.
  private func passToTest(_ exchange: InMemoryExchange) -> Bool {
    lock.withLock {
      guard let heldRoute, heldRoute.path == exchange.request.url.path() else { return false }
      heldRoute.requests.yield(exchange)
      self.heldRoute = nil
      return true
    }
  }

  /// Makes a change on another device of the user.
  func change(_ body: (inout PracticeDevice, Int) -> Void) throws {
    try lock.withLock {
      clock += 1
      var device = PracticeDevice(id: "other-device")
      body(&device, clock)
      _ = try practices[Self.user.id, default: SyncedPractice()]
        .apply(device.request(now: clock), now: clock)
    }
  }

  func state() -> PracticeState {
    lock.withLock { practices[Self.user.id]?.state ?? PracticeState() }
  }

  var transport: InMemoryTransport {
    InMemoryTransport { exchange in
      if !self.passToTest(exchange) { self.respond(to: exchange) }
    }
  }

  /// Responds to a request, such as one that the test has held.
  func respond(to exchange: InMemoryExchange) {
    guard let response = self.response(to: exchange.request) else {
      return exchange.fail(TransportFailure(.unreachable, "There is no network."))
    }
    exchange.respond(response)
  }

  private func response(to request: TransportRequest) -> TransportResponse? {
    lock.withLock {
      requestLog.append("\(request.method.rawValue) \(request.url.path())")
      guard !isOffline else { return nil }
      clock += 1
      let isPublic = [
        AppPaths.sessions, AppPaths.accounts, AppPaths.passwordReset, AppPaths.refresh,
      ].contains(request.url.path())
      guard isPublic || request.headers["authorization"] == "Bearer \(acceptedAccessToken)" else {
        return problem(401, "signed-out")
      }
      return handle(request)
    }
  }

  private func handle(_ request: TransportRequest) -> TransportResponse {
    let body = Data(request.body)
    let decoder = JSONDecoder()
    switch request.url.path() {
    case AppPaths.sessions:
      guard let credentials = try? decoder.decode(Credentials.self, from: body),
        credentials.password == Self.password
      else { return problem(403, "wrong-credentials", "Wrong email or password!") }
      rejectsRefreshTokens = false
      loginDeviceSecrets.append(credentials.deviceSecret ?? "none")
      return json(
        SessionMessage(
          tokens: issueTokens(), user: Self.user,
          deviceSecret: "device-\(loginDeviceSecrets.count)"))
    case AppPaths.refresh:
      let message = try? decoder.decode(RefreshMessage.self, from: body)
      guard !rejectsRefreshTokens, message?.refreshToken == "refresh-\(generation)" else {
        return problem(401, "no-session")
      }
      return json(issueTokens())
    case AppPaths.sync:
      guard let sync = try? decoder.decode(SyncRequest.self, from: body),
        let response = try? practices[Self.user.id, default: SyncedPractice()]
          .apply(sync, now: clock)
      else { return problem(400, "malformed") }
      return json(AccountResponse(user: responseUser ?? Self.user.id, response: response))
    case AppPaths.profile: return json(Self.user)
    case AppPaths.accounts, AppPaths.passwordReset: return TransportResponse(status: 202)
    case AppPaths.password:
      var tokens = issueTokens()
      tokens.deviceSecret = "device-of-\(tokens.accessToken)"
      return json(tokens)
    case AppPaths.email, AppPaths.emailVerification: return json(issueTokens())
    case AppPaths.sessionEnd, AppPaths.deletion: return TransportResponse(status: 204)
    case AppPaths.picture: return TransportResponse(status: 404)
    case let path where path.hasSuffix("/links"):
      let video = path.dropFirst("/api/videos/".count).dropLast("/links".count)
      return json(
        VideoPaths(
          hls: "/media/t/\(video)/master.m3u8", poster: "/media/open/\(video)/poster.webp",
          expires: clock))
    default: return problem(404, "not-found")
    }
  }

  private func issueTokens() -> SessionTokens {
    generation += 1
    acceptedAccessToken = "access-\(generation)"
    return SessionTokens(
      accessToken: acceptedAccessToken, expiresIn: 900, refreshToken: "refresh-\(generation)")
  }

  private func problem(_ status: Int, _ code: String, _ text: String = "") -> TransportResponse {
    var response = json(ServiceProblem(code: code, detail: text))
    response.status = status
    return response
  }

  private func json(_ body: some Encodable) -> TransportResponse {
    TransportResponse(
      status: 200, headers: ["content-type": "application/json"],
      body: (try? JSONEncoder().encode(body)).map { Array($0) } ?? [])
  }

  private struct AccountResponse: Encodable {
    let user: String
    let response: SyncResponse
    private enum CodingKeys: String, CodingKey { case user }

    func encode(to encoder: any Encoder) throws {
      try response.encode(to: encoder)
      var parts = encoder.container(keyedBy: CodingKeys.self)
      try parts.encode(user, forKey: .user)
    }
  }
}

/// An in-memory vault for a session.
final class MemoryVault: SessionVault, @unchecked Sendable {
  private let lock = NSLock()
  private var session: StoredSession?

  init(_ session: StoredSession? = nil) { self.session = session }

  var stored: StoredSession? { lock.withLock { session } }

  func load() throws -> StoredSession? { stored }
  func save(_ session: StoredSession?) throws { lock.withLock { self.session = session } }
}

/// An in-memory vault for a device secret.
final class MemoryDeviceVault: SessionVault, @unchecked Sendable {
  private let lock = NSLock()
  private var secret: String?

  func load() throws -> String? { lock.withLock { secret } }
  func save(_ secret: String?) throws { lock.withLock { self.secret = secret } }
}

/// A folder that is removed with its owner.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "yoga-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: url.path()).sorted()) ?? []
  }
}

/// A player whose events a test sends.
@MainActor
final class ManualEngine: PlayerEngine {
  var onEvent: ((PlayerEvent) -> Void)?
  private(set) var calls: [String] = []
  private(set) var source: PlayerSource?

  func load(_ source: PlayerSource) {
    self.source = source
    calls.append("load \(source.url.absoluteString)")
  }
  func play() {
    calls.append("play")
    onEvent?(.playing(true))
  }
  func pause() {
    calls.append("pause")
    onEvent?(.playing(false))
  }
  func seek(to seconds: Double) { calls.append("seek \(seconds)") }
  func showCaptions(in language: String?) { calls.append("captions \(language ?? "off")") }
  func setBells(_ isOn: Bool) { calls.append("bells \(isOn)") }
  func unload() {
    source = nil
    calls.append("unload")
  }

  func takeCalls() -> [String] {
    defer { calls = [] }
    return calls
  }

  /// Plays a part of the video in steps of half a second.
  func advance(from start: Double, to end: Double) {
    for position in stride(from: start, through: end, by: 0.5) { onEvent?(.position(position)) }
  }
}

/// Downloads whose events a test sends.
@MainActor
final class ManualDownloader: MediaDownloader {
  var onEvent: ((DownloadEvent) -> Void)?
  var tasks: Set<String> = []
  var files: Set<String> = []
  private(set) var calls: [String] = []

  func runningDownloads() async -> Set<String> { tasks }
  func start(_ video: String, from url: URL, title: String) {
    tasks.insert(video)
    calls.append("start \(video) \(url.path())")
  }
  func cancel(_ video: String) {
    tasks.remove(video)
    calls.append("cancel \(video)")
  }
  func exists(_ path: String) -> Bool { files.contains(path) }
  func remove(_ path: String) {
    files.remove(path)
    calls.append("remove \(path)")
  }

  func takeCalls() -> [String] {
    defer { calls = [] }
    return calls
  }

  /// Completes a download, as the system does.
  func complete(_ video: String, at path: String, byteCount: Int = 1_000) {
    files.insert(path)
    tasks.remove(video)
    onEvent?(.located(video, path))
    onEvent?(.ended(video, succeeded: true, byteCount: byteCount))
  }
}
