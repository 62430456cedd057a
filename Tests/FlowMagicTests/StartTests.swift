import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

/// The result of `FlowMagic.start`: a connected client, event queue and navigator.
@Suite(.timeLimit(.minutes(5))) @MainActor struct StartTests {
  private let folder: TemporaryFolder
  private let requests: AsyncStream<TransportRequest>
  private let requestContinuation: AsyncStream<TransportRequest>.Continuation
  private let status = Locked(201)

  init() throws {
    folder = try TemporaryFolder()
    (requests, requestContinuation) = AsyncStream.makeStream(of: TransportRequest.self)
  }

  private static let device = DeviceAttributes(
    platform: "ios", os: "iOS", osVersion: "17.4.1", deviceClass: "phone", locale: "de-AT",
    country: "AT", appVersion: "2.3.0", build: "45")

  private func start(
    announces: Bool = false, context: JSONObject = JSONObject(), restoresState: Bool = true,
    screens: ScreenRegistry? = nil
  ) throws -> FlowApp {
    let (requestContinuation, status) = (requestContinuation, status)
    let transport = InMemoryTransport { exchange in
      // There is no release; only requests that send something succeed.
      guard exchange.request.method == .post else { return exchange.respond(status: 404) }
      requestContinuation.yield(exchange.request)
      exchange.respond(
        TransportResponse(
          status: status.withLock { $0 }, body: Array(#"{"detail":"No."}"#.utf8)))
    }
    let document = try shopDocument { $0.number = nil }
    return try FlowApp(
      connection: FlowApp.ConnectionSettings(
        server: "https://flows.example.com", key: TestKey().sdkKey.string,
        environment: "development", application: nil, document),
      screens: screens ?? shopScreens(), default: document, context: context, links: [],
      privateAttributes: .standard, announces: announces, restoresState: restoresState,
      system: StartSystem(
        transport: transport, dependencies: .device, folder: folder.url, device: Self.device,
        isDebug: false))
  }

  private func waitUntilShown(_ app: FlowApp, _ step: Name = "home") async {
    for await state in app.navigator.changes() where state.current?.step == step { return }
  }

  private func announcement() async throws -> TransportRequest {
    for await request in requests where request.url.lastPathComponent == "announcements" {
      return request
    }
    throw CancellationError()
  }

  @Test func `the first step is shown with the device's attributes`() async throws {
    let app = try start(context: ["plan": "gold", "country": "DE"])
    await waitUntilShown(app)
    #expect(app.navigator.origin == .bundle)
    let context = app.navigator.context
    #expect(context["plan"] == "gold" && context["country"] == "DE")
    #expect(context["appVersion"] == "2.3.0" && context["build"] == "45")
    #expect(context["platform"] == "ios" && context["deviceClass"] == "phone")
    #expect(context["locale"] == "de-AT" && context["osVersion"] == "17.4.1")
    await app.navigator.pause()
  }

  @Test func `the user has one anonymous id, which does not leave the device`() async throws {
    let first = try start()
    await waitUntilShown(first)
    await first.events.flush()
    let id = try #require(first.navigator.context["userId"]?.string)
    let batch = try #require(try await requests.next())
    let text = String(decoding: batch.body, as: UTF8.self)
    #expect(text.contains("session-started") && text.contains(#""deviceClass":"phone""#))
    #expect(!text.contains(id))
    #expect(text.contains(#""build":{"platform":"ios","version":"2.3.0","build":"45"}"#))
    await first.navigator.pause()
    #expect(try start().navigator.context["userId"]?.string == id)
  }

  @Test func `the state of the last launch is restored, unless the flow has ended`() async throws {
    let first = try start()
    await waitUntilShown(first)
    try #require(first.navigator.screen(Home.self)).fire(.signUp)
    try #require(first.navigator.screen(Email.self)).fire(.next, output: "a@b.c")
    await first.navigator.pause()
    let second = try start()
    await waitUntilShown(second, "summary")
    #expect(second.navigator.path.map(\.step) == ["home", "email", "summary"])
    #expect(second.navigator.outputs(Answers.self).email == "a@b.c")
    try #require(second.navigator.screen(Summary.self)).fire(.next)
    await second.navigator.pause()
    let third = try start()
    await waitUntilShown(third)
    #expect(third.navigator.path.count == 1)
    await third.navigator.pause()
  }

  @Test func `a state that cannot be read is reported, and the flow starts`() async throws {
    let path = folder.url.appending(path: "shop/development/session.json")
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("{".utf8).write(to: path)
    let app = try start()
    var codes: [FlowMagicError.Code?] = []
    app.navigator.onError { codes.append(($0 as? FlowMagicError)?.code) }
    await waitUntilShown(app)
    #expect(codes == [.stateNotRead])
    await app.navigator.pause()
    let newState = try JSON(parsing: [UInt8](Data(contentsOf: path)))
    #expect(newState["id"]?.string == app.navigator.state.id)
  }

  @Test func `a state that cannot be read yet is kept, and restored at the next launch`()
    async throws
  {
    let first = try start()
    await waitUntilShown(first)
    try #require(first.navigator.screen(Home.self)).fire(.signUp)
    await first.navigator.pause()
    let state = AppFiles("shop", "development", in: folder.url).session
    let kept = folder.url.appending(path: "kept.json")
    let link = folder.url.appending(path: "link.json")
    try FileManager.default.moveItem(at: state, to: kept)
    // No user can open a link that leads to itself.
    for path in [link.path, state.path] {
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: link.path)
    }

    let second = try start()
    var codes: [FlowMagicError.Code?] = []
    second.navigator.onError { codes.append(($0 as? FlowMagicError)?.code) }
    await waitUntilShown(second)
    try #require(second.navigator.screen(Home.self)).fire(.login)
    await second.navigator.pause()
    #expect(codes == [.stateNotRead])
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: state.path)
    #expect(target == link.path)

    try FileManager.default.removeItem(at: link)
    try FileManager.default.moveItem(at: kept, to: link)
    let third = try start()
    await waitUntilShown(third, "email")
    #expect(third.navigator.path.map(\.step) == ["home", "email"])
    await third.navigator.pause()
  }

  @Test(arguments: [false, true])
  func `a state that cannot be read is discarded once the flow ends or restarts`(
    restarts: Bool
  ) async throws {
    let state = AppFiles("shop", "development", in: folder.url).session
    try FileManager.default.createDirectory(
      at: state.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: state.path, withDestinationPath: state.path)
    let app = try start()
    var codes: [FlowMagicError.Code?] = []
    app.navigator.onError { codes.append(($0 as? FlowMagicError)?.code) }
    await waitUntilShown(app)
    try #require(app.navigator.screen(Home.self)).fire(.login)
    if restarts {
      app.navigator.restart()
    } else {
      try #require(app.navigator.screen(Login.self)).fire(.next)
    }
    await app.navigator.pause()
    #expect(codes == [.stateNotRead])
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: state.path)) == nil)
    #expect(FileManager.default.fileExists(atPath: state.path) == restarts)
    let newState = try? JSON(parsing: [UInt8](Data(contentsOf: state)))
    #expect(newState?["id"]?.string == (restarts ? app.navigator.state.id : nil))
  }

  @Test func `a build announces its manifest, and again after a change`() async throws {
    let first = try start(announces: true)
    let request = try await announcement()
    #expect(request.url.path() == "/v1/apps/shop/announcements")
    let manifest = try JSON(parsing: request.body)
    #expect(manifest["platform"] == "ios" && manifest["build"] == "45")
    #expect(manifest["screens"]?.array?.count == 5)
    #expect(manifest["flows"]?.array?.count == 1)
    let attributes = manifest["attributes"]?.text() ?? ""
    #expect(attributes.contains("deviceClass") && attributes.contains("version"))
    try await waitForStoredDigest()
    let digestFile = AppFiles("shop", "development", in: folder.url).announcement
    let before = try Data(contentsOf: digestFile)
    let shop = try shopScreens()
    let changed = try ScreenRegistry {
      shop
      Extra.self
    }
    await first.navigator.pause()
    _ = try start(announces: true, screens: changed)
    let second = try await announcement()
    #expect(try JSON(parsing: second.body)["screens"]?.array?.count == 6)
    try await waitForStoredDigest(otherThan: before)
  }

  @Test func `the pictures of a release are requested, and a missing picture has no file`()
    async throws
  {
    let (picturePaths, continuation) = AsyncStream.makeStream(of: String.self)
    let key = TestKey()
    let digest = String(repeating: "a", count: 64)
    let text = """
      {"schema": 1, "flows": [{"id": "main", "start": "hello", "steps": [
         {"id": "hello", "screen": "Hello", "ports": {"next": [{"finish": "done"}]}}]}],
       "assets": {"hero": {"sha256": "\(digest)", "type": "image/png", "width": 4, "height": 3}},
       "screens": [{"name": "Hello", "root": {"type": "column", "children": [
         {"type": "image", "image": "hero", "alt": "A hero"},
         {"type": "button", "title": "Go", "do": [{"fire": "next"}]}]}}]}
      """
    let release = try key.release(1, environment: "development", document: text)
    let transport = InMemoryTransport { exchange in
      switch exchange.request.url.lastPathComponent {
      case "release": exchange.respond(release)
      case "stream":
        exchange.open()
        exchange.send(release)
      case "announcements", "events": exchange.respond(status: 201)
      default:
        continuation.yield(exchange.request.url.path())
        exchange.respond(status: 404)
      }
    }
    let document = try FlowDocument(parsing: text)
    let app = try FlowApp(
      connection: FlowApp.ConnectionSettings(
        server: "https://flows.example.com", key: key.sdkKey.string, environment: "development",
        application: "shop", document),
      screens: drawnScreens(), default: document, context: JSONObject(), links: [],
      privateAttributes: .standard, announces: false, restoresState: false,
      system: StartSystem(
        transport: transport, dependencies: .device, folder: folder.url, device: Self.device,
        isDebug: false))
    await waitUntilShown(app, "hello")
    #expect(try await picturePaths.next() == "/assets/shop/\(digest)")
    let drawn = try #require(app.navigator.drawnScreen)
    #expect(drawn.picture("hero")?.variants.count == 1)
    #expect(await drawn.pictureFile("hero", isDark: false) == nil)
    await app.navigator.pause()
  }

  @Test func `by default, only debug builds announce themselves, and never in production`() {
    #expect(AnnouncementPolicy.debugBuilds.isEnabled(in: "development", isDebugBuild: true))
    #expect(!AnnouncementPolicy.debugBuilds.isEnabled(in: "production", isDebugBuild: true))
    #expect(!AnnouncementPolicy.debugBuilds.isEnabled(in: "development", isDebugBuild: false))
    #expect(AnnouncementPolicy.always.isEnabled(in: "production", isDebugBuild: false))
  }

  @Test func `the context overrides how the build identifies itself`() async throws {
    let app = try start(context: ["platform": "terminal", "appVersion": "1.0.0", "build": "7"])
    await waitUntilShown(app)
    await app.events.flush()
    let batch = try #require(try await requests.next())
    #expect(
      String(decoding: batch.body, as: UTF8.self).contains(
        #""build":{"platform":"terminal","version":"1.0.0","build":"7"}"#))
    await app.navigator.pause()
  }

  private struct Extra: Screen { enum Port: String, ActionPort { case next } }

  /// Waits until the digest of the announced manifest is on disk.
  private func waitForStoredDigest(otherThan old: Data? = nil) async throws {
    let file = AppFiles("shop", "development", in: folder.url).announcement
    while (try? Data(contentsOf: file)).map({ $0 == old }) ?? true { await Task.yield() }
  }
}
