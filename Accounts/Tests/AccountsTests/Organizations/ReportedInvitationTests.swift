import Accounts
import Testing

/// Recipients report unwanted invitations.
struct ReportedInvitationTests {
  private func invite(
    _ fixture: AccountsFixture, _ email: String, to organization: String = "acme",
    by inviter: NewSession
  ) async throws -> AccountError.Code? {
    try await errorCode {
      try await fixture.accounts.invitations.invite(
        email, to: organization, named: "Acme", as: .viewer, by: .user(inviter.user),
        client: .attacker)
    }
  }

  /// The token of the link in the last invitation to an address that reports it.
  private func reportToken(_ fixture: AccountsFixture, to email: String) async throws -> String {
    let tokens = try await fixture.emails(to: email).compactMap { mail in
      mail.text.firstMatch(
        of:
          /report and block:\nhttps:\/\/flows\.example\/account\/invitation\/report\?link=(\w{43})/
      )?.1
    }
    return String(try #require(tokens.last, "the invitation has no link to report it"))
  }

  /// Invites a mailbox by its address and by a subaddress.
  ///
  /// - Returns: The tokens of the links that report the two invitations.
  private func inviteTwice(
    _ fixture: AccountsFixture, by inviter: NewSession
  ) async throws -> (tagged: String, untagged: String) {
    #expect(try await invite(fixture, "ada+1@example.com", by: inviter) == nil)
    #expect(try await invite(fixture, "ada@example.com", by: inviter) == nil)
    return (
      try await reportToken(fixture, to: "ada+1@example.com"),
      try await reportToken(fixture, to: "ada@example.com")
    )
  }

  @Test func `a reported invitation ends, and blocks its sender for this recipient`() async throws {
    let fixture = try AccountsFixture()
    let eve = try await fixture.owner("eve@example.com")
    #expect(try await invite(fixture, "ada@example.com", by: eve) == nil)
    let token = try await reportToken(fixture, to: "ada@example.com")
    #expect(try await fixture.accounts.invitations.invitationToReport(token).organization == "acme")
    #expect(
      try await fixture.accounts.invitations.find(token).ended == nil,
      "opening the link changes nothing")

    for _ in 1...2 { try await fixture.accounts.invitations.report(token, client: .office) }
    #expect(
      try await errorCode { try await fixture.accounts.invitations.find(token) } == .invalidLink)
    #expect(try await invite(fixture, "ADA@example.com", by: eve) == .invitationRefused)
    #expect(try await invite(fixture, "bob@example.com", by: eve) == nil)
    let other = try await fixture.owner("other@example.com", of: "other")
    #expect(try await invite(fixture, "ada@example.com", to: "other", by: other) == nil)
    #expect(
      try await fixture.accounts.invitations.reportedOrganizations() == [
        ReportedOrganization(id: "acme", reports: 1, isBlocked: false)
      ])
  }

  @Test(arguments: [
    ("revoked", [Invitation.Outcome.revoked]),
    ("replaced", [Invitation.Outcome.revoked, .replaced]),
    ("expired", [Invitation.Outcome]()),
  ])
  func `a revoked, replaced or expired invitation can be reported, too`(
    state: String, outcomes: [Invitation.Outcome]
  ) async throws {
    let fixture = try AccountsFixture()
    let invitations = fixture.accounts.invitations
    let eve = try await fixture.owner("eve@example.com")
    #expect(try await invite(fixture, "ada@example.com", by: eve) == nil)
    let token = try await reportToken(fixture, to: "ada@example.com")
    switch state {
    case "revoked":
      for invitation in try await invitations.list(of: "acme", by: .user(eve.user)) {
        try await invitations.revoke(
          invitation.id, of: "acme", by: .user(eve.user), client: .attacker)
      }
    case "replaced": #expect(try await invite(fixture, "ada@example.com", by: eve) == nil)
    default: fixture.clock.now += 30 * 86_400
    }
    try await invitations.report(token, client: .office)
    #expect(
      try await invitations.list(of: "acme", by: .user(eve.user)).isEmpty,
      "one that replaced it has ended, too")
    let all = try await fixture.store.read { try $0.invitations(of: "acme") }
    #expect(all.compactMap(\.outcome) == outcomes)
    #expect(try await invite(fixture, "ada@example.com", by: eve) == .invitationRefused)
  }

  @Test func `attack: an organization that several recipients reported is blocked`() async throws {
    let fixture = try AccountsFixture()
    let eve = try await fixture.owner("eve@example.com")
    for number in 1...3 {
      #expect(try await invite(fixture, "v\(number)@example.com", by: eve) == nil)
      let token = try await reportToken(fixture, to: "v\(number)@example.com")
      // Several reports by one recipient count once.
      for _ in 1...3 { try await fixture.accounts.invitations.report(token, client: .office) }
    }
    let emails = try await fixture.mailCount()
    #expect(try await invite(fixture, "new@example.com", by: eve) == .invitationsBlocked)
    fixture.clock.now += 400 * 86_400
    #expect(try await invite(fixture, "new@example.com", by: eve) == .invitationsBlocked)
    #expect(try await fixture.mailCount() == emails)
    #expect(
      try await fixture.accounts.invitations.reportedOrganizations().map(\.isBlocked) == [true])

    let invitations = fixture.accounts.invitations
    #expect(try await invitations.allowInvitations(of: "acme", by: .operator("test")) == 3)
    #expect(try await invite(fixture, "new@example.com", by: eve) == nil)
    #expect(try await invite(fixture, "v1@example.com", by: eve) == .invitationRefused)
    #expect(
      try await invitations.allowInvitations(
        of: "acme", to: "V1@example.com", by: .operator("test")))
    #expect(try await invite(fixture, "v1@example.com", by: eve) == nil)
  }

  @Test func `attack: a report blocks the subaddresses of the mailbox, too`() async throws {
    let fixture = try AccountsFixture()
    let eve = try await fixture.owner("eve@example.com")
    let (tagged, untagged) = try await inviteTwice(fixture, by: eve)
    try await fixture.accounts.invitations.report(tagged, client: .office)
    #expect(
      try await errorCode { try await fixture.accounts.invitations.find(untagged) } == .invalidLink)
    for address in ["ada+1@example.com", "ada+2@example.com", "ada@example.com"] {
      #expect(try await invite(fixture, address, by: eve) == .invitationRefused)
    }
    // The second report is by the same mailbox, so it does not count.
    try await fixture.accounts.invitations.report(untagged, client: .office)
    #expect(
      try await fixture.accounts.invitations.reportedOrganizations().map(\.reports) == [1])
    #expect(
      try await fixture.accounts.invitations.allowInvitations(
        of: "acme", to: "ada+3@example.com", by: .operator("test")))
    #expect(try await invite(fixture, "ada@example.com", by: eve) == nil)
  }

  @Test func `a recipient who reports again after the oldest secret was removed counts once`()
    async throws
  {
    let fixture = try AccountsFixture()
    let eve = try await fixture.owner("eve@example.com")
    let (tagged, untagged) = try await inviteTwice(fixture, by: eve)
    try await fixture.accounts.invitations.report(tagged, client: .office)

    let keys = try AccountKeyring(secrets: [AccountKeyring.newSecret()])
    let invitations = fixture.accounts(keys: keys).invitations
    for token in [tagged, untagged] { try await invitations.report(token, client: .office) }
    #expect(try await invitations.reportedOrganizations().map(\.reports) == [1])
    #expect(
      try await errorCode {
        try await invitations.invite(
          "ada@example.com", to: "acme", named: "Acme", as: .viewer, by: .user(eve.user),
          client: .attacker)
      } == .invitationRefused)
  }

  @Test func `reports of a mailbox are found after the oldest secret was removed`() async throws {
    let fixture = try AccountsFixture()
    let eve = try await fixture.owner("eve@example.com")
    #expect(try await invite(fixture, "ada@example.com", by: eve) == nil)
    let token = try await reportToken(fixture, to: "ada@example.com")
    try await fixture.accounts.invitations.report(token, client: .office)
    #expect(
      try await fixture.accounts.invitations.allowInvitations(of: "acme", by: .operator("test"))
        == 1)

    let keys = try AccountKeyring(secrets: [AccountKeyring.newSecret()])
    let invitations = fixture.accounts(keys: keys).invitations
    let inviteAgain = {
      try await errorCode {
        try await invitations.invite(
          "ada+1@example.com", to: "acme", named: "Acme", as: .viewer, by: .user(eve.user),
          client: .attacker)
      }
    }
    #expect(try await inviteAgain() == .invitationRefused)
    // The report stays dismissed.
    try await invitations.report(token, client: .office)
    #expect(try await invitations.reportedOrganizations().isEmpty)
    #expect(
      try await invitations.allowInvitations(
        of: "acme", to: "ada@example.com", by: .operator("test")))
    #expect(try await inviteAgain() == nil)
  }

  @Test func `attack: only a recipient who is not a member can report an invitation`()
    async throws
  {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    for token in ["", "x", SecretToken().string] {
      #expect(
        try await errorCode {
          try await fixture.accounts.invitations.report(token, client: .attacker)
        }
          == .invalidLink)
    }
    _ = try await fixture.member("ada@example.com", as: .viewer, invitedBy: owner)
    let token = try await reportToken(fixture, to: "ada@example.com")
    #expect(
      try await errorCode { try await fixture.accounts.invitations.report(token, client: .office) }
        == .conflict)
    #expect(try await fixture.accounts.invitations.reportedOrganizations().isEmpty)
  }
}
