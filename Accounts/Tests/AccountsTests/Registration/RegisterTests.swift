import Accounts
import Testing

/// Making an account, and showing that its address is theirs.
struct RegisterTests {
  @Test func `somebody registers, follows the link, and is signed in`() async throws {
    let house = try House()
    try await house.accounts.register(
      email: "Ada@Example.com", password: House.password, name: "  Ada ", client: .office)
    let session = try await house.accounts.verifyEmail(
      house.link(to: "ada@example.com"), password: House.password, as: .browser, client: .office
    ).session

    #expect(session.person.email == "Ada@Example.com")
    #expect(session.person.name == "Ada")
    #expect(session.person.verified == house.clock.now)
    #expect(try await house.accounts.authenticate(cookie: session.cookie).person == session.person)
    #expect(
      try await house.actions(of: session.person) == [
        "account.registered", "account.verified", "session.began",
      ])
  }

  @Test
  func `before the link is followed nobody can sign in, and is told so only with the password`()
    async throws
  {
    let house = try House()
    try await house.accounts.register(
      email: "ada@example.com", password: House.password, name: "", client: .office)

    #expect(
      try await refusal { try await house.signIn("ada@example.com") } == .unverifiedAddress)
    #expect(try await house.mails(to: "ada@example.com").count == 2, "a new link is on its way")
    #expect(
      try await refusal {
        try await house.signIn("ada@example.com", password: House.otherPassword)
      } == .wrongCredentials)
  }

  @Test func `attack: registering tells nobody which addresses have an account`() async throws {
    let house = try House()
    _ = try await house.person("known@example.com")
    var seen: [[Int]] = []
    for email in ["known@example.com", "unknown@example.com"] {
      let before = try await (
        house.accounts.passwords.derivations, house.store.changes, house.mailCount()
      )
      try await house.accounts.register(
        email: email, password: House.otherPassword, name: "", client: .attacker)
      try await seen.append([
        house.accounts.passwords.derivations - before.0, house.store.changes - before.1,
        house.mailCount() - before.2,
      ])
    }
    #expect(seen == [[1, 2, 1], [1, 2, 1]])
    _ = try await house.signIn("known@example.com", password: House.password)
  }

  @Test func `attack: asking for mails tells nobody which addresses have an account`()
    async throws
  {
    let house = try House()
    _ = try await house.person("known@example.com")
    for ask in [Accounts.forgotPassword, Accounts.resendVerification] {
      var seen: [[Int]] = []
      for email in ["known@example.com", "unknown@example.com"] {
        let before = try await (
          house.accounts.passwords.derivations, house.store.changes, house.mailCount()
        )
        try await ask(house.accounts)(email, .attacker)
        try await seen.append([
          house.accounts.passwords.derivations - before.0, house.store.changes - before.1,
          house.mailCount() - before.2,
        ])
      }
      #expect(seen == [[0, 2, 1], [0, 2, 1]])
    }
  }

  @Test func `addresses that differ in case are one account`() async throws {
    let house = try House()
    let ada = try await house.person("Ada@Example.com")

    #expect(try await house.signIn("aDA@eXAMPLE.COM").person.id == ada.person.id)
    try await house.accounts.register(
      email: "ADA@EXAMPLE.COM", password: House.otherPassword, name: "", client: .attacker)
    #expect(try await house.mails(to: "ada@example.com").last?.subject.contains("already") == true)
    #expect(try await house.accounts.people().count == 1)
  }

  @Test(arguments: [
    "аda@example.com",  // a Cyrillic a
    "ada@exаmple.com", "ada@example.com\u{200B}", "ａda@example.com",
    "ada@example.com\r\nBcc: all@example.com", "ada@example.com\n", "ada\u{0}@example.com",
    "<ada@example.com>", "ada@example.com,eve@example.com", "ada", "",
    String(repeating: "a", count: 1_000_000) + "@example.com",
  ])
  func `attack: look-alikes, header lines and oversized addresses are refused everywhere`(
    email: String
  ) async throws {
    let house = try House()
    let owner = try await house.owner("owner@example.com")
    let calls: [() async throws -> Void] = [
      {
        try await house.accounts.register(
          email: email, password: House.password, name: "", client: .attacker)
      },
      { _ = try await house.signIn(email) },
      { try await house.accounts.forgotPassword(email: email, client: .attacker) },
      { try await house.accounts.resendVerification(email: email, client: .attacker) },
      {
        try await house.accounts.changeEmail(owner.signedIn, to: email, client: .attacker)
      },
      {
        _ = try await house.accounts.invite(
          email, to: "acme", named: "Acme", as: .viewer, by: .person(owner.person),
          client: .attacker)
      },
    ]
    for call in calls { #expect(try await refusal(call) == .invalidAddress) }
    #expect(try await house.mailCount() == 0)
  }

  @Test(arguments: ["Ada\r\nBcc: all@example.com", "Ada\u{202E}", "Ada\u{0}", "Ada\u{2028}x"])
  func `attack: a name cannot break lines or turn text around`(name: String) async throws {
    let house = try House()
    #expect(
      try await refusal {
        try await house.accounts.register(
          email: "ada@example.com", password: House.password, name: name, client: .attacker)
      } == .invalidInput)
    let ada = try await house.person("ada@example.com")
    #expect(
      try await refusal {
        try await house.accounts.rename(ada.signedIn, to: name, client: .office)
      } == .invalidInput)
  }

  @Test func `attack: oversized passwords and names cost nothing`() async throws {
    let house = try House()
    let huge = String(repeating: "x", count: 1_000_000)
    #expect(
      try await refusal {
        try await house.accounts.register(
          email: "ada@example.com", password: huge, name: "", client: .attacker)
      } == .weakPassword)
    #expect(
      try await refusal {
        try await house.accounts.register(
          email: "ada@example.com", password: House.password, name: huge, client: .attacker)
      } == .invalidInput)
    #expect(await house.accounts.passwords.derivations == 0)
    #expect(
      try await refusal { try await house.signIn("ada@example.com", password: huge) }
        == .wrongCredentials)
  }

  @Test func `a weak password is refused before anything is counted or sent`() async throws {
    let house = try House()
    for password in ["short", "ada@example.com", "password1234", "flows-Flows-2026"] {
      #expect(
        try await refusal {
          try await house.accounts.register(
            email: "ada@example.com", password: password, name: "", client: .office)
        } == .weakPassword)
    }
    #expect(house.store.changes == 0)
  }

  @Test func `where registration is by invitation, nobody else makes an account`() async throws {
    let house = try House(registration: .invited)
    #expect(
      try await refusal {
        try await house.accounts.register(
          email: "ada@example.com", password: House.password, name: "", client: .office)
      } == .registrationClosed)
  }

  @Test func `a server without mail says so instead of promising one`() async throws {
    let house = try House(canSendMail: false)
    for call in [Accounts.forgotPassword, Accounts.resendVerification] {
      #expect(
        try await refusal { try await call(house.accounts)("ada@example.com", .office) }
          == .notAllowed)
    }
    #expect(try await house.mailCount() == 0)
  }

  @Test func `attack: nobody's mailbox is flooded, whether or not they have an account`()
    async throws
  {
    let house = try House()
    _ = try await house.person("known@example.com")
    house.clock.now += 86_400
    var sent: [Int] = []
    for email in ["known@example.com", "unknown@example.com"] {
      let before = try await house.mails(to: email).count
      for attempt in 0..<20 {
        let client = Client(address: "198.51.100.\(attempt)")
        _ = try await refusal {
          try await house.accounts.forgotPassword(email: email, client: client)
        }
      }
      sent.append(try await house.mails(to: email).count - before)
    }
    #expect(sent[0] == sent[1])
    #expect(sent[0] < 6)
  }

  @Test func `attack: one place cannot make accounts without end`() async throws {
    let house = try House()
    var refused = 0
    for number in 0..<40 {
      let code = try await refusal {
        try await house.accounts.register(
          email: "p\(number)@example.com", password: House.password, name: "", client: .attacker)
      }
      if code == .tooManyAttempts { refused += 1 }
    }
    #expect(refused >= 15)
    #expect(await house.accounts.passwords.derivations == 40 - refused)
  }

  // MARK: The link

  @Test func `attack: a verification link works once, for a day, and only the newest does`()
    async throws
  {
    let house = try House()
    try await house.accounts.register(
      email: "ada@example.com", password: House.password, name: "", client: .office)
    let first = try await house.link(to: "ada@example.com")
    try await house.accounts.resendVerification(email: "ada@example.com", client: .office)
    let second = try await house.link(to: "ada@example.com")

    func verify(_ link: String) async throws -> AccountError.Code? {
      try await refusal {
        try await house.accounts.verifyEmail(
          link, password: House.password, as: .browser, client: .office)
      }
    }
    #expect(try await verify(first) == .invalidLink)
    house.clock.now += 86_400
    #expect(try await verify(second) == .invalidLink)
    try await house.accounts.resendVerification(email: "ada@example.com", client: .office)
    let third = try await house.link(to: "ada@example.com")
    #expect(try await verify(third) == nil)
    #expect(try await verify(third) == .invalidLink)
    #expect(try await verify("") == .invalidLink)
    #expect(try await verify(String(repeating: "x", count: 1_000_000)) == .invalidLink)
  }

  @Test func `attack: a link for one purpose opens no other`() async throws {
    let house = try House()
    try await house.accounts.register(
      email: "ada@example.com", password: House.password, name: "", client: .office)
    let verify = try await house.link(to: "ada@example.com")
    try await house.accounts.forgotPassword(email: "ada@example.com", client: .office)
    let reset = try await house.link(to: "ada@example.com")

    #expect(
      try await refusal {
        try await house.accounts.resetPassword(
          verify, password: House.otherPassword, client: .attacker)
      } == .invalidLink)
    #expect(
      try await refusal {
        try await house.accounts.verifyEmail(
          reset, password: House.password, as: .browser, client: .attacker)
      } == .invalidLink)
    #expect(
      try await refusal {
        try await house.accounts.finishSignIn(
          reset, code: "000000", as: .browser, client: .attacker)
      } == .invalidLink)
    #expect(
      try await refusal { try await house.accounts.authenticate(cookie: reset) } == .noSession)
    #expect(
      try await refusal { try await house.accounts.refresh(reset, client: .attacker) }
        == .noSession)
  }
}
