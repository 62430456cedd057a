import Accounts
import Testing

/// Creating an account, and verifying its address.
struct RegisterTests {
  @Test func `a user registers, follows the link, and is signed in`() async throws {
    let fixture = try AccountsFixture()
    try await fixture.accounts.registration.register(
      email: "Ada@Example.com", password: AccountsFixture.password, name: "  Ada ", client: .office)
    let session = try await fixture.accounts.registration.verifyEmail(
      fixture.oneTimeToken(to: "ada@example.com"), password: AccountsFixture.password, as: .browser,
      client: .office
    ).session

    #expect(session.user.email == "Ada@Example.com")
    #expect(session.user.name == "Ada")
    #expect(session.user.verified == fixture.clock.now)
    #expect(
      try await fixture.accounts.sessions.authenticate(cookie: session.cookie).user
        == session.user)
    #expect(
      try await fixture.actions(of: session.user) == [
        "account.registered", "account.verified", "session.began",
      ])
  }

  @Test func `an unverified account cannot sign in, but its password sends another email`()
    async throws
  {
    let fixture = try AccountsFixture()
    try await fixture.accounts.registration.register(
      email: "ada@example.com", password: AccountsFixture.password, name: "", client: .office)

    #expect(
      try await errorCode { try await fixture.signIn("ada@example.com") } == .wrongCredentials)
    #expect(try await fixture.emails(to: "ada@example.com").count == 2, "a new link was sent")
    #expect(
      try await errorCode {
        try await fixture.signIn("ada@example.com", password: AccountsFixture.otherPassword)
      } == .wrongCredentials)
    #expect(try await fixture.emails(to: "ada@example.com").count == 2)
  }

  @Test func `attack: registering does not reveal which addresses have an account`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("known@example.com")
    var costs: [[Int]] = []
    for email in ["known@example.com", "unknown@example.com"] {
      let cost = try await fixture.cost {
        try await fixture.accounts.registration.register(
          email: email, password: AccountsFixture.otherPassword, name: "", client: .attacker)
      }
      costs.append(cost)
    }
    #expect(costs == [[1, 2, 1], [1, 2, 1]])
    _ = try await fixture.signIn("known@example.com", password: AccountsFixture.password)
  }

  /// The requests with which anyone can make the server send an email to an address.
  private static let requests: [@Sendable (AccountServices, String, Client) async throws -> Void] =
    [
      { try await $0.passwords.requestReset(email: $1, client: $2) },
      { try await $0.registration.resendVerification(email: $1, client: $2) },
    ]

  @Test func `attack: requesting emails does not reveal which addresses have an account`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("known@example.com")
    for request in Self.requests {
      var costs: [[Int]] = []
      for email in ["known@example.com", "unknown@example.com"] {
        let cost = try await fixture.cost {
          try await request(fixture.accounts, email, .attacker)
        }
        costs.append(cost)
      }
      #expect(costs == [[0, 2, 1], [0, 2, 1]])
    }
  }

  @Test func `attack: a disabled account does not become enabled by registering again`()
    async throws
  {
    let fixture = try AccountsFixture()
    func register(_ password: String) async throws {
      try await fixture.accounts.registration.register(
        email: "eve@example.com", password: password, name: "Eve", client: .attacker)
    }
    try await register(AccountsFixture.password)
    let eve = try await fixture.accounts.administration.user("eve@example.com")
    try await fixture.accounts.administration.disable(eve.id, by: .operator("test"))
    let cost = try await fixture.cost { try await register(AccountsFixture.otherPassword) }

    #expect(cost == [1, 2, 1], "as for every address")
    #expect(
      try await fixture.emails(to: "eve@example.com").last?.subject.contains("already") == true)
    #expect(try await fixture.accounts.administration.user(eve.id).disabled != nil)
    #expect(
      try await errorCode {
        try await fixture.signIn("eve@example.com", password: AccountsFixture.otherPassword)
      } == .wrongCredentials)
    #expect(
      try await errorCode { try await fixture.signIn("eve@example.com") } == .wrongCredentials,
      "anyone may have registered it")
  }

  @Test func `addresses that differ in case are one account`() async throws {
    let fixture = try AccountsFixture()
    let ada = try await fixture.user("Ada@Example.com")

    #expect(try await fixture.signIn("aDA@eXAMPLE.COM").user.id == ada.user.id)
    try await fixture.accounts.registration.register(
      email: "ADA@EXAMPLE.COM", password: AccountsFixture.otherPassword, name: "", client: .attacker
    )
    #expect(
      try await fixture.emails(to: "ada@example.com").last?.subject.contains("already") == true)
    #expect(try await fixture.accounts.administration.users().count == 1)
  }

  @Test(arguments: [
    "аda@example.com",  // a Cyrillic a
    "ada@exаmple.com", "ada@example.com\u{200B}", "ａda@example.com",
    "ada@example.com\r\nBcc: all@example.com", "ada@example.com\n", "ada\u{0}@example.com",
    "<ada@example.com>", "ada@example.com,eve@example.com", "ada", "",
    String(repeating: "a", count: 1_000_000) + "@example.com",
  ])
  func `attack: look-alike addresses, header lines and oversized addresses are rejected`(
    email: String
  ) async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    let calls: [() async throws -> Void] = [
      {
        try await fixture.accounts.registration.register(
          email: email, password: AccountsFixture.password, name: "", client: .attacker)
      },
      { _ = try await fixture.signIn(email) },
      { try await fixture.accounts.passwords.requestReset(email: email, client: .attacker) },
      {
        try await fixture.accounts.registration.resendVerification(email: email, client: .attacker)
      },
      {
        try await fixture.accounts.profile.requestEmailChange(
          owner.signedIn, to: email, client: .attacker)
      },
      {
        _ = try await fixture.accounts.invitations.invite(
          email, to: "acme", named: "Acme", as: .viewer, by: .user(owner.user),
          client: .attacker)
      },
    ]
    for call in calls { #expect(try await errorCode(call) == .invalidAddress) }
    #expect(try await fixture.mailCount() == 0)
  }

  @Test(arguments: ["Ada\r\nBcc: all@example.com", "Ada\u{202E}", "Ada\u{0}", "Ada\u{2028}x"])
  func `attack: a name cannot contain line breaks or bidirectional controls`(name: String)
    async throws
  {
    let fixture = try AccountsFixture()
    #expect(
      try await errorCode {
        try await fixture.accounts.registration.register(
          email: "ada@example.com", password: AccountsFixture.password, name: name,
          client: .attacker)
      } == .invalidInput)
    let ada = try await fixture.user("ada@example.com")
    #expect(
      try await errorCode {
        try await fixture.accounts.profile.rename(ada.signedIn, to: name, client: .office)
      } == .invalidInput)
  }

  @Test func `attack: oversized passwords and names are rejected before hashing`() async throws {
    let fixture = try AccountsFixture()
    let huge = String(repeating: "x", count: 1_000_000)
    #expect(
      try await errorCode {
        try await fixture.accounts.registration.register(
          email: "ada@example.com", password: huge, name: "", client: .attacker)
      } == .weakPassword)
    #expect(
      try await errorCode {
        try await fixture.accounts.registration.register(
          email: "ada@example.com", password: AccountsFixture.password, name: huge,
          client: .attacker)
      } == .invalidInput)
    #expect(await fixture.accounts.passwordHasher.derivationCount == 0)
    #expect(
      try await errorCode { try await fixture.signIn("ada@example.com", password: huge) }
        == .wrongCredentials)
  }

  @Test func `a weak password is rejected before anything is counted or sent`() async throws {
    let fixture = try AccountsFixture()
    for password in ["short", "ada@example.com", "password1234", "flows-Flows-2026"] {
      #expect(
        try await errorCode {
          try await fixture.accounts.registration.register(
            email: "ada@example.com", password: password, name: "", client: .office)
        } == .weakPassword)
    }
    #expect(fixture.store.changeCount == 0)
  }

  @Test func `with registration by invitation, no one else creates an account`() async throws {
    let fixture = try AccountsFixture(registration: .invited)
    #expect(
      try await errorCode {
        try await fixture.accounts.registration.register(
          email: "ada@example.com", password: AccountsFixture.password, name: "", client: .office)
      } == .registrationClosed)
  }

  @Test func `a server without mail rejects requests for emails`() async throws {
    let fixture = try AccountsFixture(canSendMail: false)
    for request in Self.requests {
      #expect(
        try await errorCode { try await request(fixture.accounts, "ada@example.com", .office) }
          == .notAllowed)
    }
    #expect(try await fixture.mailCount() == 0)
  }

  @Test func `attack: no mailbox is flooded, whether or not it has an account`() async throws {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("known@example.com")
    fixture.clock.now += 86_400
    var sent: [Int] = []
    for email in ["known@example.com", "unknown@example.com"] {
      let before = try await fixture.emails(to: email).count
      for attempt in 0..<20 {
        let client = Client(address: "198.51.100.\(attempt)")
        _ = try await errorCode {
          try await fixture.accounts.passwords.requestReset(email: email, client: client)
        }
      }
      sent.append(try await fixture.emails(to: email).count - before)
    }
    #expect(sent[0] == sent[1])
    #expect(sent[0] < 6)
  }

  @Test func `attack: the number of accounts from one network address is limited`() async throws {
    let fixture = try AccountsFixture()
    var rejected = 0
    for number in 0..<40 {
      let code = try await errorCode {
        try await fixture.accounts.registration.register(
          email: "p\(number)@example.com", password: AccountsFixture.password, name: "",
          client: .attacker)
      }
      if code == .tooManyAttempts { rejected += 1 }
    }
    #expect(rejected >= 15)
    #expect(await fixture.accounts.passwordHasher.derivationCount == 40 - rejected)
  }

  // MARK: The link

  @Test func `attack: only the newest verification link works, once, for a day`() async throws {
    let fixture = try AccountsFixture()
    try await fixture.accounts.registration.register(
      email: "ada@example.com", password: AccountsFixture.password, name: "", client: .office)
    let first = try await fixture.oneTimeToken(to: "ada@example.com")
    try await fixture.accounts.registration.resendVerification(
      email: "ada@example.com", client: .office)
    let second = try await fixture.oneTimeToken(to: "ada@example.com")

    func verify(_ token: String) async throws -> AccountError.Code? {
      try await errorCode {
        try await fixture.accounts.registration.verifyEmail(
          token, password: AccountsFixture.password, as: .browser, client: .office)
      }
    }
    #expect(try await verify(first) == .invalidLink)
    fixture.clock.now += 86_400
    #expect(try await verify(second) == .invalidLink)
    try await fixture.accounts.registration.resendVerification(
      email: "ada@example.com", client: .office)
    let third = try await fixture.oneTimeToken(to: "ada@example.com")
    #expect(try await verify(third) == nil)
    #expect(try await verify(third) == .invalidLink)
    #expect(try await verify("") == .invalidLink)
    #expect(try await verify(String(repeating: "x", count: 1_000_000)) == .invalidLink)
  }

  @Test func `attack: a link for one purpose does not work for another`() async throws {
    let fixture = try AccountsFixture()
    try await fixture.accounts.registration.register(
      email: "ada@example.com", password: AccountsFixture.password, name: "", client: .office)
    let verify = try await fixture.oneTimeToken(to: "ada@example.com")
    try await fixture.accounts.passwords.requestReset(email: "ada@example.com", client: .office)
    let reset = try await fixture.oneTimeToken(to: "ada@example.com")

    #expect(
      try await errorCode {
        try await fixture.accounts.passwords.reset(
          verify, password: AccountsFixture.otherPassword, client: .attacker)
      } == .invalidLink)
    #expect(
      try await errorCode {
        try await fixture.accounts.registration.verifyEmail(
          reset, password: AccountsFixture.password, as: .browser, client: .attacker)
      } == .invalidLink)
    #expect(
      try await errorCode {
        try await fixture.accounts.authentication.finishSignIn(
          reset, code: "000000", as: .browser, client: .attacker)
      } == .invalidLink)
    #expect(
      try await errorCode { try await fixture.accounts.sessions.authenticate(cookie: reset) }
        == .noSession)
    #expect(
      try await errorCode { try await fixture.accounts.sessions.refresh(reset, client: .attacker) }
        == .noSession)
  }
}
