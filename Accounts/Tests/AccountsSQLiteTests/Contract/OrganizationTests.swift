import Accounts
import Testing

@Suite struct OrganizationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let grants = [
    RoleGrant(application: "shop", role: .drafter),
    RoleGrant(application: "a/b\"c", environment: "production", role: .editor),
    RoleGrant(application: "bank", environment: "", role: .viewer),
  ]

  @Test(arguments: StoreKind.all)
  func `a membership is returned with its grants in order`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    let membership = Samples.membership(role: .guest, grants: Self.grants)
    try await store.change { try $0.put(membership) }
    let stored = try await store.read { try $0.membership(of: "p_ada", in: "acme") }
    #expect(stored == membership)
    #expect(try await store.read { try $0.membership(of: "p_ada", in: "other") } == nil)
    #expect(try await store.read { try $0.membership(of: "p_bob", in: "acme") } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `every role is stored, and a membership can be replaced`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    for role in Role.allCases {
      try await store.change { try $0.put(Samples.membership(role: role)) }
      let stored = try await store.read { try $0.membership(of: "p_ada", in: "acme") }
      #expect(stored == Samples.membership(role: role))
    }
  }

  @Test(arguments: StoreKind.all)
  func `memberships are listed by organization, and members by address`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.users(in: folder)
    let aaron = User(
      id: "p_1", email: "B@b.org", emailKey: "b@b.org", name: "Aaron", created: 1)
    let memberships = [
      Samples.membership(in: "zoo", role: .viewer), Samples.membership(in: "acme"),
      Samples.membership(of: Samples.bob, role: .drafter, grants: Self.grants),
      Membership(organization: "acme", user: "p_1", role: .editor, since: 9),
    ]
    try await store.change {
      try $0.put(aaron)
      for membership in memberships { try $0.put(membership) }
    }
    let adas = try await store.read { try $0.memberships(of: "p_ada") }
    #expect(adas == [memberships[1], memberships[0]])
    let members = try await store.read { try $0.members(of: "acme") }
    #expect(
      members == [
        Member(user: Samples.ada, membership: memberships[1]),
        Member(user: aaron, membership: memberships[3]),
        Member(user: Samples.bob, membership: memberships[2]),
      ])
    #expect(try await store.read { try $0.members(of: "nobody") } == [])
  }

  @Test(arguments: StoreKind.all)
  func `a user can be removed from an organization once`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change {
      try $0.put(Samples.membership())
      try $0.put(Samples.membership(in: "zoo"))
    }
    #expect(try await store.change { try $0.removeMembership(of: "p_ada", in: "acme") })
    #expect(try await store.change { try $0.removeMembership(of: "p_ada", in: "acme") } == false)
    let remaining = try await store.read { try $0.memberships(of: "p_ada").map(\.organization) }
    #expect(remaining == ["zoo"])
  }
}

@Suite struct InvitationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all, Invitation.Outcome.allCases)
  func `an invitation is found by its id and its hash, and can be ended`(
    _ kind: StoreKind, _ outcome: Invitation.Outcome
  ) async throws {
    let store = try await kind.empty(in: folder)
    var invitation = Samples.invitation("i1", 1)
    try await store.change { [invitation] in
      try $0.put(invitation)
      try $0.put(Samples.invitation("i2", 2))
    }
    invitation.end(as: outcome, at: 890)
    let ended = invitation
    try await store.change { try $0.put(ended) }
    #expect(try await store.read { try $0.invitation("i1") } == ended)
    #expect(try await store.read { try $0.invitation(hash: Samples.hash(1)) } == ended)
    #expect(try await store.read { try $0.invitation("i3") } == nil)
    #expect(try await store.read { try $0.invitation(hash: Samples.hash(3)) } == nil)
  }

  @Test(arguments: StoreKind.all)
  func `an organization's invitations are listed newest first, including ended ones`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.empty(in: folder)
    var old = Samples.invitation("i1", 1, created: 860)
    old.end(as: .revoked, at: 865)
    let all = [
      old, Samples.invitation("i2", 2, created: 870), Samples.invitation("i3", 3, created: 860),
    ]
    try await store.change {
      for invitation in all { try $0.put(invitation) }
      try $0.put(Samples.invitation("i4", 4, in: "zoo"))
    }
    let stored = try await store.read { try $0.invitations(of: "acme") }
    #expect(stored == [all[1], all[2], all[0]])
  }

  @Test(arguments: StoreKind.all)
  func `two invitations cannot have the same hash`(_ kind: StoreKind) async throws {
    let store = try await kind.empty(in: folder)
    try await store.change { try $0.put(Samples.invitation("i1", 1)) }
    let code = try await errorCode {
      try await store.change { try $0.put(Samples.invitation("i2", 1)) }
    }
    #expect(code == .conflict)
  }
}
