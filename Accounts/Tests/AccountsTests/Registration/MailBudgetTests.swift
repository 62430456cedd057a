import Accounts
import Testing

/// Strangers who request emails to a victim's address must not keep the victim from a reset or a
/// registration.
struct MailBudgetTests {
  private static let victim = "victim@example.com"
  private static let networks = (1...12).map { Client(address: "198.51.100.\($0)") }

  /// Requests emails from many networks until no more are sent.
  private func exhaust(
    _ fixture: AccountsFixture, _ request: (AccountServices, Client) async throws -> Void
  ) async throws {
    for client in Self.networks {
      _ = try await errorCode { try await request(fixture.accounts, client) }
    }
  }

  private func register(
    _ fixture: AccountsFixture, from client: Client = .attacker,
    password: String = AccountsFixture.otherPassword
  ) async throws {
    try await fixture.accounts.registration.register(
      email: Self.victim, password: password, name: "", client: client)
  }

  private func requestReset(_ fixture: AccountsFixture) async throws {
    try await fixture.accounts.passwords.requestReset(email: Self.victim, client: .office)
  }

  private func reset(_ fixture: AccountsFixture) async throws {
    try await fixture.accounts.passwords.reset(
      fixture.oneTimeToken(to: Self.victim), password: AccountsFixture.password, client: .office)
  }

  @Test func `attack: registrations and changes of address do not use up the emails of a reset`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    let mallory = try await fixture.user("mallory@example.com")
    for _ in 0..<6 {
      _ = try await errorCode { try await register(fixture) }
      _ = try await errorCode {
        try await fixture.accounts.profile.requestEmailChange(
          mallory.signedIn, to: Self.victim, client: .attacker)
      }
    }
    try await exhaust(fixture) {
      try await $0.registration.resendVerification(email: Self.victim, client: $1)
    }
    let before = try await fixture.emails(to: Self.victim).count
    try await requestReset(fixture)
    #expect(try await fixture.emails(to: Self.victim).count == before + 1)
    try await reset(fixture)
  }

  @Test func `attack: strangers' requests for a reset never prevent the user's`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    for _ in 0..<15 {
      try await exhaust(fixture) {
        try await $0.passwords.requestReset(email: Self.victim, client: $1)
      }
      try await requestReset(fixture)
      let token = try await fixture.oneTimeToken(to: Self.victim)
      fixture.clock.now += 599
      #expect(
        try await fixture.accounts.oneTimeTokens.owner(of: token, for: .resetPassword) != nil,
        "the latest link works for ten more minutes")
    }
    #expect(try await fixture.emails(to: Self.victim).count < 14, "no mailbox is flooded")
    try await requestReset(fixture)
    try await reset(fixture)
    _ = try await fixture.signIn(Self.victim)
  }

  @Test func `a user whose link was invalidated by a new password gets another one at once`()
    async throws
  {
    let fixture = try AccountsFixture()
    let user = try await fixture.user(Self.victim)
    try await exhaust(fixture) {
      try await $0.passwords.requestReset(email: Self.victim, client: $1)
    }
    _ = try await fixture.accounts.passwords.change(
      user.signedIn, old: AccountsFixture.password, new: AccountsFixture.otherPassword,
      client: .office)
    try await requestReset(fixture)
    try await reset(fixture)
  }

  @Test func `attack: a request for a reset over the limit does not reveal who has an account`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    // Changes of the store, and emails.
    var costs: [[Int]] = []
    for email in [Self.victim, "nobody@example.com"] {
      for client in Self.networks.prefix(4) {
        try await fixture.accounts.passwords.requestReset(email: email, client: client)
      }
      let before = try await (fixture.store.changeCount, fixture.mailCount())
      try await fixture.accounts.passwords.requestReset(email: email, client: .attacker)
      try await costs.append([
        fixture.store.changeCount - before.0, fixture.mailCount() - before.1,
      ])
    }
    #expect(costs == [[2, 0], [2, 0]])
  }

  @Test func `attack: a registration over the limit does not reveal who has an account`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user(Self.victim)
    // Password hashes, changes of the store, and emails.
    var costs: [[Int]] = []
    for email in [Self.victim, "nobody@example.com"] {
      for client in Self.networks {
        _ = try await errorCode {
          try await fixture.accounts.registration.resendVerification(email: email, client: client)
        }
      }
      let cost = try await fixture.cost {
        try await fixture.accounts.registration.register(
          email: email, password: AccountsFixture.password, name: "", client: .office)
      }
      costs.append(cost)
    }
    #expect(costs == [[1, 2, 0], [1, 2, 0]])
  }

  @Test func `attack: one network's requests do not use up the emails of a registration`()
    async throws
  {
    let fixture = try AccountsFixture()
    for _ in 0..<6 {
      _ = try await errorCode {
        try await fixture.accounts.registration.resendVerification(
          email: Self.victim, client: .attacker)
      }
    }
    #expect(try await errorCode { try await register(fixture) } == .tooManyAttempts)
    _ = try await fixture.user(Self.victim)
  }

  @Test func `a user who cannot get the email of a registration completes it by a password reset`()
    async throws
  {
    let fixture = try AccountsFixture()
    try await exhaust(fixture) {
      try await $0.registration.resendVerification(email: Self.victim, client: $1)
    }
    try await register(fixture, from: .office, password: AccountsFixture.password)
    try await requestReset(fixture)
    try await reset(fixture)
    #expect(try await fixture.signIn(Self.victim).user.verified != nil)
  }
}
