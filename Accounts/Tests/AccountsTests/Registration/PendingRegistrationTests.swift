import Accounts
import Testing

/// Several registrations of one address that is not verified yet.
struct PendingRegistrationTests {
  private static let victim = PreHijackingTests.victim
  private static let strangersPassword = PreHijackingTests.strangersPassword

  /// Registers the victim's address, and returns the link of the email.
  private func register(
    _ fixture: AccountsFixture, password: String = AccountsFixture.password, name: String = "Ada",
    client: Client = .office
  ) async throws -> String {
    try await fixture.accounts.registration.register(
      email: Self.victim, password: password, name: name, client: client)
    return try await fixture.oneTimeToken(to: Self.victim)
  }

  private func registerAsStranger(_ fixture: AccountsFixture) async throws -> String {
    try await register(
      fixture, password: Self.strangersPassword, name: "Mallory", client: .attacker)
  }

  private func verify(
    _ fixture: AccountsFixture, _ token: String, password: String = AccountsFixture.password,
    client: Client = .office
  ) async throws -> NewSession {
    try await fixture.accounts.registration.verifyEmail(
      token, password: password, as: .browser, client: client
    ).session
  }

  @Test func `attack: a stranger's registration does not invalidate the victim's link`()
    async throws
  {
    let fixture = try AccountsFixture()
    let ownToken = try await register(fixture)
    var tokens: [String] = []
    for _ in 0..<4 { tokens.append(try await registerAsStranger(fixture)) }

    let session = try await verify(fixture, ownToken)
    #expect(session.user.name == "Ada")
    #expect(try await fixture.actions(of: session.user).contains("account.reclaimed"))
    _ = try await fixture.signIn(Self.victim)
    for token in tokens {
      #expect(
        try await errorCode {
          try await verify(
            fixture, token, password: Self.strangersPassword, client: .attacker)
        } == .invalidLink)
    }
    #expect(
      try await errorCode {
        try await fixture.signIn(
          Self.victim, password: Self.strangersPassword, client: .attacker)
      } == .wrongCredentials)
  }

  @Test func `attack: each link accepts only the password of its own registration`()
    async throws
  {
    let fixture = try AccountsFixture()
    let strangersToken = try await registerAsStranger(fixture)
    let ownToken = try await register(fixture)

    #expect(try await errorCode { try await verify(fixture, strangersToken) } == .wrongCredentials)
    #expect(
      try await errorCode {
        try await verify(fixture, ownToken, password: Self.strangersPassword, client: .attacker)
      } == .wrongCredentials)
    let session = try await verify(fixture, ownToken)
    #expect(session.user.name == "Ada")
    _ = try await fixture.signIn(Self.victim)
  }

  @Test func `attack: strangers' wrong passwords do not delay the owner of the link`()
    async throws
  {
    let fixture = try AccountsFixture()
    let ownToken = try await register(fixture)
    for number in 0..<10 {
      _ = try await errorCode {
        try await fixture.signIn(
          Self.victim, password: "no", client: Client(address: "198.51.100.\(number)"))
      }
    }
    _ = try await verify(fixture, ownToken)
  }

  @Test func `attack: guessing the password of a link is delayed`() async throws {
    let fixture = try AccountsFixture()
    let ownToken = try await register(fixture)
    var codes: [AccountError.Code?] = []
    for number in 0..<6 {
      codes.append(
        try await errorCode { try await verify(fixture, ownToken, password: "guess \(number)") })
    }
    #expect(codes == Array(repeating: .wrongCredentials, count: 5) + [.tooManyAttempts])
  }

  @Test func `attack: at most three registrations are pending, and a fourth only sends an email`()
    async throws
  {
    let fixture = try AccountsFixture()
    for _ in 0..<3 { _ = try await registerAsStranger(fixture) }
    let before = try await fixture.emails(to: Self.victim).count
    _ = try await register(fixture)
    let emails = try await fixture.emails(to: Self.victim)
    #expect(emails.count == before + 1)
    #expect(emails.last?.subject == "Finish creating your account at Flows")
    #expect(emails.last?.text.contains("already have") == false, "there is no account yet")
    #expect(emails.last?.text.contains("one of the earlier emails") == true)
    #expect(emails.last?.text.contains("Forgot password?") == true)
    #expect(try await fixture.store.read { try $0.oneTimeTokens(for: .verifyEmail).count } == 3)

    try await fixture.accounts.passwords.requestReset(email: Self.victim, client: .office)
    try await fixture.accounts.passwords.reset(
      fixture.oneTimeToken(to: Self.victim), password: AccountsFixture.password, client: .office)
    #expect(try await fixture.signIn(Self.victim).user.name == "")
    #expect(try await fixture.store.read { try $0.oneTimeTokens(for: .verifyEmail).isEmpty })
  }

  @Test func `attack: a stranger's registration does not invalidate the link of a reset`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await register(fixture)
    fixture.clock.now += 86_400
    try await fixture.accounts.passwords.requestReset(email: Self.victim, client: .office)
    let token = try await fixture.oneTimeToken(to: Self.victim)
    _ = try await registerAsStranger(fixture)
    try await fixture.accounts.passwords.reset(
      token, password: AccountsFixture.password, client: .office)
    _ = try await fixture.signIn(Self.victim)
  }

  @Test func `a sign-in sends the link of the registration with its password again`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await register(fixture)
    _ = try await registerAsStranger(fixture)
    #expect(try await errorCode { try await fixture.signIn(Self.victim) } == .wrongCredentials)
    _ = try await verify(fixture, fixture.oneTimeToken(to: Self.victim))
  }

  @Test func `a user has the key of the registration that they completed`() async throws {
    let fixture = try AccountsFixture()
    let registration = fixture.accounts.registration
    let strangersKey = try await registration.register(
      email: Self.victim, password: Self.strangersPassword, name: "Ada", client: .attacker)
    let ownKey = try await registration.register(
      email: Self.victim, password: AccountsFixture.password, name: "Ada", client: .office)
    let user = try await fixture.accounts.administration.user(Self.victim)
    #expect(try await registration.completedKey(of: user.id) == nil)
    _ = try await verify(fixture, fixture.oneTimeToken(to: Self.victim))
    let completed = try #require(try await registration.completedKey(of: user.id))
    #expect(completed == ownKey && completed != strangersKey)
  }

  @Test func `attack: a registration that is not stored has no key`() async throws {
    let fixture = try AccountsFixture()
    _ = try await register(fixture)
    var keys: [String] = []
    for network in 0..<12 {
      let key = try await fixture.accounts.registration.register(
        email: Self.victim, password: Self.strangersPassword, name: "Mallory",
        client: Client(address: "198.51.\(network).7"))
      if let key { keys.append(key) }
    }
    // Three registrations may be pending, the owner's included.
    #expect(keys.count == 2)
  }

  @Test func `a link from before an update verifies with the stored password`() async throws {
    let fixture = try AccountsFixture()
    _ = try await register(fixture)
    let user = try await fixture.accounts.administration.user(Self.victim)
    let secret = SecretToken()
    let now = fixture.clock.now
    try await fixture.store.change { writer in
      try writer.removeOneTimeTokens(of: user.id, for: .verifyEmail)
      try writer.put(
        OneTimeToken(
          hash: secret.hash, purpose: .verifyEmail, user: user.id, created: now,
          expires: now + 600))
    }
    #expect(try await verify(fixture, secret.string).user.name == "Ada")
  }
}
