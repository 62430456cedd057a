import Accounts
import Testing

/// The store's operations for invitation quotas and blocks.
@Suite struct InvitationReportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all)
  func `times of invitations are listed newest first by inviter, organization or recipient`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.users(in: folder)
    try await store.change {
      try $0.put(Samples.invitation("i1", 1, created: 850))
      try $0.put(Samples.invitation("i2", 2, created: 900))
      try $0.put(Samples.invitation("i3", 3, in: "other", created: 950))
      try $0.put(
        Invitation(
          id: "i4", hash: Samples.hash(4), organization: "zoo", email: "di@example.com",
          emailKey: "di@example.com", role: .viewer, inviter: .user(Samples.ada), created: 940,
          expires: 1900))
    }
    func times(
      _ quota: InvitationQuotaKey, _ since: Int, _ limit: Int = 9, until end: Int = 950
    ) async throws -> [Int] {
      try await store.read {
        try $0.invitationTimes(quota, after: since, until: end, limit: limit)
      }
    }
    #expect(try await times(.organization("acme"), 0) == [900, 850])
    #expect(try await times(.organization("acme"), 850) == [900])
    #expect(try await times(.recipient("cy@example.com"), 0) == [950, 900, 850])
    #expect(try await times(.recipient("cy@example.com"), 0, 2) == [950, 900])
    #expect(try await times(.recipient("cy@example.com"), 0, 1, until: 949) == [900])
    #expect(try await times(.organization("acme"), 0, until: 850) == [850])
    #expect(try await times(.inviter("p_ada"), 0) == [940], "not those of an operator")
    #expect(try await store.read { try $0.pendingInvitationCount(of: "acme", at: 1899) } == 2)
    #expect(try await store.read { try $0.pendingInvitationCount(of: "acme", at: 1900) } == 0)
  }

  @Test(arguments: StoreKind.all)
  func `members are counted by organization`(_ kind: StoreKind) async throws {
    let store = try await kind.users(in: folder)
    try await store.change {
      try $0.put(Samples.membership())
      try $0.put(Samples.membership(of: Samples.bob))
      try $0.put(Samples.membership(in: "other"))
    }
    #expect(try await store.read { try $0.memberCount(of: "acme") } == 2)
    #expect(try await store.read { try $0.memberCount(of: "nobody") } == 0)
  }

  @Test(arguments: StoreKind.all)
  func `a report by one recipient counts once, and a dismissed one remains but does not count`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.users(in: folder)
    try await store.change {
      for recipient in ["r1", "r2", "r1"] { try $0.put(Samples.report(recipient)) }
      try $0.put(Samples.report("r1", about: "other"))
    }
    #expect(try await store.read { try $0.invitationReportCounts() } == ["acme": 2, "other": 1])
    #expect(try await store.change { try $0.dismissInvitationReports(about: "acme", at: 950) } == 2)
    #expect(try await store.change { try $0.dismissInvitationReports(about: "acme", at: 960) } == 0)
    #expect(try await store.read { try $0.invitationReportCount(about: "acme") } == 0)
    #expect(try await store.read { try $0.invitationReportCounts() } == ["other": 1])
    let dismissed = try await store.read { try $0.invitationReport(about: "acme", by: "r1") }
    #expect(dismissed == Samples.report("r1", dismissed: 950))
    let reports = try await store.read { try $0.invitationReports(about: "acme") }
    #expect(Set(reports.map(\.recipient)) == ["r1", "r2"])
    #expect(
      try await store.change { try $0.removeInvitationReport(about: "acme", by: "r1") })
    #expect(
      try await store.change { try $0.removeInvitationReport(about: "acme", by: "r1") } == false)
  }
}
