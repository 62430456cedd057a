import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// What each role gets from each endpoint.
@Suite struct ScenarioTests {
  @Test func `every endpoint has a scenario`() {
    let missing = EndpointTable.all.map(\.id).filter { Scenario.all[$0] == nil }
    #expect(missing == [], "add a row to Scenario.all")
    let ids = Set(EndpointTable.all.map(\.id))
    #expect(Scenario.all.keys.filter { !ids.contains($0) } == [])
    #expect(ids.count == EndpointTable.all.count, "two endpoints have the same id")
  }

  @Test(arguments: EndpointTable.all.map(\.id))
  func `each role gets what it may have and nothing more`(id: String) async throws {
    let endpoint = try #require(EndpointTable.all.first { $0.id == id })
    let scenario = try #require(Scenario.all[id])
    for role in Site.Role.allCases {
      let site = try await Site()
      try await scenario.prepare(site)
      let answer = try await scenario.send(endpoint, site, as: role)
      let expected = scenario.expected(endpoint, role)
      #expect(
        answer.status == expected,
        "\(id) as \(role): \(answer.status) instead of \(expected): \(answer.text)")
      let shown = answer.text
      if answer.status < 300 {
        for text in scenario.mustContain {
          #expect(shown.contains(text), "\(id) as \(role) has no \(text): \(shown)")
        }
      } else {
        for text in scenario.mustContain {
          #expect(!shown.contains(text), "\(id) as \(role) shows \(text) in a refusal")
        }
      }
      for secret in site.secrets where id != "addToken" {
        #expect(!shown.contains(secret), "\(id) as \(role) shows a secret")
      }
    }
  }

  @Test(arguments: EndpointTable.all.filter { $0.access != .anyone }.map(\.id))
  func `a wrong, an ended and an expired credential open nothing`(id: String) async throws {
    let endpoint = try #require(EndpointTable.all.first { $0.id == id })
    let scenario = try #require(Scenario.all[id])
    let site = try await Site()
    try await scenario.prepare(site)
    let expired = try await site.token("acme", .admin, expires: site.clock.now)
    let ended = try await site.token("acme", .admin)
    let endedID = try #require(TokenText(ended)).id
    _ = try await site.store.revokeToken(endedID, at: site.clock.now, audit: site.audit("acme"))
    let stranger = TokenText().text
    for token in [expired, ended, stranger, "fm_x", "", "pk_zzzzzzzzzzzzzzzzzzzzzz", "x y"] {
      let answer = try await scenario.send(endpoint, site, as: .nobody, token: token)
      #expect(answer.status == 401, "\(id) with \(token): \(answer.status)")
    }
  }
}

/// A request that works, and what its answer has in it.
struct Scenario {
  var path: [String: String] = [:]
  var query = ""
  var headers: [String: String] = [:]
  var body: JSON?
  /// The status for a caller who may.
  var status = 200
  /// The status for another organization's admin; nil where the route shows them their own.
  var rival: Int?
  var mustContain: [String] = []
  var prepare: @Sendable (Site) async throws -> Void = { _ in }

  func send(
    _ endpoint: Endpoint, _ site: Site, as role: Site.Role, token: String? = nil
  ) async throws -> Site.Answer {
    var path = endpoint.path
    for name in endpoint.pathNames {
      path = path.replacing("{\(name)}", with: self.path[name] ?? Self.standard[name] ?? "")
    }
    return try await site.send(
      endpoint.method, path + query, as: role, token: token, headers, body: body)
  }

  private static let standard = ["app": "shop", "applicationId": "shop", "env": "production"]

  /// What follows from the declared access.
  func expected(_ endpoint: Endpoint, _ role: Site.Role) -> Int {
    let outsider =
      rival ?? (endpoint.isOfApplication ? (endpoint.problemStyle == .report ? 400 : 404) : status)
    switch (endpoint.access, role) {
    case (.anyone, _): return status
    case (_, .nobody): return 401
    case (.token, .app): return 401
    case (_, .app): return status
    case (.app, _): return 401
    case (.token(let needed), _), (.appOrToken(let needed), _):
      if role == .rival { return outsider }
      let scope = Scope(rawValue: role.rawValue) ?? .read
      return scope >= needed ? status : 403
    }
  }
}

extension Site {
  /// What no answer may show: the tokens and what the store keeps of them.
  var secrets: [String] {
    Role.allCases.filter { $0 != .app }.compactMap { credentials[$0] }
      .compactMap { $0.split(separator: "_").last.map(String.init) }
  }
}
