import Accounts
import Testing

/// Joining an organization.
struct InvitationTests {
  private func invite(
    _ house: House, _ email: String, as role: Role = .editor, grants: [RoleGrant] = [],
    by inviter: NewSession
  ) async throws -> (Invitation, link: String?) {
    try await house.accounts.invite(
      email, to: "acme", named: "Acme", as: role, grants: grants, by: .person(inviter.person),
      client: .office)
  }

  @Test func `somebody without an account is invited, registers, and is in at once`()
    async throws
  {
    let house = try House(registration: .invited)
    let owner = try await house.owner("owner@example.com")
    let ada = try await house.member("ada@example.com", as: .drafter, invitedBy: owner)

    #expect(ada.person.verified != nil)
    let membership = try await house.accounts.membership(of: ada.person.id, in: "acme")
    #expect(membership?.role == .drafter)
    let text = try await house.mails(to: "ada@example.com").first?.text
    #expect(text?.contains("owner@example.com") == true)
  }

  @Test func `somebody invited may register with the address and sign in by password`()
    async throws
  {
    let house = try House(registration: .invited)
    let owner = try await house.owner("owner@example.com")
    _ = try await invite(house, "ada@example.com", by: owner)
    try await house.accounts.register(
      email: "ADA@example.com", password: House.password, name: "Ada",
      invitation: house.link(to: "ada@example.com"), client: .office)
    _ = try await house.signIn("ada@example.com")
  }

  @Test func `somebody with an account accepts, and pressing twice does no harm`() async throws {
    let house = try House()
    let owner = try await house.owner("owner@example.com")
    let ada = try await house.person("ada@example.com")
    _ = try await invite(house, "Ada@Example.com", by: owner)
    let link = try await house.link(to: "ada@example.com")

    #expect(try await house.accounts.invitation(link).organization == "acme")
    for _ in 0..<2 {
      #expect(
        try await house.accounts.accept(link, ada.signedIn, client: .office).role == .editor)
    }
    #expect(try await refusal { try await house.accounts.invitation(link) } == .invalidLink)
    #expect(
      try await refusal {
        try await house.accounts.accept(
          link, registering: House.otherPassword, name: "", as: .browser, client: .attacker)
      } == .invalidLink)
  }

  @Test func `attack: an invitation opens nothing for another address, and says which it is for`()
    async throws
  {
    let house = try House()
    let owner = try await house.owner("owner@example.com")
    let eve = try await house.person("eve@example.com")
    _ = try await invite(house, "ada@example.com", by: owner)
    let link = try await house.link(to: "ada@example.com")
    let attempts: [() async throws -> Void] = [
      { _ = try await house.accounts.accept(link, eve.signedIn, client: .attacker) },
      {
        try await house.accounts.register(
          email: "mallory@example.com", password: House.password, name: "", invitation: link,
          client: .attacker)
      },
      {
        _ = try await house.accounts.signInExternally(
          .google("m", "mallory@example.com"), as: .browser, invitation: link, client: .attacker)
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
    #expect(try await house.accounts.members(of: "acme").count == 1)
  }

  @Test func `attack: an invitation does not take an account over`() async throws {
    let house = try House()
    let owner = try await house.owner("owner@example.com")
    _ = try await house.person("ada@example.com")
    _ = try await invite(house, "ada@example.com", by: owner)
    let link = try await house.link(to: "ada@example.com")
    #expect(
      try await refusal {
        try await house.accounts.accept(
          link, registering: House.otherPassword, name: "", as: .browser, client: .attacker)
      } == .addressTaken)
    _ = try await house.signIn("ada@example.com")
  }

  @Test func `attack: an invitation ends after a week, when taken back, and when sent again`()
    async throws
  {
    let house = try House()
    let owner = try await house.owner("owner@example.com")
    let ada = try await house.person("ada@example.com")
    func accept(_ link: String) async throws -> AccountError.Code? {
      try await refusal { try await house.accounts.accept(link, ada.signedIn, client: .office) }
    }
    _ = try await invite(house, "ada@example.com", by: owner)
    let first = try await house.link(to: "ada@example.com")
    let (second, _) = try await invite(house, "ada@example.com", by: owner)
    let secondLink = try await house.link(to: "ada@example.com")
    #expect(try await accept(first) == .invalidLink)
    try await house.accounts.endInvitation(
      second.id, of: "acme", by: .person(owner.person), client: .office)
    #expect(try await accept(secondLink) == .invalidLink)

    _ = try await invite(house, "ada@example.com", by: owner)
    let third = try await house.link(to: "ada@example.com")
    house.clock.now += 7 * 86_400
    let fresh = try await house.signIn("ada@example.com")
    #expect(
      try await refusal {
        try await house.accounts.accept(third, fresh.signedIn, client: .office)
      } == .invalidLink)
    #expect(
      try await house.accounts.invitations(of: "acme", by: .person(owner.person)).isEmpty)
  }

  @Test(arguments: [Role.guest, .viewer, .drafter, .editor])
  func `attack: only an owner invites, sees invitations and takes them back`(
    role: Role
  ) async throws {
    let house = try House()
    let owner = try await house.owner("owner@example.com")
    let member = try await house.member("member@example.com", as: role, invitedBy: owner)
    let (waiting, _) = try await invite(house, "ada@example.com", by: owner)
    let by = Actor.person(member.person)
    #expect(
      try await refusal { try await invite(house, "eve@example.com", by: member) } == .notAllowed)
    #expect(
      try await refusal { try await house.accounts.invitations(of: "acme", by: by) }
        == .notAllowed)
    #expect(
      try await refusal {
        try await house.accounts.endInvitation(
          waiting.id, of: "acme", by: by, client: .attacker)
      } == .notAllowed)
  }

  @Test func `attack: an owner elsewhere has no rights here`() async throws {
    let house = try House()
    let owner = try await house.owner("owner@example.com")
    let stranger = try await house.owner("stranger@example.com", of: "other")
    let (waiting, _) = try await invite(house, "ada@example.com", by: owner)
    #expect(
      try await refusal { try await invite(house, "eve@example.com", by: stranger) }
        == .notAllowed)
    #expect(
      try await refusal {
        try await house.accounts.endInvitation(
          waiting.id, of: "other", by: .person(stranger.person), client: .attacker)
      } == .notFound)
  }

  @Test func `attack: what a removed owner has sent opens nothing any more`() async throws {
    let house = try House()
    let owner = try await house.owner("owner@example.com")
    let second = try await house.member("second@example.com", as: .owner, invitedBy: owner)
    _ = try await invite(house, "accomplice@example.com", as: .owner, by: second)
    try await house.accounts.removeMember(
      second.person.id, of: "acme", named: "Acme", by: .person(owner.person), client: .office)

    #expect(
      try await refusal {
        try await house.accounts.accept(
          house.link(to: "accomplice@example.com"), registering: House.password, name: "",
          as: .browser, client: .attacker)
      } == .invalidLink)
    #expect(
      try await refusal { try await invite(house, "more@example.com", by: second) }
        == .notAllowed)
  }

  @Test func `attack: what an owner has sent ends with them, after a change of address too`()
    async throws
  {
    let house = try House()
    let owner = try await house.owner("owner@example.com")
    let second = try await house.member("second@example.com", as: .owner, invitedBy: owner)
    _ = try await invite(house, "accomplice@example.com", as: .owner, by: second)
    try await house.accounts.changeEmail(
      second.signedIn, to: "moved@example.com", client: .attacker)
    _ = try await house.accounts.finishEmailChange(
      house.link(to: "moved@example.com"), second.signedIn, client: .attacker)
    let link = try await house.link(to: "accomplice@example.com")
    #expect(try await house.accounts.invitation(link).inviter == "moved@example.com")
    try await house.accounts.disable(second.person.id, by: .operator("test"))

    #expect(try await refusal { try await house.accounts.invitation(link) } == .invalidLink)
  }

  @Test func `attack: a right in a single place is never wider than editor`() async throws {
    let house = try House()
    let owner = try await house.owner("owner@example.com")
    for role in [Role.owner, .guest] {
      #expect(
        try await refusal {
          try await invite(
            house, "ada@example.com", as: .guest,
            grants: [RoleGrant(application: "shop", role: role)], by: owner)
        } == .invalidInput)
    }
    let grants = [RoleGrant(application: "shop", environment: "staging", role: .editor)]
    _ = try await invite(house, "ada@example.com", as: .guest, grants: grants + grants, by: owner)
    let session = try await house.accounts.accept(
      house.link(to: "ada@example.com"), registering: House.password, name: "", as: .browser,
      client: .office
    ).session
    let membership = try await house.accounts.membership(of: session.person.id, in: "acme")
    #expect(membership?.grants == grants)
  }

  @Test func `who is a member already is not invited, and an older invitation takes nothing away`()
    async throws
  {
    let house = try House()
    let owner = try await house.owner("owner@example.com")
    let ada = try await house.person("ada@example.com")
    _ = try await invite(house, "ada@example.com", as: .viewer, by: owner)
    let link = try await house.link(to: "ada@example.com")
    try await house.accounts.addMember(
      ada.person.id, to: "acme", as: .editor, by: .operator("test"))
    #expect(
      try await refusal { try await invite(house, "ada@example.com", by: owner) } == .conflict)
    let membership = try await house.accounts.accept(link, ada.signedIn, client: .office)
    #expect(membership.role == .editor)
  }

  @Test func `without mail the inviter gets the link to hand on`() async throws {
    let house = try House(registration: .invited, canSendMail: false)
    let owner = try await house.owner("owner@example.com")
    let link = try #require(try await invite(house, "ada@example.com", by: owner).link)
    #expect(link.hasPrefix("https://flows.example/account/invitation?link="))
    _ = try await house.accounts.accept(
      String(link.suffix(43)), registering: House.password, name: "", as: .browser,
      client: .office)
    #expect(try await house.mailCount() == 0)
  }

  @Test func `somebody who comes by OpenID is let in by their invitation`() async throws {
    let house = try House(registration: .invited)
    let owner = try await house.owner("owner@example.com")
    let profile = ExternalProfile.google("1", "ada@example.com", name: "Ada\u{202E} L.")
    #expect(
      try await refusal {
        try await house.accounts.signInExternally(profile, as: .browser, client: .office)
      } == .registrationClosed)
    _ = try await invite(house, "ada@example.com", by: owner)
    let link = try await house.link(to: "ada@example.com")
    let ada = try await house.accounts.signInExternally(
      profile, as: .browser, invitation: link, client: .office
    ).session
    #expect(ada.person.name == "Ada L.")
    #expect(try await house.accounts.accept(link, ada.signedIn, client: .office).role == .editor)
  }
}
