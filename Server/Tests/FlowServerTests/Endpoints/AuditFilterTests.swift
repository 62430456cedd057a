import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// Filters of the audit log.
@Suite struct AuditFilterTests {
  private func actions(_ site: Site, _ query: String) async throws -> [String] {
    let response = try await site.send(.get, "/v1/audit?\(query)")
    #expect(response.status == 200, "\(response.text)")
    return (response.json["entries"]?.array ?? []).compactMap { $0["action"]?.string }
      .filter { $0 != "test" }
  }

  private func site() async throws -> Site {
    let site = try await Site()
    try await site.send(.post, "/v1/apps/shop/environments", body: ["name": "beta"])
    site.clock.advance(by: 60)
    try await site.publish()
    site.clock.advance(by: 60)
    try await site.publish(to: "staging")
    try await site.send(
      .post, "/v1/apps/shop/environments/production/rollback", body: ["to": 1])
    return site
  }

  @Test func `entries are filtered by actor, action, environment and time`() async throws {
    let site = try await site()
    #expect(try await actions(site, "action=release.published").count == 2)
    #expect(
      try await actions(site, "action=release.") == [
        "release.republished", "release.published", "release.published",
      ])
    #expect(try await actions(site, "action=release") == [])
    #expect(try await actions(site, "actor=acme+publish").count == 2)
    #expect(try await actions(site, "actor=acme%20admin&environment=production").count == 1)
    #expect(try await actions(site, "environment=staging") == ["release.published"])
    let second = Timestamp.string(site.clock.now)
    #expect(try await actions(site, "since=\(second)").count == 2)
    #expect(try await actions(site, "until=\(second)&action=release.").count == 1)
    #expect(try await actions(site, "action=environment.") == ["environment.added"])
  }

  @Test(arguments: [
    "since=yesterday", "until=2027-01-14", "since=2027-13-41T08:00:00Z", "since=", "until=1",
  ])
  func `an invalid time is rejected`(query: String) async throws {
    let site = try await Site()
    let response = try await site.send(.get, "/v1/audit?\(query)")
    #expect(response.code == "invalid-parameter", "\(query): \(response.text)")
  }

  @Test(arguments: [
    ("2027-01-14T08:00:00Z", 1_799_913_600), ("2027-01-14t08:00:00.999z", 1_799_913_600),
    ("2027-01-14T10:30:00+02:30", 1_799_913_600), ("1970-01-01T00:00:00Z", 0),
    ("2027-01-14T08:00Z", nil), ("2027-01-14 08:00:00Z", nil), ("x2027-01-14T08:00:00Z", nil),
  ])
  func `times are parsed as RFC 3339`(text: String, second: Int?) {
    #expect(Timestamp.seconds(from: text) == second)
  }

  @Test func `renaming an application is recorded with its previous name`() async throws {
    let site = try await Site()
    let response = try await site.send(.patch, "/v1/apps/shop", body: ["name": "Corner shop"])
    #expect(response.json["name"] == "Corner shop")
    #expect(response.json["environments"]?.array?.count == 3)
    let entries = try await site.send(.get, "/v1/audit?action=application.renamed").json["entries"]
    #expect(
      entries?.array?.first?["detail"] == ["from": "The shop", "name": "Corner shop"])
    for bad in ["", String(repeating: "x", count: 201), "a\nb"] {
      let refused = try await site.send(.patch, "/v1/apps/shop", body: ["name": .string(bad)])
      #expect(refused.code == "malformed-body")
    }
    #expect(try await site.store.application("shop")?.name == "Corner shop")
  }
}
