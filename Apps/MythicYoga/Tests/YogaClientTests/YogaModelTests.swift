import FlowMagic
import FlowTesting
import Foundation
import Testing
import YogaClient
import YogaDomain

/// The app on its flow: the same document as the web app's.
@MainActor @Suite(.timeLimit(.minutes(10))) struct YogaModelTests {
  private let folder: TemporaryFolder
  private let service = FakeService()
  private let vault = MemoryVault()
  private let engine = ManualEngine()
  private let downloader = ManualDownloader()
  private let navigator: Navigator
  private let app: YogaModel

  init() async throws {
    folder = try TemporaryFolder()
    navigator = try Navigator(
      screens: YogaFlows.screens(), default: Self.document(),
      context: ["userId": "device", "locale": "en"])
    let api = YogaAPI(
      server: URL(filePath: "/"), transport: service.transport, vault: vault
    ) { "en" }
    app = YogaModel(
      navigator: navigator, api: api,
      dependencies: YogaModel.Dependencies(
        engine: engine, downloader: downloader, folder: folder.url, homeFolder: folder.url,
        today: { "2026-12-24" }, utcOffset: { 60 }, now: { 1_000_000 }))
    await navigator.start()
  }

  private static func document() throws -> FlowDocument {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/YogaService/yoga.json")
    return try FlowDocument(parsing: Array(Data(contentsOf: file)))
  }

  private var step: Name? { navigator.current?.step }

  /// Presses a block, and waits for the request.
  private func press(_ key: Name, _ entries: KeyValuePairs<Name, JSON> = [:]) async throws {
    let proxy = try #require(navigator.drawnScreen)
    for (name, value) in entries { proxy.enter(value, in: name) }
    app.press(key, on: proxy)
    await app.waitForPress()
  }

  private func openStart() async throws {
    try await press("begin")
    if step == "register" { try await press("back") }
    #expect(step == "start")
  }

  private func logIn() async throws {
    try await openStart()
    try await press(
      "logIn", ["email": "mira@example.com", "password": .string(FakeService.password)])
    #expect(step == "menu")
  }

  // MARK: The flow

  @Test func `the app can show every screen of the flow`() throws {
    let document = try Self.document()
    let manifest = try YogaFlows.screens().manifest(
      application: "yoga", platform: "ios", version: "1.0", build: "1",
      attributes: document.attributes)
    let errors = Verifier(document, manifests: [manifest]).findings()
      .filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(errors.map(\.message))")
  }

  @Test func `a user logs in, chooses the mantra of Agni and reaches the player`() async throws {
    try await logIn()
    #expect(navigator.context["signedIn"] == true && navigator.context["userId"] == "u_mira")
    try await press("myths")
    try await press("agni")
    let proxy = try #require(navigator.drawnScreen)
    #expect(app.myth(nil, on: proxy)?.id == "agni")
    let card = try #require(
      proxy.screen.block("video2")?.children.first?.properties(of: YogaBlocks.VideoCard.self))
    #expect(app.video(card, on: proxy) == app.myth(nil, on: proxy)?.videos[2])
    #expect(!app.showsPlayer(on: proxy.screen))
    try await press("video0")
    for await _ in navigator.changes() where step == "practice" { break }
    let screen = try #require(navigator.drawnScreen?.screen)
    #expect(app.showsPlayer(on: screen))
    let player = try JSON.object([:]).decoded(as: YogaBlocks.Player.Properties.self)
    #expect(app.video(player)?.id == "agni/mantra")
  }

  @Test func `every action of the menu has a title and a symbol of its own`() async throws {
    try await logIn()
    let screen = try #require(navigator.drawnScreen?.screen)
    let keys: [Name] = [
      "myths", "path", "camera", "gallery", "history", "glossary", "account", "logOut",
    ]
    let actions = try keys.map { key in
      try #require(screen.block(key)?.children.first?.properties(of: YogaBlocks.Action.self))
    }
    #expect(actions.allSatisfy { !$0.title(in: "de-AT").isEmpty && $0.symbol != "circle" })
    #expect(Set(actions.map(\.symbol)).count == keys.count)
  }

  @Test func `the beginner path has several myths, and can be filtered by length`() async throws {
    try await logIn()
    try await press("path")
    let proxy = try #require(navigator.drawnScreen)
    let cards = { (screen: ResolvedScreen) in
      (0..<12).filter { screen.block(Name("step\($0)")) != nil }
    }
    #expect(cards(app.filtered(proxy)) == Array(0..<12))
    let videos = try (0..<12).map { index in
      let card = proxy.screen.block(Name("step\(index)"))
      let block = try #require(card?.children.first?.properties(of: YogaBlocks.VideoCard.self))
      return try #require(app.video(block, on: proxy))
    }
    #expect(Set(videos.map(\.mythID)).count > 6)
    #expect(videos.first == Catalog.current.myth("kali")?.videos[2])
    for length in LengthFilter.allCases {
      app.lengthFilter = length
      let matching = videos.indices.filter { length.matches(videos[$0]) }
      #expect(cards(app.filtered(proxy)) == matching)
      #expect(app.matchCount(on: proxy) == matching.count)
    }
    // The chosen length stays; screens without the filter show everything.
    app.lengthFilter = .short
    try await press("menu")
    let menu = try #require(navigator.drawnScreen)
    #expect(app.filtered(menu) == menu.screen)
  }

  @Test func `the glossary is shown by group, and a search leaves out empty groups`() {
    let all = Catalog.current.glossary(matching: " ")
    #expect(all.map(\.id) == GlossaryEntry.Group.allCases)
    #expect(all.flatMap(\.entries).count == Catalog.current.glossary.count)
    let matching = Catalog.current.glossary(matching: "navasana")
    #expect(matching.map(\.id) == [.pose] && matching.first?.entries.first?.id == "navasana")
    #expect(Catalog.current.glossary(matching: "headless chicken").isEmpty)
  }

  @Test func `only links to account pages of the app's own service are accepted`() throws {
    let server = try #require(URL(string: "https://yoga.example:8443"))
    let link = { (text: String) in
      URL(string: text).flatMap { EmailLink($0, from: server) }
    }
    #expect(link("https://yoga.example:8443/account/verify?link=s3cret")?.purpose == .verify)
    #expect(link("https://yoga.example:8443/account/address?a=b&link=x")?.token == "x")
    for other in [
      "https://evil.example:8443/account/verify?link=x",
      "https://yoga.example/account/verify?link=x",
      "http://yoga.example:8443/account/verify?link=x", "https://yoga.example:8443/account/verify",
      "https://yoga.example:8443/account/verify?link=", "https://yoga.example:8443/yoga?link=x",
      "https://yoga.example:8443/account/delete?link=x",
    ] {
      #expect(link(other) == nil, "\(other)")
    }
  }

  @Test(arguments: [
    ("", "", "Missing username & password"), ("mira@example.com", "", "Missing password"),
    (" ", "x", "Missing username/email"), ("mira@example.com", "x", "Wrong email or password!"),
  ]) func `a failed login stays on the screen, with one alert in the words of the specification`(
    email: String, password: String, text: String
  ) async throws {
    try await openStart()
    try await press("logIn", ["email": .string(email), "password": .string(password)])
    #expect(app.alert == text && step == "start" && app.user == nil && !app.isWorking)
    app.dismissAlert()
    #expect(app.alert == nil)
  }

  @Test func `registration and password reset continue to the screens about their emails`()
    async throws
  {
    try await openStart()
    try await press("register")
    try await press(
      "register",
      ["name": "Mira", "email": "mira@example.com", "password": "seven calm tigers breathe"])
    #expect(step == "registered" && app.alert == nil && app.user == nil)
    try await press("start")
    try await press("forgot")
    try await press("sendReset")
    #expect(app.alert == "Missing username/email" && step == "forgot")
    try await press("sendReset", ["email": "mira@example.com"])
    #expect(step == "reset-sent")
  }

  @Test func `a login without a connection shows an alert and can be repeated`() async throws {
    try await openStart()
    service.setOffline(true)
    try await press(
      "logIn", ["email": "mira@example.com", "password": .string(FakeService.password)])
    #expect(app.alert == ClientText.offline.text(in: "en") && step == "start")
    service.setOffline(false)
    try await press("logIn")
    #expect(step == "menu" && app.alert == nil)
  }

  @Test func `changing the password requires the old one and a new one`() async throws {
    try await logIn()
    try await press("account")
    try await press("password")
    for (old, new) in [("", "nine slow rivers bend"), ("x", "")] {
      try await press("changePassword", ["old": .string(old), "new": .string(new)])
      #expect(app.alert == "Missing password" && step == "change-password")
      app.dismissAlert()
    }
    try await press("changePassword", ["old": "x", "new": "nine slow rivers bend"])
    #expect(step == "password-changed")
  }

  // MARK: The session

  @Test func `logging out follows the flow, and removes the user's data`() async throws {
    try await logIn()
    let mantra = try #require(Catalog.current.video("agni/mantra"))
    await app.downloads.download(mantra, title: "")
    downloader.complete(mantra.id, at: "a.movpkg")
    app.practice.setFavorite(true, mantra.id)
    try await press("logOut")
    #expect(step == "start" && app.user == nil && vault.stored == nil)
    #expect(navigator.context["signedIn"] == false && navigator.context["userId"] == "device")
    #expect(navigator.context["email"] == "" && navigator.context["sessionsDone"] == 0)
    #expect(downloader.files.isEmpty && app.practice.state.isEmpty)
    #expect(service.state().isFavorite(mantra.id))
    let proxy = try #require(navigator.drawnScreen)
    #expect(proxy.screen.block("logIn") != nil)
    #expect(navigator.outputs(YogaFlows.Outputs.self).video == nil)
  }

  @Test func `the session and the user's data are restored at the next launch, even offline`()
    async throws
  {
    try await logIn()
    app.practice.setPosition(9, of: "agni/mantra")
    await app.practice.synchronize()
    service.setOffline(true)
    let api = YogaAPI(
      server: URL(filePath: "/"), transport: service.transport, vault: vault
    ) { "en" }
    let next = YogaModel(
      navigator: try Navigator(screens: YogaFlows.screens(), default: Self.document()), api: api,
      dependencies: YogaModel.Dependencies(
        engine: engine, downloader: downloader, folder: folder.url, homeFolder: folder.url))
    await next.start()
    #expect(next.user == FakeService.user && next.navigator.context["signedIn"] == true)
    #expect(next.practice.state.position(of: "agni/mantra") == 9)
  }

  @Test func `a session that ends elsewhere ends here at the next request`() async throws {
    try await logIn()
    service.endSessions()
    await app.refresh()
    #expect(app.user == nil && navigator.context["signedIn"] == false)
  }

  @Test func `a late rejection of an earlier session does not end the current one`() async throws {
    try await logIn()
    let held = service.holdNext(AppPaths.profile)
    let refresh = Task { await app.refresh() }
    for await exchange in held {
      try await press("logOut")
      #expect(app.user == nil)
      try await press(
        "logIn", ["email": "mira@example.com", "password": .string(FakeService.password)])
      exchange.respond(TransportResponse(status: 401))
      break
    }
    await refresh.value
    #expect(app.user == FakeService.user && navigator.context["signedIn"] == true)
    #expect(vault.stored != nil)
  }

  @Test func `a link that is not accepted does not log out the current user`() async throws {
    try await logIn()
    let server = try #require(URL(string: "https://yoga.example"))
    let url = try #require(URL(string: "https://yoga.example/account/verify?link=s3cret"))
    let link = try #require(EmailLink(url, from: server))
    let isConfirmed = await app.confirm(link, password: "x")
    #expect(!isConfirmed && app.alert != nil)
    #expect(app.user == FakeService.user && vault.stored != nil)
  }

  @Test func `a new password from a link ends the session, also for the next launch`()
    async throws
  {
    try await logIn()
    let server = try #require(URL(string: "https://yoga.example"))
    let url = try #require(URL(string: "https://yoga.example/account/reset?link=s3cret"))
    let link = try #require(EmailLink(url, from: server))
    let isConfirmed = await app.confirm(link, password: "nine slow rivers bend")
    #expect(isConfirmed && app.alert == ClientText.passwordChanged.text(in: "en"))
    #expect(app.user == nil && vault.stored == nil)
  }

  @Test func `deleting the account removes its data from the device`() async throws {
    try await logIn()
    service.setOffline(true)
    app.practice.setPosition(9, of: "agni/mantra")
    await app.practice.synchronize()
    #expect(folder.files.contains { $0.hasPrefix("practice") })
    service.setOffline(false)
    try await press("account")
    try await press("delete")
    try await press("deleteAccount")
    #expect(app.alert == "Missing password" && app.user != nil)
    try await press("deleteAccount", ["password": .string(FakeService.password)])
    #expect(step == "start" && app.user == nil)
    #expect(!folder.files.contains { $0.hasPrefix("practice") })
  }

  // MARK: Practicing

  @Test func `a finished practice changes the user's attributes`() async throws {
    try await logIn()
    #expect(navigator.context["nextMyth"] != nil && navigator.context["sessionsDone"] == 0)
    app.practice.finish("agni/mantra", seconds: 30, utcOffset: 60)
    #expect(navigator.context["sessionsDone"] == 1)
    #expect(app.finishedCount(in: try #require(Catalog.current.myth("agni"))) == 1)
  }

  @Test func `a press of the button that ends a practice counts it before the flow continues`()
    async throws
  {
    try await logIn()
    for key in ["myths", "agni", "video0"] as [Name] { try await press(key) }
    for await _ in navigator.changes() where step == "practice" { break }
    await app.player.show(try #require(Catalog.current.video("agni/mantra")))
    engine.onEvent?(.ready(duration: 30))
    try await press("done")
    #expect(app.practice.state.completed == ["agni/mantra"])
    #expect(navigator.context["sessionsDone"] == 1 && step == "survey")
  }

  @Test func `the history lists favorites, and opens a practiced video`() async throws {
    try await logIn()
    app.practice.setFavorite(true, "kali/mantra")
    app.practice.setFavorite(true, "agni/asana")
    app.practice.finish("agni/mudra", seconds: 30, utcOffset: 60)
    #expect(
      navigator.context["favoritePractices"]?.array?.map { $0["en"]?.string }
        == ["Agni · Boat", "Kali · Mantra"])
    try await press("history")
    let proxy = try #require(navigator.drawnScreen)
    #expect(proxy.screen.block("favorites[agni/asana]openFavorite") != nil)
    try await press("recent[agni/mudra]openRecent")
    for await _ in navigator.changes() where step == "practice" { break }
    #expect(navigator.outputs(YogaFlows.Outputs.self).video == "agni/mudra")
  }

  @Test func `a downloaded video is played from the device, another one from its link`()
    async throws
  {
    try await logIn()
    let videos = try #require(Catalog.current.myth("agni")?.videos)
    await app.downloads.download(videos[0], title: "")
    downloader.complete(videos[0].id, at: "a.movpkg")
    await app.player.open(videos[0], plays: false)
    #expect(engine.source?.url.path() == folder.url.appending(path: "a.movpkg").path())
    await app.player.open(videos[1], plays: false)
    #expect(engine.source?.url.path() == "/media/t/agni/mudra/master.m3u8")
    // The system has removed the copy to free space.
    downloader.files = []
    await app.player.open(videos[0], plays: false)
    #expect(engine.source?.url.path() == "/media/t/agni/mantra/master.m3u8")
  }

  @Test func `captions turned on by another device show while a video plays`() async throws {
    try await logIn()
    await app.player.open(try #require(Catalog.current.video("agni/mantra")), plays: true)
    engine.onEvent?(.ready(duration: 30))
    try service.change { $0.set(.captions, to: "de", now: $1) }
    await app.practice.synchronize()
    #expect(engine.calls.last { $0.hasPrefix("captions") } == "captions de")
  }

  @Test func `every attribute that the flow declares is reported`() throws {
    let json = try Self.document().json
    let declared = Set((json["attributes"]?.object?.members ?? []).map { $0.key.string })
    let reported = Set(
      PracticeAttributes.attributes(of: nil, PracticeState(), today: "2026-12-24").members
        .map { $0.key.string })
    #expect(!declared.isEmpty && declared.subtracting(reported).isEmpty)
  }

  @Test func `dates are local`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 3_600))
    let date = Date(timeIntervalSince1970: 1_798_759_800)  // 2026-12-31, 23:30 UTC
    #expect(PracticeAttributes.day(of: date, in: calendar) == "2027-01-01")
  }
}
