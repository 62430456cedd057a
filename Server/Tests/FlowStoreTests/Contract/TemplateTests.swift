import Accounts
import FlowStore
import Testing

@Suite(.serialized) struct TemplateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func template(_ id: String, body: [UInt8] = [1]) -> ScreenTemplate {
    ScreenTemplate(
      organization: "acme", id: id, name: "Name \(id)", body: body, author: "Ada", updated: 600)
  }

  private func add(_ template: ScreenTemplate, to store: any Store) async throws(StoreError) {
    try await store.add(template, assets: [], audit: Shop.entry("screen-template.added"))
  }

  @discardableResult
  private func change(
    _ id: String, at revision: Int, name: String? = nil, body: [UInt8]? = nil, in store: any Store
  ) async throws(StoreError) -> ScreenTemplate {
    try await store.change(
      ScreenTemplate.Change(
        organization: "acme", id: id, revision: revision, name: name, body: body, author: "Eve",
        at: 700), audit: Shop.entry("screen-template.changed"))
  }

  @Test(arguments: StoreKind.all)
  func `a version has its own author and time`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    try await add(template("a"), to: store)
    #expect(try await store.screenTemplate("a", version: nil, of: "acme") == template("a"))
    let changed = try await change("a", at: 1, body: [2], in: store)
    #expect(changed.version == 2 && changed.author == "Eve" && changed.updated == 700)
    let first = try await store.screenTemplate("a", version: 1, of: "acme")
    #expect(first?.body == [1] && first?.author == "Ada" && first?.revision == 2)
    #expect(first?.updated == 600)
    #expect(try await store.screenTemplate("a", version: nil, of: "other") == nil)
    #expect(try await store.screenTemplates(of: "acme").map(\.body) == [[]])
  }

  @Test(arguments: StoreKind.all)
  func `a change based on another revision is rejected`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    try await add(template("a"), to: store)
    try await change("a", at: 1, name: "New", in: store)
    let old = await errorCode { () async throws(StoreError) in
      try await change("a", at: 1, body: [2], in: store)
    }
    #expect(old == .conflict)
    let missing = await errorCode { () async throws(StoreError) in
      try await change("b", at: 1, body: [2], in: store)
    }
    #expect(missing == .notFound)
    #expect(try await store.screenTemplate("a", version: nil, of: "acme")?.version == 1)
  }

  @Test(arguments: StoreKind.all)
  func `a new version beyond the limit replaces the oldest`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    try await add(template("a"), to: store)
    for number in 1...ScreenTemplate.keptVersions {
      try await change("a", at: number, body: [UInt8(number + 1)], in: store)
    }
    #expect(try await store.screenTemplate("a", version: 1, of: "acme") == nil)
    #expect(try await store.screenTemplate("a", version: 2, of: "acme")?.body == [2])
  }

  @Test(arguments: StoreKind.all)
  func `the number and the total size of templates are limited`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let large = [UInt8](repeating: 1, count: ScreenTemplate.maximumBytes)
    try await add(template("a", body: large), to: store)
    let full = await errorCode { () async throws(StoreError) in
      try await add(template("b"), to: store)
    }
    #expect(full == .tooLarge)
    #expect(try await store.screenTemplates(of: "acme").map(\.id) == ["a"], "nothing was added")
    try await store.removeScreenTemplate(
      "a", revision: 1, of: "acme", audit: Shop.entry("screen-template.removed"))
    for number in 1...ScreenTemplate.limit { try await add(template("t\(number)"), to: store) }
    let tooMany = await errorCode { () async throws(StoreError) in
      try await add(template("x"), to: store)
    }
    #expect(tooMany == .tooLarge)
  }

  @Test(arguments: StoreKind.all)
  func `drafts that contain a text are found`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    #expect(try await store.applicationsWithDraft(containing: "abc", of: "acme") == [])
    _ = try await store.replaceDraft(
      of: "shop", revision: 0, body: Array("{\"a\":\"abc\"}".utf8), author: "Ada", at: 1)
    #expect(try await store.applicationsWithDraft(containing: "abc", of: "acme") == ["shop"])
    #expect(try await store.applicationsWithDraft(containing: "abd", of: "acme") == [])
    #expect(try await store.applicationsWithDraft(containing: "abc", of: "other") == [])
  }
}
