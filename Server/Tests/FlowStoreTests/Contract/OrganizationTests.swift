import Accounts
import FlowStore
import Testing

@Suite(.serialized) struct OrganizationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all)
  func `an organization is found by its id`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    #expect(try await store.organization("acme") == Shop.organization)
    #expect(try await store.organization("Acme") == nil)
  }

  @Test(arguments: StoreKind.all)
  func `renaming an organization is recorded`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let entry = Shop.entry("organization.renamed", application: nil)
    try await store.rename("acme", to: "Acme Rockets", audit: entry)
    #expect(
      try await store.organization("acme")
        == Organization(id: "acme", name: "Acme Rockets", created: 100))
    let entries = try await store.audit(of: "acme", application: nil, before: nil, limit: 1)
    #expect(entries.map(\.action) == ["organization.renamed"])
  }

  @Test(arguments: StoreKind.all)
  func `renaming an unknown organization is rejected, and not recorded`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.empty(in: folder)
    let code = await errorCode { () async throws(StoreError) in
      try await store.rename("acme", to: "Acme", audit: Shop.entry("organization.renamed"))
    }
    #expect(code == .notFound)
    #expect(try await store.audit(of: "acme", application: nil, before: nil, limit: 9) == [])
  }

  @Test(arguments: StoreKind.all)
  func `an organization is added with its first owner, or not at all`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.empty(in: folder)
    let entry = Shop.entry("organization.added", application: nil)
    let failure = await errorCode { () async throws(StoreError) in
      try await store.add(Shop.organization, owner: Shop.membership(), limit: nil, audit: entry)
    }
    #expect(failure == .notFound)
    #expect(try await store.organizations() == [])
    #expect(try await store.audit(of: "acme", application: nil, before: nil, limit: 9) == [])

    try await store.accounts.change { try $0.put(Shop.ada) }
    try await store.add(Shop.organization, owner: Shop.membership(), limit: nil, audit: entry)
    #expect(try await store.organizations() == [Shop.organization])
    let memberships = try await store.accounts.read { try $0.memberships(of: "p_ada") }
    #expect(memberships == [Shop.membership()])
  }

  @Test(arguments: StoreKind.all)
  func `a taken id leaves the organization and its owners unchanged`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    try await store.accounts.change { try $0.put(Shop.bob) }
    let code = await errorCode { () async throws(StoreError) in
      try await store.add(
        Organization(id: "acme", name: "Mine now", created: 999),
        owner: Shop.membership(of: Shop.bob), limit: nil, audit: Shop.entry("organization.added"))
    }
    #expect(code == .alreadyExists)
    #expect(try await store.organization("acme") == Shop.organization)
    #expect(try await store.accounts.read { try $0.memberships(of: "p_bob") } == [])
  }

  @Test(arguments: StoreKind.all)
  func `the limit of organizations counts those that a user has left, and not an operator's`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.empty(in: folder)
    try await store.accounts.change {
      try $0.put(Shop.ada)
      try $0.put(Shop.bob)
    }
    @Sendable func add(
      _ id: String, by user: User, limit: Int?
    ) async throws(StoreError) {
      try await store.add(
        Organization(id: id, name: id, created: 1),
        owner: Membership(organization: id, user: user.id, role: .owner, since: 1),
        limit: limit, audit: Shop.entry("organization.added"))
    }
    try await add("o0", by: Shop.ada, limit: nil)
    try await add("o1", by: Shop.ada, limit: 2)
    try await add("o2", by: Shop.ada, limit: 2)
    try await store.accounts.change { _ = try $0.removeMembership(of: "p_ada", in: "o1") }
    let code = await errorCode { () async throws(StoreError) in
      try await add("o3", by: Shop.ada, limit: 2)
    }
    #expect(code == .limitReached)
    #expect(try await store.organizations().map(\.id) == ["o0", "o1", "o2"])
    try await add("o3", by: Shop.bob, limit: 2)
    try await add("o4", by: Shop.ada, limit: 0)
    try await add("o5", by: Shop.ada, limit: nil)
  }
}
