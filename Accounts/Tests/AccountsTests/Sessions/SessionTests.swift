import Accounts
import Testing

/// How long sessions last, who ends them, and what they are not enough for.
struct SessionTests {
  @Test func `attack: signing in gives a new session each time, never one that was known before`()
    async throws
  {
    let house = try House()
    let first = try await house.person("ada@example.com")
    let planted = SecretText().text
    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: planted) } == .noSession)
    let second = try await house.signIn("ada@example.com")

    #expect(try first.cookie != second.cookie)
    #expect(first.session.id != second.session.id)
    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: planted) } == .noSession)
  }

  @Test func `attack: showing who one is again changes the secret, and a copy of it is worthless`()
    async throws
  {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    house.clock.now += 901
    let confirmed = try await house.accounts.confirm(
      ada.signedIn, password: House.password, client: .office)

    #expect(confirmed.session.id == ada.session.id)
    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: ada.cookie) } == .noSession)
    let signedIn = try await house.accounts.authenticate(cookie: confirmed.cookie)
    #expect(house.accounts.isRecent(signedIn))
  }

  @Test func `an app that shows who it is again gets new tokens, and the old one is worthless`()
    async throws
  {
    let house = try House()
    _ = try await house.person("ada@example.com")
    let app = try await house.signIn("ada@example.com", as: .app)
    let confirmed = try await house.accounts.confirm(
      app.signedIn, password: House.password, client: .office)

    #expect(
      try await refusal { try await house.accounts.refresh(app.tokens.refresh, client: .office) }
        == .noSession)
    _ = try await house.accounts.refresh(confirmed.tokens.refresh, client: .office)
  }

  @Test func `a browser's session ends when it is unused, and in the end anyway`() async throws {
    let house = try House()
    let unused = try await house.person("ada@example.com")
    let used = try await house.signIn("ada@example.com")
    let start = house.clock.now
    house.clock.now += 8 * 3600 - 1
    _ = try await house.accounts.authenticate(cookie: used.cookie)
    house.clock.now += 1
    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: unused.cookie) }
        == .noSession)
    while house.clock.now + 4 * 3600 < start + 30 * 86_400 {
      house.clock.now += 4 * 3600
      _ = try await house.accounts.authenticate(cookie: used.cookie)
    }
    house.clock.now = start + 30 * 86_400 - 1
    _ = try await house.accounts.authenticate(cookie: used.cookie)
    house.clock.now += 1
    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: used.cookie) }
        == .noSession)
  }

  @Test func `an app's session ends when it is unused, and in the end anyway`() async throws {
    let house = try House { settings in
      settings.appIdle = 100
      settings.appLifetime = 250
    }
    _ = try await house.person("ada@example.com")
    let unused = try await house.signIn("ada@example.com", as: .app)
    var used = try await house.signIn("ada@example.com", as: .app).tokens
    house.clock.now += 99
    used = try await house.accounts.refresh(used.refresh, client: .office).0
    house.clock.now += 1
    #expect(
      try await refusal {
        try await house.accounts.refresh(unused.tokens.refresh, client: .office)
      } == .noSession)
    #expect(
      try await refusal {
        try await house.accounts.authenticate(accessToken: unused.tokens.access)
      } == .noSession)
    house.clock.now += 98
    used = try await house.accounts.refresh(used.refresh, client: .office).0
    house.clock.now += 52
    #expect(
      try await refusal { try await house.accounts.refresh(used.refresh, client: .office) }
        == .noSession)
    #expect(
      try await refusal { try await house.accounts.authenticate(accessToken: used.access) }
        == .noSession)
  }

  @Test func `use is written down at most once a minute`() async throws {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    let before = house.store.changes
    for _ in 0..<12 {
      house.clock.now += 10
      _ = try await house.accounts.authenticate(cookie: ada.cookie)
    }
    #expect(house.store.changes - before == 2)
  }

  @Test func `a store that cannot be written to keeps nobody from reading`() async throws {
    struct DiskFull: Error {}
    let house = try House()
    let ada = try await house.person("ada@example.com")
    house.clock.now += 60
    house.store.before(house.store.changes + 1) { throw DiskFull() }
    let signedIn = try await house.accounts.authenticate(cookie: ada.cookie)
    #expect(signedIn.session.lastUsed == ada.session.lastUsed)
  }

  @Test func `attack: using a session while it ends does not bring it back`() async throws {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    house.clock.now += 60
    house.store.before(house.store.changes + 1) {
      try await house.accounts.signOut(ada.session.id, of: ada.person.id, client: .office)
    }
    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: ada.cookie) } == .noSession)
    #expect(try await house.store.read { try $0.sessions(of: ada.person.id) }.isEmpty)
  }

  @Test func `signing out counts at once, for an access token too`() async throws {
    let house = try House()
    let browser = try await house.person("ada@example.com")
    let app = try await house.signIn("ada@example.com", as: .app)
    #expect(
      try await house.accounts.authenticate(accessToken: app.tokens.access).session.id
        == app.session.id)
    for session in [browser.session, app.session] {
      try await house.accounts.signOut(session.id, of: browser.person.id, client: .office)
    }
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
  }

  @Test func `attack: one kind of secret does not stand in for another`() async throws {
    let house = try House()
    let browser = try await house.person("ada@example.com")
    let app = try await house.signIn("ada@example.com", as: .app)

    #expect(
      try await refusal { try await house.accounts.refresh(browser.cookie, client: .attacker) }
        == .noSession)
    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: app.tokens.refresh) }
        == .noSession)
    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: "") } == .noSession)
    let forBrowser = try await house.accounts.accessTokens.make(
      person: browser.person.id, session: browser.session.id, at: house.clock.now)
    #expect(
      try await refusal { try await house.accounts.authenticate(accessToken: forBrowser) }
        == .noSession)
    let forSomebodyElse = try await house.accounts.accessTokens.make(
      person: "p_somebodyelse", session: app.session.id, at: house.clock.now)
    #expect(
      try await refusal { try await house.accounts.authenticate(accessToken: forSomebodyElse) }
        == .noSession)
  }

  @Test func `attack: nobody ends or sees another's sessions`() async throws {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    let eve = try await house.person("eve@example.com")

    #expect(
      try await refusal {
        try await house.accounts.endSession(ada.session.id, eve.signedIn, client: .attacker)
      } == .notFound)
    try await house.accounts.signOut(ada.session.id, of: eve.person.id, client: .attacker)
    try await house.accounts.endOtherSessions(eve.signedIn, client: .attacker)
    #expect(
      try await house.accounts.sessions(of: eve.signedIn).map(\.id) == [eve.session.id])
    let mixed = SignedIn(person: ada.person, session: eve.session)
    #expect(try await refusal { try await house.accounts.sessions(of: mixed) } == .noSession)
    _ = try await house.accounts.authenticate(cookie: ada.cookie)
  }

  @Test func `a person sees their sessions and ends one, or all but this`() async throws {
    let house = try House()
    let here = try await house.person("ada@example.com")
    var others: [NewSession] = []
    for _ in 0..<3 { others.append(try await house.signIn("ada@example.com")) }
    #expect(try await house.accounts.sessions(of: here.signedIn).count == 4)
    try await house.accounts.endSession(others[0].session.id, here.signedIn, client: .office)
    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: others[0].cookie) }
        == .noSession)
    #expect(try await house.accounts.endOtherSessions(here.signedIn, client: .office) == 2)
    #expect(
      try await house.accounts.sessions(of: here.signedIn).map(\.id) == [here.session.id])
  }

  @Test func `attack: a session that was taken over changes nothing that matters`() async throws {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    let other = try await house.signIn("ada@example.com")
    house.clock.now += 901
    let accounts = house.accounts
    let stolen = try await accounts.authenticate(cookie: ada.cookie)
    let attempts: [() async throws -> Void] = [
      { _ = try await accounts.beginTOTP(stolen) },
      { _ = try await accounts.confirmTOTP(stolen, code: "123456", client: .attacker) },
      { try await accounts.removeTOTP(stolen, client: .attacker) },
      { _ = try await accounts.newRecoveryCodes(stolen, client: .attacker) },
      { try await accounts.changeEmail(stolen, to: "eve@example.com", client: .attacker) },
      { try await accounts.deleteAccount(stolen, client: .attacker) },
      { try await accounts.endOtherSessions(stolen, client: .attacker) },
      { try await accounts.endSession(other.session.id, stolen, client: .attacker) },
      { try await accounts.link(.google("eve", "e@example.com"), to: stolen, client: .attacker) },
    ]
    for attempt in attempts { #expect(try await refusal(attempt) == .notRecent) }
  }

  @Test func `attack: a request that claims to be recent is looked up, not believed`()
    async throws
  {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    house.clock.now += 901
    var session = ada.session
    session.authenticated = house.clock.now
    let claimed = SignedIn(person: ada.person, session: session)
    #expect(
      try await refusal { try await house.accounts.beginTOTP(claimed) } == .notRecent)
  }

  @Test func `a person who signs in for ever has no more than a hundred sessions`() async throws {
    let house = try House()
    let first = try await house.person("ada@example.com")
    for _ in 0..<101 {
      house.clock.now += 1
      _ = try await house.signIn("ada@example.com")
    }
    let kept = try await house.store.read { try $0.sessions(of: first.person.id) }
    #expect(kept.count == 100)
    #expect(!kept.contains { $0.id == first.session.id })
  }

  @Test func `what has run out is forgotten, and what counts stays`() async throws {
    let house = try House { $0.appIdle = 3600 }
    let ada = try await house.person("ada@example.com")
    try await house.accounts.forgotPassword(email: "ada@example.com", client: .office)
    _ = try await refusal { try await house.signIn("nobody@example.com") }
    house.clock.now += 3 * 3600
    try await house.accounts.sweep()
    _ = try await house.accounts.authenticate(cookie: ada.cookie)
    #expect(try await house.store.read { try $0.links(for: .resetPassword) }.isEmpty)

    house.clock.now += 31 * 86_400
    try await house.accounts.sweep()
    #expect(try await house.store.read { try $0.sessions(of: ada.person.id) }.isEmpty)
  }
}
