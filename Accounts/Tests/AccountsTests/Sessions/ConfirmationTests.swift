import Accounts
import Testing

/// Confirmations with the password (reauthenticating and changing the password).
///
/// With a stolen session an attacker can guess a few times, which does not affect the owner's
/// other sessions.
struct ConfirmationTests {
  private static let victim = "victim@example.com"

  private func confirm(
    _ fixture: AccountsFixture, _ session: NewSession, password: String?, code: String? = nil,
    client: Client = .attacker
  ) async throws -> AccountError.Code? {
    try await errorCode {
      try await fixture.accounts.sessions.reauthenticate(
        session.signedIn, password: password, code: code, client: client)
    }
  }

  private func change(
    _ fixture: AccountsFixture, _ session: NewSession, old: String
  ) async throws -> AccountError.Code? {
    try await errorCode {
      try await fixture.accounts.passwords.change(
        session.signedIn, old: old, new: AccountsFixture.otherPassword, client: .attacker)
    }
  }

  @Test func `attack: wrong confirmations end their session, with a message`() async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.user(Self.victim)
    let stolen = try await fixture.signIn(Self.victim)
    for number in 0..<9 {
      let code =
        number % 2 == 0
        ? try await confirm(fixture, stolen, password: "guess \(number)")
        : try await change(fixture, stolen, old: "guess \(number)")
      #expect(code == .wrongCredentials)
    }
    let before = try await fixture.emails(to: Self.victim).count

    #expect(try await confirm(fixture, stolen, password: "the tenth guess") == .noSession)

    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.authenticate(cookie: stolen.cookie)
      }
        == .noSession)
    #expect(
      try await confirm(fixture, stolen, password: AccountsFixture.password) == .noSession)
    let actions = try await fixture.actions(of: owner.user)
    #expect(actions.filter { $0 == "session.failed" }.count == 10)
    #expect(actions.filter { $0 == "session.lockout" }.count == 1)
    #expect(actions.last == "session.lockout")
    let emails = try await fixture.emails(to: Self.victim)
    #expect(emails.count == before + 1, "and none about delayed sign-ins")
    let mail = try #require(emails.last)
    #expect(mail.subject == "You were signed out of Flows")
    #expect(mail.text.replacing("\n", with: " ").contains("10 times"))
    #expect(mail.text.contains(Client.attacker.address))
  }

  @Test func `attack: wrong confirmations delay neither another session nor a sign-in`()
    async throws
  {
    let fixture = try AccountsFixture()
    let owner = try await fixture.user(Self.victim)
    for _ in 0..<4 {
      let stolen = try await fixture.signIn(Self.victim)
      while try await confirm(fixture, stolen, password: "no", client: .office) != .noSession {}
    }
    #expect(
      try await confirm(
        fixture, owner, password: AccountsFixture.password,
        client: Client(address: Client.office.address)) == nil)
    _ = try await fixture.signIn(Self.victim)
    _ = try await fixture.signIn(Self.victim, client: .attacker)
  }

  @Test func `attack: strangers' wrong passwords do not delay a confirmation`() async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.user(Self.victim)
    for number in 0..<30 {
      _ = try await errorCode {
        try await fixture.signIn(
          Self.victim, password: "no", client: Client(address: "198.51.100.\(number)"))
      }
    }
    #expect(try await errorCode { try await fixture.signIn(Self.victim) } == .tooManyAttempts)
    #expect(
      try await confirm(
        fixture, owner, password: AccountsFixture.password,
        client: Client(address: "198.51.100.1")) == nil)
  }

  @Test func `attack: wrong codes count like wrong passwords, and do not delay a second factor`()
    async throws
  {
    let fixture = try AccountsFixture()
    var owner = try await fixture.user(Self.victim)
    let (secret, _) = try await fixture.setUpAuthenticator(in: &owner)
    for _ in 0..<6 {
      #expect(
        try await confirm(
          fixture, owner, password: AccountsFixture.password, code: fixture.wrongCode(secret))
          == .wrongCode)
    }
    for _ in 0..<3 {
      #expect(try await confirm(fixture, owner, password: "no") == .wrongCredentials)
    }
    #expect(
      try await confirm(
        fixture, owner, password: AccountsFixture.password, code: fixture.wrongCode(secret))
        == .noSession)
    let step = try await fixture.accounts.authentication.signIn(
      email: Self.victim, password: AccountsFixture.password, as: .browser, client: .office)
    _ = try await fixture.accounts.authentication.finishSignIn(
      step.pendingSignIn.secret, code: fixture.code(secret), as: .browser, client: .office)
  }

  @Test func `attack: concurrent guesses are limited to ten, too`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    let stolen = try await fixture.signIn(Self.victim)
    let codes = try await withThrowingTaskGroup(of: AccountError.Code?.self) { group in
      for _ in 0..<40 { group.addTask { try await confirm(fixture, stolen, password: "no") } }
      return try await group.reduce(into: [AccountError.Code?]()) { $0.append($1) }
    }
    #expect(codes.filter { $0 == .wrongCredentials }.count < 10)
    let expected: [AccountError.Code] = [.wrongCredentials, .noSession, .tooManyAttempts]
    #expect(codes.allSatisfy { code in code.map { expected.contains($0) } ?? false })
    let failed = try await fixture.actions(of: stolen.user).filter { $0 == "session.failed" }
    #expect(failed.count <= 10)
  }

  @Test func `attack: correct confirmations are limited by account, not by session`() async throws {
    let fixture = try AccountsFixture()
    var sessions = [try await fixture.user(Self.victim)]
    for _ in 0..<3 { sessions.append(try await fixture.signIn(Self.victim)) }
    for number in 0..<100 {
      let index = number % sessions.count
      sessions[index] = try await fixture.accounts.sessions.reauthenticate(
        sessions[index].signedIn, password: AccountsFixture.password, client: .office)
    }
    let before = await fixture.accounts.passwordHasher.derivationCount
    for session in sessions {
      #expect(
        try await confirm(fixture, session, password: AccountsFixture.password)
          == .tooManyAttempts)
    }
    #expect(await fixture.accounts.passwordHasher.derivationCount == before)
    fixture.clock.now += 2
    #expect(try await confirm(fixture, sessions[0], password: AccountsFixture.password) == nil)
  }

  @Test func `a new password that cannot be hashed now is not a wrong confirmation`() async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.user(Self.victim)
    let busy = PasswordHasher(parameters: .forTests, maximumRunning: 1, maximumWaiting: 1) { run in
      guard run.password != Array(AccountsFixture.otherPassword.utf8) else {
        throw AccountError(.tooManyAttempts, "Too many calls are waiting.")
      }
      return try run.parameters.derive(from: run.password, salt: run.salt, length: run.length)
    }
    func change(_ accounts: AccountServices) async throws -> AccountError.Code? {
      try await errorCode {
        try await accounts.passwords.change(
          owner.signedIn, old: AccountsFixture.password, new: AccountsFixture.otherPassword,
          client: Client(address: Client.office.address, deviceSecrets: owner.deviceSecrets))
      }
    }
    for _ in 0..<12 {
      #expect(try await change(fixture.accounts(passwordHasher: busy)) == .tooManyAttempts)
    }
    let (id, device) = (owner.session.id, owner.deviceSecrets[0].hash)
    let stored = try await fixture.store.read { try ($0.session(id), $0.knownDevice(device)) }
    #expect(stored.0?.failedReauthentications == 0)
    #expect(stored.1?.failures == 0)
    #expect(try await change(fixture.accounts) == nil)
  }

  @Test func `a new password is not hashed if the old one is wrong`() async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.user(Self.victim)
    let before = await fixture.accounts.passwordHasher.derivationCount
    #expect(try await change(fixture, owner, old: "no") == .wrongCredentials)
    #expect(await fixture.accounts.passwordHasher.derivationCount == before + 1)
  }

  @Test func `a correct confirmation resets the attempts`() async throws {
    let fixture = try AccountsFixture()
    var session = try await fixture.user(Self.victim)
    for _ in 0..<3 {
      for _ in 0..<9 {
        #expect(try await confirm(fixture, session, password: "no") == .wrongCredentials)
      }
      session = try await fixture.accounts.sessions.reauthenticate(
        session.signedIn, password: AccountsFixture.password, client: .office)
    }
    let id = session.session.id
    let stored = try await fixture.store.read { try $0.session(id) }
    #expect(stored?.failedReauthentications == 0)
  }

  @Test func `attack: a device that was stolen with the session is revoked, too`() async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.user(Self.victim)
    let thief = Client(address: Client.attacker.address, deviceSecrets: owner.deviceSecrets)
    while try await confirm(fixture, owner, password: "no", client: thief) != .noSession {}
    let devices = try await fixture.store.read { try $0.knownDevices(of: owner.user.id) }
    #expect(devices.isEmpty)
  }

  @Test func `attack: a stolen access token gains nothing when its user confirms`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    let app = try await fixture.signIn(Self.victim, as: .app)
    let stolen = try app.tokens.accessToken
    #expect(
      try await fixture.accounts.sessions.authenticate(accessToken: stolen).session.id
        == app.session.id)
    fixture.clock.now += 30
    let renewed = try await fixture.accounts.sessions.reauthenticate(
      app.signedIn, password: AccountsFixture.password, code: nil, client: .office)
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.authenticate(accessToken: stolen)
      } == .noSession)
    _ = try await fixture.accounts.sessions.authenticate(accessToken: renewed.tokens.accessToken)
  }

  @Test(arguments: [Session.ClientKind.browser, .app])
  func `attack: a request from before its user's confirmation gains nothing by it`(
    kind: Session.ClientKind
  ) async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    let stolen = try await fixture.signIn(Self.victim, as: kind)
    fixture.clock.now += fixture.accounts.settings.maximumAuthenticationAge + 1
    let renewed = try await fixture.accounts.sessions.reauthenticate(
      stolen.signedIn, password: AccountsFixture.password, client: .office)
    let factors = fixture.accounts.secondFactors
    #expect(try await errorCode { try await factors.beginTOTP(stolen.signedIn) } == .noSession)
    _ = try await factors.beginTOTP(renewed.signedIn)
  }

  @Test func `attack: a stolen refresh token that was just used gains nothing by a confirmation`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    let app = try await fixture.signIn(Self.victim, as: .app)
    let stolen = try app.tokens.refreshToken
    let sessions = fixture.accounts.sessions
    fixture.clock.now += 3600
    let (tokens, signedIn) = try await sessions.refresh(stolen, client: .office)
    let renewed = try await sessions.reauthenticate(
      signedIn, password: AccountsFixture.password, code: nil, client: .office)
    #expect(
      try await errorCode { try await sessions.refresh(tokens.refreshToken, client: .attacker) }
        == .noSession)
    fixture.clock.now += 10
    // A used token may be sent again for half a minute, but after a confirmation it reveals a copy.
    #expect(
      try await errorCode { try await sessions.refresh(stolen, client: .attacker) } == .noSession)
    #expect(
      try await errorCode {
        try await sessions.refresh(renewed.tokens.refreshToken, client: .office)
      }
        == .noSession)
    let emails = try await fixture.emails(to: Self.victim)
    #expect(emails.last?.subject == "You were signed out of Flows")
  }
}
