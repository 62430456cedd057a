import Accounts
import Testing

/// Guessing passwords, of one account or of many.
struct CredentialStuffingTests {
  private static let victim = "victim@example.com"

  /// The seconds to wait after an attempt; 0 if it was rejected without a delay, and nil if it
  /// succeeded.
  private func delay(
    after attempt: () async throws -> some Any
  ) async throws -> Int? {
    do {
      _ = try await attempt()
      return nil
    } catch let error as AccountError where error.code == .tooManyAttempts {
      return error.retryAfter
    } catch is AccountError {
      return 0
    }
  }

  /// Tries a password, and returns the delay.
  private func guess(
    _ fixture: AccountsFixture, _ email: String = victim, password: String = "not the password",
    client: Client = .attacker
  ) async throws -> Int? {
    try await delay { try await fixture.signIn(email, password: password, client: client) }
  }

  @Test func `attack: guessing one account's password from many networks is delayed increasingly`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    func client(_ number: Int) -> Client { Client(address: "198.51.100.\(number)") }
    for number in 0..<5 {
      #expect(try await guess(fixture, client: client(number)) == 0, "not delayed yet")
    }
    var delays: [Int] = []
    for number in 5..<17 {
      let wait = try #require(try await guess(fixture, client: client(number)))
      delays.append(wait)
      fixture.clock.now += wait
      #expect(try await guess(fixture, client: client(number)) == 0)
    }
    #expect(delays == [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  }

  @Test func `attack: the correct password is rejected, too, while the account is delayed`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    for _ in 0..<5 { _ = try await guess(fixture) }
    let before = await fixture.accounts.passwordHasher.derivationCount

    #expect(try await guess(fixture, password: AccountsFixture.password) == 2)
    #expect(
      await fixture.accounts.passwordHasher.derivationCount == before, "it was not checked")
    fixture.clock.now += 2
    #expect(try await guess(fixture, password: AccountsFixture.password) == nil)
  }

  @Test func `attack: an unknown address is delayed like a known one`() async throws {
    let fixture = try AccountsFixture()
    for _ in 0..<5 { #expect(try await guess(fixture, "nobody@example.com") == 0) }
    #expect(try await guess(fixture, "nobody@example.com") == 2)
    #expect(try await guess(fixture, "NOBODY@example.com") == 2, "in any capitalization")
  }

  @Test func `attack: one password each for many accounts from one network address is delayed`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    var delayed = 0
    for number in 0..<60 {
      if try await guess(fixture, "p\(number)@example.com") != 0 { delayed += 1 }
    }
    #expect(delayed == 10)
    #expect(
      try await guess(fixture, password: AccountsFixture.password) != nil,
      "that network has to wait")
    #expect(
      try await guess(fixture, password: AccountsFixture.password, client: .office) == nil,
      "others do not")
  }

  @Test func `attack: a correct password in between does not reset the network's count`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("mallory@example.com")
    for number in 0..<50 {
      if number % 10 == 9 {
        #expect(
          try await guess(fixture, "mallory@example.com", password: AccountsFixture.password) == nil
        )
      }
      #expect(try await guess(fixture, "p\(number)@example.com") == 0)
    }
    #expect(try await guess(fixture, "p50@example.com") == 2)
  }

  @Test func `a correct password does not extend the delay of its network`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("ada@example.com")
    for number in 0..<60 {
      let wait = try await guess(fixture, "p\(number)@example.com") ?? 0
      fixture.clock.now += wait
    }
    fixture.clock.now += 900
    for _ in 0..<3 {
      #expect(
        try await guess(fixture, "ada@example.com", password: AccountsFixture.password) == nil)
    }
  }

  @Test func `attack: an IPv6 network counts as one address`() async throws {
    let fixture = try AccountsFixture()
    for number in 0..<50 {
      let client = Client(address: "2001:db8:1:2::\(String(number, radix: 16))")
      #expect(try await guess(fixture, "p\(number)@example.com", client: client) == 0)
    }
    let sameNetwork = Client(address: "2001:DB8:1:2:aaaa:bbbb:cccc:dddd")
    let other = Client(address: "2001:db8:1:3::1")
    #expect(try await guess(fixture, "x@example.com", client: sameNetwork) == 2)
    #expect(try await guess(fixture, "y@example.com", client: other) == 0)
  }

  @Test func `attack: concurrent guesses are counted one by one`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    let before = await fixture.accounts.passwordHasher.derivationCount
    let delayed = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<40 { group.addTask { try await guess(fixture) } }
      return try await group.reduce(into: 0) { count, wait in if wait != 0 { count += 1 } }
    }
    #expect(delayed == 35)
    #expect(await fixture.accounts.passwordHasher.derivationCount - before == 5)
  }

  @Test func `attempts during a delay do not extend it`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    for _ in 0..<5 { _ = try await guess(fixture) }
    for _ in 0..<100 { #expect(try await guess(fixture) == 2) }
    fixture.clock.now += 2
    #expect(try await guess(fixture, password: AccountsFixture.password, client: .office) == nil)
  }

  @Test func `a correct password resets the count of wrong ones`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    for _ in 0..<3 {
      for _ in 0..<4 { #expect(try await guess(fixture) == 0) }
      #expect(try await guess(fixture, password: AccountsFixture.password) == nil)
    }
  }

  @Test func `an attempt whose check did not run is not counted`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    for _ in 0..<20 {
      let cancelled = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await fixture.signIn(Self.victim)
      }
      await #expect(throws: CancellationError.self) { try await cancelled.value }
    }
    #expect(try await guess(fixture, password: AccountsFixture.password, client: .office) == nil)
  }

  @Test func `attack: a restart resets no count`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    for _ in 0..<5 { _ = try await guess(fixture) }
    // The same store and keys, without in-memory state.
    let restarted = fixture.accounts(passwordHasher: PasswordHasher(parameters: .forTests))

    #expect(
      try await delay {
        try await restarted.authentication.signIn(
          email: Self.victim, password: AccountsFixture.password, as: .browser, client: .office)
      } == 2)
  }

  @Test func `the account's owner is notified once of delayed sign-ins`() async throws {
    let fixture = try AccountsFixture()
    let victim = try await fixture.user(Self.victim)
    let before = try await fixture.emails(to: Self.victim).count
    for _ in 0..<30 {
      let wait = try await guess(fixture) ?? 0
      fixture.clock.now += wait
    }
    #expect(try await fixture.emails(to: Self.victim).count == before + 1)
    #expect(
      try await fixture.actions(of: victim.user).filter { $0 == "session.delayed" }.count == 1)
  }

  @Test func `resetting the password by email ends the delay`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    for _ in 0..<5 { _ = try await guess(fixture) }
    try await fixture.accounts.passwords.requestReset(email: Self.victim, client: .office)
    try await fixture.accounts.passwords.reset(
      fixture.oneTimeToken(to: Self.victim), password: AccountsFixture.otherPassword,
      client: .office)

    #expect(
      try await guess(fixture, password: AccountsFixture.otherPassword, client: .office) == nil)
  }
}
