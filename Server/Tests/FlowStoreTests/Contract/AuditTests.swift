import Accounts
import FlowStore
import Testing

@Suite(.serialized) struct AuditTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all)
  func `entries are listed newest first, of one organization only`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let other = Organization(id: "other", name: "Other", created: 1)
    let entry = AuditEntry(at: 1, actor: "Bob", action: "x", organization: "other")
    try await store.add(other, audit: entry)
    let published = AuditEntry(
      at: 5, actor: "Ada", action: "release.published", organization: "acme",
      application: "shop", environment: "production", detail: #"{"number":1}"#)
    try await store.publish(Shop.release(1), audit: published)

    let all = try await store.audit(of: "acme", application: nil, before: nil, limit: 9)
    #expect(all.map(\.action) == ["release.published", "application.added", "organization.added"])
    let newest = try #require(all.first)
    #expect(newest.detail == published.detail)
    #expect(newest.environment == "production")
    #expect(newest.at == 5)
    #expect(all.last?.application == nil)
  }

  @Test(arguments: StoreKind.all)
  func `entries can be paged and filtered by application`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    try await Shop.publish(1...5, to: store)
    let page = try await store.audit(of: "acme", application: "shop", before: nil, limit: 2)
    let last = try #require(page.last)
    let next = try await store.audit(of: "acme", application: "shop", before: last.id, limit: 9)
    #expect(page.count == 2)
    #expect(next.count == 4)
    #expect(next.allSatisfy { $0.id < last.id && $0.application == "shop" })
  }

  @Test(arguments: StoreKind.all)
  func `entries can be filtered by actor, action, environment and time`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let changes: [(actor: String, action: String, environment: String, at: Int)] = [
      ("Ada", "release.published", "production", 10), ("Bob", "release.rolled-back", "staging", 20),
      ("Ada", "release.published", "staging", 30), ("Ada", "releases.x", "production", 40),
      ("%", "x.release.published", "production", 50),
    ]
    for (number, change) in changes.enumerated() {
      let entry = AuditEntry(
        at: change.at, actor: .operator(change.actor), action: change.action,
        organization: "acme", application: "shop", environment: change.environment)
      try await store.publish(Shop.release(number + 1), audit: entry)
    }
    func times(_ filter: AuditFilter) async throws -> [Int] {
      try await store.audit(of: "acme", matching: filter, before: nil, limit: 99).map(\.at)
        .filter { $0 < 100 }
    }
    #expect(try await times(AuditFilter(actor: "Ada")) == [40, 30, 10])
    #expect(try await times(AuditFilter(actor: "%")) == [50])
    #expect(try await times(AuditFilter(action: "release.published")) == [30, 10])
    #expect(try await times(AuditFilter(action: "release.")) == [30, 20, 10])
    #expect(try await times(AuditFilter(action: "release")) == [])
    #expect(try await times(AuditFilter(environment: "staging")) == [30, 20])
    #expect(try await times(AuditFilter(since: 20, until: 40)) == [30, 20])
    #expect(
      try await times(
        AuditFilter(application: "shop", environment: "staging", actor: "Ada", action: "release."))
        == [30])
  }

  @Test(arguments: StoreKind.all)
  func `a writable store passes its check repeatedly`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.empty(in: folder)
    try await store.check()
    try await store.check()
  }

  @Test(arguments: StoreKind.all)
  func `a closed store is unavailable, and can be closed again`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    try await store.close()
    let reading = await errorCode { () async throws(StoreError) in
      _ = try await store.organizations()
    }
    let writing = await errorCode { () async throws(StoreError) in try await store.check() }
    #expect(reading == .unavailable)
    #expect(writing == .unavailable)
    try await store.close()
  }
}
