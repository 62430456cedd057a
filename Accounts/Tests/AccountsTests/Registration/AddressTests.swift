import Accounts
import Testing

/// Changes of a user's address and name.
struct AddressTests {
  @Test func `an address is changed with the link that was sent to it`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let otherSession = try await fixture.signIn("ada@example.com")
    try await fixture.accounts.profile.requestEmailChange(
      ada.signedIn, to: "Ada@New.example", client: .office)
    #expect(try await fixture.signIn("ada@example.com").user.email == "ada@example.com")
    let token = try await fixture.oneTimeToken(to: "ada@new.example")
    let user = try await fixture.accounts.profile.finishEmailChange(
      token, ada.signedIn, client: .office
    ).user

    #expect(user.email == "Ada@New.example")
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.authenticate(cookie: otherSession.cookie)
      }
        == .noSession)
    #expect(try await fixture.signIn("ada@new.example").user.id == user.id)
    #expect(
      try await errorCode { try await fixture.signIn("ada@example.com") } == .wrongCredentials)
    let notice = try await fixture.emails(to: "ada@example.com").last
    #expect(notice?.text.contains("Ada@New.example") == true, "the old address is notified")
  }

  @Test func `attack: the link works once, for its user only`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let eve = try await fixture.user("eve@example.com")
    try await fixture.accounts.profile.requestEmailChange(
      ada.signedIn, to: "new@example.com", client: .office)
    let token = try await fixture.oneTimeToken(to: "new@example.com")
    func finish(_ session: NewSession) async throws -> AccountError.Code? {
      try await errorCode {
        try await fixture.accounts.profile.finishEmailChange(
          token, session.signedIn, client: .office)
      }
    }
    #expect(try await finish(eve) == .invalidLink)
    let renewed = try await fixture.accounts.profile.finishEmailChange(
      token, ada.signedIn, client: .office)
    #expect(try await finish(renewed) == .invalidLink)
  }

  @Test func `attack: requesting an address does not reveal whether it has an account`()
    async throws
  {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    _ = try await fixture.user("known@example.com")
    var mailCounts: [Int] = []
    for email in ["known@example.com", "unknown@example.com"] {
      let before = try await fixture.mailCount()
      try await fixture.accounts.profile.requestEmailChange(
        ada.signedIn, to: email, client: .attacker)
      mailCounts.append(try await fixture.mailCount() - before)
    }
    #expect(mailCounts == [1, 1])
  }

  @Test func `an unverified account loses its address to a verified one`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    try await fixture.accounts.registration.register(
      email: "new@example.com", password: AccountsFixture.otherPassword, name: "", client: .attacker
    )
    try await fixture.accounts.profile.requestEmailChange(
      ada.signedIn, to: "new@example.com", client: .office)
    _ = try await fixture.accounts.profile.finishEmailChange(
      fixture.oneTimeToken(to: "new@example.com"), ada.signedIn, client: .office)
    #expect(
      try await errorCode {
        try await fixture.signIn("new@example.com", password: AccountsFixture.otherPassword)
      } == .wrongCredentials)
  }

  @Test func `attack: a disabled account cannot be removed by taking its address`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    try await fixture.accounts.registration.register(
      email: "eve@example.com", password: AccountsFixture.password, name: "", client: .attacker)
    let eve = try await fixture.accounts.administration.user("eve@example.com")
    func change() async throws {
      try await fixture.accounts.profile.requestEmailChange(
        ada.signedIn, to: "eve@example.com", client: .attacker)
    }
    try await change()
    let token = try await fixture.oneTimeToken(to: "eve@example.com")
    try await fixture.accounts.administration.disable(eve.id, by: .operator("test"))
    #expect(
      try await errorCode {
        try await fixture.accounts.profile.finishEmailChange(
          token, ada.signedIn, client: .attacker)
      } == .addressTaken)
    try await change()
    #expect(
      try await fixture.emails(to: "eve@example.com").last?.subject.contains("already") == true)
    #expect(try await fixture.accounts.administration.user(eve.id).disabled != nil)
  }

  @Test func `attack: an address to which an operator gave permissions cannot be taken over`()
    async throws
  {
    let fixture = try AccountsFixture()
    let eve = try await fixture.user("eve@example.com")
    let boss = try await fixture.accounts.administration.addUser(
      email: "boss@example.com", name: "", password: nil, isVerified: false, by: .operator("test"))
    try await fixture.accounts.administration.addMember(
      boss.id, to: "acme", as: .owner, by: .operator("test"))
    try await fixture.accounts.profile.requestEmailChange(
      eve.signedIn, to: "boss@example.com", client: .office)
    #expect(
      try await errorCode {
        try await fixture.accounts.profile.finishEmailChange(
          fixture.oneTimeToken(to: "boss@example.com"), eve.signedIn, client: .office)
      } == .addressTaken)
    #expect(try await fixture.accounts.organizations.members(of: "acme").count == 1)
  }

  @Test(arguments: ["one session", "all others", "by an operator", "a copied token"])
  func `attack: a change of address ends with the session that may have begun it`(
    ended: String
  ) async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let thief = try await fixture.signIn("ada@example.com", as: .app, client: .attacker)
    try await fixture.accounts.profile.requestEmailChange(
      thief.signedIn, to: "eve@example.com", client: .attacker)
    let token = try await fixture.oneTimeToken(to: "eve@example.com")
    let sessions = fixture.accounts.sessions
    switch ended {
    case "one session": try await sessions.end(thief.session.id, ada.signedIn, client: .office)
    case "all others": try await sessions.endOthers(ada.signedIn, client: .office)
    case "by an operator":
      try await fixture.accounts.administration.endSessions(of: ada.user.id, by: .operator("test"))
    default:
      _ = try await sessions.refresh(thief.tokens.refreshToken, client: .attacker)
      fixture.clock.now += 31
      _ = try await errorCode {
        try await sessions.refresh(thief.tokens.refreshToken, client: .office)
      }
    }
    // The link must not work in a session that is stolen later.
    let later = try await fixture.signIn("ada@example.com")
    #expect(
      try await errorCode {
        try await fixture.accounts.profile.finishEmailChange(
          token, later.signedIn, client: .attacker)
      } == .invalidLink)
  }

  @Test(arguments: ["a confirmation", "a passkey"])
  func `attack: a change of address from a copied session ends when its user renews it`(
    renewal: String
  ) async throws {
    let fixture = try AccountsFixture()
    var ada = try await fixture.user("ada@example.com")
    try await fixture.accounts.profile.requestEmailChange(
      ada.signedIn, to: "eve@example.com", client: .attacker)
    let token = try await fixture.oneTimeToken(to: "eve@example.com")
    if renewal == "a passkey" {
      _ = try await fixture.registerDevice(in: &ada)
    } else {
      ada = try await fixture.accounts.sessions.reauthenticate(
        ada.signedIn, password: AccountsFixture.password, client: .office)
    }
    let later = ada.signedIn
    #expect(
      try await errorCode {
        try await fixture.accounts.profile.finishEmailChange(token, later, client: .attacker)
      } == .invalidLink)
  }

  @Test func `a change of address needs a recent sign-in for the request, not for its link`()
    async throws
  {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let profile = fixture.accounts.profile
    fixture.clock.now += fixture.accounts.settings.maximumAuthenticationAge + 1
    #expect(
      try await errorCode {
        try await profile.requestEmailChange(ada.signedIn, to: "new@example.com", client: .office)
      } == .notRecent)
    let renewed = try await fixture.accounts.sessions.reauthenticate(
      ada.signedIn, password: AccountsFixture.password, client: .office)
    try await profile.requestEmailChange(renewed.signedIn, to: "new@example.com", client: .office)
    fixture.clock.now += fixture.accounts.settings.maximumAuthenticationAge + 1
    let user = try await profile.finishEmailChange(
      fixture.oneTimeToken(to: "new@example.com"), renewed.signedIn, client: .office
    ).user
    #expect(user.email == "new@example.com")
  }

  @Test func `a name is changed and trimmed`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    try await fixture.accounts.profile.rename(ada.signedIn, to: "  Ada Lovelace ", client: .office)
    #expect(try await fixture.accounts.administration.user(ada.user.id).name == "Ada Lovelace")
  }
}
