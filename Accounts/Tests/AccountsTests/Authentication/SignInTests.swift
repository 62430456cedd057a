import Accounts
import Testing

/// Signing in with address and password, and attacks on it.
struct SignInTests {
  @Test func `address and password give a session that its cookie authenticates`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let session = try await fixture.signIn("ada@example.com")

    #expect(session.user == ada.user)
    #expect(session.session.kind == .browser)
    #expect(!session.session.hasSecondFactor)
    #expect(
      try await fixture.accounts.sessions.authenticate(cookie: session.cookie).session
        == session.session)
  }

  @Test func `attack: an unknown address takes the same work and gives the same response`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("known@example.com")
    _ = try await fixture.accounts.externalSignIn.signIn(
      .google("1", "external@example.com"), as: .browser, client: .office)
    var costs: [[Int]] = []
    var errors: [AccountError] = []
    for email in ["known@example.com", "unknown@example.com", "external@example.com"] {
      let cost = try await fixture.cost {
        do {
          _ = try await fixture.signIn(email, password: AccountsFixture.otherPassword)
        } catch let error as AccountError {
          errors.append(error)
        }
      }
      costs.append(cost)
    }
    #expect(costs == [[1, 2, 0], [1, 2, 0], [1, 2, 0]])
    #expect(errors.map(\.code) == [.wrongCredentials, .wrongCredentials, .wrongCredentials])
    #expect(errors[0] == errors[1] && errors[1] == errors[2])
  }

  @Test func `a disabled account is disclosed only after its password, and its sessions end`()
    async throws
  {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    try await fixture.accounts.administration.disable(ada.user.id, by: .operator("test"))

    #expect(
      try await errorCode { try await fixture.accounts.sessions.authenticate(cookie: ada.cookie) }
        == .noSession)
    #expect(try await errorCode { try await fixture.signIn("ada@example.com") } == .disabledAccount)
    #expect(
      try await errorCode {
        try await fixture.signIn("ada@example.com", password: AccountsFixture.otherPassword)
      } == .wrongCredentials)
    try await fixture.accounts.administration.enable(ada.user.id, by: .operator("test"))
    _ = try await fixture.signIn("ada@example.com")
  }

  @Test func `a password is rehashed when the parameters have increased, and still works`()
    async throws
  {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    let old = try await fixture.store.read { try $0.password(of: ada.user.id)?.hash }
    let stronger = fixture.accounts(
      passwordHasher: PasswordHasher(
        parameters: ScryptParameters(logRounds: 5, blockSize: 1, parallelism: 1)))
    for _ in 0..<2 {
      _ = try await stronger.authentication.signIn(
        email: "ada@example.com", password: AccountsFixture.password, as: .browser, client: .office)
    }

    let new = try await fixture.store.read { try $0.password(of: ada.user.id)?.hash }
    #expect(old?.contains("ln=4,") == true)
    #expect(new?.contains("ln=5,") == true)
    #expect(await stronger.passwordHasher.derivationCount == 3, "rehashed once, not each time")
  }

  @Test func `attack: a password that is changed during its check does not sign in`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("ada@example.com")
    try await fixture.accounts.passwords.requestReset(email: "ada@example.com", client: .office)
    let token = try await fixture.oneTimeToken(to: "ada@example.com")
    // The second change of a sign-in is the one after the scrypt run.
    fixture.store.runBeforeChange(fixture.store.changeCount + 2) {
      try await fixture.accounts.passwords.reset(
        token, password: AccountsFixture.otherPassword, client: .office)
    }

    #expect(
      try await errorCode { try await fixture.signIn("ada@example.com") } == .wrongCredentials)
    _ = try await fixture.signIn("ada@example.com", password: AccountsFixture.otherPassword)
  }

  @Test func `nothing is written about a user who is deleted while a password is checked`()
    async throws
  {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    func guess() async throws {
      #expect(
        try await errorCode {
          try await fixture.signIn(
            "ada@example.com", password: AccountsFixture.otherPassword, client: .attacker)
        } == .wrongCredentials)
    }
    // The fifth one would be reported to the user by email.
    for _ in 0..<4 { try await guess() }
    // The second change of a sign-in is the one after the scrypt run.
    fixture.store.runBeforeChange(fixture.store.changeCount + 2) {
      try await fixture.accounts.administration.deleteUser(ada.user.id, by: .operator("test"))
    }
    try await guess()

    #expect(try await fixture.actions(of: ada.user) == [])
    let emails = try await fixture.emails(to: "ada@example.com")
    #expect(emails.count == 1)
    #expect(emails.first?.subject.contains("deleted") == true, "only the email about the deletion")
  }

  // MARK: Location

  @Test func `a sign-in from a new location is notified by email, a usual one is not`() async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("ada@example.com")
    func notices() async throws -> Int {
      try await fixture.emails(to: "ada@example.com").filter { $0.subject.contains("sign-in") }
        .count
    }
    let first = try await notices()
    #expect(first == 0, "the first sign-in of an account sends no notice")

    let sameProgram = Client(address: "192.0.2.99", userAgent: Client.office.userAgent + ".1")
    _ = try await fixture.signIn("ada@example.com", client: sameProgram)
    #expect(try await notices() == 0, "the same program on the same network")

    _ = try await fixture.signIn("ada@example.com", client: .attacker)
    #expect(try await notices() == 1)
    _ = try await fixture.signIn("ada@example.com", client: .attacker)
    #expect(try await notices() == 1, "it is known now")

    let otherProgram = Client(address: "192.0.2.10", userAgent: "curl/8")
    _ = try await fixture.signIn("ada@example.com", client: otherProgram)
    #expect(try await notices() == 2)
  }

  @Test func `attack: a log full of failures does not hide a sign-in from a new location`()
    async throws
  {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    try await fixture.accounts.sessions.signOut(ada.session.id, of: ada.user.id, client: .office)
    for _ in 0..<510 {
      _ = try await errorCode {
        try await fixture.signIn(
          "ada@example.com", password: AccountsFixture.otherPassword, client: .attacker)
      }
      fixture.clock.now += 901
    }
    _ = try await fixture.signIn("ada@example.com", client: .attacker)
    #expect(
      try await fixture.emails(to: "ada@example.com").last?.subject.contains("sign-in") == true)
  }

  @Test func `a failed attempt is in the user's events, without the input`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("ada@example.com")
    _ = try await errorCode {
      try await fixture.signIn(
        "ada@example.com", password: AccountsFixture.otherPassword, client: .attacker)
    }
    let events = try await fixture.accounts.profile.events(of: ada.signedIn)

    #expect(events.first?.action == "session.failed")
    #expect(events.first?.actor == .anonymous)
    #expect(events.first?.client == .attacker)
    #expect(!events.contains { $0.detail.contains(AccountsFixture.otherPassword) })
  }
}
