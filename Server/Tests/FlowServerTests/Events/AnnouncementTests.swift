import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// The permissions of a build under development, whose key is known to anyone who has the app.
@Suite struct AnnouncementTests {
  private static let path = "/v1/apps/shop/announcements"
  private static let development = "pk_developmentdevelopment"

  /// A site with a key for development.
  private func site() async throws -> Site {
    try await .withKey(Self.development, for: "development")
  }

  private func announce(
    _ site: Site, build: String = "7", screens: [String] = ["Info"], token: String? = development
  ) async throws -> Site.Response {
    try await site.send(
      .post, Self.path, as: .app, token: token,
      body: Flows.manifest(build: build, screens: screens))
  }

  private func builds(_ site: Site, in environment: String) async throws -> [JSON] {
    try await site.send(.get, "/v1/apps/shop/environments/\(environment)/builds").json["builds"]?
      .array ?? []
  }

  @Test func `a development build announces itself once for each change`() async throws {
    let site = try await site()
    let first = try await announce(site)
    #expect(first.status == 201, "\(first.text)")
    #expect(first.json["announced"] == "development")
    #expect(try await announce(site).status == 200)
    #expect(try await announce(site, screens: ["Info", "New"]).status == 201)
    let list = try await builds(site, in: "development")
    #expect(list.map { $0["announced"] } == ["development"])
    #expect(list.first?["inUse"] == true)
    let screens = try await site.send(.get, "/v1/apps/shop/screens").json["screens"]?.array ?? []
    #expect(screens.allSatisfy { $0["builds"]?.array?.first?["announced"] == "development" })
    #expect(screens.count == 2)
  }

  @Test func `an announcement does not affect other environments`() async throws {
    let site = try await site()
    #expect(try await announce(site, screens: ["Other"]).status == 201)
    for environment in ["staging", "production"] {
      #expect(try await builds(site, in: environment).isEmpty, "\(environment)")
    }
    // A release in production is not verified against a build without any of the flow's screens.
    try await site.publish(Flows.document())
  }

  @Test func `a key of a protected environment cannot announce`() async throws {
    let site = try await site()
    let refused = try await announce(site, token: nil)
    #expect(refused.status == 403)
    #expect(refused.code == "wrong-key")
    #expect(refused.text.contains("flowmagic manifest push"))
    #expect(try await builds(site, in: "production").isEmpty)
  }

  @Test func `an announcement does not change what a token has declared`() async throws {
    let site = try await site()
    let manifest = Flows.manifest(build: "7", screens: ["Info"])
    #expect(try await site.send(.post, "/v1/apps/shop/manifests", body: manifest).status == 201)
    let before = try await site.send(.get, "/v1/apps/shop/screens").text
    let refused = try await announce(site, screens: ["Other"])
    #expect(refused.status == 409)
    #expect(refused.code == "build-declared")
    #expect(try await site.send(.get, "/v1/apps/shop/screens").text == before)
    // An announcement of another build may add screens, but not change declared ones.
    let conflicting: JSON = [
      "schema": 1, "platform": "ios", "version": "1.0", "build": "8",
      "screens": [["name": "Info", "ports": ["elsewhere"]]],
    ]
    let response = try await site.send(
      .post, Self.path, as: .app, token: Self.development, body: conflicting)
    #expect(response.status == 201)
    let screens = try await site.send(.get, "/v1/apps/shop/screens").json["screens"]?.array ?? []
    #expect(screens.map { $0["ports"]?.array?.contains("elsewhere") } == [false])
    // In development, the declared build stays in use next to the announced one.
    let list = try await builds(site, in: "development")
    #expect(list.map { $0["inUse"] } == [true, true])
  }

  @Test(arguments: [
    "a\u{202E}b", "a\u{2066}b", "a\u{200F}b", "a\u{200B}b", "a\u{85}b", "a\u{1B}[31mb", "a\n",
    "a\u{2028}b", "a\u{AD}b", "a\u{3164}", "  ", "",
  ])
  func `attack: no platform, version or build reverses or hides text`(text: String) async throws {
    let site = try await site()
    for member in ["platform", "version", "build"] as [Name] {
      var manifest = Flows.manifest().object ?? JSONObject()
      manifest[member] = .string(text)
      let announced = try await site.send(
        .post, Self.path, as: .app, token: Self.development, body: .object(manifest))
      #expect(announced.code == "malformed-body", "\(member): \(announced.text)")
      let sent = try await site.send(.post, "/v1/apps/shop/manifests", body: .object(manifest))
      #expect(sent.code == "malformed-body", "\(member): \(sent.text)")
    }
    #expect(try await site.store.manifests(of: "shop").isEmpty)
  }

  // Also a character for private use, and two that Unicode has not assigned yet.
  @Test(arguments: [" 1.0 (β, 東京 ❤\u{FE0F}) ", "1.0 \u{F8FF}", "\u{1FAFF}", "\u{3FFF0}"])
  func `a version may have spaces and characters of any script`(version: String) async throws {
    let site = try await site()
    var manifest = Flows.manifest().object ?? JSONObject()
    manifest["version"] = .string(version)
    let response = try await site.send(
      .post, Self.path, as: .app, token: Self.development, body: .object(manifest))
    #expect(response.status == 201, "\(response.text)")
    #expect(response.json["version"] == .string(version))
  }

  @Test func `announcements are limited in number, rate and size`() async throws {
    let site = try await site()
    let rate = site.services.intake.limits.announcements
    for build in 0..<rate.burst {
      #expect(try await announce(site, build: "\(build)").status == 201)
    }
    let refused = try await announce(site, build: "more")
    #expect(refused.code == "intake-limited")
    #expect(refused.headers[.retryAfter] == "1")
    let detail = refused.json["detail"]?.string
    #expect(detail?.contains("rate limit of this application's announcements") == true)
    #expect(site.services.intake.refusals == [.announcementRate: 1])
    #expect(try await builds(site, in: "development").count == StoredManifest.maximumAnnounced)
    site.clock.advance(by: 60)
    let tooManyScreens = (0...AnnouncementRoutes.maximumElements).map { "Screen\($0)" }
    #expect(try await announce(site, screens: tooManyScreens).code == "malformed-body")
    let large: JSON = [
      "schema": 1, "platform": "ios", "version": "1.0", "build": "9",
      "padding": .string(String(repeating: "x", count: 1 << 20)),
    ]
    let response = try await site.send(
      .post, Self.path, as: .app, token: Self.development, body: large)
    #expect(response.status == 413)
  }
}
