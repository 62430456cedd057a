import FlowCore
import FlowMagic
import FlowServer
import FlowStore
import HTTPTypes
import NIOCore
import Testing

@Suite struct PublishingTests {
  static let path = "/v1/apps/shop/environments/production/releases"

  private func liveRelease(_ site: Site) throws -> SignedRelease {
    let live = try #require(
      site.services.currentReleases.current(application: "shop", environment: "production"))
    return try SignedRelease(parsing: Array(buffer: live.envelope))
  }

  @Test func `a published release is live immediately, numbered and signed`() async throws {
    let site = try await Site()
    try await site.putDraft()
    let response = try await site.send(.post, Self.path, body: ["note": "First"])
    #expect(response.status == 201)
    #expect(response.headers[.location] == "/v1/apps/shop/releases/1")
    let release = try liveRelease(site)
    let key = await site.services.signer.publicKey
    try release.verify(with: [key])
    #expect(release.statement.number == 1)
    #expect(release.statement.expires == release.statement.issued + 7 * 86400)
    let document = try FlowDocument(parsing: release.document)
    #expect(document.application == "shop")
    #expect(document.environment == "production")
    #expect(document.number == 1)
  }

  @Test func `a release is canonical, and delivered with the bytes that the API returns`()
    async throws
  {
    let site = try await Site()
    try await site.publish()
    let response = try await site.send(.get, "/v1/apps/shop/releases/1")
    #expect(response.body == response.json.utf8(.canonical))
    #expect(try liveRelease(site).document == response.text)
  }

  @Test(arguments: ["/v1/apps/shop/releases/1", "/v1/apps/shop/environments/production/release"])
  func `shared caches may store responses to an SDK key, and none to a token`(path: String)
    async throws
  {
    let site = try await Site()
    try await site.publish()
    let app = try await site.send(.get, path, as: .app)
    #expect(app.headers[.cacheControl]?.hasPrefix("public, max-age=") == true)
    #expect(app.headers[.vary] == "authorization")
    let token = try await site.send(.get, path)
    #expect(token.headers[.cacheControl] == "private, no-cache")
    #expect(token.headers[.vary] == "authorization, cookie")
    let tag = try #require(token.headers[.eTag])
    let revalidation = try await site.send(.get, path, ["If-None-Match": tag])
    #expect(revalidation.status == 304)
    #expect(revalidation.body.isEmpty)
    #expect(revalidation.headers[.cacheControl] == "private, no-cache")
  }

  @Test func `errors prevent publishing, and are returned with fixes`() async throws {
    let site = try await Site()
    let response = try await site.send(.post, Self.path, body: ["document": Flows.broken])
    #expect(response.status == 422)
    #expect(response.code == "findings")
    let findings = response.json["findings"]?.array ?? []
    #expect(findings.contains { $0["code"] == "unknown-step" })
    #expect(findings.allSatisfy { $0["fix"]?.string?.isEmpty == false })
    #expect(try await site.store.nextNumber(of: "shop") == 1)
  }

  @Test func `warnings must be accepted`() async throws {
    let site = try await Site()
    let refused = try await site.send(.post, Self.path, body: ["document": Flows.endless])
    #expect(refused.status == 409)
    #expect(refused.code == "warnings")
    #expect(refused.json["findings"]?.array?.isEmpty == false)
    let body: JSON = ["document": Flows.endless, "acceptWarnings": true]
    #expect(try await site.send(.post, Self.path, body: body).status == 201)
  }

  @Test func `a warning accepted with a reason does not block publishing`() async throws {
    let site = try await Site()
    let refused = try await site.send(.post, Self.path, body: ["document": Flows.endless])
    let endless = try FlowDocument(parsing: Flows.endless.text(.canonical))
    func document(_ change: (inout JSONObject) -> Void) -> JSON {
      let entries = (refused.json["findings"]?.array ?? []).map { finding -> JSON in
        var entry = finding.object ?? JSONObject()
        entry["reason"] = "People shop forever"
        entry["by"] = "user-1"
        change(&entry)
        return .object(entry)
      }
      var document = endless
      document.unknown["acceptedFindings"] = .array(entries)
      return document.json
    }
    let withoutReason = document { $0["reason"] = "" }
    let refusedAgain = try await site.send(.post, Self.path, body: ["document": withoutReason])
    #expect(refusedAgain.code == "warnings", "without a reason nothing is accepted")
    let otherFlow = document { $0["flow"] = "another" }
    let other = try await site.send(.post, Self.path, body: ["document": otherFlow])
    #expect(other.code == "warnings", "a finding accepted in another flow is not accepted here")
    let accepted = try await site.send(.post, Self.path, body: ["document": document { _ in }])
    #expect(accepted.status == 201)
    let live = try await site.send(.get, "/v1/apps/shop/releases/1")
    #expect(live.json["acceptedFindings"]?.array?.first?["by"] == "user-1")
    // Apps receive neither the reason nor the author, from either endpoint for a release.
    let served = try await site.send(.get, "/v1/apps/shop/releases/1", as: .app)
    #expect(served.status == 200)
    #expect(served.json["flows"] == live.json["flows"])
    let envelope = try await site.send(
      .get, "/v1/apps/shop/environments/production/release", as: .app)
    let signed = try SignedRelease(parsing: envelope.body)
    #expect(signed.document == served.text)
    #expect(signed.statement.digest == SignedRelease.digest(of: served.text))
    for response in [served, envelope] {
      #expect(!response.text.contains("acceptedFindings"))
      #expect(!response.text.contains("user-1") && !response.text.contains("shop forever"))
    }
  }

  @Test func `a port without a route is an error in a protected environment`() async throws {
    let site = try await Site()
    let manifest: JSON = [
      "schema": 1, "platform": "ios", "version": "1.0", "build": "1",
      "screens": [["name": "Info", "ports": ["next", "later"]]],
    ]
    try await site.send(.post, "/v1/apps/shop/manifests", body: manifest)
    let body: JSON = ["document": Flows.document(), "acceptWarnings": true]
    let refused = try await site.send(.post, Self.path, body: body)
    #expect(refused.status == 422)
    #expect(refused.json["findings"]?.array?.first?["code"] == "unrouted-port")
    #expect(refused.json["findings"]?.array?.first?["severity"] == "error")
    let staging = "/v1/apps/shop/environments/staging/releases"
    let warned = try await site.send(.post, staging, body: ["document": Flows.document()])
    #expect(warned.code == "warnings")
    #expect(try await site.send(.post, staging, body: body).status == 201)
  }

  @Test func `a changed draft is not published with its old entity tag`() async throws {
    let site = try await Site()
    let tag = try await site.putDraft()
    try await site.send(
      .put, "/v1/apps/shop/draft", ["If-Match": tag], body: Flows.document(title: "Newer"))
    let response = try await site.send(.post, Self.path, ["If-Match": tag], body: [:])
    #expect(response.status == 412)
  }

  @Test func `numbers have no gaps after concurrent publishes`() async throws {
    let site = try await Site()
    let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<12 {
        group.addTask {
          try await site.publish(
            Flows.document(title: "\(index)"), to: index % 2 == 0 ? "production" : "staging")
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(numbers.sorted() == Array(1...12))
    let production = try liveRelease(site).statement.number
    let current = try await site.store.currentRelease(of: "shop", environment: "production")
    #expect(production == current?.number)
  }

  @Test func `a rollback is a new release with the old content`() async throws {
    let site = try await Site()
    try await site.publish(Flows.document(title: "Old"))
    try await site.publish(Flows.document(title: "New"))
    let response = try await site.send(
      .post, "/v1/apps/shop/environments/production/rollback", body: ["to": 1, "note": "Back"])
    #expect(response.json["number"] == 3)
    #expect(response.json["rollbackOf"] == 1)
    let document = try liveRelease(site).document
    #expect(document.contains("Old"))
    #expect(try FlowDocument(parsing: document).number == 3)
  }

  @Test func `a release of another environment cannot be rolled back to`() async throws {
    let site = try await Site()
    try await site.publish(to: "staging")
    let response = try await site.send(
      .post, "/v1/apps/shop/environments/production/rollback", body: ["to": 1])
    #expect(response.code == "unknown-release")
  }

  @Test func `a screen that a build in use lacks is a warning`() async throws {
    let site = try await Site()
    try await site.publish()
    try await site.send(
      .post, "/v1/apps/shop/manifests", body: Flows.manifest(build: "1", screens: ["Info"]))
    try await site.recordSessions(10, of: "1")
    site.clock.advance(by: 60)
    try await site.send(
      .post, "/v1/apps/shop/manifests",
      body: Flows.manifest(build: "2", screens: ["Info", "Promo"]))
    let body: JSON = ["document": Flows.document(screen: "Promo")]
    let refused = try await site.send(.post, Self.path, body: body)
    #expect(refused.code == "warnings")
    #expect(refused.text.contains("missing-screen-in-build"))
    #expect(refused.text.contains("ios 1.0 (1)"))
    #expect(refused.text.contains("100%"))
    // In staging, the old build is not in use.
    let staging = "/v1/apps/shop/environments/staging/releases"
    let published = try await site.send(.post, staging, body: body)
    #expect(published.status == 201, "\(published.text)")
    // A month later, it is not in use in production either.
    site.clock.advance(by: 32 * 86400)
    #expect(try await site.send(.post, Self.path, body: body).status == 201)
  }

  @Test func `a diff describes the changes in sentences`() async throws {
    let site = try await Site()
    try await site.publish(Flows.document(title: "Hello"))
    try await site.publish(to: "staging")
    try await site.publish(Flows.document(title: "Welcome"))
    let response = try await site.send(.get, "/v1/apps/shop/releases/3/diff")
    #expect(response.json["from"] == 1)
    #expect(response.json["changes"]?.array?.count == 1)
    #expect(
      response.json["changes"]?.array?.first?["sentence"]?.string?.contains("Welcome") == true)
    let first = try await site.send(.get, "/v1/apps/shop/releases/1/diff")
    #expect(first.json["from"] == .null)
    #expect(first.text.contains("flow-added"))
    let other = try await site.send(.get, "/v1/apps/shop/releases/3/diff?from=2")
    #expect(other.json["from"] == 2)
  }

  @Test func `releases are paginated, newest first`() async throws {
    let site = try await Site()
    for _ in 0..<5 { try await site.publish() }
    var numbers: [Int] = []
    var cursor = ""
    for _ in 0..<4 {
      let page = try await site.send(.get, "/v1/apps/shop/releases?limit=2\(cursor)")
      numbers += (page.json["releases"]?.array ?? []).compactMap {
        $0["number"]?.number?.int.map(Int.init)
      }
      guard let next = page.json["next"]?.string else { break }
      cursor = "&cursor=\(next)"
    }
    #expect(numbers == [5, 4, 3, 2, 1])
    for bad in ["limit=0", "limit=x", "limit=201", "cursor=5", "cursor=c", "cursor=c-1"] {
      let response = try await site.send(.get, "/v1/apps/shop/releases?\(bad)")
      #expect(response.code == "invalid-parameter", "\(bad)")
    }
    #expect(try await site.send(.get, "/v1/apps/shop/releases?unknown=1").status == 200)
  }

  @Test func `an SDK key reads only releases of its environment`() async throws {
    let site = try await Site()
    try await site.publish(to: "staging")
    try await site.publish()
    #expect(try await site.send(.get, "/v1/apps/shop/releases/2", as: .app).status == 200)
    #expect(try await site.send(.get, "/v1/apps/shop/releases/1", as: .app).status == 404)
    let other = "/v1/apps/shop/environments/staging/release"
    #expect(try await site.send(.get, other, as: .app).code == "wrong-key")
  }

  @Test func `a key in the URL opens streams only, and nothing that is cached`() async throws {
    let site = try await Site()
    try await site.publish()
    let environment = "/v1/apps/shop/environments/production"
    let key = "?key=\(Site.sdkKey).AAAA"
    let stream = try await site.send(.get, environment + "/stream" + key, as: .anonymous)
    #expect(stream.status == 200)
    #expect(stream.headers[.cacheControl] == "no-store")
    for path in [
      environment + "/release", "/v1/apps/shop/releases/1", "/applications/shop/screenFlow",
    ] {
      let response = try await site.send(.get, path + key, as: .anonymous)
      #expect(response.status == 401, "\(path)")
      #expect(response.text.contains("`?key=` opens streams only"), "\(path)")
      #expect(response.headers[.cacheControl] == "no-store")
    }
  }

  @Test func `a release and a new application are in the audit log with their actors`()
    async throws
  {
    let site = try await Site()
    try await site.publish()
    try await site.send(.post, "/v1/apps", body: ["id": "kiosk", "name": "Kiosk"])
    let response = try await site.send(.get, "/v1/audit?limit=2")
    let entries = response.json["entries"]?.array ?? []
    #expect(entries.map { $0["action"] } == ["application.added", "release.published"])
    #expect(entries.map { $0["actor"]?["name"] } == ["acme admin", "acme publish"])
    #expect(try await site.send(.get, "/v1/audit", as: .rival).text.contains("kiosk") == false)
  }
}
