import FlowStore
import Testing

@Suite(.serialized) struct ApplicationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all)
  func `an empty store returns nothing without an error`(_ kind: StoreKind) async throws {
    let store = try await kind.empty(in: folder)
    #expect(try await store.organizations().isEmpty)
    #expect(try await store.application("shop") == nil)
    #expect(try await store.environments(of: "shop").isEmpty)
    #expect(try await store.currentReleases().isEmpty)
  }

  @Test(arguments: StoreKind.all)
  func `organizations are listed by name`(_ kind: StoreKind) async throws {
    let store = try await kind.empty(in: folder)
    let zebra = Organization(id: "a", name: "Zebra", created: 1)
    let apple = Organization(id: "z", name: "Äpfel & Co \u{1F34E}", created: 2)
    let acme = Organization(id: "m", name: "Acme", created: 3)
    for organization in [zebra, apple, acme] {
      try await store.add(organization, audit: Shop.entry("organization.added"))
    }
    #expect(try await store.organizations() == [acme, zebra, apple])
  }

  @Test(arguments: StoreKind.all)
  func `an organization's id is unique`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let duplicate = Organization(id: "acme", name: "Other", created: 5)
    let code = await errorCode { () async throws(StoreError) in
      try await store.add(duplicate, audit: Shop.entry("organization.added"))
    }
    #expect(code == .alreadyExists)
    #expect(try await store.organizations() == [Shop.organization])
    #expect(try await store.audit(of: "acme", application: nil, before: nil, limit: 9).count == 2)
  }

  @Test(arguments: StoreKind.all)
  func `renaming an application is recorded`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    try await store.renameApplication(
      "shop", to: "Kiosk", audit: Shop.entry("application.renamed"))
    #expect(try await store.application("shop")?.name == "Kiosk")
    #expect(try await store.applications(of: "acme").map(\.created) == [Shop.app.created])
    let newest = try await store.audit(of: "acme", application: "shop", before: nil, limit: 1)
    #expect(newest.map(\.action) == ["application.renamed"])
    let code = await errorCode { () async throws(StoreError) in
      try await store.renameApplication("nowhere", to: "X", audit: Shop.entry("x"))
    }
    #expect(code == .notFound)
  }

  @Test(arguments: StoreKind.all)
  func `a change that changes nothing is not recorded`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let before = try await store.audit(of: "acme", application: nil, before: nil, limit: 99).count
    var changes: [Bool] = []
    for _ in 1...2 {
      try await store.renameApplication("shop", to: "Kiosk", audit: Shop.entry("app.renamed"))
      try await store.rename(
        "acme", to: "Acme Rockets", audit: Shop.entry("renamed", application: nil))
      try await store.limitTokens(
        of: "acme", toDays: 30, audit: Shop.entry("limited", application: nil))
      changes.append(
        try await store.setAllowsFollowing(
          true, environment: "production", of: "shop", audit: Shop.entry("followed")))
    }
    #expect(changes == [true, false])
    let after = try await store.audit(of: "acme", application: nil, before: nil, limit: 99)
    #expect(after.prefix(4).map(\.action) == ["followed", "limited", "renamed", "app.renamed"])
    #expect(after.count == before + 4)
    try await store.limitTokens(
      of: "acme", toDays: nil, audit: Shop.entry("unlimited", application: nil))
    #expect(try await store.organization("acme")?.tokenDays == nil)
  }

  @Test(arguments: StoreKind.all)
  func `an application keeps the order of its environments`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let added = Environment(application: "shop", name: "canary")
    try await store.add(added, audit: Shop.entry("environment.added"))
    #expect(try await store.applications(of: "acme") == [Shop.app])
    #expect(try await store.application("shop") == Shop.app)
    let names = try await store.environments(of: "shop").map(\.name)
    #expect(names == ["staging", "production", "canary"])
  }

  @Test(arguments: StoreKind.all)
  func `a record without its parent is rejected`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let app = Application(id: "lost", organization: "nobody", name: "Lost", created: 1)
    let applicationCode = await errorCode { () async throws(StoreError) in
      try await store.add(app, environments: ["production"], audit: Shop.entry("added"))
    }
    let environment = Environment(application: "lost", name: "production")
    let environmentCode = await errorCode { () async throws(StoreError) in
      try await store.add(environment, audit: Shop.entry("added"))
    }
    #expect(applicationCode == .notFound)
    #expect(environmentCode == .notFound)
    #expect(try await store.application("lost") == nil)
  }

  @Test(arguments: StoreKind.all)
  func `an application with a duplicate environment is not added at all`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let app = Application(id: "twice", organization: "acme", name: "Twice", created: 1)
    let code = await errorCode { () async throws(StoreError) in
      try await store.add(app, environments: ["a", "b", "a"], audit: Shop.entry("added"))
    }
    #expect(code == .alreadyExists)
    #expect(try await store.application("twice") == nil)
    #expect(try await store.environments(of: "twice").isEmpty)
  }

  @Test(arguments: StoreKind.all)
  func `the ids of applications and names of environments are unique`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let applicationCode = await errorCode { () async throws(StoreError) in
      try await store.add(Shop.app, environments: [], audit: Shop.entry("added"))
    }
    let environment = Environment(application: "shop", name: "staging")
    let environmentCode = await errorCode { () async throws(StoreError) in
      try await store.add(environment, audit: Shop.entry("added"))
    }
    #expect(applicationCode == .alreadyExists)
    #expect(environmentCode == .alreadyExists)
    #expect(try await store.environments(of: "shop").count == 2)
  }
}
