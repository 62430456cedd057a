import AccountsClient
import FlowMagic
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing
import YogaClient
import YogaDomain
import YogaService

/// The iOS app's logic against the real service.
@MainActor @Suite(.timeLimit(.minutes(10))) struct AppSessionTests {
  @Test func `a user registers on a phone and continues on a tablet and in a browser`()
    async throws
  {
    try await YogaSite.run { site in
      try await Self.practice(on: site)
    }
  }

  private static func practice(on site: YogaSite) async throws {
    let phone = try await AppDevice(site)
    try await phone.press("begin")
    if phone.step == "start" { try await phone.press("register") }
    try await phone.press(
      "register",
      ["name": "Mira", "email": "mira@example.com", "password": .string(YogaSite.password)])
    #expect(phone.step == "registered" && phone.app.alert == nil)
    var browser = site.browser()
    try await browser.confirm(
      try await site.mailbox.mail(to: "mira@example.com", "Confirm your address"),
      YogaSite.password)
    try await phone.press("start")
    try await phone.press(
      "logIn", ["email": "mira@example.com", "password": "seven calm tigers sleep"])
    #expect(phone.app.alert == "Wrong email or password!" && phone.step == "start")
    try await phone.logIn()
    #expect(phone.app.user?.name == "Mira")

    phone.app.practice.finish("agni/mantra", seconds: 30, utcOffset: 60)
    phone.app.practice.setPosition(11, of: "agni/mudra")
    await phone.app.practice.synchronize()
    #expect(phone.app.practice.status == .synchronized)

    let tablet = try await AppDevice(site)
    try await tablet.press("begin")
    if tablet.step == "register" { try await tablet.press("back") }
    try await tablet.logIn()
    await tablet.app.practice.synchronize()
    #expect(tablet.app.practice.state.completed == ["agni/mantra"])
    #expect(tablet.app.practice.state.position(of: "agni/mudra") == 11)
    try await browser.send(.get, AppPaths.export)
    #expect(browser.page.contains("agni/mudra"))

    // A new password ends the session of the other device at its next request.
    try await phone.press("account")
    try await phone.press("password")
    try await phone.press(
      "changePassword", ["old": .string(YogaSite.password), "new": "nine slow rivers bend"])
    #expect(phone.step == "password-changed" && phone.app.alert == nil)
    await tablet.app.refresh()
    #expect(tablet.app.user == nil && phone.app.user != nil)
    await phone.app.refresh()
    #expect(phone.app.user != nil)
  }

  @Test func `a link in an email opens the app, which logs in or sets the password`() async throws {
    try await YogaSite.run { site in
      let phone = try await AppDevice(site)
      try await phone.press("begin")
      if await phone.step == "start" { try await phone.press("register") }
      try await phone.press(
        "register",
        ["name": "Mira", "email": "mira@example.com", "password": .string(YogaSite.password)])
      try await phone.open(
        site.mailbox.mail(to: "mira@example.com", "Confirm your address").link)
      let link = try #require(await phone.app.emailLink)
      #expect(await !phone.app.confirm(link, password: "seven calm tigers sleep"))
      #expect(await phone.app.alert?.isEmpty == false)
      #expect(await phone.app.emailLink == link)
      #expect(await phone.app.confirm(link, password: YogaSite.password))
      #expect(await phone.app.user?.name == "Mira")
      #expect(await phone.step == "menu")
      #expect(await phone.app.emailLink == nil)

      try await phone.press("logOut")
      #expect(await phone.app.user == nil)
      var browser = site.browser()
      try await browser.openStart()
      try await browser.press("forgot")
      try await browser.press("sendReset", ["email": "mira@example.com"])
      try await phone.open(site.mailbox.mail(to: "mira@example.com", "password").link)
      let reset = try #require(await phone.app.emailLink)
      #expect(reset.purpose == .reset)
      #expect(await phone.app.confirm(reset, password: "nine slow rivers bend"))
      #expect(await phone.app.alert?.hasPrefix("Your password is changed.") == true)
      // A link works once.
      #expect(await !phone.app.confirm(reset, password: "nine slow rivers bend"))
    }
  }

  @Test func `a picture set in the app is served to the browser, and the app exports the data`()
    async throws
  {
    try await YogaSite.run { site in
      var browser = try await site.register()
      let phone = try await AppDevice(site)
      try await phone.press("begin")
      if await phone.step == "register" { try await phone.press("back") }
      try await phone.logIn()
      #expect(await phone.app.setPicture(Data([1, 2, 3])) == false)
      #expect(await phone.app.alert?.isEmpty == false)
      #expect(await phone.app.setPicture(UserDataTests.png))
      let picture = try #require(await phone.app.picture)
      #expect(picture.prefix(4) == Data("RIFF".utf8))
      try await browser.send(.get, AppPaths.picture)
      #expect(browser.status == 200)
      let file = try #require(await phone.app.exportFile())
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      #expect(text.contains("mira@example.com"))
      // A file is no folder to write into, for which the service is not to blame.
      #expect(await phone.app.exportFile(into: file) == nil)
      #expect(await phone.app.alert == ClientText.fileFailed.text(in: "en"))
    }
  }
}

/// A device with the app, without views.
@MainActor
private final class AppDevice {
  let app: YogaModel
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "yoga-\(UUID().uuidString)")

  init(_ site: YogaSite) async throws {
    let navigator = try Navigator(
      screens: YogaFlows.screens(), default: YogaServer.document(),
      context: ["userId": .string(UUID().uuidString), "locale": "en"])
    let server = try #require(URL(string: YogaSite.origin))
    app = YogaModel(
      navigator: navigator,
      api: YogaAPI(
        server: server, transport: RouterTransport(client: site.client), vault: Vault()
      ) { "en" },
      dependencies: YogaModel.Dependencies(
        engine: NoEngine(), downloader: NoDownloader(), folder: folder, homeFolder: folder,
        now: { 1_900_000_000_000 }))
    await navigator.start()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var step: Name? { app.navigator.current?.step }

  func press(_ key: Name, _ entries: KeyValuePairs<Name, JSON> = [:]) async throws {
    let proxy = try #require(app.navigator.drawnScreen)
    for (name, value) in entries { proxy.enter(value, in: name) }
    app.press(key, on: proxy)
    await app.waitForPress()
  }

  /// Opens a link of an email, as the system does.
  func open(_ link: String?) throws {
    let url = try #require(URL(string: YogaSite.origin + (link ?? "")))
    #expect(app.open(url))
  }

  func logIn() async throws {
    try await press(
      "logIn", ["email": "mira@example.com", "password": .string(YogaSite.password)])
    #expect(step == "menu" && app.alert == nil)
  }
}

/// Sends requests to the service's routes.
private struct RouterTransport: Transport {
  let client: any TestClientProtocol

  func send(
    _ request: TransportRequest
  ) async throws(TransportFailure) -> TransportResponse {
    var fields = HTTPFields()
    for (name, value) in request.headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    do {
      let response = try await client.execute(
        uri: request.url.path(),
        method: HTTPRequest.Method(request.method.rawValue) ?? .get, headers: fields,
        body: ByteBuffer(bytes: request.body))
      return TransportResponse(
        status: response.status.code, body: Array(response.body.readableBytesView))
    } catch {
      throw TransportFailure(.unreachable, "\(error)")
    }
  }

  func stream(_ request: TransportRequest) -> AsyncThrowingStream<TransportEvent, any Error> {
    AsyncThrowingStream { $0.finish() }
  }
}

private final class Vault: SessionVault {
  func load() throws -> StoredSession? { nil }
  func save(_ session: StoredSession?) throws {}
}

@MainActor
private final class NoEngine: PlayerEngine {
  var onEvent: ((PlayerEvent) -> Void)?
  func load(_ source: PlayerSource) {}
  func play() {}
  func pause() {}
  func seek(to seconds: Double) {}
  func showCaptions(in language: String?) {}
  func setBells(_ isOn: Bool) {}
  func unload() {}
}

@MainActor
private final class NoDownloader: MediaDownloader {
  var onEvent: ((DownloadEvent) -> Void)?
  func runningDownloads() async -> Set<String> { [] }
  func start(_ video: String, from url: URL, title: String) {}
  func cancel(_ video: String) {}
  func exists(_ path: String) -> Bool { false }
  func remove(_ path: String) {}
}
