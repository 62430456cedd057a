import FlowCore
import HTTPTypes
import Testing

/// Publishing the document of a release again: in another environment, or in its own.
@Suite struct PromotionTests {
  private static let production = "/v1/apps/shop/environments/production"

  private func publish(
    _ site: Site, _ body: JSON, _ headers: [String: String] = [:]
  ) async throws -> Site.Response {
    try await site.send(
      .post, Self.production + "/releases", as: .publish, headers, body: body)
  }

  private func newestEntry(_ site: Site) async throws -> JSON? {
    try await site.send(.get, "/v1/audit?limit=1").json["entries"]?.array?.first
  }

  @Test func `the document of a release is published in another environment`() async throws {
    let site = try await Site()
    try await site.publish(Flows.document(title: "Tried"), to: "staging")
    try await site.publish(Flows.document(title: "Newer"), to: "staging")
    let response = try await publish(site, ["release": 1, "note": "Go", "replaces": 0])
    #expect(response.status == 201, "\(response.text)")
    #expect(response.json["number"] == 3)
    #expect(response.json["environment"] == "production")
    #expect(response.json["rollbackOf"] == nil)
    let document = try await site.send(.get, "/v1/apps/shop/releases/3")
    #expect(document.text.contains("Tried"))
    #expect(document.json["environment"] == "production")
    let entry = try await newestEntry(site)
    #expect(entry?["action"] == "release.published")
    #expect(
      entry?["detail"] == [
        "number": 3, "note": "Go", "fromRelease": 1, "fromEnvironment": "staging",
      ])
  }

  @Test func `a promoted document is verified for the environment that it is published to`()
    async throws
  {
    let site = try await Site()
    let manifest: JSON = [
      "schema": 1, "platform": "ios", "version": "1.0", "build": "1",
      "screens": [["name": "Info", "ports": ["next", "later"]]],
    ]
    try await site.send(.post, "/v1/apps/shop/manifests", body: manifest)
    try await site.publish(to: "staging")
    // Only in a protected environment is a port that leads nowhere an error.
    let refused = try await publish(site, ["release": 1, "acceptWarnings": true])
    #expect(refused.status == 422)
    #expect(refused.json["findings"]?.array?.first?["code"] == "unrouted-port")
    let overridden = try await publish(site, ["release": 1, "override": "Ticket 7"])
    #expect(overridden.status == 201, "\(overridden.text)")
    let detail = try await newestEntry(site)?["detail"]
    #expect(detail?["override"] == "Ticket 7" && detail?["fromRelease"] == 1)
  }

  @Test func `a release is promoted only if the one to replace is still current`() async throws {
    let site = try await Site()
    try await site.publish(to: "staging")
    try await site.publish()
    #expect(try await publish(site, ["release": 1, "replaces": 1]).code == "conflict")
    #expect(try await publish(site, ["release": 1, "replaces": 2]).status == 201)
  }

  @Test func `a request names only one thing to publish`() async throws {
    let site = try await Site()
    try await site.publish(to: "staging")
    let tag = try await site.putDraft()
    let document = Flows.document()
    let requests: [(body: JSON, headers: [String: String])] = [
      (["release": 1, "document": document], [:]),
      (["release": 1], ["If-Match": tag]),
      (["document": document, "acceptWarnings": true], ["If-Match": tag]),
      (["document": document, "acceptWarnings": true], ["If-Match": "\"9\""]),
    ]
    for (body, headers) in requests {
      let response = try await publish(site, body, headers)
      #expect(response.status == 400)
      #expect(response.code == "malformed-body", "\(response.text)")
    }
    #expect(try await site.send(.get, "/v1/apps/shop/releases").json["releases"]?.array?.count == 1)
  }

  @Test(arguments: [0, -1, 2, 9_007_199_254_740_991])
  func `a release that does not exist is not promoted`(number: Int) async throws {
    let site = try await Site()
    try await site.publish(to: "staging")
    let response = try await publish(site, ["release": .number(JSONNumber(number))])
    #expect(response.code == "unknown-release", "\(response.text)")
  }

  @Test func `attack: a release of another organization's application is not promoted`()
    async throws
  {
    let site = try await Site()
    let other = try await site.send(
      .post, "/v1/apps/market/environments/staging/releases", as: .rival,
      body: ["document": Flows.document(), "acceptWarnings": true])
    #expect(other.json["number"] == 1, "\(other.text)")
    #expect(try await publish(site, ["release": 1]).code == "unknown-release")
  }

  @Test func `the audit log distinguishes publishing a release again from a rollback`()
    async throws
  {
    let site = try await Site()
    try await site.publish()
    try await site.publish(Flows.document(title: "Second"))
    for (to, action) in [(2, "release.republished"), (2, "release.rolled-back")] {
      let response = try await site.send(
        .post, Self.production + "/rollback", body: ["to": .number(JSONNumber(to))])
      #expect(response.status == 201, "\(response.text)")
      let entry = try await newestEntry(site)
      #expect(entry?["action"]?.string == action)
      #expect(entry?["detail"]?["to"] == 2)
      #expect(entry?["detail"]?["number"] == response.json["number"])
    }
  }
}
