import Accounts
import Testing

/// Joining an organization.
struct InvitationTests {
  private func invite(
    _ fixture: AccountsFixture, _ email: String, as role: Role = .editor, grants: [RoleGrant] = [],
    by inviter: NewSession
  ) async throws -> (Invitation, link: String?) {
    try await fixture.accounts.invitations.invite(
      email, to: "acme", named: "Acme", as: role, grants: grants, by: .user(inviter.user),
      client: .office)
  }

  @Test func `an invited user without an account registers and is a member immediately`()
    async throws
  {
    let fixture = try AccountsFixture(registration: .invited)
    let owner = try await fixture.owner("owner@example.com")
    let ada = try await fixture.member("ada@example.com", as: .drafter, invitedBy: owner)

    #expect(ada.user.verified != nil)
    let membership = try await fixture.accounts.organizations.membership(
      of: ada.user.id, in: "acme")
    #expect(membership?.role == .drafter)
    let text = try await fixture.emails(to: "ada@example.com").first?.text
    #expect(text?.contains("owner@example.com") == true)
  }

  @Test func `an invited user can register with the address and sign in by password`()
    async throws
  {
    let fixture = try AccountsFixture(registration: .invited)
    let owner = try await fixture.owner("owner@example.com")
    _ = try await invite(fixture, "ada@example.com", by: owner)
    try await fixture.accounts.registration.register(
      email: "ADA@example.com", password: AccountsFixture.password, name: "Ada",
      invitation: fixture.oneTimeToken(to: "ada@example.com"), client: .office)
    _ = try await fixture.signIn("ada@example.com")
  }

  @Test func `an existing user accepts, and accepting twice is harmless`() async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let ada = try await fixture.user("ada@example.com")
    _ = try await invite(fixture, "Ada@Example.com", by: owner)
    let token = try await fixture.oneTimeToken(to: "ada@example.com")

    #expect(try await fixture.accounts.invitations.find(token).organization == "acme")
    for _ in 0..<2 {
      #expect(
        try await fixture.accounts.invitations.accept(token, ada.signedIn, client: .office).role
          == .editor)
    }
    #expect(
      try await errorCode { try await fixture.accounts.invitations.find(token) } == .invalidLink)
    #expect(
      try await errorCode {
        try await fixture.accounts.registration.accept(
          token, registering: AccountsFixture.otherPassword, name: "", as: .browser,
          client: .attacker)
      } == .invalidLink)
  }

  @Test func `attack: another address cannot use an invitation, and the error names the right one`()
    async throws
  {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let eve = try await fixture.user("eve@example.com")
    _ = try await invite(fixture, "ada@example.com", by: owner)
    let token = try await fixture.oneTimeToken(to: "ada@example.com")
    let attempts: [() async throws -> Void] = [
      { _ = try await fixture.accounts.invitations.accept(token, eve.signedIn, client: .attacker) },
      {
        try await fixture.accounts.registration.register(
          email: "mallory@example.com", password: AccountsFixture.password, name: "",
          invitation: token,
          client: .attacker)
      },
      {
        _ = try await fixture.accounts.externalSignIn.signIn(
          .google("m", "mallory@example.com"), as: .browser, invitation: token, client: .attacker)
      },
    ]
    for attempt in attempts {
      do {
        try await attempt()
        Issue.record("the invitation was accepted")
      } catch let error as AccountError {
        #expect(error.code == .notAllowed)
        #expect(error.message.contains("ada@example.com"))
      }
    }
    #expect(try await fixture.accounts.organizations.members(of: "acme").count == 1)
  }

  @Test func `attack: an invitation does not take over an account`() async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    _ = try await fixture.user("ada@example.com")
    _ = try await invite(fixture, "ada@example.com", by: owner)
    let token = try await fixture.oneTimeToken(to: "ada@example.com")
    #expect(
      try await errorCode {
        try await fixture.accounts.registration.accept(
          token, registering: AccountsFixture.otherPassword, name: "", as: .browser,
          client: .attacker)
      } == .addressTaken)
    _ = try await fixture.signIn("ada@example.com")
  }

  @Test func `an invitation ends after a week, when revoked, and when sent again`()
    async throws
  {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let ada = try await fixture.user("ada@example.com")
    func accept(_ token: String) async throws -> AccountError.Code? {
      try await errorCode {
        try await fixture.accounts.invitations.accept(token, ada.signedIn, client: .office)
      }
    }
    _ = try await invite(fixture, "ada@example.com", by: owner)
    let first = try await fixture.oneTimeToken(to: "ada@example.com")
    let (second, _) = try await invite(fixture, "ada@example.com", by: owner)
    let secondToken = try await fixture.oneTimeToken(to: "ada@example.com")
    #expect(try await accept(first) == .invalidLink)
    try await fixture.accounts.invitations.revoke(
      second.id, of: "acme", by: .user(owner.user), client: .office)
    #expect(try await accept(secondToken) == .invalidLink)

    _ = try await invite(fixture, "ada@example.com", by: owner)
    let third = try await fixture.oneTimeToken(to: "ada@example.com")
    fixture.clock.now += 7 * 86_400
    let newSession = try await fixture.signIn("ada@example.com")
    #expect(
      try await errorCode {
        try await fixture.accounts.invitations.accept(third, newSession.signedIn, client: .office)
      } == .invalidLink)
    #expect(
      try await fixture.accounts.invitations.list(of: "acme", by: .user(owner.user)).isEmpty)
  }

  @Test func `an invitation says how it ended, also after its recipient is no longer a member`()
    async throws
  {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let ada = try await fixture.member("ada@example.com", as: .viewer, invitedBy: owner)
    try await fixture.accounts.organizations.removeMember(
      ada.user.id, of: "acme", named: "Acme", by: .user(owner.user), client: .office)
    for _ in 1...2 { _ = try await invite(fixture, "bob@example.com", by: owner) }
    let (revoked, _) = try await invite(fixture, "cy@example.com", by: owner)
    try await fixture.accounts.invitations.revoke(
      revoked.id, of: "acme", by: .user(owner.user), client: .office)
    _ = try await invite(fixture, "dan@example.com", by: owner)
    try await fixture.accounts.invitations.report(
      fixture.oneTimeToken(to: "dan@example.com"), client: .office)

    let invitations = try await fixture.store.read { try $0.invitations(of: "acme") }
    let outcomes = invitations.map(\.outcome)
    #expect(outcomes == [.revoked, .revoked, nil, .replaced, .accepted], "newest first")
  }

  @Test func `the recipient of a token's invitation sees whom to ask, and not the token's name`()
    async throws
  {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    fixture.clock.now += 60
    let second = try await fixture.member("second@example.com", as: .owner, invitedBy: owner)
    let tokens = [
      (Actor.token("t1", named: "Your bank", of: nil), "owner@example.com"),
      (Actor.token("t2", named: "Your bank", of: second.user), "second@example.com"),
    ]
    for (token, expected) in tokens {
      _ = try await fixture.accounts.invitations.invite(
        "ada@example.com", to: "acme", named: "Acme", as: .viewer, by: token, client: .office)
      let mail = try #require(try await fixture.emails(to: "ada@example.com").last)
      #expect(mail.text.contains("“\(expected)” invites you"))
      let invitation = try await fixture.accounts.invitations.find(
        fixture.oneTimeToken(to: "ada@example.com"))
      #expect(try await fixture.accounts.invitations.inviterName(of: invitation) == expected)
    }
  }

  @Test func `without its user or an active owner, a token's invitation names an owner`()
    async throws
  {
    let fixture = try AccountsFixture()
    let invitations = fixture.accounts.invitations
    let owner = try await fixture.owner("owner@example.com")
    let ada = try await fixture.member("ada@example.com", as: .owner, invitedBy: owner)
    let (invitation, _) = try await invitations.invite(
      "cy@example.com", to: "acme", named: "Acme", as: .viewer,
      by: .token("t1", named: "Your bank", of: ada.user), client: .office)
    #expect(try await invitations.inviterName(of: invitation) == "ada@example.com")
    try await fixture.accounts.organizations.removeMember(
      ada.user.id, of: "acme", named: "Acme", by: .user(owner.user), client: .office)
    #expect(try await invitations.inviterName(of: invitation) == "owner@example.com")
    var disabled = owner.user
    disabled.disabled = fixture.clock.now
    try await fixture.store.change { [disabled] in try $0.put(disabled) }
    #expect(try await invitations.inviterName(of: invitation) == "owner@example.com")
  }

  @Test(arguments: [Role.guest, .viewer, .drafter, .editor])
  func `attack: only an owner invites, sees invitations and revokes them`(role: Role) async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let member = try await fixture.member("member@example.com", as: role, invitedBy: owner)
    let (pending, _) = try await invite(fixture, "ada@example.com", by: owner)
    let actor = Actor.user(member.user)
    #expect(
      try await errorCode { try await invite(fixture, "eve@example.com", by: member) }
        == .notAllowed)
    #expect(
      try await errorCode { try await fixture.accounts.invitations.list(of: "acme", by: actor) }
        == .notAllowed)
    #expect(
      try await errorCode {
        try await fixture.accounts.invitations.revoke(
          pending.id, of: "acme", by: actor, client: .attacker)
      } == .notAllowed)
  }

  @Test func `attack: an owner of another organization has no rights in this one`() async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let stranger = try await fixture.owner("stranger@example.com", of: "other")
    let (pending, _) = try await invite(fixture, "ada@example.com", by: owner)
    #expect(
      try await errorCode { try await invite(fixture, "eve@example.com", by: stranger) }
        == .notAllowed)
    #expect(
      try await errorCode {
        try await fixture.accounts.invitations.list(of: "acme", by: .user(stranger.user))
      } == .notAllowed)
    #expect(
      try await errorCode {
        try await fixture.accounts.invitations.revoke(
          pending.id, of: "other", by: .user(stranger.user), client: .attacker)
      } == .notFound)
  }

  @Test func `attack: the invitations of a removed owner no longer work`() async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let second = try await fixture.member("second@example.com", as: .owner, invitedBy: owner)
    _ = try await invite(fixture, "accomplice@example.com", as: .owner, by: second)
    try await fixture.accounts.organizations.removeMember(
      second.user.id, of: "acme", named: "Acme", by: .user(owner.user), client: .office)

    #expect(
      try await errorCode {
        try await fixture.accounts.registration.accept(
          fixture.oneTimeToken(to: "accomplice@example.com"), registering: AccountsFixture.password,
          name: "",
          as: .browser, client: .attacker)
      } == .invalidLink)
    #expect(
      try await errorCode { try await invite(fixture, "more@example.com", by: second) }
        == .notAllowed)
  }

  @Test func `attack: a disabled owner's invitations end, even after a change of address`()
    async throws
  {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let second = try await fixture.member("second@example.com", as: .owner, invitedBy: owner)
    _ = try await invite(fixture, "accomplice@example.com", as: .owner, by: second)
    try await fixture.accounts.profile.requestEmailChange(
      second.signedIn, to: "moved@example.com", client: .attacker)
    _ = try await fixture.accounts.profile.finishEmailChange(
      fixture.oneTimeToken(to: "moved@example.com"), second.signedIn, client: .attacker)
    let token = try await fixture.oneTimeToken(to: "accomplice@example.com")
    #expect(try await fixture.accounts.invitations.find(token).inviter.id == second.user.id)
    try await fixture.accounts.administration.disable(second.user.id, by: .operator("test"))

    #expect(
      try await errorCode { try await fixture.accounts.invitations.find(token) } == .invalidLink)
  }

  @Test func `a grant is for viewer, drafter or editor only, and stored once`()
    async throws
  {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    for role in [Role.owner, .guest] {
      #expect(
        try await errorCode {
          try await invite(
            fixture, "ada@example.com", as: .guest,
            grants: [RoleGrant(application: "shop", role: role)], by: owner)
        } == .invalidInput)
    }
    let grants = [RoleGrant(application: "shop", environment: "staging", role: .editor)]
    _ = try await invite(fixture, "ada@example.com", as: .guest, grants: grants + grants, by: owner)
    let session = try await fixture.accounts.registration.accept(
      fixture.oneTimeToken(to: "ada@example.com"), registering: AccountsFixture.password, name: "",
      as: .browser,
      client: .office
    ).session
    let membership = try await fixture.accounts.organizations.membership(
      of: session.user.id, in: "acme")
    #expect(membership?.grants == grants)
  }

  @Test func `a member is not invited again, and an older invitation removes no rights`()
    async throws
  {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let ada = try await fixture.user("ada@example.com")
    _ = try await invite(fixture, "ada@example.com", as: .viewer, by: owner)
    let token = try await fixture.oneTimeToken(to: "ada@example.com")
    try await fixture.accounts.administration.addMember(
      ada.user.id, to: "acme", as: .editor, by: .operator("test"))
    #expect(
      try await errorCode { try await invite(fixture, "ada@example.com", by: owner) } == .conflict)
    let membership = try await fixture.accounts.invitations.accept(
      token, ada.signedIn, client: .office)
    #expect(membership.role == .editor)
  }

  @Test func `attack: an owner whose session has ended in the meantime invites no one`()
    async throws
  {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let actor = Actor.user(owner.user).acting(by: .session(owner.session))
    func invite(_ email: String) async throws -> AccountError.Code? {
      try await errorCode {
        try await fixture.accounts.invitations.invite(
          email, to: "acme", named: "Acme", as: .owner, by: actor, client: .attacker)
      }
    }
    #expect(try await invite("ada@example.com") == nil)
    try await fixture.accounts.sessions.signOut(
      owner.session.id, of: owner.user.id, client: .office)
    #expect(try await invite("eve@example.com") == .noSession)
  }

  @Test func `without mail the inviter gets the link to pass on`() async throws {
    let fixture = try AccountsFixture(registration: .invited, canSendMail: false)
    let owner = try await fixture.owner("owner@example.com")
    let link = try #require(try await invite(fixture, "ada@example.com", by: owner).link)
    #expect(link.hasPrefix("https://flows.example/account/invitation?link="))
    _ = try await fixture.accounts.registration.accept(
      String(link.suffix(43)), registering: AccountsFixture.password, name: "", as: .browser,
      client: .office)
    #expect(try await fixture.mailCount() == 0)
  }

  @Test func `an invited user can join with an identity provider`() async throws {
    let fixture = try AccountsFixture(registration: .invited)
    let owner = try await fixture.owner("owner@example.com")
    let profile = ExternalProfile.google("1", "ada@example.com", name: "Ada\u{202E} L.")
    #expect(
      try await errorCode {
        try await fixture.accounts.externalSignIn.signIn(profile, as: .browser, client: .office)
      } == .registrationClosed)
    _ = try await invite(fixture, "ada@example.com", by: owner)
    let token = try await fixture.oneTimeToken(to: "ada@example.com")
    let ada = try await fixture.accounts.externalSignIn.signIn(
      profile, as: .browser, invitation: token, client: .office
    ).session
    #expect(ada.user.name == "Ada L.")
    #expect(
      try await fixture.accounts.invitations.accept(token, ada.signedIn, client: .office).role
        == .editor)
  }
}
