import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// The response if a quota is reached.
@Suite struct QuotaTests {
  private func site(_ limits: [Quotas.Kind: Int]) async throws -> Site {
    var quotas = Quotas.none
    for (kind, limit) in limits { quotas[kind] = limit }
    return try await Site(store: SQLiteStore(inMemory: (), quotas: quotas), withUsers: true)
  }

  /// A request that would exceed a quota.
  struct Case: Sendable {
    let kind: Quotas.Kind
    let limit: Int
    var method = HTTPRequest.Method.post
    let path: String
    let body: JSON
    var headers: [String: String] = [:]
    /// Whether the quota is reached from the start.
    var isFull = true
  }

  static let cases = [
    Case(kind: .applications, limit: 1, path: "/v1/apps", body: ["id": "kiosk", "name": "Kiosk"]),
    Case(
      kind: .environments, limit: 3, path: "/v1/apps/shop/environments", body: ["name": "beta"]),
    Case(
      kind: .sdkKeys, limit: 1, path: "/v1/apps/shop/sdk-keys",
      body: ["environment": "staging", "name": "Testers"]),
    Case(
      kind: .userTokens, limit: 1, path: "/v1/tokens",
      body: ["name": "CI", "scopes": ["read"], "owner": "me"], isFull: false),
    Case(
      kind: .builds, limit: 1, path: "/v1/apps/shop/manifests", body: Flows.manifest(build: "2"),
      isFull: false),
    Case(
      kind: .storage, limit: 10, method: .put, path: "/v1/apps/shop/draft", body: Flows.document(),
      headers: ["If-None-Match": "*"]),
    Case(
      kind: .storage, limit: 10, path: "/v1/apps/shop/environments/production/releases",
      body: ["document": Flows.document(), "acceptWarnings": true]),
    Case(kind: .storage, limit: 10, path: "/v1/apps/shop/manifests", body: Flows.manifest()),
    Case(
      kind: .storage, limit: 10, method: .put, path: "/applications/shop/screenFlow",
      body: Flows.endless),
  ]

  @Test(arguments: cases.indices)
  func `a reached quota is reported with its limit, the count and a fix`(index: Int) async throws {
    let testCase = Self.cases[index]
    let site = try await site([testCase.kind: testCase.limit])
    if !testCase.isFull {
      let body: JSON = testCase.kind == .builds ? Flows.manifest(build: "1") : testCase.body
      let first = try await site.send(
        testCase.method, testCase.path, as: .owner, testCase.headers, body: body)
      #expect(first.status == 201)
    }
    let before = try await site.stateSummary()
    let response = try await site.send(
      testCase.method, testCase.path, as: .owner, testCase.headers, body: testCase.body)
    #expect(response.status == 409, "\(response.text)")
    #expect(response.code == "quota-reached")
    #expect(response.json["quota"]?.string == testCase.kind.rawValue)
    #expect(response.json["limit"] == .number(JSONNumber(testCase.limit)))
    let count = response.json["count"]?.number?.int ?? -1
    #expect(testCase.kind == .storage ? count == 0 : count == testCase.limit)
    let text = response.json["detail"]?.string ?? response.json["message"]?.string ?? ""
    #expect(text.contains("allows \(testCase.limit)"), "\(text)")
    #expect(text.contains("(--\(testCase.kind.setting))"), "\(text)")
    #expect(try await site.stateSummary() == before, "nothing was changed")
    let metrics = await site.services.metricsText(namesApplications: false)
    let quota = testCase.kind.rawValue
    #expect(metrics.contains(#"flowmagic_quota_refused_total{quota="\#(quota)"} 1"#))
  }

  @Test func `a rollback needs no quota`() async throws {
    var quotas = Quotas.none
    quotas[.storage] = 900
    let site = try await Site(store: SQLiteStore(inMemory: (), quotas: quotas))
    var published = 0
    let path = "/v1/apps/shop/environments/production"
    while published < 50 {
      let response = try await site.send(
        .post, path + "/releases", as: .publish,
        body: ["document": Flows.document(title: "Number \(published)"), "acceptWarnings": true])
      guard response.status == 201 else {
        #expect(response.code == "quota-reached")
        break
      }
      published += 1
    }
    #expect((2..<50).contains(published))
    for _ in 0..<3 {
      let rollback = try await site.send(.post, path + "/rollback", as: .publish, body: ["to": 1])
      #expect(rollback.status == 201, "\(rollback.text)")
    }
  }

  @Test func `other organizations have their own quotas`() async throws {
    // Each of the two organizations has an application already.
    let site = try await site([.applications: 2])
    let second = try await site.send(.post, "/v1/apps", body: ["id": "kiosk", "name": "Kiosk"])
    #expect(second.status == 201, "\(second.text)")
    let refused = try await site.send(.post, "/v1/apps", body: ["id": "desk", "name": "Desk"])
    #expect(refused.code == "quota-reached")
    #expect(!refused.text.contains("rival") && !refused.text.contains("market"))
    let other = try await site.send(
      .post, "/v1/apps", as: .rival, body: ["id": "stall", "name": "Stall"])
    #expect(other.status == 201, "\(other.text)")
  }
}
