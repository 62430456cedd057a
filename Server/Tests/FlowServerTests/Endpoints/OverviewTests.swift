import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// The overview of applications.
@Suite(.timeLimit(.minutes(10))) struct OverviewTests {
  private func applicationEntry(_ site: Site, as role: Site.Role = .admin) async throws -> JSON {
    let response = try await site.send(.get, "/v1/overview", as: role)
    #expect(response.status == 200, "\(response.text)")
    return try #require(response.json["applications"]?.array?.first)
  }

  @Test func `an application without activity has no draft, release, clients or sessions`()
    async throws
  {
    let site = try await Site()
    let entry = try await applicationEntry(site)
    #expect(entry["name"] == "The shop")
    #expect(entry["role"] == "owner")
    #expect(entry["connected"] == false)
    #expect(entry["draft"] == .null)
    #expect(entry["findings"] == ["environment": "production", "errors": 0, "warnings": 0])
    #expect(entry["changed"]?["what"] == "application")
    let production = try #require(entry["environments"]?.array?.last)
    #expect(
      production == [
        "name": "production", "current": .null, "release": .null, "clients": 0, "sessions": 0,
        "role": "owner",
      ])
  }

  @Test func `the overview has current releases, draft, findings and latest change`() async throws {
    let site = try await Site()
    try await site.publish(Flows.endless)
    site.clock.advance(by: 10)
    try await site.putDraft(Flows.broken)
    try await site.recordSessions(7, of: "1")
    let drafted = try await applicationEntry(site)
    #expect(drafted["draft"]?["revision"] == 1)
    #expect((drafted["draft"]?["changes"]?.number?.int ?? 0) > 0)
    #expect(drafted["changed"]?["what"] == "draft")
    #expect(drafted["changed"]?["by"]?["name"] == "acme admin")
    #expect(drafted["findings"]?["errors"] == 1)
    #expect(drafted["connected"] == true)
    let production = drafted["environments"]?.array?.last
    #expect(production?["current"] == 1)
    #expect(production?["sessions"] == 7)
    #expect(production?["release"]?["author"]?["name"] == "acme publish")
    #expect(production?["release"]?["published"]?.string == Timestamp.string(Site.Clock.start))

    try await site.send(.delete, "/v1/apps/shop/draft", ["If-Match": "\"1\""])
    let live = try await applicationEntry(site)
    #expect(live["draft"] == .null)
    #expect(live["findings"] == ["environment": "production", "errors": 0, "warnings": 1])
    #expect(live["changed"]?["what"] == "release")
    site.clock.advance(by: 10)
    try await site.send(.patch, "/v1/apps/shop", body: ["name": "Kiosk"])
    #expect(try await applicationEntry(site)["changed"]?["what"] == "application")
    #expect(try await applicationEntry(site)["name"] == "Kiosk")
  }

  @Test func `a draft identical to the current release has no changes`() async throws {
    let site = try await Site()
    try await site.putDraft(Flows.endless)
    #expect(try await applicationEntry(site)["draft"]?["changes"] != 0, "nothing is live")
    try await site.publish(Flows.endless)
    #expect(try await applicationEntry(site)["draft"]?["changes"] == 0)
    #expect(try await applicationEntry(site)["draft"]?["changes"] == 0)
    #expect(await site.services.draftChanges.cacheMisses == 2)
    let application = try await site.send(.get, "/v1/apps/shop", as: .read)
    #expect(application.json["draft"] == 1)
    try await site.send(.delete, "/v1/apps/shop/draft", ["If-Match": "\"1\""])
    #expect(try await site.send(.get, "/v1/apps/shop", as: .read).json["draft"] == .null)
  }

  @Test func `flows are verified once for each state, and again after a change`()
    async throws
  {
    let site = try await Site()
    func verifications() async throws -> Int {
      _ = try await applicationEntry(site)
      _ = try await applicationEntry(site)
      return await site.services.findingCounts.cacheMisses
    }
    #expect(try await verifications() == 0)
    try await site.putDraft()
    #expect(try await verifications() == 1)
    #expect(try await applicationEntry(site)["findings"]?["errors"] == 0)
    try await site.send(.post, "/v1/apps/shop/manifests", body: Flows.manifest(screens: ["Home"]))
    #expect(try await verifications() == 2)
    #expect(
      try await applicationEntry(site)["findings"]?["errors"] == 1,
      "the new build has no screen Info")
    let manifest = Flows.manifest(screens: ["Home", "Info"])
    try await site.send(.post, "/v1/apps/shop/manifests", body: manifest)
    #expect(try await verifications() == 3)
    #expect(try await applicationEntry(site)["findings"]?["errors"] == 0)
    try await site.send(.post, "/v1/apps/shop/manifests", body: manifest)
    #expect(try await verifications() == 3, "an unchanged manifest changes nothing")
    try await site.send(
      .put, "/v1/apps/shop/draft", ["If-Match": "\"1\""], body: Flows.document(title: "Two"))
    #expect(try await verifications() == 4)
    try await site.send(.post, "/v1/apps/shop/manifests", body: Flows.manifest(build: "2"))
    #expect(try await verifications() == 5)
    try await site.recordSessions(10, of: "1")
    #expect(try await verifications() == 6, "the first build is in use again")
    try await site.recordSessions(1, of: "2")
    #expect(try await verifications() == 6)
  }

  @Test func `a guest sees only granted environments, with the granted role`() async throws {
    let site = try await Site(withUsers: true)
    try await site.store.add(
      Application(id: "kiosk", organization: "acme", name: "Kiosk", created: 1),
      environments: ["only"], audit: site.audit("acme"))
    let response = try await site.send(.get, "/v1/overview", as: .granted)
    let entries = response.json["applications"]?.array ?? []
    #expect(entries.compactMap { $0["id"]?.string } == ["shop"])
    #expect(entries.first?["role"] == "viewer")
    let roles = entries.first?["environments"]?.array?.compactMap { $0["role"]?.string }
    #expect(roles == ["viewer", "viewer", "editor"])
    #expect(try await site.send(.get, "/v1/overview", as: .guest).json == ["applications": []])
    let all = try await site.send(.get, "/v1/overview", as: .viewer).json["applications"]?.array
    #expect(all?.compactMap { $0["name"]?.string } == ["Kiosk", "The shop"])
    #expect(all?.first?["findings"]?["environment"] == "only")
  }

  // MARK: Builds

  @Test func `the builds in use are those that releases are verified against`() async throws {
    let site = try await Site()
    for (build, screens) in [("1", ["Old"]), ("2", ["Info"]), ("3", ["Info"])] {
      try await site.send(
        .post, "/v1/apps/shop/manifests", body: Flows.manifest(build: build, screens: screens))
    }
    let builds = "/v1/apps/shop/environments/production/builds"
    let quiet = try await site.send(.get, builds).json
    #expect(quiet["sessions"] == 0)
    let list = quiet["builds"]?.array ?? []
    #expect(list.compactMap { $0["build"]?.string } == ["3", "2", "1"])
    #expect(list.compactMap { $0["inUse"]?.bool } == [true, false, false])
    #expect(list.first?["share"] == .null)
    #expect(list.first?["manifest"]?["share"] == nil)

    try await site.recordSessions(10, of: "1")
    try await site.recordSessions(20, of: "3")
    try await site.recordSessions(10, of: "unheard of")
    let used = try await site.send(.get, builds).json
    #expect(used["days"] == 30)
    #expect(used["sessions"] == 40)
    #expect(used["builds"]?.array?.compactMap { $0["sessions"] } == [20, 0, 10])
    #expect(used["builds"]?.array?.compactMap { $0["inUse"]?.bool } == [true, false, true])
    #expect(used["builds"]?.array?.compactMap { $0["share"] } == [0.5, 0, 0.25])
    #expect(used["builds"]?.array?.map { $0["manifest"]?["share"] } == [0.5, nil, 0.25])
    #expect(used["builds"]?.array?.last?["manifest"]?["screens"]?.array?.count == 1)
    let refused = try await site.send(
      .post, "/v1/apps/shop/environments/production/releases", as: .publish,
      body: ["document": Flows.document()])
    #expect(refused.code == "warnings", "build 1, which is in use, has no screen Info")
    #expect(refused.text.contains("25"), "the message has the share of sessions")
    let staging = try await site.send(.get, "/v1/apps/shop/environments/staging/builds").json
    #expect(staging["sessions"] == 0)
  }
}
