import Accounts
import Testing

/// The first start, and operations by an operator.
struct SetUpTests {
  private func setUp(
    _ fixture: AccountsFixture, _ link: String, _ email: String = "owner@example.com"
  ) async throws -> NewSession {
    try await fixture.accounts.organizations.setUp(
      String(link.suffix(43)), email: email, password: AccountsFixture.password, name: "Olga",
      client: .office
    ).session
  }

  @Test func `the printed link creates the first owner and signs them in`() async throws {
    let fixture = try AccountsFixture(registration: .invited, canSendMail: false)
    let link = try await fixture.accounts.organizations.createSetUpLink(for: "acme")
    #expect(link.hasPrefix("https://flows.example/account/set-up?link="))
    #expect(
      try await fixture.accounts.organizations.organizationToSetUp(String(link.suffix(43)))
        == "acme")
    let owner = try await setUp(fixture, link)

    #expect(
      try await fixture.accounts.sessions.authenticate(cookie: owner.cookie).user.name == "Olga")
    #expect(
      try await fixture.accounts.organizations.membership(of: owner.user.id, in: "acme")?.role
        == .owner)
  }

  @Test func `attack: only the newest link works, once, for a day, and not if there is an owner`()
    async throws
  {
    let fixture = try AccountsFixture()
    let old = try await fixture.accounts.organizations.createSetUpLink(for: "acme")
    let expired = try await fixture.accounts.organizations.createSetUpLink(for: "acme")
    #expect(try await errorCode { try await setUp(fixture, old) } == .invalidLink)
    fixture.clock.now += 86_400
    #expect(try await errorCode { try await setUp(fixture, expired) } == .invalidLink)

    let link = try await fixture.accounts.organizations.createSetUpLink(for: "acme")
    let other = try await fixture.accounts.organizations.createSetUpLink(for: "other")
    _ = try await setUp(fixture, link)
    #expect(
      try await errorCode { try await setUp(fixture, link, "eve@example.com") } == .invalidLink)
    #expect(
      try await errorCode { try await fixture.accounts.organizations.createSetUpLink(for: "acme") }
        == .conflict)
    #expect(
      try await errorCode { try await setUp(fixture, other) } == .addressTaken,
      "the link does not take over an account")
    _ = try await setUp(fixture, other, "second@example.com")
  }

  @Test func `attack: concurrent uses of the link create one owner`() async throws {
    let fixture = try AccountsFixture()
    let link = try await fixture.accounts.organizations.createSetUpLink(for: "acme")
    let codes = try await withThrowingTaskGroup(of: AccountError.Code?.self) { group in
      for number in 0..<6 {
        group.addTask {
          try await errorCode { try await setUp(fixture, link, "o\(number)@example.com") }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.count { $0 == nil } == 1)
    #expect(try await fixture.accounts.organizations.members(of: "acme").count == 1)
  }

  @Test func `an operator creates a user who sets their password with a link`() async throws {
    let fixture = try AccountsFixture(registration: .invited, canSendMail: false)
    let ada = try await fixture.accounts.administration.addUser(
      email: "ada@example.com", name: "Ada", password: nil, isVerified: false,
      by: .operator("flowmagic user"))
    let link = try await fixture.accounts.administration.createPasswordResetLink(
      for: ada.id, by: .operator("flowmagic user"))
    try await fixture.accounts.passwords.reset(
      String(link.suffix(43)), password: AccountsFixture.password, client: .office)
    #expect(try await fixture.signIn("ada@example.com").user.verified != nil)
    #expect(
      try await errorCode {
        try await fixture.accounts.administration.addUser(
          email: "ADA@example.com", name: "", password: nil, isVerified: true,
          by: .operator("flowmagic user"))
      } == .addressTaken)
  }

  @Test func `an operator ends someone's sessions and deletes an account`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    try await fixture.accounts.administration.endSessions(of: ada.user.id, by: .operator("test"))
    #expect(
      try await errorCode { try await fixture.accounts.sessions.authenticate(cookie: ada.cookie) }
        == .noSession)
    try await fixture.accounts.administration.deleteUser(ada.user.id, by: .operator("test"))
    #expect(
      try await errorCode { try await fixture.accounts.administration.user("ada@example.com") }
        == .notFound)
    #expect(
      try await errorCode {
        try await fixture.accounts.administration.disable(ada.user.id, by: .operator("test"))
      } == .notFound)
  }

  @Test func `an operator's actions are recorded with the command`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    try await fixture.accounts.administration.disable(
      ada.user.id, by: .operator("flowmagic user"))
    let events = try await fixture.store.read {
      try $0.events(of: ada.user.id, before: nil, limit: 1)
    }
    #expect(events.first?.action == "account.disabled")
    #expect(events.first?.actor == .operator("flowmagic user"))
  }
}
