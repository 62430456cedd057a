import Accounts
import Testing

/// Refresh tokens, and the detection of copies.
struct RefreshTests {
  /// An app that is signed in.
  private func app(in fixture: AccountsFixture) async throws -> AppTokens {
    _ = try await fixture.user("ada@example.com")
    return try await fixture.signIn("ada@example.com", as: .app).tokens
  }

  private func refresh(
    _ tokens: AppTokens, in fixture: AccountsFixture, client: Client = .office
  ) async throws -> AppTokens {
    try await fixture.accounts.sessions.refresh(tokens.refreshToken, client: client).0
  }

  private func isEnded(_ tokens: AppTokens, in fixture: AccountsFixture) async throws -> Bool {
    try await errorCode {
      try await fixture.accounts.sessions.authenticate(accessToken: tokens.accessToken)
    }
      == .noSession
  }

  private func hash(of tokens: AppTokens) throws -> [UInt8] {
    try #require(SecretToken(String(tokens.refreshToken.prefix(SecretToken.length)))).hash
  }

  private func sessionID(of tokens: AppTokens, in fixture: AccountsFixture) async throws -> String {
    let hash = try hash(of: tokens)
    return try #require(try await fixture.store.read { try $0.refreshToken(hash)?.session })
  }

  @Test func `each refresh token gives the next pair`() async throws {
    let fixture = try AccountsFixture()
    var tokens = try await app(in: fixture)
    var seen: Set<String> = [tokens.refreshToken]
    for _ in 0..<20 {
      fixture.clock.now += 600
      tokens = try await refresh(tokens, in: fixture)
      #expect(seen.insert(tokens.refreshToken).inserted)
      _ = try await fixture.accounts.sessions.authenticate(accessToken: tokens.accessToken)
    }
  }

  @Test func `attack: a thief uses a stolen refresh token first, and the session ends`()
    async throws
  {
    let fixture = try AccountsFixture()
    let stolen = try await app(in: fixture)
    fixture.clock.now += 600
    var thief = try await refresh(stolen, in: fixture, client: .attacker)
    for _ in 0..<30 {
      fixture.clock.now += 600
      thief = try await refresh(thief, in: fixture, client: .attacker)
    }

    #expect(try await errorCode { try await refresh(stolen, in: fixture) } == .noSession)
    #expect(try await isEnded(thief, in: fixture))
    #expect(
      try await errorCode { try await refresh(thief, in: fixture, client: .attacker) } == .noSession
    )
    let ada = try await fixture.accounts.administration.user("ada@example.com")
    #expect(try await fixture.actions(of: ada).last == "session.token-reused")
    #expect(
      try await fixture.emails(to: "ada@example.com").last?.text.contains("used a token twice")
        == true)
  }

  @Test func `attack: a thief uses a token after its owner, and the session ends`() async throws {
    let fixture = try AccountsFixture()
    let stolen = try await app(in: fixture)
    let owner = try await refresh(stolen, in: fixture)
    fixture.clock.now += 31
    #expect(
      try await errorCode { try await refresh(stolen, in: fixture, client: .attacker) }
        == .noSession)
    #expect(try await isEnded(owner, in: fixture))
  }

  @Test func `a lost response can be requested again within half a minute`() async throws {
    let fixture = try AccountsFixture()
    let first = try await app(in: fixture)
    fixture.clock.now += 600
    _ = try await refresh(first, in: fixture)  // its response never arrives
    fixture.clock.now += 30
    let retried = try await refresh(first, in: fixture)
    fixture.clock.now += 600
    let next = try await refresh(retried, in: fixture)
    #expect(try await !isEnded(next, in: fixture))
  }

  @Test func `attack: using the token of an allegedly lost response ends the session`() async throws
  {
    let fixture = try AccountsFixture()
    let first = try await app(in: fixture)
    let stolen = try await refresh(first, in: fixture, client: .attacker)
    let retried = try await refresh(first, in: fixture)

    #expect(
      try await errorCode { try await refresh(stolen, in: fixture, client: .attacker) }
        == .noSession)
    #expect(try await isEnded(retried, in: fixture))
    #expect(try await errorCode { try await refresh(retried, in: fixture) } == .noSession)
  }

  @Test func `attack: the half minute ends as soon as the next token is used`() async throws {
    let fixture = try AccountsFixture()
    let first = try await app(in: fixture)
    let second = try await refresh(first, in: fixture)
    let third = try await refresh(second, in: fixture)  // all within one second

    #expect(
      try await errorCode { try await refresh(first, in: fixture, client: .attacker) } == .noSession
    )
    #expect(try await isEnded(third, in: fixture))
  }

  @Test func `the last token can be sent again within one second`() async throws {
    let fixture = try AccountsFixture()
    let first = try await app(in: fixture)
    let second = try await refresh(first, in: fixture)
    _ = try await refresh(second, in: fixture)
    let retried = try await refresh(second, in: fixture)
    #expect(try await !isEnded(retried, in: fixture))
  }

  @Test func `attack: concurrent uses of one token leave one valid token`() async throws {
    let fixture = try AccountsFixture()
    let first = try await app(in: fixture)
    let all = try await withThrowingTaskGroup(of: AppTokens?.self) { group in
      for _ in 0..<8 { group.addTask { try? await refresh(first, in: fixture) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let session = try await sessionID(of: first, in: fixture)
    let unused = try await fixture.store.read { try $0.refreshTokens(of: session) }
      .filter { $0.used == nil }
    #expect(all.compactMap(\.self).count == 8)
    #expect(unused.count == 1)
  }

  @Test func `attack: many refreshes in one second do not extend the half minute`() async throws {
    let fixture = try AccountsFixture()
    var used = try await app(in: fixture)
    var tokens = try await refresh(used, in: fixture)
    for _ in 0..<50 { (used, tokens) = (tokens, try await refresh(tokens, in: fixture)) }
    fixture.clock.now += 31
    #expect(
      try await errorCode { try await refresh(used, in: fixture, client: .attacker) } == .noSession)
    #expect(try await isEnded(tokens, in: fixture))
  }

  @Test func `attack: a session is refreshed at most 60 times a minute, and does not end`()
    async throws
  {
    let fixture = try AccountsFixture()
    var tokens = try await app(in: fixture)
    for _ in 0..<60 { tokens = try await refresh(tokens, in: fixture) }
    do {
      _ = try await refresh(tokens, in: fixture)
      Issue.record("the 61st refresh within a minute succeeded")
    } catch let error as AccountError {
      #expect(error.code == .tooManyAttempts && error.retryAfter == 60)
    }
    let other = try await fixture.signIn("ada@example.com", as: .app).tokens
    _ = try await refresh(other, in: fixture)

    fixture.clock.now += 60
    tokens = try await refresh(tokens, in: fixture)
    #expect(try await !isEnded(tokens, in: fixture))
  }

  @Test func `attack: a token whose record was removed ends the session, too`() async throws {
    let fixture = try AccountsFixture()
    let stolen = try await app(in: fixture)
    let session = try await sessionID(of: stolen, in: fixture)
    var thief = stolen
    for _ in 0..<200 {
      fixture.clock.now += 2
      thief = try await refresh(thief, in: fixture, client: .attacker)
    }
    let stored = try await fixture.store.read { try $0.refreshTokens(of: session) }
    #expect(stored.count == 64, "each refresh reads them")
    let hash = try hash(of: stolen)
    #expect(!stored.contains { $0.hash == hash })

    #expect(try await errorCode { try await refresh(stolen, in: fixture) } == .noSession)
    #expect(try await isEnded(thief, in: fixture))
  }

  @Test func `attack: the secret of a token alone is not accepted as a token`() async throws {
    let fixture = try AccountsFixture()
    let tokens = try await app(in: fixture)
    let secret = String(tokens.refreshToken.prefix(SecretToken.length))
    #expect(
      try await errorCode {
        try await fixture.accounts.sessions.refresh(secret, client: .attacker)
      } == .noSession)
    let next = try await refresh(tokens, in: fixture)
    #expect(try await !isEnded(next, in: fixture))
  }

  @Test func `attack: a token with a made-up session, time or code is rejected`() async throws {
    let fixture = try AccountsFixture()
    let tokens = try await app(in: fixture)
    let parts = tokens.refreshToken.split(separator: "-").map(String.init)
    let zeros = String(repeating: "0", count: parts[3].count)
    let forgeries = [
      [parts[0], "x", "0", zeros], [parts[0], parts[1], parts[2], zeros],
      [parts[0], "x", parts[2], parts[3]], [parts[0], parts[1], "0", parts[3]],
    ]
    for forged in forgeries {
      #expect(
        try await errorCode {
          try await fixture.accounts.sessions.refresh(
            forged.joined(separator: "-"), client: .attacker)
        } == .noSession)
    }
    let next = try await refresh(tokens, in: fixture)
    #expect(try await !isEnded(next, in: fixture), "forgeries end nothing")
  }

  @Test func `a token that a restored store does not have ends nothing`() async throws {
    let fixture = try AccountsFixture()
    let archived = try await app(in: fixture)
    fixture.clock.now += 600
    let lostTokens = try await refresh(archived, in: fixture)
    let (old, new) = (try hash(of: archived), try hash(of: lostTokens))
    try await fixture.store.change { writer in
      try writer.removeRefreshToken(new)
      var token = try #require(try writer.refreshToken(old))
      token.used = nil
      try writer.put(token)
    }
    #expect(try await errorCode { try await refresh(lostTokens, in: fixture) } == .noSession)
    let next = try await refresh(archived, in: fixture)
    #expect(try await !isEnded(next, in: fixture))
  }

  @Test func `the newest token is recognized after the clock was set back`() async throws {
    let fixture = try AccountsFixture()
    var used = try await app(in: fixture)
    var tokens = try await refresh(used, in: fixture)
    fixture.clock.now -= 5
    for _ in 0..<3 { (used, tokens) = (tokens, try await refresh(tokens, in: fixture)) }
    let retried = try await refresh(used, in: fixture)
    #expect(try await !isEnded(retried, in: fixture))
  }

  @Test func `attack: a guessed refresh token neither works nor ends a session`() async throws {
    let fixture = try AccountsFixture()
    let tokens = try await app(in: fixture)
    let parts = tokens.refreshToken.split(separator: "-").map(String.init)
    for _ in 0..<3 {
      let forged = ([SecretToken().string] + parts.dropFirst()).joined(separator: "-")
      #expect(
        try await errorCode {
          try await fixture.accounts.sessions.refresh(forged, client: .attacker)
        } == .noSession, "its authentication code belongs to another secret")
      #expect(
        try await errorCode {
          try await fixture.accounts.sessions.refresh(SecretToken().string, client: .attacker)
        } == .noSession)
      #expect(
        try await errorCode {
          try await fixture.accounts.sessions.refresh(tokens.refreshToken + "x", client: .attacker)
        } == .noSession)
    }
    #expect(try await !isEnded(tokens, in: fixture), "guesses end nothing")
  }

  @Test func `a disabled user cannot refresh tokens`() async throws {
    let fixture = try AccountsFixture()
    let tokens = try await app(in: fixture)
    let ada = try await fixture.accounts.administration.user("ada@example.com")
    try await fixture.accounts.administration.disable(ada.id, by: .operator("test"))
    #expect(try await errorCode { try await refresh(tokens, in: fixture) } == .noSession)
  }

  @Test func `old used tokens of a session are removed`() async throws {
    let fixture = try AccountsFixture()
    var tokens = try await app(in: fixture)
    let session = try await fixture.accounts.sessions.authenticate(accessToken: tokens.accessToken)
      .session
      .id
    for _ in 0..<10 {
      fixture.clock.now += 30 * 86_400
      tokens = try await refresh(tokens, in: fixture)
    }
    let stored = try await fixture.store.read { try $0.refreshTokens(of: session) }
    #expect(stored.count <= 4)
  }
}
