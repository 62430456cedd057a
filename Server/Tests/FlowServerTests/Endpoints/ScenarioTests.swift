import Accounts
import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// The response of each operation in the served OpenAPI document to each role.
@Suite struct ScenarioTests {
  static let accessRules: [AccessRule] = {
    // Parsed from the served bytes, as a client does.
    guard let document = try? JSON(parsing: OpenAPIDocument.bytes) else { return [] }
    return AccessRule.all(of: document)
  }()

  @Test func `every operation that is served has a scenario`() async throws {
    let site = try await Site()
    let served = AccessRule.all(of: try await site.send(.get, "/openapi.json", as: .anonymous).json)
    let ids = served.map(\.id)
    #expect(ids.filter { Scenario.all[$0] == nil } == [], "add a scenario to Scenario.all")
    #expect(Scenario.all.keys.filter { !ids.contains($0) } == [])
    #expect(Set(ids).count == ids.count, "two operations have the same id")
    #expect(ids == Self.accessRules.map(\.id))
  }

  @Test func `every route that the server has is in the document`() throws {
    let routes = Routes.all.filter { $0.topic != .pages }
    let declared = routes.map { "\($0.method.rawValue) \($0.path)" }
    #expect(Set(declared) == Set(Self.accessRules.map { "\($0.method) \($0.path)" }))
    #expect(declared.count == Self.accessRules.count)
  }

  @Test(arguments: accessRules.map(\.id))
  func `each role with access gets the documented response`(id: String) async throws {
    let rule = try #require(Self.accessRules.first { $0.id == id })
    let scenario = try #require(Scenario.all[id])
    var prepared: Site?
    for role in Site.Role.allCases where rule.expectedStatus(scenario, role) < 300 {
      let site: Site
      if let prepared {
        site = prepared
      } else {
        site = try await Site(withUsers: true)
        try await scenario.prepare(site)
      }
      try await check(rule, scenario, role, site)
      // A change by one role would affect the request of the next, so only GET shares the site.
      prepared = rule.method == "GET" ? site : nil
    }
  }

  @Test(arguments: accessRules.map(\.id))
  func `a refused caller receives nothing and has changed nothing`(id: String) async throws {
    let rule = try #require(Self.accessRules.first { $0.id == id })
    let scenario = try #require(Scenario.all[id])
    let site = try await Site(withUsers: true)
    try await scenario.prepare(site)
    let before = try await site.stateSummary()
    for role in Site.Role.allCases where rule.expectedStatus(scenario, role) >= 300 {
      try await check(rule, scenario, role, site)
    }
    #expect(try await site.stateSummary() == before, "\(id): a rejected request had an effect")
  }

  private func check(
    _ rule: AccessRule, _ scenario: Scenario, _ role: Site.Role, _ site: Site
  ) async throws {
    let response = try await scenario.send(rule, site, as: role)
    let expected = rule.expectedStatus(scenario, role)
    #expect(
      response.status == expected,
      "\(rule.id) as \(role): \(response.status) instead of \(expected): \(response.text)")
    let body = response.text
    let isShown = response.status < 300 && !scenario.hiddenFrom.contains(role)
    for text in scenario.mustContain {
      #expect(
        body.contains(text) == isShown,
        "\(rule.id) as \(role) \(isShown ? "has no" : "shows") \(text): \(body)")
    }
    for secret in site.secrets where rule.id != "addToken" {
      #expect(!body.contains(secret), "\(rule.id) as \(role) shows a secret")
    }
    if role.isUser, !role.isByApp {
      #expect(
        rule.isOpen || response.headers[.accessControlAllowOrigin] == nil || response.status == 401,
        "\(rule.id) as \(role): a page of another site may read a response to a cookie")
    }
    #expect(response.headers[.accessControlAllowCredentials] == nil)
    checkCaching(rule, role, response)
  }

  /// The `Cache-Control` of endpoints whose successful responses are not `no-store`: for callers
  /// without credentials or with an SDK key, and for all others.
  private static let caching: [String: (open: String, authorized: String)] = [
    "readRelease": ("public, max-age=0, s-maxage=5", "private, no-cache"),
    "readDocument": ("public, max-age=31536000, immutable", "private, no-cache"),
    "readSnapshot": ("", "private, no-cache"), "readKeys": ("no-cache", ""),
    "readAsset": ("public, max-age=31536000, immutable", ""),
    "readAccountKeys": ("public, max-age=300", ""), "readOpenAPI": ("no-cache", ""),
    "readOpenAPIAsYAML": ("no-cache", ""), "readDocs": ("no-cache", ""),
  ]

  private func checkCaching(_ rule: AccessRule, _ role: Site.Role, _ response: Site.Response) {
    let isOpen = rule.isOpen || role == .app
    let exception = response.status < 300 ? Self.caching[rule.id] : nil
    let expected = exception.map { isOpen ? $0.open : $0.authorized } ?? "no-store"
    #expect(
      response.headers[values: .cacheControl] == [expected],
      "\(rule.id) as \(role), \(response.status)")
    if expected != "no-store", !rule.isOpen, rule.id != "readSnapshot" {
      #expect(response.headers[.vary]?.lowercased().contains("authorization") == true, "\(rule.id)")
    }
  }

  @Test(arguments: accessRules.filter { !$0.isOpen }.map(\.id))
  func `invalid, revoked and expired credentials give no access`(id: String) async throws {
    let rule = try #require(Self.accessRules.first { $0.id == id })
    let scenario = try #require(Scenario.all[id])
    let site = try await Site(withUsers: true)
    try await scenario.prepare(site)
    let expired = try await site.addToken("acme", .admin, expires: site.clock.now)
    let revoked = try await site.addToken("acme", .admin)
    let revokedID = try #require(TokenCredential(revoked)).id
    _ = try await site.store.revokeToken(revokedID, at: site.clock.now, audit: site.audit("acme"))
    let unknown = TokenCredential().string
    let cookie = try #require(site.cookies[.owner]).secret
    let accessTokens = try await site.invalidAccessTokens()
    for token in [
      expired, revoked, unknown, "fm_x", "", "pk_zzzzzzzzzzzzzzzzzzzzzz", "x y", cookie, "a.b.c",
    ] + accessTokens {
      let response = try await scenario.send(rule, site, as: .anonymous, token: token)
      #expect(response.status == 401, "\(id) with \(token): \(response.status)")
    }
  }
}

/// A successful request and the expected content of its response.
struct Scenario {
  var path: [String: String] = [:]
  var query = ""
  var headers: [String: String] = [:]
  var body: JSON?
  /// The body, if it is not JSON.
  var bytes: [UInt8] = []
  /// Creates a body that depends on the caller, when it is needed.
  var makeBody: (@Sendable (Site, Site.Role) async throws -> JSON)?
  /// The status for an authorized caller.
  var status = 200
  /// The status for an admin or owner of another organization; nil if it follows from the path.
  var outsiderStatus: Int?
  /// The status for callers who are exceptions from the documented access.
  var exceptions: [Site.Role: Int] = [:]
  /// Callers whose response must not contain any of `mustContain`.
  var hiddenFrom: Set<Site.Role> = []
  /// Texts in every successful response, except to `hiddenFrom`.
  var mustContain: [String] = []
  /// Adds what the request needs, before any role sends it.
  var prepare: @Sendable (Site) async throws -> Void = { _ in }

  /// Sends the request; `{self}` in a parameter is replaced by the caller's name.
  func send(
    _ rule: AccessRule, _ site: Site, as role: Site.Role, token: String? = nil
  ) async throws -> Site.Response {
    var path = rule.path
    for name in rule.parameterNames {
      let value = self.path[name] ?? Self.defaultPath[name] ?? ""
      path = path.replacing("{\(name)}", with: value.replacing("{self}", with: role.rawValue))
    }
    let method = try #require(HTTPRequest.Method(rule.method))
    let hasAccess = rule.expectedStatus(self, role) < 300 && token == nil
    let ownBody = hasAccess ? try await makeBody?(site, role) : nil
    return try await site.send(
      method, path + query, as: role, token: token, headers, body: ownBody ?? body, bytes: bytes)
  }

  private static let defaultPath = [
    "app": "shop", "applicationId": "shop", "env": "production", "org": "acme",
    "user": Site.userID("colleague"),
  ]
}

extension Site {
  /// Secrets that no response may contain: of API tokens, access tokens and cookies.
  var secrets: [String] {
    Role.allCases.filter { $0 != .app }.compactMap { credentials[$0] }
      .compactMap { $0.split(separator: $0.hasPrefix("fm_") ? "_" : ".").last.map(String.init) }
      + cookies.values.map(\.secret)
  }

  /// What a change would affect: the audit logs, tokens, accounts, snapshots, the draft's revision
  /// and the next release number.
  func stateSummary() async throws -> [String] {
    var summary: [String] = []
    for organization in try await store.organizations() {
      summary += try await store.audit(
        of: organization.id, application: nil, before: nil, limit: 500
      ).map { "\($0)" }
      summary += try await store.tokens(of: organization.id).map { "\($0.id) \($0.revoked ?? 0)" }
    }
    summary += try await services.accounts.store.read { reader in
      try reader.users(after: "", limit: 500).flatMap { user in
        try ["\(user)", "\(reader.memberships(of: user.id))"]
          + reader.sessions(of: user.id).map { "\($0.id) \($0.lastAuthenticated)" }
      }
    }
    summary += try await store.snapshots(of: "shop").map { "\($0)" }
    let draft = try await store.draft(of: "shop")?.revision ?? 0
    let next = try await store.nextNumber(of: "shop")
    return summary + ["draft \(draft), next release \(next)"]
  }

  /// Well-formed access tokens that are not valid: signed with another key, of an ended session, of
  /// another user's session, of a browser's session, expired, or not yet valid.
  func invalidAccessTokens() async throws -> [String] {
    let accounts = services.accounts
    let id = Self.userID("owner")
    let otherKeys = try AccountKeyring(secrets: [AccountKeyring.newSecret()])
    let otherTokens = accounts.with(otherKeys).sessions.accessTokens
    let ownTokens = accounts.sessions.accessTokens
    let now = clock.now
    return [
      try await otherTokens.make(user: id, session: "sessionownerApp", at: now),
      try await ownTokens.make(user: id, session: "sessionended", at: now),
      try await ownTokens.make(user: id, session: "sessionviewerApp", at: now),
      try await ownTokens.make(user: id, session: "sessionowner", at: now),
      try await ownTokens.make(user: id, session: "sessionownerApp", at: now - 86400),
      try await ownTokens.make(user: id, session: "sessionownerApp", at: now + 86400),
    ]
  }
}
