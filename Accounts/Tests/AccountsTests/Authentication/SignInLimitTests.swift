import Accounts
import Testing

/// An attacker's own accounts, and right passwords, do not keep others from signing in.
struct SignInLimitTests {
  private static let email = "ada@example.com"

  @Test func `attack: many accounts on one network do not keep a user on another waiting`()
    async throws
  {
    let fixture = try AccountsFixture()
    let victim = try await fixture.user("victim@example.com")
    var attackers: [Client] = []
    for number in 0..<10 {
      let session = try await fixture.user("mallory\(number)@example.com")
      attackers.append(
        Client(address: Client.attacker.address, deviceSecrets: session.deviceSecrets))
    }
    let runs = RunRecorder()
    let hasher = PasswordHasher(
      parameters: .forTests, maximumRunning: 1, maximumWaiting: 64
    ) { run in
      runs.record(run)
      runs.wait()
      return try run.parameters.derive(from: run.password, salt: run.salt, length: run.length)
    }
    let accounts = fixture.accounts(passwordHasher: hasher)
    try await withThrowingTaskGroup(of: AccountError.Code?.self) { group in
      for (number, client) in attackers.enumerated() {
        group.addTask {
          try await errorCode {
            try await accounts.authentication.signIn(
              email: "mallory\(number)@example.com", password: "flood \(number)", as: .browser,
              client: client)
          }
        }
        await waitUntil { await runs.recorded.count + hasher.waitingCount == number + 1 }
      }
      group.addTask {
        try await errorCode {
          try await accounts.authentication.signIn(
            email: "victim@example.com", password: AccountsFixture.password, as: .browser,
            client: Client(address: Client.office.address, deviceSecrets: victim.deviceSecrets))
        }
      }
      await waitUntil { await runs.recorded.count + hasher.waitingCount == 11 }
      for _ in 0..<11 { runs.release() }
      let codes = try await group.reduce(into: [AccountError.Code?]()) { $0.append($1) }
      #expect(codes.filter { $0 == nil }.count == 1, "the victim is signed in")
    }
    let order = runs.recorded.map { String(decoding: $0.password, as: UTF8.self) }
    #expect(order.prefix(2) == ["flood 0", AccountsFixture.password])
  }

  /// The sign-ins with the right password after which further ones count as wrong.
  private static let limit = 100

  @Test func `attack: correct sign-ins of an account are limited, without a further scrypt run`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.email)
    _ = try await fixture.user("bob@example.com")
    for _ in 0..<Self.limit + 5 { _ = try await fixture.signIn(Self.email) }
    let before = await fixture.accounts.passwordHasher.derivationCount
    for client in [Client.office, .attacker] {
      let error = await #expect(throws: AccountError.self) {
        try await fixture.signIn(Self.email, client: client)
      }
      #expect(error?.code == .tooManyAttempts)
      #expect(error?.retryAfter == 2)
    }
    #expect(await fixture.accounts.passwordHasher.derivationCount == before)
    _ = try await fixture.signIn("bob@example.com")
    fixture.clock.now += 2
    _ = try await fixture.signIn(Self.email)
  }

  @Test func `attack: a thief's correct sign-ins do not delay those on a known device`()
    async throws
  {
    let fixture = try AccountsFixture()
    var session = try await fixture.user(Self.email)
    let owner = Client(address: Client.office.address, deviceSecrets: session.deviceSecrets)
    _ = try await fixture.setUpAuthenticator(in: &session, client: owner)
    func signIn(_ client: Client) async throws -> AccountError.Code? {
      try await errorCode {
        try await fixture.accounts.authentication.signIn(
          email: Self.email, password: AccountsFixture.password, as: .browser, client: client)
      }
    }
    for _ in 0..<Self.limit + 5 { #expect(try await signIn(.attacker) == nil) }
    #expect(try await signIn(.attacker) == .tooManyAttempts)
    for _ in 0..<2 * Self.limit { #expect(try await signIn(owner) == nil) }
  }

  @Test func `attack: a user's many sign-ins do not show a stranger that the account exists`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.email)
    for _ in 0..<Self.limit { _ = try await fixture.signIn(Self.email) }
    for email in [Self.email, "unknown@example.com"] {
      #expect(
        try await errorCode {
          try await fixture.signIn(email, password: "no", client: .attacker)
        } == .wrongCredentials)
    }
  }

  @Test(arguments: [true, false])
  func `a new password resets the count of correct sign-ins`(isReset: Bool) async throws {
    let fixture = try AccountsFixture()
    var session = try await fixture.user(Self.email)
    for _ in 0..<Self.limit {
      session = try await fixture.signIn(Self.email, client: .attacker)
    }
    let passwords = fixture.accounts.passwords
    let new = AccountsFixture.otherPassword
    if isReset {
      try await passwords.requestReset(email: Self.email, client: .office)
      try await passwords.reset(
        fixture.oneTimeToken(to: Self.email), password: new, client: .office)
    } else {
      _ = try await passwords.change(
        session.signedIn, old: AccountsFixture.password, new: new, client: .office)
    }
    for _ in 0..<Self.limit { _ = try await fixture.signIn(Self.email, password: new) }
  }

  @Test func `attack: a stranger's wrong passwords do not use up a user's sign-ins`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.email)
    for _ in 0..<Self.limit - 1 { _ = try await fixture.signIn(Self.email) }
    for number in 0..<4 {
      #expect(
        try await errorCode {
          try await fixture.signIn(
            Self.email, password: "no", client: Client(address: "198.51.100.\(number)"))
        } == .wrongCredentials)
    }
    for _ in 0..<6 { _ = try await fixture.signIn(Self.email) }
    #expect(try await errorCode { try await fixture.signIn(Self.email) } == .tooManyAttempts)
  }
}
