import Accounts
import AccountsWeb
import Dispatch
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import PriceDomain
import PriceService
import PriceStore
import PriceTestSupport
import Testing

/// Requests whose sender loses access after they were authenticated.
@Suite(.timeLimit(.minutes(10))) struct HeldRequestTests {
  /// The reason why the sender loses access.
  enum AccessLoss: String, CaseIterable, CustomTestStringConvertible {
    case signedOut, passwordReset, disabled, deleted

    var testDescription: String { rawValue }

    func apply(to user: String, by caller: Caller, at service: PriceService) async throws {
      let administration = service.accounts.administration
      switch self {
      case .signedOut: try await service.signOut(by: caller)
      case .disabled: try await administration.disable(user, by: .operator("test"))
      case .deleted: try await administration.deleteUser(user, by: .operator("test"))
      case .passwordReset: try await HeldRequestTests.resetPassword(of: user, at: service)
      }
    }
  }

  static func resetPassword(of user: String, at service: PriceService) async throws {
    let link = try await service.accounts.administration.createPasswordResetLink(
      for: user, by: .operator("test"))
    let secret = try #require(link.split(separator: "link=").last)
    try await service.accounts.passwords.reset(
      String(secret), password: "another horse battery", client: Client(address: "192.0.2.3"))
  }

  /// A gray picture, 96 pixels wide, as PNG.
  private static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAGAAAABgCAAAAADH8yjkAAAAO0lEQVR42u3NMQ0AAAwDoEqv9KrYsQQMkB6L"
    + "QCAQCAQCgUAgEAgEAoFAIBAIBAKBQCAQCAQCgUAg+BoMVB0BDwvUQvEAAAAASUVORK5CYII="
  private static let phone = "0123456789abcdef0123456789abcdef"

  private static let requests: [(HTTPRequest.Method, String, String)] = [
    (.patch, "/me", #"{"webhook": "https://evil.example/spy", "nickname": "Hacked"}"#),
    // This one changes nothing, but its response would be the profile.
    (.patch, "/me", "{}"),
    (.post, "/devices", #"{"fcm": "\#(phone)"}"#),
    (.put, "/me/picture", #"{"picture": "\#(png)"}"#),
    (.put, "/products/1/tracking", "{}"), (.post, "/products/1/comments", #"{"text": "Ghost"}"#),
    (.post, "/products", #"{"url": "https://shop.example/lamp"}"#),
    (.post, "/me/test-notification", "{}"),
    (.post, "/rules/explanation", #"{"rule": {"kind": "always"}}"#),
    (
      .put, "/me/password",
      #"{"currentPassword": "\#(ServiceFixture.password)", "newPassword": "a third battery"}"#
    ),
    (.post, "/sessions/end", "{}"),
  ]

  private static func run(
    _ fixture: ServiceFixture, _ bodyHook: BodyHook, bodyReader: BodyReader = BodyReader(),
    _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Void
  ) async throws {
    let router = Router(context: BasicRequestContext.self)
    PriceRoutes(fixture.service, bodyReader: bodyReader).add(to: router) { _ in "192.0.2.7" }
    let responder = DelayedBodyResponder(inner: router.buildResponder(), bodyHook: bodyHook)
    try await Application(responder: responder).test(.router, test)
  }

  private static func send(
    _ request: (method: HTTPRequest.Method, path: String, body: String), _ token: String,
    to client: any TestClientProtocol
  ) async throws -> (status: Int, text: String) {
    let response = try await client.execute(
      uri: "/api/v1" + request.path, method: request.method,
      headers: [.contentType: "application/json", .authorization: "Bearer \(token)"],
      body: ByteBuffer(string: request.body))
    return (response.status.code, String(buffer: response.body))
  }

  @Test(arguments: AccessLoss.allCases)
  func `attack: a request that was held back does nothing after its sender lost access`(
    loss: AccessLoss
  ) async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (service, bodyHook) = (fixture.service, BodyHook())
    fixture.shop.set("/lamp", cents: 2499)
    _ = try await service.add("https://shop.example/lamp", by: fixture.guest)
    try await Self.run(fixture, bodyHook) { client in
      for (index, request) in Self.requests.enumerated() {
        let ada = try await fixture.addUser("ada\(index)")
        let token = try await fixture.signIn("ada\(index)").tokens.accessToken
        let session = try await service.accounts.sessions.authenticate(accessToken: token)
        let caller = Caller(session, client: ada.client)
        _ = try await service.profile(by: caller)
        bodyHook.beforeBody { try await loss.apply(to: session.user.id, by: caller, at: service) }
        let response = try await Self.send(request, token, to: client)
        #expect(response.status == 401, "\(request): \(response.text)")
        #expect(!response.text.contains("ada\(index)@example.com"))
        let profile = try await service.store.profile(session.user.id)
        #expect(profile?.nickname ?? "ada\(index)" == "ada\(index)")
        #expect(profile?.webhook == nil)
        #expect(try await service.devices(by: caller).isEmpty)
        #expect(try await service.store.picture(of: session.user.id) == nil)
        #expect(try await service.store.tracking(1, by: session.user.id) == nil)
      }
      #expect(try await service.comments(on: 1).values.isEmpty)
    }
  }

  @Test func `attack: a request that is held back until its token has expired is rejected`()
    async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let bodyHook = BodyHook()
    _ = try await fixture.addUser("ada")
    let token = try await fixture.signIn("ada").tokens.accessToken
    try await Self.run(fixture, bodyHook) { client in
      bodyHook.beforeBody { fixture.clock.advance(3600) }
      let response = try await Self.send(Self.requests[0], token, to: client)
      #expect(response.status == 401)
    }
  }

  @Test func `attack: a body that does not arrive is not waited for`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let bodyHook = BodyHook()
    _ = try await fixture.addUser("ada")
    let token = try await fixture.signIn("ada").tokens.accessToken
    let (never, source) = AsyncStream<Void>.makeStream()
    try await Self.run(fixture, bodyHook, bodyReader: BodyReader(grace: .zero)) { client in
      bodyHook.beforeBody { for await _ in never {} }
      let response = try await Self.send(Self.requests[0], token, to: client)
      #expect(response.status == 408)
      #expect(response.text.contains("too-slow"))
    }
    source.finish()
  }

  @Test func `attack: bodies that take too much memory are rejected, and others are not`()
    async throws
  {
    let memory = BodyMemory(maximumBytes: 3_000, perSender: 2_000)
    let fixture = try ServiceFixture(bodyMemory: memory)
    defer { fixture.remove() }
    _ = try await fixture.addUser("ada")
    let token = try await fixture.signIn("ada").tokens.accessToken
    try await Self.run(fixture, BodyHook()) { client in
      let picture = #"{"picture": "\#(Self.png)"}"#
      let longBody = picture + String(repeating: " ", count: 2_000)
      for _ in 0..<2 {
        let rejectedResponse = try await Self.send(
          (.put, "/me/picture", longBody), token, to: client)
        #expect(rejectedResponse.status == 503)
        #expect(rejectedResponse.text.contains("busy"))
      }
      // Neither the rejected bodies nor the first of these take memory any longer.
      let shortBody = picture + String(repeating: " ", count: 1_400 - picture.utf8.count)
      for _ in 0..<2 {
        let acceptedResponse = try await Self.send(
          (.put, "/me/picture", shortBody), token, to: client)
        #expect(acceptedResponse.status == 200)
      }
    }
  }

  /// Takes memory like a body that has arrived and is being processed, until the share is released.
  private static func hold(
    _ bytes: Int, of sender: String, from address: String, in memory: BodyMemory
  ) async throws -> BodyMemory.Share {
    let share = memory.share(of: sender, from: Client(address: address).network)
    let body = AsyncStream<[UInt8]> {
      $0.yield([UInt8](repeating: 0, count: bytes))
      $0.finish()
    }
    _ = try await BodyReader().read(body, atMost: bytes, memory: share)
    return share
  }

  @Test func `attack: bodies in memory hold back their sender and network, but no one else`()
    async throws
  {
    let memory = BodyMemory(maximumBytes: 3_000, perSender: 2_000, perNetwork: 1_500)
    let fixture = try ServiceFixture(bodyMemory: memory)
    defer { fixture.remove() }
    let ada = try #require(try await fixture.addUser("ada").session).user.id
    _ = try await fixture.addUser("bob")
    let adaToken = try await fixture.signIn("ada").tokens.accessToken
    let bobToken = try await fixture.signIn("bob").tokens.accessToken
    try await Self.run(fixture, BodyHook()) { client in
      func sendPicture(_ length: Int, _ token: String) async throws -> Int {
        let picture = #"{"picture": "\#(Self.png)"}"#
        let body = picture + String(repeating: " ", count: length - picture.utf8.count)
        return try await Self.send((.put, "/me/picture", body), token, to: client).status
      }
      // The user's other body, from another network.
      let heldShare = try await Self.hold(1_000, of: "user:\(ada)", from: "192.0.2.8", in: memory)
      #expect(try await sendPicture(1_100, adaToken) == 503)
      #expect(try await sendPicture(900, bobToken) == 200)
      // A short body does not wait for long ones.
      #expect(try await Self.send((.patch, "/me", "{}"), adaToken, to: client).status == 200)
      heldShare.release()
      #expect(try await sendPicture(1_100, adaToken) == 200)
      for (address, status) in [("192.0.2.7", 503), ("192.0.2.8", 200)] {
        let otherShare = try await Self.hold(1_000, of: "user:other", from: address, in: memory)
        #expect(try await sendPicture(900, bobToken) == status, "\(address)")
        otherShare.release()
      }
    }
  }

  @Test func `the errors of bodies are in German, too`() {
    for (error, beginning) in [
      (PriceError.busy, "Gerade wird zu viel gesendet."), (.tooSlow, "Das kam zu langsam an."),
    ] {
      let problem = ClientProblem(error, language: .german)
      #expect(problem?.detail.hasPrefix(beginning) == true)
      #expect(ClientProblem(error)?.detail == error.description)
    }
  }

  @Test func `attack: pictures are not decoded on the threads that read files`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let ada = try await fixture.addUser("ada")
    let file = try #require(Data(base64Encoded: Self.png))
    let gate = DispatchSemaphore(value: 0)
    let threads = NIOSingletons.blockingPoolThreadCountSuggestion
    let isBusy = NIOLockedValueBox(true)
    for _ in 0..<threads {
      NIOThreadPool.singleton.submit { _ in
        if gate.wait(timeout: .now() + 60) == .timedOut { isBusy.withLockedValue { $0 = false } }
      }
    }
    defer { for _ in 0..<threads { gate.signal() } }
    _ = try await fixture.service.setPicture(Array(file), by: ada)
    #expect(isBusy.withLockedValue { $0 })
  }

  // MARK: In the change's transaction

  private typealias Change = @Sendable (PriceService, Caller) async throws -> Void

  private static let changes: [Change] = [
    {
      var change = ProfileChange()
      change.webhook = "https://evil.example/spy"
      _ = try await $0.changeProfile(change, by: $1)
    },
    {
      _ = try await $0.registerDevice(
        .fcm(id: HeldRequestTests.phone, isInstallation: false), name: "",
        language: .english, by: $1)
    },
    {
      let file = Data(base64Encoded: HeldRequestTests.png) ?? Data()
      _ = try await $0.setPicture(Array(file), by: $1)
    },
    { try await $0.removePicture(by: $1) }, { _ = try await $0.comment("Ghost", on: 1, by: $1) },
    { _ = try await $0.editComment(1, to: "Ghost", by: $1) },
    { try await $0.deleteComment(1, by: $1) }, { _ = try await $0.track(1, by: $1) },
    { try await $0.untrack(1, by: $1) }, { _ = try await $0.setRule(nil, of: 1, by: $1) },
    { _ = try await $0.setNotifiesOfComments(true, of: 1, by: $1) },
    { _ = try await $0.add("https://shop.example/lamp", by: $1) },
    { _ = try await $0.sendTest(by: $1) }, { try await $0.sendWebhookTest(by: $1) },
    { try await $0.signOut(device: "none", by: $1) },
  ]

  @Test func `attack: a change does not commit after its session has ended`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let service = fixture.service
    let ada = try await fixture.addUser("ada")
    let session = try #require(ada.session)
    fixture.shop.set("/lamp", cents: 2499)
    _ = try await service.add("https://shop.example/lamp", by: ada)
    _ = try await service.comment("Good", on: 1, by: ada)
    try await Self.resetPassword(of: session.user.id, at: service)
    let exportBefore = try await service.store.export(session.user.id)
    for (index, change) in Self.changes.enumerated() {
      let error = await #expect(throws: AccountError.self, "change \(index)") {
        try await change(service, ada)
      }
      #expect(error?.code == .noSession, "change \(index)")
    }
    let exportAfter = try await service.store.export(session.user.id)
    #expect(exportAfter.profile == exportBefore.profile)
    #expect(exportAfter.comments.map(\.text) == ["Good"])
    #expect(exportAfter.tracked.count == 1)
    #expect(exportAfter.devices.isEmpty && exportAfter.notices.count == exportBefore.notices.count)
  }

  @Test func `attack: a password reset removes devices and a webhook that a thief added`()
    async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let service = fixture.service
    let (ada, bob) = (try await fixture.addUser("ada"), try await fixture.addUser("bob"))
    for (caller, phone) in [(ada, Self.phone), (bob, String(Self.phone.reversed()))] {
      var change = ProfileChange()
      change.webhook = "https://hook.example/"
      _ = try await service.changeProfile(change, by: caller)
      _ = try await service.registerDevice(
        .fcm(id: phone, isInstallation: false), name: "", language: .english, by: caller)
    }
    try await Self.resetPassword(of: try #require(ada.session).user.id, at: service)
    #expect(try await service.devices(by: ada).isEmpty)
    #expect(try await service.webhook(by: ada) == nil)
    #expect(try await service.devices(by: bob).count == 1)
    #expect(try await service.webhook(by: bob) != nil)
  }

  /// Signs in as a user whose session a thief has copied, or who has signed in separately, and as
  /// another user; each registers a device, and the thief and the other user add a webhook.
  private func withThief(
    isCopy: Bool,
    _ test: (_ service: PriceService, _ owner: Caller, _ devices: [Device]) async throws -> Void
  ) async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let service = fixture.service
    let owner = try await fixture.addUser("ada")
    let thief = isCopy ? owner : try await fixture.signIn("ada").caller
    let bob = try await fixture.addUser("bob")
    var devices: [Device] = []
    for (index, caller) in [owner, thief, bob].enumerated() {
      devices.append(
        try await service.registerDevice(
          .fcm(id: "\(Self.phone)\(index)", isInstallation: false), name: "", language: .english,
          by: caller))
    }
    for caller in [thief, bob] {
      var change = ProfileChange()
      change.webhook = "https://hook.example/"
      _ = try await service.changeProfile(change, by: caller)
    }
    try await test(service, owner, devices)
    #expect(try await service.devices(by: bob).count == 1)
    #expect(try await service.webhook(by: bob) != nil)
  }

  @Test(arguments: [true, false])
  func `attack: a password change removes a thief's device and webhook`(isCopy: Bool)
    async throws
  {
    try await withThief(isCopy: isCopy) { service, owner, devices in
      _ = try await service.changePassword(
        current: ServiceFixture.password, new: "another horse battery", device: devices[0].id,
        by: owner)
      #expect(try await service.devices(by: owner) == [devices[0]])
      #expect(try await service.webhook(by: owner) == nil)
    }
  }

  @Test func `a change of the password does not keep another user's device`()
    async throws
  {
    try await withThief(isCopy: true) { service, owner, devices in
      _ = try await service.changePassword(
        current: ServiceFixture.password, new: "another horse battery", device: devices[2].id,
        by: owner)
      #expect(try await service.devices(by: owner).isEmpty)
    }
  }
}
