import Accounts
import Testing

/// Coming from another service.
struct ExternalTests {
  @Test func `somebody new gets an account, and comes back to it by subject`() async throws {
    let house = try House()
    let first = try await house.accounts.signInExternally(
      .google("1", "ada@example.com", name: "Ada"), as: .browser, client: .office
    ).session
    let moved = try await house.accounts.signInExternally(
      .google("1", "elsewhere@example.com"), as: .browser, client: .office
    ).session
    #expect(first.person.name == "Ada")
    #expect(moved.person.id == first.person.id, "addresses change hands, subjects do not")
    #expect(moved.person.email == "ada@example.com")
  }

  @Test func `somebody with an account is found by an address that the issuer vouches for`()
    async throws
  {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    let session = try await house.accounts.signInExternally(
      .google("1", "ADA@example.com"), as: .browser, client: .office
    ).session
    #expect(session.person.id == ada.person.id)
    #expect(try await house.accounts.factors(of: session.signedIn).waysIn == 2)
    _ = try await house.signIn("ada@example.com")
  }

  @Test func `attack: the same subject at another issuer is somebody else`() async throws {
    let house = try House()
    let ada = try await house.accounts.signInExternally(
      .google("1", "ada@example.com"), as: .browser, client: .office
    ).session
    let eve = try await house.accounts.signInExternally(
      ExternalProfile(
        issuer: "https://evil.example", subject: "1", email: "eve@example.com",
        isEmailVerified: true, name: nil, providerName: "Evil"), as: .browser, client: .attacker
    ).session
    #expect(eve.person.id != ada.person.id)
  }

  @Test func `a shut account is not opened and nothing is linked to it`() async throws {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    try await house.accounts.disable(ada.person.id, by: .operator("test"))
    #expect(
      try await refusal {
        try await house.accounts.signInExternally(
          .google("1", "ada@example.com"), as: .browser, client: .office)
      } == .disabledAccount)
    #expect(
      try await house.store.read { try $0.identities(of: ada.person.id) }.isEmpty)
  }

  @Test func `an account elsewhere is linked by whoever is signed in, whatever its address`()
    async throws
  {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    let profile = ExternalProfile.google("1", "private@example.com", isVerified: false)
    for _ in 0..<2 {
      try await house.accounts.link(profile, to: ada.signedIn, client: .office)
    }
    let session = try await house.accounts.signInExternally(
      profile, as: .browser, client: .office
    ).session
    #expect(session.person.id == ada.person.id)
    #expect(
      try await house.mails(to: "ada@example.com").filter { $0.subject.contains("Google") }.count
        == 1)
  }

  @Test func `attack: an account elsewhere that is somebody's is not taken from them`()
    async throws
  {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    let eve = try await house.person("eve@example.com")
    let profile = ExternalProfile.google("1", nil)
    try await house.accounts.link(profile, to: ada.signedIn, client: .office)
    #expect(
      try await refusal {
        try await house.accounts.link(profile, to: eve.signedIn, client: .attacker)
      } == .conflict)
  }
}
