import Accounts
import Testing

/// Invitations cannot be used to send unlimited email to strangers.
struct InvitationQuotaTests {
  private func fixture(_ change: (inout AccountLimits) -> Void) throws -> AccountsFixture {
    try AccountsFixture { change(&$0.limits) }
  }

  private func invite(
    _ fixture: AccountsFixture, _ email: String, to organization: String = "acme",
    by inviter: NewSession
  ) async throws -> AccountError? {
    do {
      _ = try await fixture.accounts.invitations.invite(
        email, to: organization, named: "Acme", as: .viewer, by: .user(inviter.user),
        client: .attacker)
      return nil
    } catch let error as AccountError {
      return error
    }
  }

  @Test func `attack: a user's invitations are limited per day across organizations`()
    async throws
  {
    let fixture = try fixture { $0.invitationsPerUser = 3 }
    let eve = try await fixture.owner("eve@example.com")
    try await fixture.store.change {
      try $0.put(Membership(organization: "other", user: eve.user.id, role: .owner, since: 1))
    }
    let first = fixture.clock.now
    #expect(try await invite(fixture, "a1@example.com", by: eve) == nil)
    fixture.clock.now += 60
    #expect(try await invite(fixture, "a2@example.com", to: "other", by: eve) == nil)
    #expect(try await invite(fixture, "a3@example.com", by: eve) == nil)
    let emails = try await fixture.mailCount()

    let error = try #require(try await invite(fixture, "a4@example.com", to: "other", by: eve))
    #expect(error.code == .tooManyInvitations && error.retryAfter == 86_400 - 60)
    #expect(
      error.message.contains("You have sent the maximum number of invitations within a day: 3."))
    #expect(error.message.contains("Try again in 24 hours"))
    #expect(try await fixture.mailCount() == emails)

    fixture.clock.now = first + 86_400
    #expect(
      try await invite(fixture, "a4@example.com", by: eve) == nil, "the first was sent a day ago")
    #expect(try await invite(fixture, "a5@example.com", by: eve)?.code == .tooManyInvitations)
  }

  @Test func `invitations sent while the clock was ahead do not use up the limits of today`()
    async throws
  {
    let fixture = try fixture { limits in
      (limits.invitationsPerUser, limits.invitationsPerOrganization) = (2, 2)
      limits.invitationsPerAddress = 2
    }
    let owner = try await fixture.owner("owner@example.com")
    let today = fixture.clock.now
    fixture.clock.now += 60 * 86_400
    let futureSession = try await fixture.signIn("owner@example.com")
    for _ in 1...2 {
      #expect(try await invite(fixture, "ada@example.com", by: futureSession) == nil)
    }
    #expect(
      try await invite(fixture, "ada@example.com", by: futureSession)?.code == .tooManyInvitations)

    fixture.clock.now = today
    for number in 1...2 {
      #expect(try await invite(fixture, "ada+\(number)@example.com", by: owner) == nil)
    }
    let error = try await invite(fixture, "ada@example.com", by: owner)
    #expect(error?.code == .tooManyInvitations && error?.retryAfter == 86_400)
    fixture.clock.now += 86_400
    #expect(
      try await errorCode {
        try await fixture.accounts.invitations.invite(
          "ada@example.com", to: "acme", named: "Acme", as: .viewer,
          by: .token("t1", named: "CI", of: nil), client: .office)
      } == nil, "they do not count for service accounts, either")
  }

  @Test func `attack: neither revoking invitations nor using tokens extends the limit`()
    async throws
  {
    let fixture = try fixture { $0.invitationsPerUser = 2 }
    let eve = try await fixture.owner("eve@example.com")
    for number in 1...2 {
      #expect(try await invite(fixture, "a\(number)@example.com", by: eve) == nil)
    }
    for invitation in try await fixture.accounts.invitations.list(of: "acme", by: .user(eve.user)) {
      try await fixture.accounts.invitations.revoke(
        invitation.id, of: "acme", by: .user(eve.user), client: .attacker)
    }
    #expect(
      try await errorCode {
        try await fixture.accounts.invitations.invite(
          "a3@example.com", to: "acme", named: "Acme", as: .viewer,
          by: .token("t1", named: "CI", of: eve.user), client: .attacker)
      } == .tooManyInvitations)
  }

  @Test func `attack: an organization's invitations are limited per day, whoever sends them`()
    async throws
  {
    let fixture = try fixture { $0.invitationsPerOrganization = 3 }
    let owner = try await fixture.owner("owner@example.com")
    let second = try await fixture.member("second@example.com", as: .owner, invitedBy: owner)
    #expect(try await invite(fixture, "a1@example.com", by: second) == nil)
    #expect(try await invite(fixture, "a2@example.com", by: owner) == nil)
    let error = try #require(try await invite(fixture, "a3@example.com", by: second))
    #expect(error.code == .tooManyInvitations)
    #expect(
      error.message.contains(
        "This organization has sent the maximum number of invitations within a day: 3."))
  }

  @Test func `attack: invitations to an address are limited per day across organizations`()
    async throws
  {
    let fixture = try AccountsFixture()
    for number in 1...6 {
      let owner = try await fixture.owner("owner\(number)@example.com", of: "org\(number)")
      let error = try await invite(
        fixture, "Victim@example.com", to: "org\(number)", by: owner)
      #expect(error?.code == (number == 6 ? .tooManyInvitations : nil))
    }
    #expect(try await fixture.emails(to: "victim@example.com").count == 5)
    // Strangers' requests do not block a password reset.
    try await fixture.accounts.passwords.requestReset(
      email: "victim@example.com", client: .office)
  }

  @Test func `attack: subaddresses of a mailbox are limited together`() async throws {
    let fixture = try fixture { $0.invitationsPerAddress = 3 }
    let owner = try await fixture.owner("owner@example.com")
    for address in ["victim@example.com", "Victim+1@example.com", "victim+2+x@example.com"] {
      #expect(try await invite(fixture, address, by: owner) == nil)
    }
    for address in ["victim+3@example.com", "victim@example.com"] {
      #expect(try await invite(fixture, address, by: owner)?.code == .tooManyInvitations)
    }
    for address in ["victim+1@example.org", "victims@example.com", "vic@example.com"] {
      #expect(try await invite(fixture, address, by: owner) == nil, "another mailbox: \(address)")
    }
  }

  @Test func `pending invitations are limited, and accepting one allows another`() async throws {
    let fixture = try fixture { $0.pendingInvitations = 2 }
    let owner = try await fixture.owner("owner@example.com")
    #expect(try await invite(fixture, "ada@example.com", by: owner) == nil)
    #expect(try await invite(fixture, "bob@example.com", by: owner) == nil)
    #expect(
      try await invite(fixture, "bob@example.com", by: owner) == nil, "in place of the older one")
    let error = try #require(try await invite(fixture, "cy@example.com", by: owner))
    #expect(error.code == .limitReached && error.message.contains("pending invitations: 2."))
    #expect(try await fixture.emails(to: "cy@example.com").isEmpty)

    _ = try await fixture.accounts.registration.accept(
      fixture.oneTimeToken(to: "ada@example.com"), registering: AccountsFixture.password, name: "",
      as: .browser, client: .office)
    #expect(try await invite(fixture, "cy@example.com", by: owner) == nil)
  }

  @Test func `members are limited, even when invitations are accepted late`() async throws {
    let fixture = try fixture { $0.membersPerOrganization = 2 }
    let owner = try await fixture.owner("owner@example.com")
    #expect(try await invite(fixture, "ada@example.com", by: owner) == nil)
    let ada = try await fixture.user("ada@example.com")
    _ = try await fixture.member("bob@example.com", as: .viewer, invitedBy: owner)

    #expect(try await invite(fixture, "cy@example.com", by: owner)?.code == .limitReached)
    let token = try await fixture.emails(to: "ada@example.com").compactMap {
      $0.text.firstMatch(of: /invitation\?link=([0-9A-Za-z]{43})/)?.1
    }.first
    #expect(
      try await errorCode {
        try await fixture.accounts.invitations.accept(
          String(try #require(token)), ada.signedIn, client: .office)
      } == .limitReached)
    #expect(try await fixture.accounts.organizations.members(of: "acme").count == 2)
  }

  @Test func `a limit of 0 means unlimited`() async throws {
    let fixture = try fixture { limits in
      limits.invitationsPerUser = 0
      limits.invitationsPerOrganization = 0
      limits.invitationsPerAddress = 0
      limits.pendingInvitations = 0
      limits.membersPerOrganization = 0
    }
    let owner = try await fixture.owner("owner@example.com")
    for _ in 1...8 { #expect(try await invite(fixture, "ada@example.com", by: owner) == nil) }
  }

  @Test func `attack: service accounts send no more than their organizations' owner may`()
    async throws
  {
    let fixture = try fixture { ($0.invitationsPerUser, $0.invitationsPerOrganization) = (3, 10) }
    let owner = try await fixture.owner("owner@example.com")
    try await fixture.store.change { writer in
      try writer.put(
        Membership(
          organization: "other", user: owner.user.id, role: .owner, since: fixture.clock.now))
    }
    func invite(_ number: Int, to organization: String) async throws {
      _ = try await fixture.accounts.invitations.invite(
        "stranger\(number)@example.com", to: organization, named: "Acme", as: .viewer,
        by: .token("t\(number)", named: "Account Security Team", of: nil), client: .office)
    }
    for number in 1...2 { try await invite(number, to: "acme") }
    try await invite(3, to: "other")
    for organization in ["acme", "other"] {
      #expect(
        try await errorCode { try await invite(4, to: organization) } == .tooManyInvitations)
    }
    // The email names the owner, not what the service account is called.
    let mail = try #require(try await fixture.emails(to: "stranger1@example.com").first)
    #expect(mail.text.contains("owner@example.com") && !mail.text.contains("Security Team"))
  }
}
