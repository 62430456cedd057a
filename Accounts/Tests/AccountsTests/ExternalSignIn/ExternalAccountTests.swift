import Accounts
import Testing

/// Accounts of users who sign in with an identity provider.
struct ExternalAccountTests {
  @Test func `a new user gets an account, which is then found by subject`() async throws {
    let fixture = try AccountsFixture()
    let first = try await fixture.accounts.externalSignIn.signIn(
      .google("1", "ada@example.com", name: "Ada"), as: .browser, client: .office
    ).session
    let second = try await fixture.accounts.externalSignIn.signIn(
      .google("1", "elsewhere@example.com"), as: .browser, client: .office
    ).session
    #expect(first.user.name == "Ada")
    #expect(second.user.id == first.user.id, "addresses change hands, subjects do not")
    #expect(second.user.email == "ada@example.com")
  }

  @Test func `an existing account is found by an address that the issuer has verified`()
    async throws
  {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let session = try await fixture.accounts.externalSignIn.signIn(
      .google("1", "ADA@example.com"), as: .browser, client: .office
    ).session
    #expect(session.user.id == ada.user.id)
    #expect(
      try await fixture.accounts.secondFactors.summary(of: session.signedIn).signInMethodCount == 2)
    _ = try await fixture.signIn("ada@example.com")
  }

  @Test func `attack: the same subject at another issuer is another user`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.accounts.externalSignIn.signIn(
      .google("1", "ada@example.com"), as: .browser, client: .office
    ).session
    let eve = try await fixture.accounts.externalSignIn.signIn(
      ExternalProfile(
        issuer: "https://evil.example", subject: "1", email: "eve@example.com",
        isEmailVerified: true, name: nil, providerName: "Evil"), as: .browser, client: .attacker
    ).session
    #expect(eve.user.id != ada.user.id)
  }

  @Test func `a disabled account cannot be signed in to or linked`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    try await fixture.accounts.administration.disable(ada.user.id, by: .operator("test"))
    #expect(
      try await errorCode {
        try await fixture.accounts.externalSignIn.signIn(
          .google("1", "ada@example.com"), as: .browser, client: .office)
      } == .disabledAccount)
    #expect(
      try await fixture.store.read { try $0.identities(of: ada.user.id) }.isEmpty)
  }

  @Test
  func
    `an account at an identity provider is linked to the signed-in user, whatever its address`()
    async throws
  {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let profile = ExternalProfile.google("1", "private@example.com", isVerified: false)
    for _ in 0..<2 {
      try await fixture.accounts.externalSignIn.link(profile, to: ada.signedIn, client: .office)
    }
    let session = try await fixture.accounts.externalSignIn.signIn(
      profile, as: .browser, client: .office
    ).session
    #expect(session.user.id == ada.user.id)
    #expect(
      try await fixture.emails(to: "ada@example.com").filter { $0.subject.contains("Google") }.count
        == 1)
  }

  @Test func `attack: a linked identity cannot be linked to another user`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let eve = try await fixture.user("eve@example.com")
    let profile = ExternalProfile.google("1", nil)
    try await fixture.accounts.externalSignIn.link(profile, to: ada.signedIn, client: .office)
    #expect(
      try await errorCode {
        try await fixture.accounts.externalSignIn.link(profile, to: eve.signedIn, client: .attacker)
      } == .conflict)
  }
}
