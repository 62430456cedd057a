import Accounts
import Testing

/// The first start, and what an operator does.
struct SetUpTests {
  private func setUp(
    _ house: House, _ link: String, _ email: String = "owner@example.com"
  ) async throws -> NewSession {
    try await house.accounts.setUp(
      String(link.suffix(43)), email: email, password: House.password, name: "Olga",
      client: .office
    ).session
  }

  @Test func `the printed link makes the first owner and signs them in`() async throws {
    let house = try House(registration: .invited, canSendMail: false)
    let link = try await house.accounts.setUpLink(organization: "acme")
    #expect(link.hasPrefix("https://flows.example/account/set-up?link="))
    #expect(try await house.accounts.organizationToSetUp(String(link.suffix(43))) == "acme")
    let owner = try await setUp(house, link)

    #expect(try await house.accounts.authenticate(cookie: owner.cookie).person.name == "Olga")
    #expect(
      try await house.accounts.membership(of: owner.person.id, in: "acme")?.role == .owner)
  }

  @Test func `attack: the link works once, for a day, only the newest, and never beside an owner`()
    async throws
  {
    let house = try House()
    let old = try await house.accounts.setUpLink(organization: "acme")
    let late = try await house.accounts.setUpLink(organization: "acme")
    #expect(try await refusal { try await setUp(house, old) } == .invalidLink)
    house.clock.now += 86_400
    #expect(try await refusal { try await setUp(house, late) } == .invalidLink)

    let link = try await house.accounts.setUpLink(organization: "acme")
    let other = try await house.accounts.setUpLink(organization: "other")
    _ = try await setUp(house, link)
    #expect(
      try await refusal { try await setUp(house, link, "eve@example.com") } == .invalidLink)
    #expect(
      try await refusal { try await house.accounts.setUpLink(organization: "acme") } == .conflict)
    #expect(
      try await refusal { try await setUp(house, other) } == .addressTaken,
      "it takes no account over")
    _ = try await setUp(house, other, "second@example.com")
  }

  @Test func `attack: two who open the link at the same moment make one owner`() async throws {
    let house = try House()
    let link = try await house.accounts.setUpLink(organization: "acme")
    let codes = try await withThrowingTaskGroup(of: AccountError.Code?.self) { group in
      for number in 0..<6 {
        group.addTask {
          try await refusal { try await setUp(house, link, "o\(number)@example.com") }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.count { $0 == nil } == 1)
    #expect(try await house.accounts.members(of: "acme").count == 1)
  }

  @Test func `an operator makes a person who sets their password by a link`() async throws {
    let house = try House(registration: .invited, canSendMail: false)
    let ada = try await house.accounts.addPerson(
      email: "ada@example.com", name: "Ada", password: nil, isVerified: false,
      by: .operator("flowmagic user"))
    let link = try await house.accounts.resetLink(for: ada.id, by: .operator("flowmagic user"))
    try await house.accounts.resetPassword(
      String(link.suffix(43)), password: House.password, client: .office)
    #expect(try await house.signIn("ada@example.com").person.verified != nil)
    #expect(
      try await refusal {
        try await house.accounts.addPerson(
          email: "ADA@example.com", name: "", password: nil, isVerified: true,
          by: .operator("flowmagic user"))
      } == .addressTaken)
  }

  @Test func `an operator ends somebody's sessions and deletes an account`() async throws {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    try await house.accounts.endSessions(of: ada.person.id, by: .operator("test"))
    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: ada.cookie) } == .noSession)
    try await house.accounts.deletePerson(ada.person.id, by: .operator("test"))
    #expect(try await refusal { try await house.accounts.person("ada@example.com") } == .notFound)
    #expect(
      try await refusal {
        try await house.accounts.disable(ada.person.id, by: .operator("test"))
      } == .notFound)
  }

  @Test func `what is written down of an operator says by which way it was done`() async throws {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    try await house.accounts.disable(ada.person.id, by: .operator("flowmagic user"))
    let events = try await house.store.read {
      try $0.events(of: ada.person.id, before: nil, limit: 1)
    }
    #expect(events.first?.action == "account.disabled")
    #expect(events.first?.actor == "flowmagic user")
  }
}
