import Accounts
import Testing

/// Signing in with address and password, and everything that is tried instead.
struct SignInTests {
  @Test func `address and password give a session that lasts`() async throws {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    let session = try await house.signIn("ada@example.com")

    #expect(session.person == ada.person)
    #expect(session.session.kind == .browser)
    #expect(!session.session.hasSecondFactor)
    #expect(
      try await house.accounts.authenticate(cookie: session.cookie).session == session.session)
  }

  @Test func `attack: an unknown address takes the same work and gives the same answer`()
    async throws
  {
    let house = try House()
    _ = try await house.person("known@example.com")
    _ = try await house.accounts.signInExternally(
      .google("1", "external@example.com"), as: .browser, client: .office)
    var seen: [[Int]] = []
    var errors: [AccountError] = []
    for email in ["known@example.com", "unknown@example.com", "external@example.com"] {
      let before = try await (
        house.accounts.passwords.derivations, house.store.changes, house.mailCount()
      )
      do {
        _ = try await house.signIn(email, password: House.otherPassword)
      } catch let error as AccountError {
        errors.append(error)
      }
      try await seen.append([
        house.accounts.passwords.derivations - before.0, house.store.changes - before.1,
        house.mailCount() - before.2,
      ])
    }
    #expect(seen == [[1, 2, 0], [1, 2, 0], [1, 2, 0]])
    #expect(errors.map(\.code) == [.wrongCredentials, .wrongCredentials, .wrongCredentials])
    #expect(errors[0] == errors[1] && errors[1] == errors[2])
  }

  @Test func `a shut account is told so only with its password, and its sessions end`()
    async throws
  {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    try await house.accounts.disable(ada.person.id, by: .operator("test"))

    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: ada.cookie) } == .noSession)
    #expect(try await refusal { try await house.signIn("ada@example.com") } == .disabledAccount)
    #expect(
      try await refusal {
        try await house.signIn("ada@example.com", password: House.otherPassword)
      } == .wrongCredentials)
    try await house.accounts.enable(ada.person.id, by: .operator("test"))
    _ = try await house.signIn("ada@example.com")
  }

  @Test func `a password is hashed anew when the parameters have risen, and still works`()
    async throws
  {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    let old = try await house.store.read { try $0.password(of: ada.person.id)?.hash }
    let stronger = house.accounts(
      passwords: PasswordHasher(
        parameters: ScryptParameters(logRounds: 5, blockSize: 1, parallelism: 1)))
    for _ in 0..<2 {
      _ = try await stronger.signIn(
        email: "ada@example.com", password: House.password, as: .browser, client: .office)
    }

    let new = try await house.store.read { try $0.password(of: ada.person.id)?.hash }
    #expect(old?.contains("ln=4,") == true)
    #expect(new?.contains("ln=5,") == true)
    #expect(await stronger.passwords.derivations == 3, "made anew once, not each time")
  }

  @Test func `attack: a password that is changed while it is checked no longer signs in`()
    async throws
  {
    let house = try House()
    _ = try await house.person("ada@example.com")
    try await house.accounts.forgotPassword(email: "ada@example.com", client: .office)
    let link = try await house.link(to: "ada@example.com")
    // The second change of a sign-in is the one behind the scrypt run.
    house.store.before(house.store.changes + 2) {
      try await house.accounts.resetPassword(
        link, password: House.otherPassword, client: .office)
    }

    #expect(try await refusal { try await house.signIn("ada@example.com") } == .wrongCredentials)
    _ = try await house.signIn("ada@example.com", password: House.otherPassword)
  }

  // MARK: Where from

  @Test func `a sign-in from somewhere new is told by mail, a usual one is not`() async throws {
    let house = try House()
    _ = try await house.person("ada@example.com")
    func notices() async throws -> Int {
      try await house.mails(to: "ada@example.com").filter { $0.subject.contains("sign-in") }.count
    }
    let first = try await notices()
    #expect(first == 0, "the first sign-in of all is no news")

    let nextService = Client(address: "192.0.2.99", userAgent: Client.office.userAgent + ".1")
    _ = try await house.signIn("ada@example.com", client: nextService)
    #expect(try await notices() == 0, "the same program on the same network")

    _ = try await house.signIn("ada@example.com", client: .attacker)
    #expect(try await notices() == 1)
    _ = try await house.signIn("ada@example.com", client: .attacker)
    #expect(try await notices() == 1, "known by now")

    let otherProgram = Client(address: "192.0.2.10", userAgent: "curl/8")
    _ = try await house.signIn("ada@example.com", client: otherProgram)
    #expect(try await notices() == 2)
  }

  @Test func `attack: a log full of failures does not hide a sign-in from somewhere new`()
    async throws
  {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    try await house.accounts.signOut(ada.session.id, of: ada.person.id, client: .office)
    for _ in 0..<510 {
      _ = try await refusal {
        try await house.signIn(
          "ada@example.com", password: House.otherPassword, client: .attacker)
      }
      house.clock.now += 901
    }
    _ = try await house.signIn("ada@example.com", client: .attacker)
    #expect(
      try await house.mails(to: "ada@example.com").last?.subject.contains("sign-in") == true)
  }

  @Test func `a failed attempt stands in the person's events, without what was typed`() async throws
  {
    let house = try House()
    let ada = try await house.person("ada@example.com")
    _ = try await refusal {
      try await house.signIn("ada@example.com", password: House.otherPassword, client: .attacker)
    }
    let events = try await house.accounts.events(of: ada.signedIn)

    #expect(events.first?.action == "session.refused")
    #expect(events.first?.actor == "anyone")
    #expect(events.first?.client == .attacker)
    #expect(!events.contains { $0.detail.contains(House.otherPassword) })
  }
}
