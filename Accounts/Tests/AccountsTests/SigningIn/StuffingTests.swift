import Accounts
import Testing

/// Passwords and codes are tried one after another.
struct StuffingTests {
  private static let victim = "victim@example.com"

  private func wait(
    _ body: () async throws -> some Any
  ) async throws -> Int? {
    do {
      _ = try await body()
      return nil
    } catch let error as AccountError where error.code == .tooManyAttempts {
      return error.retryAfter
    } catch is AccountError {
      return 0
    }
  }

  private func guess(
    _ house: House, _ email: String = victim, password: String = "not the password",
    client: Client = .attacker
  ) async throws -> Int? {
    try await wait { try await house.signIn(email, password: password, client: client) }
  }

  @Test func `attack: guessing one account's password from many places is delayed, more each time`()
    async throws
  {
    let house = try House()
    _ = try await house.person(Self.victim)
    func from(_ number: Int) -> Client { Client(address: "198.51.100.\(number)") }
    for number in 0..<5 {
      #expect(try await guess(house, client: from(number)) == 0, "the first cost nothing")
    }
    var waits: [Int] = []
    for number in 5..<17 {
      let wait = try #require(try await guess(house, client: from(number)))
      waits.append(wait)
      house.clock.now += wait
      #expect(try await guess(house, client: from(number)) == 0)
    }
    #expect(waits == [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  }

  @Test func `attack: the right password is refused too while the account is delayed`()
    async throws
  {
    let house = try House()
    _ = try await house.person(Self.victim)
    for _ in 0..<5 { _ = try await guess(house) }
    let before = await house.accounts.passwords.derivations

    #expect(try await guess(house, password: House.password) == 2)
    #expect(await house.accounts.passwords.derivations == before, "it was not even looked at")
    house.clock.now += 2
    #expect(try await guess(house, password: House.password) == nil)
  }

  @Test func `attack: an address that nobody has is delayed just the same`() async throws {
    let house = try House()
    for _ in 0..<5 { #expect(try await guess(house, "nobody@example.com") == 0) }
    #expect(try await guess(house, "nobody@example.com") == 2)
    #expect(try await guess(house, "NOBODY@example.com") == 2, "however it is spelt")
  }

  @Test func `attack: one password each for many accounts from one place is delayed`()
    async throws
  {
    let house = try House()
    _ = try await house.person(Self.victim)
    var refused = 0
    for number in 0..<60 {
      if try await guess(house, "p\(number)@example.com") != 0 { refused += 1 }
    }
    #expect(refused == 10)
    #expect(try await guess(house, password: House.password) != nil, "that place has to wait")
    #expect(
      try await guess(house, password: House.password, client: .office) == nil,
      "others do not")
  }

  @Test func `attack: a right password in between does not clear the count of the place`()
    async throws
  {
    let house = try House()
    _ = try await house.person("mallory@example.com")
    for number in 0..<50 {
      if number % 10 == 9 {
        #expect(
          try await guess(house, "mallory@example.com", password: House.password) == nil)
      }
      #expect(try await guess(house, "p\(number)@example.com") == 0)
    }
    #expect(try await guess(house, "p50@example.com") == 2)
  }

  @Test func `a right password where others failed makes nobody there wait longer`()
    async throws
  {
    let house = try House()
    _ = try await house.person("ada@example.com")
    for number in 0..<60 {
      let wait = try await guess(house, "p\(number)@example.com") ?? 0
      house.clock.now += wait
    }
    house.clock.now += 900
    for _ in 0..<3 {
      #expect(try await guess(house, "ada@example.com", password: House.password) == nil)
    }
  }

  @Test func `attack: an IPv6 network is one place`() async throws {
    let house = try House()
    for number in 0..<50 {
      let client = Client(address: "2001:db8:1:2::\(String(number, radix: 16))")
      #expect(try await guess(house, "p\(number)@example.com", client: client) == 0)
    }
    let sameNetwork = Client(address: "2001:DB8:1:2:aaaa:bbbb:cccc:dddd")
    let other = Client(address: "2001:db8:1:3::1")
    #expect(try await guess(house, "x@example.com", client: sameNetwork) == 2)
    #expect(try await guess(house, "y@example.com", client: other) == 0)
  }

  @Test func `attack: many guesses at the same moment are counted one by one`() async throws {
    let house = try House()
    _ = try await house.person(Self.victim)
    let before = await house.accounts.passwords.derivations
    let refused = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<40 { group.addTask { try await guess(house) } }
      return try await group.reduce(into: 0) { count, wait in if wait != 0 { count += 1 } }
    }
    #expect(refused == 35)
    #expect(await house.accounts.passwords.derivations - before == 5)
  }

  @Test func `attempts while one has to wait make nobody wait longer`() async throws {
    let house = try House()
    _ = try await house.person(Self.victim)
    for _ in 0..<5 { _ = try await guess(house) }
    for _ in 0..<100 { #expect(try await guess(house) == 2) }
    house.clock.now += 2
    #expect(try await guess(house, password: House.password, client: .office) == nil)
  }

  @Test func `a right password forgets the wrong ones before it`() async throws {
    let house = try House()
    _ = try await house.person(Self.victim)
    for _ in 0..<3 {
      for _ in 0..<4 { #expect(try await guess(house) == 0) }
      #expect(try await guess(house, password: House.password) == nil)
    }
  }

  @Test func `an attempt that was never made is not counted`() async throws {
    let house = try House()
    _ = try await house.person(Self.victim)
    for _ in 0..<20 {
      let cancelled = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await house.signIn(Self.victim)
      }
      await #expect(throws: CancellationError.self) { try await cancelled.value }
    }
    #expect(try await guess(house, password: House.password, client: .office) == nil)
  }

  @Test func `attack: a restart forgives nobody`() async throws {
    let house = try House()
    _ = try await house.person(Self.victim)
    for _ in 0..<5 { _ = try await guess(house) }
    let restarted = house.accounts(passwords: PasswordHasher(parameters: .forTests))

    #expect(
      try await wait {
        try await restarted.signIn(
          email: Self.victim, password: House.password, as: .browser, client: .office)
      } == 2)
  }

  @Test func `the account's owner is told once that somebody tries passwords`() async throws {
    let house = try House()
    let victim = try await house.person(Self.victim)
    let before = try await house.mails(to: Self.victim).count
    for _ in 0..<30 {
      let wait = try await guess(house) ?? 0
      house.clock.now += wait
    }
    #expect(try await house.mails(to: Self.victim).count == before + 1)
    #expect(
      try await house.actions(of: victim.person).filter { $0 == "session.delayed" }.count == 1)
  }

  @Test func `a mail with a new password ends the waiting`() async throws {
    let house = try House()
    _ = try await house.person(Self.victim)
    for _ in 0..<5 { _ = try await guess(house) }
    try await house.accounts.forgotPassword(email: Self.victim, client: .office)
    try await house.accounts.resetPassword(
      house.link(to: Self.victim), password: House.otherPassword, client: .office)

    #expect(
      try await guess(house, password: House.otherPassword, client: .office) == nil)
  }

  @Test func `attack: a stolen session does not help to guess the password`() async throws {
    let house = try House()
    let victim = try await house.person(Self.victim)
    for number in 0..<5 {
      let code = try await refusal {
        if number % 2 == 0 {
          _ = try await house.accounts.confirm(
            victim.signedIn, password: "guess \(number)", client: .attacker)
        } else {
          try await house.accounts.changePassword(
            victim.signedIn, old: "guess \(number)", new: House.otherPassword, client: .attacker)
        }
      }
      #expect(code == .wrongCredentials)
    }
    #expect(
      try await refusal {
        try await house.accounts.confirm(
          victim.signedIn, password: House.password, client: .attacker)
      } == .tooManyAttempts)
  }
}
