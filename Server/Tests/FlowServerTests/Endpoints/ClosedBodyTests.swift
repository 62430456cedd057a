import FlowCore
import FlowServer
import HTTPTypes
import Testing

/// Members that the body of a request cannot have.
@Suite struct ClosedBodyTests {
  private struct Request {
    let method: HTTPRequest.Method
    let path: String
    let body: JSON
    let suggestion: String

    init(_ method: HTTPRequest.Method, _ path: String, _ body: JSON, _ suggestion: String) {
      self.method = method
      self.path = path
      self.body = body
      self.suggestion = suggestion
    }
  }

  private static let production = "/v1/apps/shop/environments/production"
  private static let releases = "/v1/apps/shop/environments/production/releases"
  private static let invitations = "/v1/organizations/acme/invitations"
  private static let member = "/v1/organizations/acme/members/\(Site.userID("colleague"))"

  /// Requests that would do something else than they ask for if the misspelled member were ignored.
  private static let misspelled: [Request] = publishing + access + applications

  private static let publishing = [
    Request(.post, releases, ["documnt": Flows.document(), "acceptWarnings": true], "document"),
    Request(.post, releases, ["replases": 0], "replaces"),
    Request(.post, "\(production)/rollback", ["to": 1, "replace": 2], "replaces"),
    Request(
      .put, "/v1/apps/shop/builds/archived",
      ["platform": "ios", "version": "1.0", "build": "1", "archive": false], "archived"),
  ]

  private static let access = [
    Request(
      .post, "/v1/tokens", ["name": "ci", "scopes": ["publish"], "app": "shop"], "application"),
    Request(
      .post, "/v1/tokens", ["name": "ci", "scopes": ["read"], "expires": 1], "expiresInDays"),
    Request(
      .post, invitations, ["email": "a@example.net", "role": "guest", "grant": []], "grants"),
    Request(
      .post, invitations,
      [
        "email": "a@example.net",
        "grants": [["application": "shop", "enviroment": "staging", "role": "editor"]],
      ], "environment"),
    Request(.patch, member, ["role": "viewer", "grant": []], "grants"),
    Request(.patch, "/v1/organizations/acme", ["name": "Acme", "tokendays": 1], "tokenDays"),
    Request(
      .post, "/v1/apps/shop/sdk-keys", ["name": "k", "environment": "staging", "env": "staging"],
      "environment"),
  ]

  private static let applications = [
    Request(
      .post, "/v1/apps", ["id": "kiosk", "name": "Kiosk", "environment": ["test"]],
      "environments"),
    Request(.patch, "/v1/apps/shop", ["name": "Kiosk", "nam": "Shop"], "name"),
    Request(
      .post, "/v1/apps/shop/environments", ["name": "beta", "Name": "gamma"], "name"),
    Request(.patch, production, ["followable": true, "followabel": false], "followable"),
  ]

  @Test func `a misspelled member is rejected, and nothing is changed`() async throws {
    let site = try await Site(withUsers: true)
    try await site.putDraft()
    try await site.publish()
    try await site.publish()
    try await site.send(.post, "/v1/apps/shop/manifests", body: Flows.manifest())
    let before = try await site.send(.get, "/v1/audit?limit=200").body
    for request in Self.misspelled {
      let response = try await site.send(request.method, request.path, body: request.body)
      #expect(response.code == "malformed-body", "\(request.path): \(response.text)")
      let question = "Did you mean `\(request.suggestion)`?"
      #expect(
        response.json["detail"]?.string?.hasSuffix(question) == true,
        "\(request.path): \(response.text)")
    }
    #expect(try await site.send(.get, "/v1/audit?limit=200").body == before)
  }

  @Test func `without a similar member, the message lists all`() async throws {
    let site = try await Site()
    let response = try await site.send(
      .post, "/v1/apps/shop/sdk-keys",
      body: ["name": "k", "environment": "staging", "description": "x"])
    #expect(
      response.json["detail"]
        == "The body cannot have `description`. It may have `environment`, `name`.")
  }

  @Test(arguments: ["a", "\u{301}"] as [Unicode.Scalar])
  func `attack: a long member is quoted only in part`(scalar: Unicode.Scalar) async throws {
    let site = try await Site()
    let name = String(String.UnicodeScalarView(repeatElement(scalar, count: 1 << 19)))
    let response = try await site.send(
      .post, Self.releases, bytes: Array(#"{"\#(name)":1}"#.utf8))
    #expect(response.code == "malformed-body")
    #expect(response.body.count < 1000, "\(response.body.count)")
  }

  @Test func `documents, manifests and events may have members that the server does not know`()
    async throws
  {
    let site = try await Site()
    var document = try #require(Flows.document().object)
    document["later"] = true
    try await site.publish(.object(document))
    var manifest = try #require(Flows.manifest().object)
    manifest["later"] = true
    let declared = try await site.send(
      .post, "/v1/apps/shop/manifests", body: .object(manifest))
    #expect(declared.status == 201, "\(declared.text)")
    var batch = try #require(Scenario.batch.object)
    batch["later"] = true
    let sent = try await site.send(
      .post, "/v1/apps/shop/events", as: .app, ["Idempotency-Key": Scenario.batchID],
      body: .object(batch))
    #expect(sent.status == 202, "\(sent.text)")
  }

  @Test func `the OpenAPI document says which bodies have no other members`() throws {
    let schemas = try #require(OpenAPIDocument.make(Routes.all)["components"]?["schemas"])
    for request in Self.misspelled {
      let endpoint = try #require(Endpoint.matching(request.method, request.path))
      let schema = try #require(endpoint.body?.schema)
      #expect(schemas[Name(schema.rawValue)]?["additionalProperties"] == false, "\(endpoint.id)")
    }
    #expect(schemas["RoleGrant"]?["additionalProperties"] == false)
  }
}
