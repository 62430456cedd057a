import FlowStore
import Testing

@Suite(.serialized) struct KeyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all)
  func `an SDK key is active until it is revoked, and can be revoked once`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let phones = Shop.key("pk_one")
    let web = Shop.key("pk_two", environment: "staging")
    for key in [phones, web] { try await store.add(key, audit: Shop.entry("key.added")) }
    #expect(try await store.activeSDKKeys() == [web, phones])

    let entry = Shop.entry("key.revoked")
    #expect(try await store.revokeSDKKey("pk_one", at: 900, audit: entry))
    #expect(try await store.revokeSDKKey("pk_one", at: 901, audit: entry) == false)
    #expect(try await store.revokeSDKKey("pk_none", at: 901, audit: entry) == false)

    #expect(try await store.activeSDKKeys() == [web])
    #expect(try await store.sdkKeys(of: "shop").map(\.revoked) == [nil, 900])
    let entries = try await store.audit(of: "acme", application: "shop", before: nil, limit: 9)
    #expect(entries.filter { $0.action == "key.revoked" }.count == 1)
  }

  @Test(arguments: StoreKind.all)
  func `a key's id is unique, and its environment must exist`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    try await store.add(Shop.key("pk_one"), audit: Shop.entry("key.added"))
    let duplicate = await errorCode { () async throws(StoreError) in
      try await store.add(Shop.key("pk_one", environment: "staging"), audit: Shop.entry("x"))
    }
    let unknownEnvironment = await errorCode { () async throws(StoreError) in
      try await store.add(Shop.key("pk_two", environment: "nowhere"), audit: Shop.entry("x"))
    }
    #expect(duplicate == .alreadyExists)
    #expect(unknownEnvironment == .notFound)
    #expect(try await store.sdkKeys(of: "shop") == [Shop.key("pk_one")])
  }

  @Test(arguments: StoreKind.all)
  func `a token is returned as stored, and can be revoked once`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let token = Shop.token("t1")
    let other = Shop.token("t2")
    for added in [token, other] { try await store.add(added, audit: Shop.entry("token.added")) }
    #expect(try await store.token("t1") == token)
    #expect(try await store.token("T1") == nil)
    #expect(try await store.tokens(of: "acme") == [other, token])

    #expect(try await store.revokeToken("t1", at: 950, audit: Shop.entry("token.revoked")))
    #expect(
      try await store.revokeToken("t1", at: 951, audit: Shop.entry("token.revoked")) == false)
    #expect(try await store.token("t1")?.revoked == 950)
  }

  @Test(arguments: StoreKind.all)
  func `a user's token has its restrictions and last use`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let token = Shop.token("t1", of: Shop.ada, lastUsed: 510)
    try await store.add(token, audit: Shop.entry("token.added"))
    #expect(try await store.token("t1") == token)
    #expect(try await store.tokens(of: "acme") == [token])
  }

  @Test(arguments: StoreKind.all)
  func `the last use of a token is recorded, and never moves back`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    for id in ["t1", "t2"] {
      try await store.add(Shop.token(id), audit: Shop.entry("token.added"))
    }
    for time in [600, 720, 660] { try await store.touchToken("t1", at: time) }
    try await store.touchToken("t3", at: 600)
    #expect(try await store.token("t1")?.lastUsed == 720)
    #expect(try await store.token("t2") == Shop.token("t2"))
  }

  @Test(arguments: StoreKind.all)
  func `all of a user's tokens in an organization are revoked, and no others`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let zoo = Organization(id: "zoo", name: "Zoo", created: 100)
    try await store.add(zoo, audit: Shop.entry("organization.added"))
    let tokens = [
      Shop.token("t1", of: Shop.ada), Shop.token("t2", of: Shop.bob), Shop.token("t3"),
      Shop.token("t4", of: Shop.ada), Shop.token("t5", of: Shop.ada, organization: "zoo"),
      Shop.token("t6", of: Shop.ada),
    ]
    for token in tokens { try await store.add(token, audit: Shop.entry("token.added")) }
    _ = try await store.revokeToken("t6", at: 940, audit: Shop.entry("token.revoked"))

    let entry = Shop.entry("tokens.ended", application: nil)
    let ended = try await store.revokeTokens(of: "p_ada", in: "acme", at: 950, audit: entry)
    let second = try await store.revokeTokens(of: "p_ada", in: "acme", at: 960, audit: entry)

    #expect(ended == ["t1", "t4"])
    #expect(second == [])
    let acme = try await store.tokens(of: "acme")
    #expect(acme.map(\.id) == ["t6", "t4", "t3", "t2", "t1"])
    #expect(acme.map(\.revoked) == [940, 950, nil, nil, 950])
    #expect(try await store.token("t5")?.revoked == nil)
    let entries = try await store.audit(of: "acme", application: nil, before: nil, limit: 99)
    #expect(entries.filter { $0.action == "tokens.ended" }.count == 1)
  }

  @Test(arguments: StoreKind.all)
  func `a token's id is unique, and its organization must exist`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    try await store.add(Shop.token("t1"), audit: Shop.entry("token.added"))
    let duplicate = await errorCode { () async throws(StoreError) in
      try await store.add(Shop.token("t1"), audit: Shop.entry("x"))
    }
    let unknownOrganization = await errorCode { () async throws(StoreError) in
      try await store.add(Shop.token("t2", organization: "nobody"), audit: Shop.entry("x"))
    }
    #expect(duplicate == .alreadyExists)
    #expect(unknownOrganization == .notFound)
    #expect(try await store.tokens(of: "acme").count == 1)
  }
}
