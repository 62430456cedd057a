import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// The builds that block a release, and how to publish anyway.
@Suite struct BuildsInUseTests {
  private static let path = "/v1/apps/shop/environments/production"

  /// A site with two builds; the old one lacks `Promo`, the only screen of the new flow.
  private func site() async throws -> Site {
    let site = try await Site()
    try await site.publish(Flows.document(title: "Good"))
    for (build, screens) in [("1", ["Info"]), ("2", ["Info", "Promo"])] {
      try await site.send(
        .post, "/v1/apps/shop/manifests", body: Flows.manifest(build: build, screens: screens))
    }
    return site
  }

  /// A flow in which a build without `Promo` is stuck.
  private static let promotion: JSON = [
    "schema": 1,
    "flows": [
      [
        "id": "main", "start": "hello",
        "steps": [
          ["id": "hello", "screen": "Promo", "ports": ["buy": [["finish": "done"]]]]
        ],
      ]
    ],
  ]

  private func addPromotion(to site: Site) async throws {
    let manifest: JSON = [
      "schema": 1, "platform": "ios", "version": "1.0", "build": "2",
      "screens": [["name": "Info", "ports": ["next"]], ["name": "Promo", "ports": ["buy"]]],
    ]
    try await site.send(.post, "/v1/apps/shop/manifests", body: manifest)
  }

  private func publish(_ site: Site, override: String? = nil) async throws -> Site.Response {
    var body: JSONObject = ["document": Self.promotion, "acceptWarnings": true]
    body["override"] = override.map { .string($0) }
    return try await site.send(
      .post, Self.path + "/releases", as: .publish, body: .object(body))
  }

  @Test func `one forged session of an old build blocks nothing`() async throws {
    let site = try await site()
    try await addPromotion(to: site)
    try await site.recordSessions(1, of: "1")
    #expect(try await publish(site).status == 201)
  }

  @Test func `a build is in use with ten sessions and one percent of all`() async throws {
    let site = try await site()
    try await addPromotion(to: site)
    try await site.recordSessions(9, of: "1")
    #expect(try await publish(site).status == 201)
    site.clock.advance(by: 1)
    try await site.recordSessions(1, of: "1")
    let refused = try await publish(site)
    #expect(refused.status == 422)
    #expect(refused.text.contains("missing-screen"))
    site.clock.advance(by: 1)
    try await site.recordSessions(991, of: "2")
    #expect(try await publish(site).status == 201, "10 of 1001 sessions are too few")
  }

  /// U+212A is equal to `K` as a `String`, but has other bytes.
  @Test func `attack: sessions of a build that only looks like a declared one are not its own`()
    async throws
  {
    let site = try await Site()
    try await site.send(.post, "/v1/apps/shop/manifests", body: Flows.manifest(build: "K"))
    try await site.recordSessions(3, of: "\u{212A}")
    let table = try await BuildTable(
      site.store.manifests(of: "shop"), of: "shop", environment: "production", store: site.store,
      now: site.clock.now)
    #expect(table.sessions == 3)
    #expect(table.builds.first?.sessions == 0)
  }

  @Test func `a rollback to an earlier release is never blocked`() async throws {
    let site = try await site()
    try await addPromotion(to: site)
    #expect(try await publish(site).status == 201)
    try await site.publish(Flows.document(title: "Bad"))
    // Someone forges a thousand sessions of a build that lacks a screen of the good release.
    try await site.recordSessions(1000, of: "1")
    let response = try await site.send(
      .post, Self.path + "/rollback", as: .publish, body: ["to": 2, "note": "Back"])
    #expect(response.status == 201, "\(response.text)")
    let entry = try await site.send(.get, "/v1/audit?limit=1").json["entries"]?.array?.first
    #expect(entry?["action"] == "release.rolled-back")
    #expect(entry?["detail"]?["findings"] == 1)
  }

  @Test func `an archived build blocks nothing, and is recorded in the audit log`() async throws {
    let site = try await site()
    try await addPromotion(to: site)
    try await site.recordSessions(1000, of: "1")
    #expect(try await publish(site).code == "findings")
    let build: JSON = [
      "platform": "ios", "version": "1.0", "build": "1", "reason": "Forged, ticket 7",
    ]
    let archived = try await site.send(
      .put, "/v1/apps/shop/builds/archived", as: .publish, body: build)
    #expect(archived.status == 204)
    #expect(try await publish(site).status == 201)
    let listed = try await site.send(.get, Self.path + "/builds").json["builds"]?.array ?? []
    #expect(listed.map { $0["inUse"] } == [true, false])
    #expect(listed.last?["archived"]?.string == Timestamp.string(site.clock.now))
    let entries = try await site.send(.get, "/v1/audit?action=build.archived").json["entries"]
    #expect(entries?.array?.first?["detail"]?["reason"] == "Forged, ticket 7")

    let unarchived: JSON = ["platform": "ios", "version": "1.0", "build": "1", "archived": false]
    try await site.send(.put, "/v1/apps/shop/builds/archived", as: .publish, body: unarchived)
    #expect(try await publish(site).code == "findings")
    let missing: JSON = ["platform": "ios", "version": "1.0", "build": "9"]
    let unknown = try await site.send(.put, "/v1/apps/shop/builds/archived", body: missing)
    #expect(unknown.code == "unknown-build")
    #expect(
      try await site.send(.put, "/v1/apps/shop/builds/archived", as: .draft, body: build).code
        == "not-allowed")
  }

  @Test func `an override publishes, and its reason is recorded in the audit log`() async throws {
    let site = try await site()
    try await addPromotion(to: site)
    try await site.recordSessions(1000, of: "1")
    #expect(try await publish(site, override: "").code == "malformed-body")
    let response = try await publish(site, override: "Forged events, see ticket 7")
    #expect(response.status == 201)
    let entry = try await site.send(.get, "/v1/audit?limit=1").json["entries"]?.array?.first
    #expect(entry?["actor"]?["name"] == "acme publish")
    #expect(entry?["detail"]?["override"] == "Forged events, see ticket 7")
    #expect(entry?["detail"]?["findings"] == 1)
  }

  @Test func `an override does not publish flows that no build could run`() async throws {
    let site = try await site()
    let body: JSON = ["document": Flows.broken, "override": "I insist"]
    let response = try await site.send(.post, Self.path + "/releases", as: .publish, body: body)
    #expect(response.code == "findings")
    #expect(response.text.contains("unknown-step"))
  }
}
