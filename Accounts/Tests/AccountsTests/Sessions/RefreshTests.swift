import Accounts
import Testing

/// Refresh tokens, and what happens when there is a copy of one.
struct RefreshTests {
  /// An app that is signed in.
  private func app(in house: House) async throws -> AppTokens {
    _ = try await house.person("ada@example.com")
    return try await house.signIn("ada@example.com", as: .app).tokens
  }

  private func refresh(
    _ tokens: AppTokens, in house: House, client: Client = .office
  ) async throws -> AppTokens {
    try await house.accounts.refresh(tokens.refresh, client: client).0
  }

  private func isEnded(_ tokens: AppTokens, in house: House) async throws -> Bool {
    try await refusal { try await house.accounts.authenticate(accessToken: tokens.access) }
      == .noSession
  }

  @Test func `each refresh token gives the next pair`() async throws {
    let house = try House()
    var tokens = try await app(in: house)
    var seen: Set<String> = [tokens.refresh]
    for _ in 0..<20 {
      house.clock.now += 600
      tokens = try await refresh(tokens, in: house)
      #expect(seen.insert(tokens.refresh).inserted)
      _ = try await house.accounts.authenticate(accessToken: tokens.access)
    }
  }

  @Test func `attack: a thief uses a stolen refresh token first, and both are out`() async throws {
    let house = try House()
    let stolen = try await app(in: house)
    house.clock.now += 600
    var thief = try await refresh(stolen, in: house, client: .attacker)
    for _ in 0..<30 {
      house.clock.now += 600
      thief = try await refresh(thief, in: house, client: .attacker)
    }

    #expect(try await refusal { try await refresh(stolen, in: house) } == .noSession)
    #expect(try await isEnded(thief, in: house))
    #expect(
      try await refusal { try await refresh(thief, in: house, client: .attacker) } == .noSession)
    let ada = try await house.accounts.person("ada@example.com")
    #expect(try await house.actions(of: ada).last == "session.token-copied")
    #expect(
      try await house.mails(to: "ada@example.com").last?.text.contains("key that had been used")
        == true)
  }

  @Test func `attack: a thief comes after the owner, and both are out`() async throws {
    let house = try House()
    let stolen = try await app(in: house)
    let owner = try await refresh(stolen, in: house)
    house.clock.now += 31
    #expect(
      try await refusal { try await refresh(stolen, in: house, client: .attacker) } == .noSession)
    #expect(try await isEnded(owner, in: house))
  }

  @Test func `an answer that was lost can be asked for again within half a minute`() async throws {
    let house = try House()
    let first = try await app(in: house)
    house.clock.now += 600
    _ = try await refresh(first, in: house)  // its answer never arrives
    house.clock.now += 30
    let again = try await refresh(first, in: house)
    house.clock.now += 600
    let next = try await refresh(again, in: house)
    #expect(try await !isEnded(next, in: house))
  }

  @Test func `attack: the lost answer was not lost, and its use ends the session`() async throws {
    let house = try House()
    let first = try await app(in: house)
    let taken = try await refresh(first, in: house, client: .attacker)
    let again = try await refresh(first, in: house)

    #expect(
      try await refusal { try await refresh(taken, in: house, client: .attacker) } == .noSession)
    #expect(try await isEnded(again, in: house))
    #expect(try await refusal { try await refresh(again, in: house) } == .noSession)
  }

  @Test func `attack: the half minute is over as soon as the next token was used`() async throws {
    let house = try House()
    let first = try await app(in: house)
    let second = try await refresh(first, in: house)
    let third = try await refresh(second, in: house)  // all within one second

    #expect(
      try await refusal { try await refresh(first, in: house, client: .attacker) } == .noSession)
    #expect(try await isEnded(third, in: house))
  }

  @Test func `within one second the last token may still come again`() async throws {
    let house = try House()
    let first = try await app(in: house)
    let second = try await refresh(first, in: house)
    _ = try await refresh(second, in: house)
    let again = try await refresh(second, in: house)
    #expect(try await !isEnded(again, in: house))
  }

  @Test func `attack: many uses of one token at the same moment leave one that works`()
    async throws
  {
    let house = try House()
    let first = try await app(in: house)
    let all = try await withThrowingTaskGroup(of: AppTokens?.self) { group in
      for _ in 0..<8 { group.addTask { try? await refresh(first, in: house) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let unused = try await house.store.read { reader in
      try reader.refreshTokens(
        of: reader.refreshToken(#require(SecretText(first.refresh)).hash)?.session ?? "")
    }.filter { $0.used == nil }
    #expect(all.compactMap(\.self).count == 8)
    #expect(unused.count == 1)
  }

  @Test func `attack: a guessed refresh token opens nothing and ends nothing`() async throws {
    let house = try House()
    let tokens = try await app(in: house)
    for _ in 0..<3 {
      #expect(
        try await refusal {
          try await house.accounts.refresh(SecretText().text, client: .attacker)
        } == .noSession)
      #expect(
        try await refusal {
          try await house.accounts.refresh(tokens.refresh + "x", client: .attacker)
        } == .noSession)
    }
    #expect(try await !isEnded(tokens, in: house), "guesses end nothing")
  }

  @Test func `who was shut out refreshes nothing`() async throws {
    let house = try House()
    let tokens = try await app(in: house)
    let ada = try await house.accounts.person("ada@example.com")
    try await house.accounts.disable(ada.id, by: .operator("test"))
    #expect(try await refusal { try await refresh(tokens, in: house) } == .noSession)
  }

  @Test func `used tokens are forgotten once no owner can come back with them`() async throws {
    let house = try House()
    var tokens = try await app(in: house)
    let session = try await house.accounts.authenticate(accessToken: tokens.access).session.id
    for _ in 0..<10 {
      house.clock.now += 30 * 86_400
      tokens = try await refresh(tokens, in: house)
    }
    let kept = try await house.store.read { try $0.refreshTokens(of: session) }
    #expect(kept.count <= 4)
  }
}
