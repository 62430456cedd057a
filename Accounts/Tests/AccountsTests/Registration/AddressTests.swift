import Accounts
import Testing

/// Changing one's address.
struct AddressTests {
  @Test func `an address is changed by the link that came there`() async throws {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    let elsewhere = try await house.signIn("ada@example.com")
    try await house.accounts.changeEmail(ada.signedIn, to: "Ada@New.example", client: .office)
    #expect(try await house.signIn("ada@example.com").person.email == "ada@example.com")
    let link = try await house.link(to: "ada@new.example")
    let person = try await house.accounts.finishEmailChange(link, ada.signedIn, client: .office)

    #expect(person.email == "Ada@New.example")
    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: elsewhere.cookie) }
        == .noSession)
    #expect(try await house.signIn("ada@new.example").person.id == person.id)
    #expect(try await refusal { try await house.signIn("ada@example.com") } == .wrongCredentials)
    let told = try await house.mails(to: "ada@example.com").last
    #expect(told?.text.contains("Ada@New.example") == true, "the old address is told")
  }

  @Test func `attack: the link works once, for its person only`() async throws {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    let eve = try await house.person("eve@example.com")
    try await house.accounts.changeEmail(ada.signedIn, to: "new@example.com", client: .office)
    let link = try await house.link(to: "new@example.com")
    func finish(_ session: NewSession) async throws -> AccountError.Code? {
      try await refusal {
        try await house.accounts.finishEmailChange(link, session.signedIn, client: .office)
      }
    }
    #expect(try await finish(eve) == .invalidLink)
    #expect(try await finish(ada) == nil)
    #expect(try await finish(ada) == .invalidLink)
  }

  @Test func `attack: asking for an address tells nobody whether it has an account`()
    async throws
  {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    _ = try await house.person("known@example.com")
    var seen: [Int] = []
    for email in ["known@example.com", "unknown@example.com"] {
      let before = try await house.mailCount()
      try await house.accounts.changeEmail(ada.signedIn, to: email, client: .attacker)
      seen.append(try await house.mailCount() - before)
    }
    #expect(seen == [1, 1])
  }

  @Test func `an account that nobody ever verified gives its address up`() async throws {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    try await house.accounts.register(
      email: "new@example.com", password: House.otherPassword, name: "", client: .attacker)
    try await house.accounts.changeEmail(ada.signedIn, to: "new@example.com", client: .office)
    _ = try await house.accounts.finishEmailChange(
      house.link(to: "new@example.com"), ada.signedIn, client: .office)
    #expect(
      try await refusal {
        try await house.signIn("new@example.com", password: House.otherPassword)
      } == .wrongCredentials)
  }

  @Test func `attack: an address to which an operator gave rights is not taken with them`()
    async throws
  {
    let house = try House()
    let eve = try await house.person("eve@example.com")
    let boss = try await house.accounts.addPerson(
      email: "boss@example.com", name: "", password: nil, isVerified: false, by: .operator("test"))
    try await house.accounts.addMember(
      boss.id, to: "acme", as: .owner, by: .operator("test"))
    try await house.accounts.changeEmail(eve.signedIn, to: "boss@example.com", client: .office)
    #expect(
      try await refusal {
        try await house.accounts.finishEmailChange(
          house.link(to: "boss@example.com"), eve.signedIn, client: .office)
      } == .addressTaken)
    #expect(try await house.accounts.members(of: "acme").count == 1)
  }

  @Test func `a name is changed and trimmed`() async throws {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    try await house.accounts.rename(ada.signedIn, to: "  Ada Lovelace ", client: .office)
    #expect(try await house.accounts.person(ada.person.id).name == "Ada Lovelace")
  }
}
