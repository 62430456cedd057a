import Accounts
import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import NIOConcurrencyHelpers
import Testing

/// The events for users who have an application open.
@Suite(.timeLimit(.minutes(10))) struct ChangeStreamTests {
  private static let page = "page0001"
  private static let otherPage = "page0002"

  private static let pageHeader: [String: String] = ["X-Client": page]

  @Test func `a stream starts with the whole state`() async throws {
    let site = try await Site(withUsers: true)
    try await site.putDraft()
    try await site.publish()
    let log = try await StreamLog(site, as: .viewer, client: Self.page)
    let events = await log.events(until: "ready")
    #expect(
      events.map(\.kind) == [
        "draft", "release", "presence", "clients", "clients", "clients", "sessions",
        "sessions", "ready",
      ])
    #expect(events[0].data["revision"] == 1)
    #expect(events[0].data["author"]?["name"] == "acme admin")
    #expect(events[1].data["environment"] == "production")
    #expect(events[1].data["number"] == 1)
    let user = try #require(events[2].data["users"]?.array?.first)
    #expect(user["client"]?.string == Self.page)
    #expect(user["email"]?.string == Site.email("viewer"))
    #expect(user["editing"] == false)
    #expect(events[5].data == ["environment": "production", "total": 0, "releases": []])
  }

  @Test func `open streams are counted until they are closed`() async throws {
    let site = try await Site()
    func line() async -> String? {
      await site.services.metricsText().split(separator: "\n")
        .first { $0.hasPrefix("flowmagic_change_streams{") }.map(String.init)
    }
    #expect(await line() == nil)
    let changes = site.services.changes
    let first = try changes.subscribe(to: "shop", of: "acme", principal: "one", page: nil)
    let second = try changes.subscribe(to: "shop", of: "acme", principal: "other", page: nil)
    #expect(await line() == #"flowmagic_change_streams{application="shop"} 2"#)
    first.cancel()
    #expect(await line() == #"flowmagic_change_streams{application="shop"} 1"#)
    second.cancel()
    #expect(await line() == nil)
  }

  @Test func `a missing draft is reported`() async throws {
    let site = try await Site()
    let log = try await StreamLog(site)
    #expect(await log.event("draft") == ["revision": .null])
  }

  @Test func `a draft's changes are sent with their author and page`() async throws {
    let site = try await Site(withUsers: true)
    let log = try await StreamLog(site)
    await log.events(until: "ready")
    let headers = ["If-None-Match": "*"].merging(Self.pageHeader) { $1 }
    try await site.send(
      .put, "/v1/apps/shop/draft", as: .drafter, headers, body: Flows.document())
    let put = try #require(await log.event("draft"))
    #expect(put["revision"] == 1)
    #expect(put["author"]?["name"]?.string == Site.email("drafter"))
    #expect(put["client"]?.string == Self.page)
    try await site.send(.delete, "/v1/apps/shop/draft", ["If-Match": "\"1\""])
    let removal = try #require(await log.event("draft"))
    #expect(removal["revision"] == .null)
    #expect(removal["author"]?["name"] == "acme admin")
    #expect(removal["client"] == nil)
  }

  @Test func `releases are sent, including those of the legacy routes`() async throws {
    let site = try await Site()
    let log = try await StreamLog(site)
    await log.events(until: "ready")
    try await site.send(
      .post, "/v1/apps/shop/environments/staging/releases", Self.pageHeader,
      body: ["document": Flows.document(), "note": "Hi"])
    let staging = try #require(await log.event("release"))
    #expect(staging["environment"] == "staging")
    #expect(staging["note"] == "Hi")
    #expect(staging["client"]?.string == Self.page)
    try await site.send(.put, "/applications/shop/screenFlow", body: Flows.endless)
    let report = try #require(await log.event("release"))
    #expect(report["environment"] == "production")
    #expect(report["number"] == 2)
    try await site.publish()
    try await site.send(
      .post, "/v1/apps/shop/environments/production/rollback", body: ["to": 2])
    let rollback = try #require(await log.event("release") { $0["number"] == 4 })
    #expect(rollback["rollbackOf"] == 2)
  }

  @Test func `nothing is sent to readers of another application`() async throws {
    let site = try await Site(withUsers: true)
    try await site.store.add(
      Application(id: "kiosk", organization: "acme", name: "Kiosk", created: 1),
      environments: ["production"], audit: site.audit("acme"))
    let kiosk = try await StreamLog(site, app: "kiosk")
    await kiosk.events(until: "ready")
    try await site.putDraft()
    try site.open(Self.page, as: .viewer)
    try site.open(Self.otherPage, as: .editor, in: "kiosk")
    let events = await kiosk.events(until: "presence")
    #expect(events.map(\.kind).filter { $0 != "clients" } == ["presence"])
  }

  @Test func `a changed manifest is sent, and an unchanged one is not`()
    async throws
  {
    let site = try await Site()
    let log = try await StreamLog(site)
    await log.events(until: "ready")
    for _ in 1...2 {
      try await site.send(.post, "/v1/apps/shop/manifests", body: Flows.manifest())
    }
    try await site.send(.post, "/v1/apps/shop/manifests", body: Flows.manifest(build: "2"))
    let events = await log.events(until: "manifest") { $0["build"] == "2" }
    #expect(events.compactMap { $0.data["build"]?.string } == ["1", "2"])
  }

  @Test func `a page's id must be well-formed`() async throws {
    let site = try await Site()
    let log = try await StreamLog(site, client: "short")
    #expect(log.status == 400)
    let put = try await site.send(
      .put, "/v1/apps/shop/draft", ["If-None-Match": "*", "X-Client": "no good!"],
      body: Flows.document())
    #expect(put.code == "invalid-parameter")
    #expect(try await site.store.draft(of: "shop") == nil, "a rejected change was made")
    let publish = try await site.send(
      .post, "/v1/apps/shop/environments/production/releases", ["X-Client": "x"],
      body: ["document": Flows.document()])
    #expect(publish.code == "invalid-parameter")
  }

  @Test func `a response to HEAD does not count as a stream`() async throws {
    let site = try await Site()
    for _ in 0..<DeliveryLimits().streamsPerCaller + 1 {
      #expect(try await site.send(.head, "/v1/apps/shop/changes").status == 200)
    }
  }

  @Test func `streams beyond a caller's limit are refused until one of them ends`() async throws {
    let site = try await Site(withUsers: true)
    for index in 0..<DeliveryLimits().streamsPerCaller {
      try site.open("page\(1000 + index)", as: .viewer)
    }
    let log = try await StreamLog(site, as: .viewer, client: "page9999")
    #expect(log.status == 429)
    #expect(try await StreamLog(site, as: .editor).status == 200)
    site.retained.withLockedValue { _ = $0.removeLast() }
    #expect(try await StreamLog(site, as: .viewer, client: "page9999").status == 200)
  }

  @Test func `attack: a user's tokens do not add to the streams that the user may have`()
    async throws
  {
    var limits = DeliveryLimits()
    limits.streamsPerCaller = 2
    let site = try await Site(withUsers: true, limits: limits)
    try await site.publish()
    var open: [StreamLog] = []
    for path in ["changes", "environments/production/stream", "changes"] {
      let token = try await site.addToken("acme", .read, user: Site.userID("viewer"))
      open.append(try await StreamLog(site, token: token, path: path))
    }
    open.append(try await StreamLog(site, as: .viewer))
    #expect(open.map(\.status) == [200, 200, 429, 429])
    #expect(site.services.streams.streamsRefused == [.caller: 2])
    for role in [Site.Role.editor, .drafterToken, .read, .draft] {
      open.append(try await StreamLog(site, as: role))
      #expect(open.last?.status == 200, "\(role)")
    }
    withExtendedLifetime(open) {}
  }

  @Test func `attack: service accounts leave streams of an application to users`() async throws {
    var limits = DeliveryLimits()
    limits.streams = 10_000
    let site = try await Site(withUsers: true, limits: limits)
    var open: [ChangeSubscription] = []
    for index in 0..<ApplicationChanges.maximumServiceStreams {
      open.append(
        try site.services.changes.subscribe(
          to: "shop", of: "acme", principal: "token \(index)", isServiceAccount: true, page: nil))
    }
    #expect(try await StreamLog(site, as: .read).status == 429)
    #expect(try await StreamLog(site, as: .viewer).status == 200)
    #expect(try await StreamLog(site, as: .drafterToken).status == 200)
    open.removeLast().cancel()
    #expect(try await StreamLog(site, as: .read).status == 200)
    withExtendedLifetime(open) {}
  }

  // MARK: Permissions

  @Test(arguments: [Site.Role.viewer, .viewerApp, .granted])
  func `removing a member from the organization ends their stream`(role: Site.Role) async throws {
    let site = try await Site(withUsers: true)
    let log = try await StreamLog(site, as: role, client: Self.page)
    await log.events(until: "ready")
    try await site.putDraft()
    site.services.streams.recheck()
    #expect(await log.event("draft")?["revision"] == 1, "authorized readers continue")
    let user = try #require(site.users[role])
    let response = try await site.send(.delete, "/v1/organizations/acme/members/\(user)")
    #expect(response.status == 204)
    #expect(await log.events(until: "none").last?.kind == "goodbye")
  }

  @Test func `signing out and revoking a token end their streams`() async throws {
    let site = try await Site(withUsers: true)
    let user = try await StreamLog(site, as: .viewer, client: Self.page)
    await user.events(until: "ready")
    try await site.send(.post, "/v1/me/sign-out", as: .viewer)
    site.services.streams.recheck()
    #expect(await user.events(until: "none").last?.kind == "goodbye")

    let token = try await site.addToken("acme", .read)
    let program = try await StreamLog(site, token: token)
    await program.events(until: "ready")
    let id = try #require(TokenCredential(token)).id
    #expect(try await site.send(.delete, "/v1/tokens/\(id)").status == 204)
    #expect(await program.events(until: "none").last?.kind == "goodbye")
  }

  @Test func `an open page does not keep its session alive`() async throws {
    let site = try await Site(withUsers: true)
    let log = try await StreamLog(site, as: .viewer, client: Self.page)
    await log.events(until: "ready")
    site.clock.advance(by: 600)
    site.services.streams.recheck()
    site.services.changes.publish(ChangeEvent(.snapshot, ["screen": "Home"]), to: "shop")
    _ = await log.event("snapshot")
    let used = try await site.services.accounts.store.read { reader in
      try reader.session("sessionviewer")?.lastUsed
    }
    #expect(used == site.clock.now - 600)
  }
}
