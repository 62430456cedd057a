import FlowCore
import FlowMagic
import Foundation
import PriceApp
import PriceClient
import PriceDomain
import Testing

@MainActor @Suite struct SessionTests {
  /// An app without a user interface.
  struct TestApp {
    let session: AppSession
    let transport: ScriptedTransport
    let storage: InMemorySettings
    let sharedFolder: URL

    func remove() { try? FileManager.default.removeItem(at: sharedFolder) }
  }

  private func makeApp(arguments: [String] = []) async throws -> TestApp {
    let transport = ScriptedTransport([
      "/lists/mostTracked": AppFixture.page(1...2), "/history": #"{"items": []}"#,
      "/me/products": AppFixture.page(7...8), "/sessions": Self.tokens,
      "/devices": #"{"id": "d1", "kind": "apns", "name": "n", "language": "en", "registered": 1}"#,
    ])
    let api = await AppFixture.api(transport, tokens: InMemoryTokens())
    let (document, storage) = (try AppFlows.document(), InMemorySettings())
    let navigator = try Navigator(screens: AppFlows.screens(), default: document)
    try navigator.setLinks(AppFlows.links)
    // On devices the SDK sets it; this user gets the tutorial of three pages.
    navigator.context["userId"] = "user-2"
    let settings = AppSettings(storage: storage, arguments: arguments)
    let sharedFolder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "prices-shared-\(UUID().uuidString)")
    let session = AppSession(
      navigator, api: api, settings: settings, texts: AppTexts(.english, document: document),
      push: PushRegistration(api, settings: settings, isSandbox: true), sharedFolder: sharedFolder,
      now: { Timestamp(1_700_000_000) })
    await navigator.start()
    return TestApp(
      session: session, transport: transport, storage: storage, sharedFolder: sharedFolder)
  }

  private static let tokens = #"{"accessToken": "a", "expiresIn": 900, "refreshToken": "r"}"#

  @Test func `the tutorial is shown at the first opening only, or by a launch argument`()
    async throws
  {
    let first = try await makeApp()
    defer { first.remove() }
    await first.session.start()
    #expect(first.session.navigator.current?.step == "hello")
    first.session.navigator.screen(TutorialScreen.self)?.fire(.skip)
    #expect(first.session.navigator.current?.step == "home")
    #expect(first.session.settings.hasSeenTutorial)
    #expect(AppSettings(storage: first.storage, arguments: ["app"]).hasSeenTutorial)
    let forcedSettings = AppSettings(storage: first.storage, arguments: ["app", "-showTutorial"])
    #expect(!forcedSettings.hasSeenTutorial)
  }

  @Test(arguments: [true, false])
  func `deleting the account is confirmed with the password, or without one, with a switch`(
    hasPassword: Bool
  ) async throws {
    let app = try await makeApp()
    defer { app.remove() }
    app.transport.set(
      "/me",
      """
      {"email": "ada@example.com", "givenName": "", "surname": "", "nickname": "Ada",
       "language": "en", "timeZone": "UTC", "rule": {"kind": "always"},
       "preferences": {"minimumStepPermille": 10, "settleSeconds": 1, "dailyLimit": 5},
       "sendsEmail": false, "hasPassword": \(hasPassword)}
      """)
    app.transport.set("/me/deletion", "{}")
    let model = DeleteAccountModel(app.session)
    (model.password, model.isConfirmed) = ("correct horse battery", true)
    #expect(!model.canDelete)
    await model.load()
    (model.password, model.isConfirmed) = hasPassword ? ("", true) : ("typed", false)
    #expect(!model.canDelete)
    #expect(await !model.delete())
    (model.password, model.isConfirmed) = ("correct horse battery", true)
    #expect(await model.delete())
    let body = try #require(app.transport.requests.last { $0.url.hasSuffix("/me/deletion") }?.body)
    let sent = try JSONDecoder().decode([String: String].self, from: Data(body))
    #expect(sent == (hasPassword ? ["password": "correct horse battery"] : [:]))
  }

  @Test func `the log-in button of the tutorial opens the log-in screen`() async throws {
    let app = try await makeApp()
    defer { app.remove() }
    await app.session.start()
    app.session.navigator.screen(TutorialScreen.self)?.fire(.next)
    app.session.navigator.screen(TutorialLogInScreen.self)?.fire(.logIn)
    #expect(app.session.navigator.current?.step == "login")
  }

  @Test func `logging in and out updates the flows' attributes, the widgets and the watch`()
    async throws
  {
    let app = try await makeApp()
    defer { app.remove() }
    var contexts: [WatchContext] = []
    var reloads = 0
    app.session.setSharingHandlers(widgets: { reloads += 1 }, watch: { contexts.append($0) })
    await app.session.start()
    #expect(contexts.last?.isSignedIn == false)
    #expect(WidgetSnapshot.read(in: app.sharedFolder)?.containsTrackedProducts == false)
    let model = SignInModel(app.session)
    (model.email, model.password) = ("ada@example.com", "secret")
    #expect(await model.signIn())
    #expect(model.password.isEmpty)
    #expect(app.session.navigator.context["signedIn"] == true)
    #expect(contexts.last?.products.map(\.id) == [7, 8])
    #expect(contexts.last?.at == Timestamp(1_700_000_000))
    #expect(WidgetSnapshot.read(in: app.sharedFolder)?.products.map(\.id) == [7, 8])
    #expect(reloads == 2)
    app.session.settings.deviceID = "d1"
    await app.session.signOut()
    #expect(app.session.navigator.context["signedIn"] == false)
    #expect(contexts.last == WatchContext(isSignedIn: false, products: []))
    #expect(WidgetSnapshot.read(in: app.sharedFolder)?.containsTrackedProducts == false)
    #expect(app.session.settings.deviceID == nil)
    let endRequest = app.transport.requests.last { $0.url.hasSuffix("/sessions/end") }
    #expect(endRequest.map { String(decoding: $0.body, as: UTF8.self) } == #"{"device":"d1"}"#)
  }

  @Test func `a user whose session the service has ended is a guest`() async throws {
    let app = try await makeApp()
    defer { app.remove() }
    await app.session.start()
    let model = SignInModel(app.session)
    (model.email, model.password) = ("ada@example.com", "secret")
    #expect(await model.signIn())
    app.session.settings.deviceID = "d1"
    let ended = ClientResponse(
      status: 401, body: Array(#"{"code": "no-session", "detail": "Sign in."}"#.utf8))
    app.transport.set("/me/products", ended)
    app.transport.set("/sessions/refresh", ended)
    await app.session.updateSharedData()
    #expect(!app.session.isSignedIn)
    #expect(app.session.navigator.context["signedIn"] == false)
    #expect(WidgetSnapshot.read(in: app.sharedFolder)?.containsTrackedProducts == false)
    #expect(app.session.settings.deviceID == nil)
  }

  @Test func `the device token is sent when it, the user or the language has changed`() async throws
  {
    let app = try await makeApp()
    defer { app.remove() }
    let push = app.session.push
    let send = { (byte: UInt8, language: Language, user: String?) in
      try await push.register(
        token: [byte], name: "iPhone", language: language, user: user)
    }
    #expect(try await send(1, .english, nil))
    #expect(try await !send(1, .english, nil))
    #expect(try await send(1, .english, "ada"))
    #expect(try await send(1, .german, "ada"))
    #expect(try await send(2, .german, "ada"))
    #expect(app.session.settings.deviceID == "d1")
    push.forget()
    #expect(try await send(2, .german, "ada"))
  }

  @Test func `a change of the password names this device, which keeps its notifications`()
    async throws
  {
    let app = try await makeApp()
    defer { app.remove() }
    app.transport.set("/me/password", ClientResponse(status: 200, body: Array(Self.tokens.utf8)))
    let signIn = SignInModel(app.session)
    (signIn.email, signIn.password) = ("ada@example.com", "secret")
    #expect(await signIn.signIn())
    await app.session.didReceive(token: [1], name: "iPhone")
    let model = PasswordModel(app.session)
    (model.currentPassword, model.newPassword) = ("secret", "another horse battery")
    #expect(await model.save())
    let change = app.transport.requests.last { $0.url.hasSuffix("/me/password") }
    let body = change.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
    #expect(body.contains(#""device":"d1""#))
  }

  @Test func `the device is registered again after each login`() async throws {
    let app = try await makeApp()
    defer { app.remove() }
    let model = SignInModel(app.session)
    for count in 1...2 {
      // NB: between the logins, the service has removed the device with the session.
      (model.email, model.password) = ("ada@example.com", "secret")
      #expect(await model.signIn())
      if count == 1 { await app.session.didReceive(token: [1], name: "iPhone") }
      let sent = app.transport.requests.filter { $0.url.hasSuffix("/devices") }
      #expect(sent.count == count)
    }
  }

  @Test func `a tapped notification opens its product`() async throws {
    let app = try await makeApp()
    defer { app.remove() }
    app.session.settings.hasSeenTutorial = true
    await app.session.start()
    #expect(!app.session.open(notification: ["kind": "test"]))
    #expect(app.session.navigator.current?.step == "home")
    #expect(app.session.open(notification: ["product": "12", "aps": ["alert": "x"]]))
    #expect(app.session.navigator.current?.step == "product")
    #expect(app.session.navigator.outputs(PriceOutputs.self).productID == 12)
  }

  @Test func `a product opens with its comments after one of them was edited`() async throws {
    let app = try await makeApp()
    defer { app.remove() }
    #expect(app.session.initialTab(of: 7) == .price)
    app.session.commentedProduct = 7
    #expect(app.session.initialTab(of: 7) == .comments)
    #expect(app.session.initialTab(of: 8) == .price)
  }

  @Test func `shared URLs are kept while offline, and added when online`() async throws {
    let app = try await makeApp()
    defer { app.remove() }
    app.session.settings.hasSeenTutorial = true
    let inbox = SharedInbox(folder: app.sharedFolder)
    try inbox.add("https://www.amazon.de/dp/B0AURORA01")
    await app.session.start()
    #expect(app.session.navigator.current?.step == "home")
    app.transport.set(
      "/api/v1/products", #"{"isNew": true, "product": \#(AppFixture.product())}"#)
    await app.session.addSharedURLs()
    #expect(app.session.navigator.current?.step == "product")
    #expect(inbox.take().isEmpty)
  }
}
