import Accounts
import FlowCore
import FlowMagic
import FlowServer
import FlowStore
import HTTPTypes
import Testing

@Suite struct AccessTests {
  @Test func `a new token works within its scope, and stops working when it is revoked`()
    async throws
  {
    let site = try await Site()
    let created = try await site.send(
      .post, "/v1/tokens", body: ["name": "CI", "scopes": ["draft", "read"]])
    let token = try #require(created.json["token"]?.string)
    let id = try #require(created.json["id"]?.string)
    let me = try await site.send(.get, "/v1/me", token: token)
    #expect(me.json["scopes"] == ["read", "draft"])
    #expect(me.json["organization"]?["id"] == "acme")
    let publish = "/v1/apps/shop/environments/production/releases"
    #expect(try await site.send(.post, publish, token: token, body: [:]).code == "not-allowed")
    #expect(try await site.send(.delete, "/v1/tokens/\(id)").status == 204)
    #expect(try await site.send(.get, "/v1/me", token: token).status == 401)
    #expect(try await site.send(.delete, "/v1/tokens/\(id)").code == "unknown-token")
  }

  @Test func `attack: invitations of a revoked token end, also after a password reset`()
    async throws
  {
    let site = try await Site(withUsers: true)
    func token(as role: Site.Role) async throws -> (id: String, text: String) {
      let created = try await site.send(
        .post, "/v1/tokens", as: role, body: ["name": "CI", "scopes": ["admin"]])
      return (
        try #require(created.json["id"]?.string, "\(created.text)"),
        try #require(created.json["token"]?.string)
      )
    }
    func invite(_ name: String, with token: String? = nil) async throws {
      let sent = try await site.send(
        .post, "/v1/organizations/acme/invitations", as: token == nil ? .owner : .anonymous,
        token: token, body: ["email": .string("\(name)@example.net"), "role": "owner"])
      #expect(sent.status == 201, "\(sent.text)")
    }
    func pending() async throws -> Set<String> {
      let all = try await site.services.accounts.store.read { try $0.invitations(of: "acme") }
      return Set(all.filter { $0.ended == nil }.map(\.email))
    }
    let before = try await pending()
    let (serviceToken, ownerToken) = (try await token(as: .admin), try await token(as: .owner))
    try await invite("service", with: serviceToken.text)
    try await invite("own", with: ownerToken.text)
    try await invite("user")
    #expect(try await pending().subtracting(before).count == 3)
    #expect(try await site.send(.delete, "/v1/tokens/\(serviceToken.id)").status == 204)
    #expect(
      try await pending().subtracting(before) == ["own@example.net", "user@example.net"])

    try await site.send(
      .post, "/v1/account/password/forgot", as: .anonymous,
      body: ["email": .string(Site.email("owner"))])
    let reset = try await site.send(
      .post, "/v1/account/password/reset", as: .anonymous,
      body: [
        "link": .string(try await site.mailedSecret(to: Site.email("owner"))),
        "password": "quite another long phrase",
      ])
    #expect(reset.status == 204, "\(reset.text)")
    #expect(try await pending().subtracting(before) == ["user@example.net"])
    let all = try await site.services.accounts.store.read { try $0.invitations(of: "acme") }
    #expect(all.compactMap(\.outcome) == [.revoked, .revoked])
  }

  @Test func `a token expires`() async throws {
    let site = try await Site()
    let created = try await site.send(
      .post, "/v1/tokens", body: ["name": "CI", "scopes": ["read"], "expiresInDays": 1])
    let token = try #require(created.json["token"]?.string)
    site.clock.advance(by: 86399)
    #expect(try await site.send(.get, "/v1/me", token: token).status == 200)
    site.clock.advance(by: 1)
    #expect(try await site.send(.get, "/v1/me", token: token).status == 401)
  }

  @Test func `the store has only the hash of a token's secret`() async throws {
    let site = try await Site()
    let created = try await site.send(
      .post, "/v1/tokens", body: ["name": "CI", "scopes": ["read"]])
    let token = try #require(created.json["token"]?.string)
    let credential = try #require(TokenCredential(token))
    let stored = try #require(try await site.store.token(credential.id))
    #expect(stored.hash == credential.hash)
    #expect(stored.hash.count == 32)
    let secret = String(token.dropFirst("fm_\(credential.id)_".count))
    #expect(token.hasSuffix("_\(secret)") && !"\(stored)".contains(secret))
  }

  @Test func `a new SDK key reads its environment, and a revoked one nothing`() async throws {
    let site = try await Site()
    try await site.publish(to: "staging")
    let created = try await site.send(
      .post, "/v1/apps/shop/sdk-keys", body: ["environment": "staging", "name": "Testers"])
    let key = try #require(created.json["key"]?.string)
    let id = try #require(created.json["id"]?.string)
    let parts = key.split(separator: ".")
    #expect(String(parts[0]) == id)
    #expect(String(parts[1]) == (await site.services.signer.publicKey.string))
    let path = "/v1/apps/shop/environments/staging/release"
    #expect(try await site.send(.get, path, token: key).status == 200)
    #expect(try await site.send(.delete, "/v1/apps/shop/sdk-keys/\(key)").status == 204)
    #expect(try await site.send(.get, path, token: key).status == 401)
    #expect(try await site.send(.delete, "/v1/apps/shop/sdk-keys/\(id)").code == "unknown-key")
    let list = try await site.send(.get, "/v1/apps/shop/sdk-keys")
    #expect(list.json["keys"]?.array?.first?["revoked"]?.string != nil)
  }

  @Test func `an API token in the URL is not accepted`() async throws {
    let site = try await Site()
    try await site.publish()
    let token = site.credentials[.admin] ?? ""
    let path = "/v1/apps/shop/environments/production/stream?key=\(token)"
    #expect(try await site.send(.get, path, as: .anonymous).status == 401)
  }

  @Test func `tokens of another organization are treated as unknown`() async throws {
    let site = try await Site()
    let id = try #require(TokenCredential(site.credentials[.read] ?? "")).id
    #expect(try await site.send(.delete, "/v1/tokens/\(id)", as: .rival).code == "unknown-token")
    let tokens = try await site.send(.get, "/v1/tokens", as: .rival)
    #expect(tokens.json["tokens"]?.array?.count == 1)
  }

  static let malformedBodies: [JSON] = [
    [:], [], ["name": "", "scopes": ["read"]], ["name": "x", "scopes": []],
    ["name": "x", "scopes": ["root"]], ["name": "x", "scopes": "read"],
    ["name": "a\u{7}b", "scopes": ["read"]], ["name": 3, "scopes": ["read"]],
    ["name": "x", "scopes": ["read"], "expiresInDays": 0],
    ["name": "x", "scopes": ["read"], "expiresInDays": 9_999_999_999],
  ]

  @Test func `a malformed body creates no token`() async throws {
    let site = try await Site()
    let before = try await site.store.tokens(of: "acme").count
    for body in Self.malformedBodies {
      let response = try await site.send(.post, "/v1/tokens", body: body)
      #expect(response.status == 400, "\(body.text())")
    }
    #expect(try await site.store.tokens(of: "acme").count == before)
  }

  @Test func `application ids are short and lower case, without special characters`() async throws {
    let site = try await Site()
    let long = String(repeating: "a", count: 64)
    for id in ["", "A", "-a", "a/b", "a b", "ä", "..", long] {
      let body: JSON = ["id": .string(id), "name": "x"]
      #expect(try await site.send(.post, "/v1/apps", body: body).status == 400, "\(id)")
    }
    let uuid: JSON = ["id": "66ceb688-a2b3-11ed-a8fc-0242ac120002", "name": "x"]
    #expect(try await site.send(.post, "/v1/apps", body: uuid).status == 201)
  }

  @Test func `a body of more than 64 KiB is rejected by a route for small bodies`() async throws {
    let site = try await Site()
    let body: JSON = ["id": "a", "name": .string(String(repeating: "x", count: 70_000))]
    #expect(try await site.send(.post, "/v1/apps", body: body).status == 413)
  }
}
