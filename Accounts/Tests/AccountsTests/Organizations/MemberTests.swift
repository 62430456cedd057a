import Accounts
import Testing

/// The permissions of members; at least one always remains an owner.
struct MemberTests {
  private func change(
    _ fixture: AccountsFixture, _ member: NewSession, to role: Role, by owner: NewSession
  ) async throws -> Membership {
    try await fixture.accounts.organizations.changeMember(
      member.user.id, of: "acme", named: "Acme", to: role, by: .user(owner.user),
      client: .office)
  }

  private func remove(
    _ fixture: AccountsFixture, _ member: NewSession, by owner: NewSession
  ) async throws {
    try await fixture.accounts.organizations.removeMember(
      member.user.id, of: "acme", named: "Acme", by: .user(owner.user), client: .office)
  }

  @Test func `an owner changes a member's role, and the member is notified once`() async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let ada = try await fixture.member("ada@example.com", as: .viewer, invitedBy: owner)
    let before = try await fixture.emails(to: "ada@example.com").count
    #expect(try await change(fixture, ada, to: .editor, by: owner).role == .editor)
    #expect(try await change(fixture, ada, to: .editor, by: owner).role == .editor)
    #expect(try await fixture.emails(to: "ada@example.com").count == before + 1)
    #expect(try await fixture.actions(of: ada.user).last == "member.changed")
  }

  @Test func `a change of only the role or the grants keeps the other`() async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let ada = try await fixture.member("ada@example.com", as: .viewer, invitedBy: owner)
    let grants = [RoleGrant(application: "shop", role: .editor)]
    let granted = try await fixture.accounts.organizations.changeMember(
      ada.user.id, of: "acme", named: "Acme", grants: grants, by: .user(owner.user),
      client: .office)
    #expect(granted.role == .viewer)
    let lowered = try await change(fixture, ada, to: .guest, by: owner)
    #expect(lowered.role == .guest)
    #expect(lowered.grants == grants)
  }

  @Test func `a removed member keeps the account and is notified`() async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let ada = try await fixture.member("ada@example.com", as: .editor, invitedBy: owner)
    try await remove(fixture, ada, by: owner)

    #expect(
      try await fixture.accounts.organizations.membership(of: ada.user.id, in: "acme") == nil)
    _ = try await fixture.accounts.sessions.authenticate(cookie: ada.cookie)
    #expect(try await fixture.emails(to: "ada@example.com").last?.text.contains("Acme") == true)
    #expect(
      try await errorCode { try await remove(fixture, ada, by: owner) } == .notFound)
  }

  @Test func `a change of a member is recorded with the member's address`() async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let ada = try await fixture.member("Ada@example.com", as: .viewer, invitedBy: owner)
    _ = try await change(fixture, ada, to: .editor, by: owner)
    try await remove(fixture, ada, by: owner)
    let id = ada.user.id
    try await fixture.accounts.administration.addMember(
      id, to: "acme", as: .viewer, by: .operator("test"))
    let events = try await fixture.store.read { try $0.events(of: id, before: nil, limit: 9) }
    for action in ["member.changed", "member.removed", "member.added"] {
      let event = try #require(events.first { $0.action == action })
      #expect(event.detail.contains(#""email":"Ada@example.com""#), "\(action)")
    }
  }

  @Test
  func `a removed member sees strangers' locations, but not the owner's`() async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let ada = try await fixture.member("ada@example.com", as: .editor, invitedBy: owner)
    let organizations = fixture.accounts.organizations
    _ = try await organizations.changeMember(
      ada.user.id, of: "acme", named: "Acme", to: .viewer, by: .user(owner.user),
      client: .home)
    try await organizations.removeMember(
      ada.user.id, of: "acme", named: "Acme", by: .user(owner.user), client: .home)
    _ = try? await fixture.signIn("ada@example.com", password: "wrong", client: .attacker)

    let events = try await fixture.accounts.profile.events(of: ada.signedIn)
    #expect(events.filter { $0.client == .home } == [])
    for action in ["member.changed", "member.removed"] {
      let event = try #require(events.first { $0.action == action })
      #expect(event.client == Client(address: ""))
      #expect(event.actor.id == owner.user.id)
    }
    #expect(events.first { $0.action == "session.failed" }?.client == .attacker)
    #expect(events.first { $0.action == "invitation.accepted" }?.client == .office)
  }

  @Test func `an owner is notified of a member's token, without the member's location`()
    async throws
  {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let ada = try await fixture.member("ada@example.com", as: .owner, invitedBy: owner)
    let notice = TokenNotice(
      name: "CI", scope: "admin", organization: "Acme", resource: "", expires: fixture.clock.now)
    func notify(by actor: Actor) async throws {
      try await fixture.accounts.organizations.notifyOfNewToken(
        notice, in: "acme", toOwners: true, by: actor, client: .home)
    }
    try await notify(by: .user(ada.user))
    let mail = try #require(try await fixture.emails(to: "owner@example.com").last)
    #expect(mail.text.contains("CI") && mail.text.contains("When:"))
    #expect(!mail.text.contains(Client.home.address) && !mail.text.contains("With:"))
    let creatorMail = try #require(try await fixture.emails(to: "ada@example.com").last)
    #expect(creatorMail.text.contains(Client.home.address))
    // The address of a service account is not a user's location, so it is shown.
    try await notify(by: Actor(kind: .token, id: "t", name: "robot"))
    let tokenMail = try #require(try await fixture.emails(to: "owner@example.com").last)
    #expect(tokenMail.text.contains(Client.home.address))
    // The creator has deleted their account since.
    try await fixture.accounts.administration.deleteUser(ada.user.id, by: .operator("test"))
    let before = try await fixture.emails(to: "ada@example.com").count
    try await notify(by: .user(ada.user))
    let lastMail = try #require(try await fixture.emails(to: "owner@example.com").last)
    #expect(lastMail.text.contains("deleted user"))
    #expect(
      !lastMail.text.contains("ada@example.com") && !lastMail.text.contains(Client.home.address))
    #expect(try await fixture.emails(to: "ada@example.com").count == before)
  }

  @Test(arguments: [Role.guest, .viewer, .drafter, .editor])
  func `attack: only an owner changes members, including their own role`(role: Role) async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let ada = try await fixture.member("ada@example.com", as: role, invitedBy: owner)
    #expect(
      try await errorCode { try await change(fixture, ada, to: .owner, by: ada) } == .notAllowed)
    #expect(
      try await errorCode { try await change(fixture, owner, to: .viewer, by: ada) } == .notAllowed)
    #expect(try await errorCode { try await remove(fixture, owner, by: ada) } == .notAllowed)
    #expect(
      try await errorCode {
        try await fixture.accounts.administration.addMember(
          ada.user.id, to: "other", as: .owner, by: .user(ada.user))
      } == .notAllowed)
  }

  @Test func `attack: a disabled owner neither changes nor removes members`() async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let second = try await fixture.member("second@example.com", as: .owner, invitedBy: owner)
    try await fixture.accounts.administration.disable(second.user.id, by: .operator("test"))
    #expect(try await errorCode { try await remove(fixture, owner, by: second) } == .notAllowed)
    #expect(
      try await errorCode { try await change(fixture, owner, to: .viewer, by: second) }
        == .notAllowed)
  }

  @Test func `the last owner cannot leave or be removed, demoted, disabled or deleted`()
    async throws
  {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let second = try await fixture.member("second@example.com", as: .owner, invitedBy: owner)
    _ = try await fixture.member("editor@example.com", as: .editor, invitedBy: owner)
    try await fixture.accounts.administration.disable(second.user.id, by: .operator("test"))
    let id = owner.user.id
    let attempts: [() async throws -> Void] = [
      { try await remove(fixture, owner, by: owner) },
      { _ = try await change(fixture, owner, to: .editor, by: owner) },
      { try await fixture.accounts.organizations.leave("acme", owner.signedIn, client: .office) },
      { try await fixture.accounts.profile.delete(owner.signedIn, client: .office) },
      { try await fixture.accounts.administration.deleteUser(id, by: .operator("test")) },
      { try await fixture.accounts.administration.disable(id, by: .operator("test")) },
    ]
    for attempt in attempts {
      #expect(
        try await errorCode(attempt) == .lastOwner, "a disabled account does not count as an owner")
    }
    try await fixture.accounts.administration.enable(second.user.id, by: .operator("test"))
    try await fixture.accounts.organizations.leave("acme", owner.signedIn, client: .office)
  }

  @Test func `of two owners who remove each other concurrently, one remains`()
    async throws
  {
    for _ in 0..<10 {
      let fixture = try AccountsFixture()
      let ada = try await fixture.owner("ada@example.com")
      let bob = try await fixture.member("bob@example.com", as: .owner, invitedBy: ada)
      async let first = errorCode { try await remove(fixture, bob, by: ada) }
      async let second = errorCode { try await remove(fixture, ada, by: bob) }
      let codes = try await [first, second]
      #expect(codes.count { $0 == nil } == 1)
      let owners = try await fixture.accounts.organizations.members(of: "acme")
        .filter { $0.membership.role == .owner }
      #expect(owners.count == 1)
    }
  }

  @Test func `of owners who all leave concurrently, one remains`() async throws {
    let fixture = try AccountsFixture()
    let first = try await fixture.owner("first@example.com")
    var owners = [first]
    for number in 0..<4 {
      owners.append(
        try await fixture.member("o\(number)@example.com", as: .owner, invitedBy: first))
    }
    let codes = try await withThrowingTaskGroup(of: AccountError.Code?.self) { group in
      for owner in owners {
        group.addTask {
          try await errorCode {
            try await fixture.accounts.organizations.leave("acme", owner.signedIn, client: .office)
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.count { $0 == .lastOwner } == 1)
    #expect(try await fixture.accounts.organizations.members(of: "acme").count == 1)
  }

  @Test func `deleting an account removes the user and the account's events`() async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let ada = try await fixture.member("ada@example.com", as: .editor, invitedBy: owner)
    try await fixture.accounts.profile.delete(ada.signedIn, client: .office)

    #expect(
      try await errorCode { try await fixture.accounts.sessions.authenticate(cookie: ada.cookie) }
        == .noSession)
    #expect(
      try await errorCode { try await fixture.signIn("ada@example.com") } == .wrongCredentials)
    #expect(try await fixture.accounts.organizations.members(of: "acme").count == 1)
    #expect(try await fixture.actions(of: ada.user) == [])
  }
}

extension Client {
  fileprivate static let home = Client(
    address: "198.51.100.77", userAgent: "Mozilla/5.0 (Macintosh) Safari/605.1")
}
