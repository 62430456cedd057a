import Accounts
import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// What users can find out about the applications of other organizations: as little as possible.
@Suite struct ApplicationIDTests {
  /// A response in which the requested id is replaced, so that two of them can be compared.
  private struct ComparableResponse: Equatable {
    let status: Int
    let headers: [String]
    let body: String

    init(_ response: Site.Response, _ id: String) {
      status = response.status
      headers = response.headers.map { "\($0.name): \($0.value)" }.sorted()
      body = response.text.replacing(id, with: "ID")
    }
  }

  static let accessRules = ScenarioTests.accessRules.filter(\.isOfApplication)

  /// For callers without access, `acme`'s shop is indistinguishable from a missing application.
  @Test(arguments: accessRules.map(\.id))
  func `a request for an inaccessible application gets the same response as for a missing one`(
    id: String
  ) async throws {
    let rule = try #require(Self.accessRules.first { $0.id == id })
    let scenario = try #require(Scenario.all[id])
    let site = try await Site(withUsers: true)
    try await scenario.prepare(site)
    let key = "pk_zyxwvutsrqponmlkjihgfe"
    try await site.store.add(
      StoredSDKKey(
        id: key, application: "market", environment: "production", name: "app", created: 1),
      audit: site.audit("rival"))
    try await site.services.readStore()
    let callers: [(Site.Role, token: String?)] = [
      (.anonymous, nil), (.rival, nil), (.stranger, nil), (.unaffiliated, nil), (.guest, nil),
      (.anonymous, key),
      (.anonymous, try await site.addToken("acme", .admin, application: "elsewhere")),
    ]
    for (role, token) in callers {
      func response(for application: String) async throws -> ComparableResponse {
        var scenario = scenario
        scenario.path["app"] = application
        scenario.path["applicationId"] = application
        return ComparableResponse(
          try await scenario.send(rule, site, as: role, token: token), application)
      }
      let (known, unknown) = (try await response(for: "shop"), try await response(for: "shup"))
      #expect(known == unknown, "\(id) as \(role)")
      #expect(known.status == 404 || known.status == 401 || known.status == 400)
    }
  }

  private func createApplication(
    _ site: Site, _ id: String?, as role: Site.Role = .rival, name: String = "Mine"
  ) async throws -> Site.Response {
    var body: JSONObject = ["name": .string(name)]
    body["id"] = id.map { .string($0) }
    return try await site.send(.post, "/v1/apps", as: role, body: .object(body))
  }

  @Test func `with random suffixes, a taken id gets the same response as a free one`()
    async throws
  {
    let site = try await Site(applicationIDs: .random)
    for id in ["shop", "shup"] {
      for role in [Site.Role.rival, .admin] {
        let response = try await createApplication(site, id, as: role)
        #expect(response.status == 201, "\(response.text)")
        let created = try #require(response.json["id"]?.string)
        #expect(created.hasPrefix("\(id)-") && created.count == id.count + 9, "\(created)")
        #expect(response.headers[.location] == "/v1/apps/\(created)")
        #expect(try await site.send(.get, "/v1/apps/\(created)", as: role).status == 200)
      }
    }
  }

  @Test(arguments: [ApplicationIDPolicy.chosen, .random])
  func `without a requested id, the server derives one from the name`(
    ids: ApplicationIDPolicy
  ) async throws {
    let site = try await Site(applicationIDs: ids)
    for (name, slug) in [("Ünser Laden 2!", "nser-laden-2"), ("日本", "app"), ("Shop", "shop")] {
      let response = try await createApplication(site, nil, name: name)
      #expect(response.status == 201, "\(response.text)")
      #expect(response.json["id"]?.string?.hasPrefix("\(slug)-") == true, "\(response.text)")
      #expect(response.json["name"]?.string == name)
    }
  }

  @Test func `an id with a random suffix is always valid and never too long`() {
    for slug in ["a", "a-", String(repeating: "x", count: 63), String(repeating: "y-", count: 31)] {
      let id = ApplicationIDPolicy.withRandomSuffix(slug)
      #expect(Identifiers.isValid(id), "\(id)")
      #expect(!id.contains("--"), "\(id)")
    }
    #expect(Set((0..<100).map { _ in ApplicationIDPolicy.withRandomSuffix("a") }).count == 100)
  }

  @Test func `with chosen ids, an organization may try only a few that others have taken`()
    async throws
  {
    let site = try await Site()
    for _ in 0..<30 {
      let ownID = try await createApplication(site, "market")
      #expect(ownID.code == "already-exists")
      #expect(ownID.text.contains("The organization has an application"))
    }
    for _ in 0..<TakenIDAttempts.limit {
      let taken = try await createApplication(site, "shop")
      #expect(taken.code == "already-exists")
      #expect(taken.text.contains("cannot be used"))
      #expect(!taken.text.contains("acme") && !taken.text.contains("The shop"))
    }
    // From now on it makes no difference whether the id is taken.
    for id in ["shop", "shup"] {
      let response = try await createApplication(site, id)
      #expect(response.code == "too-many-attempts")
      #expect(response.headers[.retryAfter] == "3600")
    }
    #expect(try await createApplication(site, nil).status == 201, "without an id, it still works")
    let other = try await createApplication(site, "kiosk", as: .admin)
    #expect(other.status == 201, "others are not affected")
    site.clock.advance(by: 3600)
    #expect(try await createApplication(site, "shup").status == 201)
  }

  @Test func `concurrent attempts are all counted`() async throws {
    let site = try await Site()
    let codes = try await withThrowingTaskGroup { group in
      for _ in 0..<50 { group.addTask { try await createApplication(site, "shop").code ?? "" } }
      return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    }
    let limit = TakenIDAttempts.limit
    #expect(codes == ["already-exists": limit, "too-many-attempts": 50 - limit])
  }
}
