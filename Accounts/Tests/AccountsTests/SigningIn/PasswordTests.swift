import Accounts
import Testing

/// Losing a password and changing it.
struct PasswordTests {
  @Test func `a lost password is set anew by mail, and everybody is signed out`() async throws {
    let house = try House()
    let browser = try await house.person("ada@example.com")
    let app = try await house.signIn("ada@example.com", as: .app)
    try await house.accounts.forgotPassword(email: "ADA@example.com", client: .office)
    let link = try await house.link(to: "ada@example.com")
    #expect(
      try await house.accounts.checkLink(link, for: .resetPassword)?.id == browser.person.id)
    try await house.accounts.resetPassword(
      link, password: House.otherPassword, client: .office)

    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: browser.cookie) }
        == .noSession)
    #expect(
      try await refusal {
        try await house.accounts.authenticate(accessToken: app.tokens.access)
      } == .noSession)
    #expect(
      try await refusal { try await house.accounts.refresh(app.tokens.refresh, client: .office) }
        == .noSession)
    #expect(try await refusal { try await house.signIn("ada@example.com") } == .wrongCredentials)
    _ = try await house.signIn("ada@example.com", password: House.otherPassword)
    #expect(
      try await house.mails(to: "ada@example.com").last?.subject.contains("password") == true)
  }

  @Test func `attack: a reset link works once, for half an hour, and only the newest does`()
    async throws
  {
    let house = try House()
    _ = try await house.person("ada@example.com")
    func newLink() async throws -> String {
      try await house.accounts.forgotPassword(email: "ada@example.com", client: .office)
      return try await house.link(to: "ada@example.com")
    }
    func reset(_ link: String, _ password: String = House.otherPassword) async throws
      -> AccountError.Code?
    {
      try await refusal {
        try await house.accounts.resetPassword(link, password: password, client: .office)
      }
    }
    let first = try await newLink()
    let second = try await newLink()
    #expect(try await reset(first) == .invalidLink)
    #expect(try await reset(second, "short") == .weakPassword)
    house.clock.now += 30 * 60 - 1
    #expect(try await reset(second) == nil, "a password that was refused did not use it up")
    #expect(try await reset(second) == .invalidLink)

    let third = try await newLink()
    house.clock.now += 30 * 60
    #expect(try await reset(third) == .invalidLink)
    #expect(try await house.accounts.checkLink(third, for: .resetPassword) == nil)
  }

  @Test func `attack: two who follow one link at the same moment set one password`()
    async throws
  {
    let house = try House()
    _ = try await house.person("ada@example.com")
    try await house.accounts.forgotPassword(email: "ada@example.com", client: .office)
    let link = try await house.link(to: "ada@example.com")
    let codes = try await withThrowingTaskGroup(of: AccountError.Code?.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await refusal {
            try await house.accounts.resetPassword(
              link, password: "one of many \(number)", client: .attacker)
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.count { $0 == nil } == 1)
    #expect(codes.count { $0 == .invalidLink } == 7)
  }

  @Test func `a new password ends a sign-in that waits for its second factor`() async throws {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    let (secret, _) = try await house.authenticator(of: ada.signedIn)
    let challenge = try await house.accounts.signIn(
      email: "ada@example.com", password: House.password, as: .browser, client: .attacker
    ).challenge
    try await house.accounts.changePassword(
      ada.signedIn, old: House.password, new: House.otherPassword, client: .office)

    #expect(
      try await refusal {
        try await house.accounts.finishSignIn(
          challenge.secret, code: house.code(secret), as: .browser, client: .attacker)
      } == .invalidLink)
  }

  @Test func `a lost password leaves the second factor in place`() async throws {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    let (secret, _) = try await house.authenticator(of: ada.signedIn)
    try await house.accounts.forgotPassword(email: "ada@example.com", client: .office)
    try await house.accounts.resetPassword(
      house.link(to: "ada@example.com"), password: House.otherPassword, client: .office)

    let challenge = try await house.accounts.signIn(
      email: "ada@example.com", password: House.otherPassword, as: .browser, client: .office
    ).challenge
    #expect(challenge.methods == [.totp, .recoveryCode])
    _ = try await house.accounts.finishSignIn(
      challenge.secret, code: house.code(secret), as: .browser, client: .office)
  }

  @Test func `changing the password ends the other sessions and keeps this one`() async throws {
    let house = try House()
    let here = try await house.person("ada@example.com")
    let there = try await house.signIn("ada@example.com")
    house.clock.now += 3600  // the old password shows who they are; it need not be recent
    try await house.accounts.changePassword(
      here.signedIn, old: House.password, new: House.otherPassword, client: .office)

    _ = try await house.accounts.authenticate(cookie: here.cookie)
    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: there.cookie) }
        == .noSession)
    _ = try await house.signIn("ada@example.com", password: House.otherPassword)
  }

  @Test func `changing the password takes links away that would change it back`() async throws {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    try await house.accounts.forgotPassword(email: "ada@example.com", client: .attacker)
    let link = try await house.link(to: "ada@example.com")
    try await house.accounts.changePassword(
      ada.signedIn, old: House.password, new: House.otherPassword, client: .office)

    #expect(
      try await refusal {
        try await house.accounts.resetPassword(link, password: House.password, client: .attacker)
      } == .invalidLink)
  }

  @Test func `attack: a session alone changes no password, and sets none where there is none`()
    async throws
  {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    for old in [nil, "", "not the password"] as [String?] {
      #expect(
        try await refusal {
          try await house.accounts.changePassword(
            ada.signedIn, old: old, new: House.otherPassword, client: .attacker)
        } == .wrongCredentials)
    }
    let eve = try await house.accounts.signInExternally(
      .google("1", "eve@example.com"), as: .browser, client: .office
    ).session
    house.clock.now += 901
    #expect(
      try await refusal {
        try await house.accounts.changePassword(
          eve.signedIn, old: nil, new: House.otherPassword, client: .attacker)
      } == .notRecent)
  }

  @Test func `somebody who came by OpenID sets a first password`() async throws {
    let house = try House()
    let eve = try await house.accounts.signInExternally(
      .google("1", "eve@example.com"), as: .browser, client: .office
    ).session
    try await house.accounts.changePassword(
      eve.signedIn, old: nil, new: House.otherPassword, client: .office)
    _ = try await house.signIn("eve@example.com", password: House.otherPassword)
  }

  @Test func `nobody gets a link to a shut account`() async throws {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    try await house.accounts.forgotPassword(email: "ada@example.com", client: .office)
    let link = try await house.link(to: "ada@example.com")
    try await house.accounts.disable(ada.person.id, by: .operator("test"))
    try await house.accounts.forgotPassword(email: "ada@example.com", client: .office)

    #expect(try await house.link(to: "ada@example.com") == link)
    #expect(
      try await refusal {
        try await house.accounts.resetPassword(
          link, password: House.otherPassword, client: .office)
      } == .invalidLink)
  }
}
