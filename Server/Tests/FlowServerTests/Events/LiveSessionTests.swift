import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

@Suite struct LiveSessionTests {
  private static let key = "pk_developmentdevelopment"

  /// A site with a key for development.
  private func site() async throws -> Site {
    try await .withKey(Self.key, for: "development")
  }

  /// Sends a batch of events.
  private func send(
    _ site: Site, _ events: [JSON], batch: Int = 0, key: String = key, app: String = "shop"
  ) async throws -> Site.Response {
    let id = "0b6c2f3e-7c0a-4a52-9f3d-2f4f2f7f\(5000 + batch)"
    let all = events.map { event -> JSON in
      var event = event.object ?? JSONObject()
      event["id"] = "5a0f2a52-52f5-4a8f-8a8e-0d6b9ad4a001"
      event["at"] = 1
      return .object(event)
    }
    return try await site.send(
      .post, "/v1/apps/\(app)/events", token: key, ["Idempotency-Key": id],
      body: [
        "batch": .string(id), "build": ["platform": "ios", "version": "1.0", "build": "7"],
        "events": .array(all),
      ])
  }

  private func stepShown(_ step: String, session: String = "s1", release: Int? = 3) -> JSON {
    var event: JSONObject = [
      "type": "step-shown", "session": .string(session), "flow": "shop", "step": .string(step),
      "screen": "Info",
    ]
    event["release"] = release.map { .number(JSONNumber($0)) }
    return .object(event)
  }

  private func liveSessions(_ site: Site, in environment: String = "development") -> [LiveSession] {
    site.services.sessions.sessions(
      application: "shop", environment: environment, at: site.clock.now)
  }

  @Test func `a shown step appears in the stream with its build and release`()
    async throws
  {
    let site = try await site()
    let log = try await StreamLog(site, as: .read)
    let first = await log.events(until: "ready").filter { $0.kind == "sessions" }.map(\.data)
    #expect(
      first == [
        ["environment": "development", "sessions": []],
        ["environment": "staging", "sessions": []],
      ])
    #expect(try await send(site, [stepShown("Home")]).json["interval"] == 1)
    let event = await log.event("sessions")
    #expect(
      event == [
        "environment": "development",
        "sessions": [
          [
            "id": "s1", "build": ["platform": "ios", "version": "1.0", "build": "7"],
            "at": "2027-01-15T08:00:00Z", "flow": "shop", "step": "Home", "screen": "Info",
            "release": 3,
          ]
        ],
      ])
  }

  @Test func `a reader that connects later gets all live sessions`() async throws {
    let site = try await site()
    _ = try await send(site, [stepShown("Home")])
    let log = try await StreamLog(site, as: .read)
    let state = await log.events(until: "ready").first { $0.kind == "sessions" }?.data
    #expect(state?["sessions"]?.array?.first?["step"] == "Home")
  }

  @Test func `a session from before the clock was set back is not live`() async throws {
    let site = try await site()
    site.clock.advance(by: 86_400)
    _ = try await send(site, [stepShown("Home")])
    #expect(liveSessions(site).count == 1)
    site.clock.advance(by: -86_400)
    #expect(liveSessions(site).isEmpty)
  }

  @Test func `a session is followed from its start to its end`() async throws {
    let site = try await site()
    let events: [JSON] = [
      ["type": "session-started", "session": "s1", "flow": "shop"], stepShown("Home", release: nil),
      stepShown("Login", release: nil),
      ["type": "release-adopted", "session": "s1", "release": 4, "from": 3],
      ["type": "session-finished", "session": "s1", "release": 4, "outcome": "bought"],
    ]
    let steps: [String?] = [nil, "Home", "Login", "Login", "Login"]
    for (index, event) in events.enumerated() {
      _ = try await send(site, [event], batch: index)
      #expect(liveSessions(site).map(\.step) == [steps[index]])
    }
    let session = try #require(liveSessions(site).first)
    #expect(session.outcome == "bought" && session.release == 4 && session.failure == nil)
    _ = try await send(
      site, [["type": "session-failed", "session": "s2", "code": "missing-need"]], batch: 9)
    #expect(liveSessions(site).map(\.failure) == ["missing-need", nil])
  }

  @Test(arguments: ["a\u{202E}b", "a\u{2067}b", "a\u{1B}[31mb", "a\nb", "a\u{2028}b", "a\u{9B}b"])
  func `attack: a live session has no text that breaks the line or changes direction`(
    text: String
  ) async throws {
    let site = try await site()
    func events(_ type: String, _ members: Name..., session: String = "s1") -> [JSON] {
      var event: JSONObject = ["type": .string(type), "session": .string(session)]
      for member in members { event[member] = .string(text) }
      return [.object(event)]
    }
    _ = try await send(site, events("step-shown", "flow", "step", "screen"))
    _ = try await send(site, events("session-finished", "outcome"), batch: 1)
    _ = try await send(site, events("session-failed", "code"), batch: 2)
    _ = try await send(site, events("step-shown", "flow", session: text), batch: 3)
    let sessions = liveSessions(site)
    #expect(sessions.count == 1)
    let session = try #require(sessions.first)
    let texts = [session.flow, session.step, session.screen, session.outcome, session.failure]
    #expect(texts == [nil, nil, nil, "finished", "failed"])
  }

  @Test func `a repeated batch changes no session`() async throws {
    let site = try await site()
    _ = try await send(site, [stepShown("Home")])
    _ = try await send(site, [stepShown("Login")], batch: 1)
    _ = try await send(site, [stepShown("Home")])
    #expect(liveSessions(site).map(\.step) == ["Login"])
  }

  @Test func `sessions in production are not followed, and their events come every half minute`()
    async throws
  {
    let site = try await site()
    let response = try await send(site, [stepShown("Home")], key: Site.sdkKey)
    #expect(response.json["interval"] == 30)
    #expect(liveSessions(site, in: "production").isEmpty && liveSessions(site).isEmpty)
  }

  @Test(arguments: [
    (["development", "staging", "production"], ["development", "staging"]),
    (["production", "beta"], ["beta"]), (["test", "live"], ["test"]), (["only"], []), ([], []),
  ])
  func `without an environment named production, the last one is not followed`(
    environments: [String], followed: [String]
  ) {
    let all = environments.map { Environment(application: "shop", name: $0) }
    #expect(FollowSettings(all).enabledEnvironments == followed)
  }

  private func follow(
    _ site: Site, _ environment: String, _ body: JSON
  ) async throws -> Site.Response {
    try await site.send(
      .patch, "/v1/apps/shop/environments/\(environment)", body: body)
  }

  @Test func `an owner allows production to be followed, and disallows it`() async throws {
    let site = try await site()
    #expect(try await send(site, [stepShown("Home")], key: Site.sdkKey).status == 202)
    #expect(liveSessions(site, in: "production").isEmpty)
    let allowed = try await follow(site, "production", ["followable": true])
    #expect(allowed.json == ["name": "production", "current": .null, "followable": true])

    let log = try await StreamLog(site, as: .read)
    await log.events(until: "ready")
    let response = try await send(site, [stepShown("Login")], batch: 1, key: Site.sdkKey)
    // Real users' apps still send every half minute.
    #expect(response.json["interval"] == 30)
    #expect(await log.event("sessions")?["environment"] == "production")
    #expect(liveSessions(site, in: "production").map(\.step) == ["Login"])

    #expect(try await follow(site, "production", ["followable": false]).json["followable"] == false)
    #expect(await log.event("sessions") == ["environment": "production", "sessions": []])
    _ = try await send(site, [stepShown("Home")], batch: 2, key: Site.sdkKey)
    #expect(liveSessions(site, in: "production").isEmpty)
    let audit = try await site.send(.get, "/v1/audit?action=environment.")
    let actions = audit.json["entries"]?.array?.compactMap { $0["action"]?.string } ?? []
    #expect(actions.prefix(2) == ["environment.follow-disabled", "environment.follow-enabled"])
  }

  @Test func `the store has the setting of which environments are followed`() async throws {
    let site = try await site()
    _ = try await follow(site, "production", ["followable": true])
    _ = try await follow(site, "staging", ["followable": false])
    try await site.services.readStore()
    let environments = try await site.store.environments(of: "shop")
    #expect(FollowSettings(environments).enabledEnvironments == ["development", "production"])
  }

  @Test func `snapshots from production are refused even if it is followed`() async throws {
    let site = try await site()
    _ = try await follow(site, "production", ["followable": true])
    let picture = try await site.send(
      .put, "/v1/apps/shop/screens/Info/snapshot", token: Site.sdkKey,
      bytes: PictureHeaderTests.png)
    #expect(picture.code == "wrong-key")
  }

  @Test(arguments: [JSON.object([:]), ["followable": "yes"], ["followable": .null]])
  func `a setting other than true or false is rejected`(body: JSON) async throws {
    let site = try await site()
    #expect(try await follow(site, "production", body).code == "malformed-body")
    #expect(try await follow(site, "nowhere", ["followable": true]).code == "unknown-environment")
    let environments = try await site.store.environments(of: "shop")
    #expect(FollowSettings(environments).enabledEnvironments.count == 2)
  }

  @Test func `an environment with another name for production is not followed`()
    async throws
  {
    let site = try await site()
    try await site.store.add(
      Application(id: "bank", organization: "acme", name: "Bank", created: 1),
      environments: ["test", "live"], audit: site.audit("acme"))
    let keys = [("test", "pk_testtesttesttesttestte"), ("live", "pk_livelivelivelivelive12")]
    for (environment, key) in keys {
      try await site.store.add(
        StoredSDKKey(
          id: key, application: "bank", environment: environment, name: "x", created: 1),
        audit: site.audit("acme"))
    }
    try await site.services.readStore()
    for (environment, key) in keys {
      let response = try await send(site, [stepShown("Home")], key: key, app: "bank")
      #expect(response.json["interval"] == (environment == "live" ? 30 : 1), "\(response.text)")
      let picture = try await site.send(
        .put, "/v1/apps/bank/screens/Info/snapshot", token: key,
        bytes: PictureHeaderTests.png)
      #expect(picture.code == (environment == "live" ? "wrong-key" : nil))
      let sessions = site.services.sessions.sessions(
        application: "bank", environment: environment, at: site.clock.now)
      #expect(sessions.isEmpty == (environment == "live"))
    }
  }

  @Test func `the newest fifty sessions are live, newest first`() async throws {
    let site = try await site()
    _ = try await send(site, (0..<60).map { stepShown("Home", session: "s\($0)") })
    _ = try await send(site, [stepShown("Login", session: "s20")], batch: 1)
    let ids = liveSessions(site).map(\.id)
    #expect(ids == ["s20"] + (10..<60).reversed().filter { $0 != 20 }.map { "s\($0)" })
  }

  @Test func `a session without events for ten minutes is removed, and readers are notified`()
    async throws
  {
    let site = try await site()
    _ = try await send(site, [stepShown("Home", session: "old")])
    site.clock.advance(by: 300)
    _ = try await send(site, [stepShown("Home", session: "new")], batch: 1)
    let log = try await StreamLog(site, as: .read)
    await log.events(until: "ready")
    site.clock.advance(by: 299)
    site.services.removeExpiredSessions()
    #expect(liveSessions(site).map(\.id) == ["new", "old"])
    site.clock.advance(by: 1)
    site.services.removeExpiredSessions()
    let remaining = await log.event("sessions")?["sessions"]?.array?.map { $0["id"] ?? .null }
    #expect(remaining == ["new"])
    #expect(liveSessions(site).map(\.id) == ["new"])
  }

  @Test func `invalid events change no session`() async throws {
    let site = try await site()
    let long = JSON.string(String(repeating: "x", count: 201))
    let events: [JSON] = [
      ["type": "step-shown"], ["type": "step-shown", "session": long],
      ["type": "step-shown", "session": .null], ["type": "edge", "session": "s1"],
      ["type": "step-shown", "session": "", "step": "Home"],
    ]
    #expect(try await send(site, events).status == 202)
    #expect(liveSessions(site).isEmpty)
    _ = try await send(
      site, [["type": "step-shown", "session": "s1", "step": long]], batch: 1)
    #expect(liveSessions(site).map(\.step) == [nil] && liveSessions(site).map(\.release) == [nil])
  }

  @Test func `events that could not be stored change no session`() async throws {
    let failing = try await Site(store: FailingStore(StoreError(.diskFull, "Full.")))
    try await failing.store.add(
      StoredSDKKey(
        id: Self.key, application: "shop", environment: "development", name: "makers",
        created: 1), audit: failing.audit("acme"))
    try await failing.services.readStore()
    #expect(try await send(failing, [stepShown("Home")]).status == 507)
    #expect(liveSessions(failing).isEmpty)
  }
}
