import Accounts
import Testing

/// Resetting and changing a password.
struct PasswordServiceTests {
  @Test func `a lost password is reset by email, and all sessions end`() async throws {
    let fixture = try AccountsFixture()
    let browser = try await fixture.user("ada@example.com")
    let app = try await fixture.signIn("ada@example.com", as: .app)
    try await fixture.accounts.passwords.requestReset(email: "ADA@example.com", client: .office)
    let token = try await fixture.oneTimeToken(to: "ada@example.com")
    #expect(
      try await fixture.accounts.oneTimeTokens.owner(of: token, for: .resetPassword)?.id
        == browser.user.id)
    try await fixture.accounts.passwords.reset(
      token, password: AccountsFixture.otherPassword, client: .office)

    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.authenticate(cookie: browser.cookie)
      }
        == .noSession)
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.authenticate(accessToken: app.tokens.accessToken)
      } == .noSession)
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.refresh(app.tokens.refreshToken, client: .office)
      }
        == .noSession)
    #expect(
      try await errorCode { try await fixture.signIn("ada@example.com") } == .wrongCredentials)
    _ = try await fixture.signIn("ada@example.com", password: AccountsFixture.otherPassword)
    #expect(
      try await fixture.emails(to: "ada@example.com").last?.subject.contains("password") == true)
  }

  @Test func `reset links work until one of them is used, for half an hour`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("ada@example.com")
    func newToken() async throws -> String {
      try await fixture.accounts.passwords.requestReset(email: "ada@example.com", client: .office)
      return try await fixture.oneTimeToken(to: "ada@example.com")
    }
    func reset(_ token: String, _ password: String = AccountsFixture.otherPassword) async throws
      -> AccountError.Code?
    {
      try await errorCode {
        try await fixture.accounts.passwords.reset(token, password: password, client: .office)
      }
    }
    let first = try await newToken()
    let second = try await newToken()
    #expect(try await reset(first, "short") == .weakPassword)
    fixture.clock.now += 30 * 60 - 1
    #expect(try await reset(first) == nil, "a later request or a rejected password ends no link")
    #expect(try await reset(first) == .invalidLink)
    #expect(try await reset(second) == .invalidLink)

    let third = try await newToken()
    fixture.clock.now += 30 * 60
    #expect(try await reset(third) == .invalidLink)
    #expect(try await fixture.accounts.oneTimeTokens.owner(of: third, for: .resetPassword) == nil)
  }

  @Test func `attack: concurrent uses of one link set one password`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("ada@example.com")
    try await fixture.accounts.passwords.requestReset(email: "ada@example.com", client: .office)
    let token = try await fixture.oneTimeToken(to: "ada@example.com")
    let codes = try await withThrowingTaskGroup(of: AccountError.Code?.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await errorCode {
            try await fixture.accounts.passwords.reset(
              token, password: "one of many \(number)", client: .attacker)
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.count { $0 == nil } == 1)
    #expect(codes.count { $0 == .invalidLink } == 7)
  }

  @Test func `a new password ends a sign-in that is waiting for its second factor`() async throws {
    let fixture = try AccountsFixture()
    var ada = try await fixture.user("ada@example.com")
    let (secret, _) = try await fixture.setUpAuthenticator(in: &ada)
    let pendingSignIn = try await fixture.accounts.authentication.signIn(
      email: "ada@example.com", password: AccountsFixture.password, as: .browser, client: .attacker
    ).pendingSignIn
    _ = try await fixture.accounts.passwords.change(
      ada.signedIn, old: AccountsFixture.password, new: AccountsFixture.otherPassword,
      client: .office)

    #expect(
      try await errorCode {
        try await fixture.accounts.authentication.finishSignIn(
          pendingSignIn.secret, code: fixture.code(secret), as: .browser, client: .attacker)
      } == .invalidLink)
  }

  @Test func `attack: an old session with the password cannot bypass the second factor`()
    async throws
  {
    let fixture = try AccountsFixture()
    var ada = try await fixture.user("ada@example.com")
    func change() async throws {
      _ = try await fixture.accounts.passwords.change(
        ada.signedIn, old: AccountsFixture.password, new: AccountsFixture.otherPassword,
        client: .attacker)
    }
    _ = try await fixture.setUpAuthenticator(in: &ada)
    fixture.clock.now += fixture.accounts.settings.maximumAuthenticationAge + 1
    #expect(try await errorCode { try await change() } == .notRecent)
    // The password is unchanged.
    _ = try await fixture.accounts.authentication.signIn(
      email: "ada@example.com", password: AccountsFixture.password, as: .browser, client: .office)
  }

  @Test func `a password reset keeps the second factor`() async throws {
    let fixture = try AccountsFixture()
    var ada = try await fixture.user("ada@example.com")
    let (secret, _) = try await fixture.setUpAuthenticator(in: &ada)
    try await fixture.accounts.passwords.requestReset(email: "ada@example.com", client: .office)
    try await fixture.accounts.passwords.reset(
      fixture.oneTimeToken(to: "ada@example.com"), password: AccountsFixture.otherPassword,
      client: .office)

    let pendingSignIn = try await fixture.accounts.authentication.signIn(
      email: "ada@example.com", password: AccountsFixture.otherPassword, as: .browser,
      client: .office
    ).pendingSignIn
    #expect(pendingSignIn.methods == [.totp, .recoveryCode])
    _ = try await fixture.accounts.authentication.finishSignIn(
      pendingSignIn.secret, code: fixture.code(secret), as: .browser, client: .office)
  }

  @Test func `changing the password ends the other sessions and keeps this one`() async throws {
    let fixture = try AccountsFixture()
    let current = try await fixture.user("ada@example.com")
    let other = try await fixture.signIn("ada@example.com")
    fixture.clock.now += 3600  // the old password authenticates, so the sign-in need not be recent
    let renewed = try await fixture.accounts.passwords.change(
      current.signedIn, old: AccountsFixture.password, new: AccountsFixture.otherPassword,
      client: .office)

    _ = try await fixture.accounts.sessions.authenticate(cookie: renewed.cookie)
    #expect(
      try await errorCode { try await fixture.accounts.sessions.authenticate(cookie: other.cookie) }
        == .noSession)
    _ = try await fixture.signIn("ada@example.com", password: AccountsFixture.otherPassword)
  }

  @Test func `changing the password revokes links that would change it back`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    try await fixture.accounts.passwords.requestReset(email: "ada@example.com", client: .attacker)
    let token = try await fixture.oneTimeToken(to: "ada@example.com")
    _ = try await fixture.accounts.passwords.change(
      ada.signedIn, old: AccountsFixture.password, new: AccountsFixture.otherPassword,
      client: .office)

    #expect(
      try await errorCode {
        try await fixture.accounts.passwords.reset(
          token, password: AccountsFixture.password, client: .attacker)
      } == .invalidLink)
  }

  @Test func `attack: a session alone can neither change nor set a password`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    for old in [nil, "", "not the password"] as [String?] {
      #expect(
        try await errorCode {
          try await fixture.accounts.passwords.change(
            ada.signedIn, old: old, new: AccountsFixture.otherPassword, client: .attacker)
        } == .wrongCredentials)
    }
    let eve = try await fixture.accounts.externalSignIn.signIn(
      .google("1", "eve@example.com"), as: .browser, client: .office
    ).session
    fixture.clock.now += 901
    #expect(
      try await errorCode {
        try await fixture.accounts.passwords.change(
          eve.signedIn, old: nil, new: AccountsFixture.otherPassword, client: .attacker)
      } == .notRecent)
  }

  @Test func `a user who signed in with an identity provider sets a first password`() async throws {
    let fixture = try AccountsFixture()
    let eve = try await fixture.accounts.externalSignIn.signIn(
      .google("1", "eve@example.com"), as: .browser, client: .office
    ).session
    _ = try await fixture.accounts.passwords.change(
      eve.signedIn, old: nil, new: AccountsFixture.otherPassword, client: .office)
    _ = try await fixture.signIn("eve@example.com", password: AccountsFixture.otherPassword)
  }

  @Test func `no link is sent for a disabled account`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    try await fixture.accounts.passwords.requestReset(email: "ada@example.com", client: .office)
    let token = try await fixture.oneTimeToken(to: "ada@example.com")
    try await fixture.accounts.administration.disable(ada.user.id, by: .operator("test"))
    try await fixture.accounts.passwords.requestReset(email: "ada@example.com", client: .office)

    #expect(try await fixture.oneTimeToken(to: "ada@example.com") == token)
    #expect(
      try await errorCode {
        try await fixture.accounts.passwords.reset(
          token, password: AccountsFixture.otherPassword, client: .office)
      } == .invalidLink)
  }
}
