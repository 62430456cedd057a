import Accounts
import Testing

/// The lifetime and end of sessions, and actions that need a recent authentication.
struct SessionTests {
  @Test func `attack: signing in always creates a new session, so fixation fails`() async throws {
    let fixture = try AccountsFixture()
    let first = try await fixture.user("ada@example.com")
    let planted = SecretToken().string
    #expect(
      try await errorCode { try await fixture.accounts.sessions.authenticate(cookie: planted) }
        == .noSession)
    let second = try await fixture.signIn("ada@example.com")

    #expect(try first.cookie != second.cookie)
    #expect(first.session.id != second.session.id)
    #expect(
      try await errorCode { try await fixture.accounts.sessions.authenticate(cookie: planted) }
        == .noSession)
  }

  @Test func `attack: reauthentication changes the secret, and invalidates copies of it`()
    async throws
  {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    fixture.clock.now += 901
    let confirmed = try await fixture.accounts.sessions.reauthenticate(
      ada.signedIn, password: AccountsFixture.password, client: .office)

    #expect(confirmed.session.id == ada.session.id)
    #expect(
      try await errorCode { try await fixture.accounts.sessions.authenticate(cookie: ada.cookie) }
        == .noSession)
    let signedIn = try await fixture.accounts.sessions.authenticate(cookie: confirmed.cookie)
    #expect(fixture.accounts.sessions.isRecent(signedIn))
  }

  @Test func `a reauthenticated app gets new tokens, and the old one is invalid`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("ada@example.com")
    let app = try await fixture.signIn("ada@example.com", as: .app)
    let confirmed = try await fixture.accounts.sessions.reauthenticate(
      app.signedIn, password: AccountsFixture.password, client: .office)

    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.refresh(app.tokens.refreshToken, client: .office)
      }
        == .noSession)
    _ = try await fixture.accounts.sessions.refresh(confirmed.tokens.refreshToken, client: .office)
  }

  @Test func `a browser's session ends when idle, and after its maximum lifetime`() async throws {
    let fixture = try AccountsFixture()
    let unused = try await fixture.user("ada@example.com")
    let used = try await fixture.signIn("ada@example.com")
    let start = fixture.clock.now
    fixture.clock.now += 8 * 3600 - 1
    _ = try await fixture.accounts.sessions.authenticate(cookie: used.cookie)
    fixture.clock.now += 1
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.authenticate(cookie: unused.cookie)
      }
        == .noSession)
    while fixture.clock.now + 4 * 3600 < start + 30 * 86_400 {
      fixture.clock.now += 4 * 3600
      _ = try await fixture.accounts.sessions.authenticate(cookie: used.cookie)
    }
    fixture.clock.now = start + 30 * 86_400 - 1
    _ = try await fixture.accounts.sessions.authenticate(cookie: used.cookie)
    fixture.clock.now += 1
    #expect(
      try await errorCode { try await fixture.accounts.sessions.authenticate(cookie: used.cookie) }
        == .noSession)
  }

  @Test func `an app's session ends when idle, and after its maximum lifetime`() async throws {
    let fixture = try AccountsFixture { settings in
      settings.appIdleTimeout = 100
      settings.appLifetime = 250
    }
    _ = try await fixture.user("ada@example.com")
    let unused = try await fixture.signIn("ada@example.com", as: .app)
    var used = try await fixture.signIn("ada@example.com", as: .app).tokens
    fixture.clock.now += 99
    used = try await fixture.accounts.sessions.refresh(used.refreshToken, client: .office).0
    fixture.clock.now += 1
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.refresh(unused.tokens.refreshToken, client: .office)
      } == .noSession)
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.authenticate(accessToken: unused.tokens.accessToken)
      } == .noSession)
    fixture.clock.now += 98
    used = try await fixture.accounts.sessions.refresh(used.refreshToken, client: .office).0
    fixture.clock.now += 52
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.refresh(used.refreshToken, client: .office)
      }
        == .noSession)
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.authenticate(accessToken: used.accessToken)
      }
        == .noSession)
  }

  @Test func `use is recorded at most once a minute`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let before = fixture.store.changeCount
    for _ in 0..<12 {
      fixture.clock.now += 10
      _ = try await fixture.accounts.sessions.authenticate(cookie: ada.cookie)
    }
    #expect(fixture.store.changeCount - before == 2)
  }

  @Test func `a store that cannot be written still authenticates requests`() async throws {
    struct DiskFull: Error {}
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    fixture.clock.now += 60
    fixture.store.runBeforeChange(fixture.store.changeCount + 1) { throw DiskFull() }
    let signedIn = try await fixture.accounts.sessions.authenticate(cookie: ada.cookie)
    #expect(signedIn.session.lastUsed == ada.session.lastUsed)
  }

  @Test func `using a session while it ends does not restore it`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    fixture.clock.now += 60
    fixture.store.runBeforeChange(fixture.store.changeCount + 1) {
      try await fixture.accounts.sessions.signOut(
        ada.session.id, of: ada.user.id, client: .office)
    }
    #expect(
      try await errorCode { try await fixture.accounts.sessions.authenticate(cookie: ada.cookie) }
        == .noSession)
    #expect(try await fixture.store.read { try $0.sessions(of: ada.user.id) }.isEmpty)
  }

  @Test func `signing out takes effect immediately, also for an access token`() async throws {
    let fixture = try AccountsFixture()
    let browser = try await fixture.user("ada@example.com")
    let app = try await fixture.signIn("ada@example.com", as: .app)
    #expect(
      try await fixture.accounts.sessions.authenticate(accessToken: app.tokens.accessToken).session
        .id
        == app.session.id)
    for session in [browser.session, app.session] {
      try await fixture.accounts.sessions.signOut(
        session.id, of: browser.user.id, client: .office)
    }
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
  }

  @Test func `attack: one kind of secret is not accepted as another`() async throws {
    let fixture = try AccountsFixture()
    let browser = try await fixture.user("ada@example.com")
    let app = try await fixture.signIn("ada@example.com", as: .app)

    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.refresh(browser.cookie, client: .attacker)
      }
        == .noSession)
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.authenticate(cookie: app.tokens.refreshToken)
      }
        == .noSession)
    #expect(
      try await errorCode { try await fixture.accounts.sessions.authenticate(cookie: "") }
        == .noSession
    )
    let forBrowser = try await fixture.accounts.sessions.accessTokens.make(
      user: browser.user.id, session: browser.session.id, at: fixture.clock.now)
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.authenticate(accessToken: forBrowser)
      }
        == .noSession)
    let forAnotherUser = try await fixture.accounts.sessions.accessTokens.make(
      user: "p_another", session: app.session.id, at: fixture.clock.now)
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.authenticate(accessToken: forAnotherUser)
      }
        == .noSession)
  }

  @Test func `attack: no one can end or list another user's sessions`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let eve = try await fixture.user("eve@example.com")

    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.end(ada.session.id, eve.signedIn, client: .attacker)
      } == .notFound)
    try await fixture.accounts.sessions.signOut(
      ada.session.id, of: eve.user.id, client: .attacker)
    try await fixture.accounts.sessions.endOthers(eve.signedIn, client: .attacker)
    #expect(
      try await fixture.accounts.sessions.list(of: eve.signedIn).map(\.id) == [eve.session.id])
    let mismatched = AuthenticatedSession(user: ada.user, session: eve.session)
    #expect(
      try await errorCode { try await fixture.accounts.sessions.list(of: mismatched) } == .noSession
    )
    _ = try await fixture.accounts.sessions.authenticate(cookie: ada.cookie)
  }

  @Test func `a user sees their sessions and ends one, or all others`() async throws {
    let fixture = try AccountsFixture()
    let current = try await fixture.user("ada@example.com")
    var others: [NewSession] = []
    for _ in 0..<3 { others.append(try await fixture.signIn("ada@example.com")) }
    #expect(try await fixture.accounts.sessions.list(of: current.signedIn).count == 4)
    try await fixture.accounts.sessions.end(others[0].session.id, current.signedIn, client: .office)
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.authenticate(cookie: others[0].cookie)
      }
        == .noSession)
    #expect(try await fixture.accounts.sessions.endOthers(current.signedIn, client: .office) == 2)
    #expect(
      try await fixture.accounts.sessions.list(of: current.signedIn).map(\.id) == [
        current.session.id
      ])
  }

  @Test func `attack: a stolen session that is not recent cannot make sensitive changes`()
    async throws
  {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let other = try await fixture.signIn("ada@example.com")
    fixture.clock.now += 901
    let accounts = fixture.accounts
    let stolen = try await accounts.sessions.authenticate(cookie: ada.cookie)
    let attempts: [() async throws -> Void] = [
      { _ = try await accounts.secondFactors.beginTOTP(stolen) },
      {
        _ = try await accounts.secondFactors.confirmTOTP(stolen, code: "123456", client: .attacker)
      },
      { _ = try await accounts.secondFactors.removeTOTP(stolen, client: .attacker) },
      { _ = try await accounts.secondFactors.replaceRecoveryCodes(stolen, client: .attacker) },
      {
        try await accounts.profile.requestEmailChange(
          stolen, to: "eve@example.com", client: .attacker)
      },
      { try await accounts.profile.delete(stolen, client: .attacker) },
      { try await accounts.sessions.endOthers(stolen, client: .attacker) },
      { try await accounts.sessions.end(other.session.id, stolen, client: .attacker) },
      {
        try await accounts.externalSignIn.link(
          .google("eve", "e@example.com"), to: stolen, client: .attacker)
      },
    ]
    for attempt in attempts { #expect(try await errorCode(attempt) == .notRecent) }
  }

  @Test func `attack: the recency of a session is looked up, not taken from the request`()
    async throws
  {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    fixture.clock.now += 901
    var session = ada.session
    session.lastAuthenticated = fixture.clock.now
    let claimed = AuthenticatedSession(user: ada.user, session: session)
    #expect(
      try await errorCode { try await fixture.accounts.secondFactors.beginTOTP(claimed) }
        == .notRecent)
  }

  @Test func `a user has at most a hundred sessions`() async throws {
    let fixture = try AccountsFixture()
    let first = try await fixture.user("ada@example.com")
    for _ in 0..<101 {
      fixture.clock.now += 2  // the last sign-in has to wait that long
      _ = try await fixture.signIn("ada@example.com")
    }
    let stored = try await fixture.store.read { try $0.sessions(of: first.user.id) }
    #expect(stored.count == 100)
    #expect(!stored.contains { $0.id == first.session.id })
  }

  @Test func `expired records are removed, and others are kept`() async throws {
    let fixture = try AccountsFixture { $0.appIdleTimeout = 3600 }
    let ada = try await fixture.user("ada@example.com")
    try await fixture.accounts.passwords.requestReset(email: "ada@example.com", client: .office)
    _ = try await errorCode { try await fixture.signIn("nobody@example.com") }
    fixture.clock.now += 3 * 3600
    try await fixture.accounts.maintenance.removeExpired()
    _ = try await fixture.accounts.sessions.authenticate(cookie: ada.cookie)
    #expect(try await fixture.store.read { try $0.oneTimeTokens(for: .resetPassword) }.isEmpty)

    fixture.clock.now += 31 * 86_400
    _ = try await errorCode { try await fixture.signIn("nobody@example.com") }
    try await fixture.accounts.maintenance.removeExpired()
    #expect(try await fixture.store.read { try $0.sessions(of: ada.user.id) }.isEmpty)
    let remaining = try await fixture.store.change { try $0.removeEventsWithoutUser(before: .max) }
    #expect(remaining == 0, "the first attempt for an unknown address has been removed")
  }
}
