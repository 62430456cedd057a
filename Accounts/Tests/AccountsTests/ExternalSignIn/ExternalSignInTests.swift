import Accounts
import AccountsSQLite
import Foundation
import GRDB
import Testing

struct ExternalSignInTests {
  @Test func `a user signs in at a provider and is redirected back`() async throws {
    let fixture = try ExternalSignInFixture()
    let trip = try await fixture.go(returnTo: "/apps?id=1")
    try fixture.signIn(trip)
    let outcome = try await fixture.followCallback(trip)
    #expect(outcome.returnTo.text == "/apps?id=1")
    let session = try #require(outcome.step).session
    #expect(session.user.email == "ada@example.com")
    let cookie = try session.cookie
    #expect(
      try await fixture.accounts.sessions.authenticate(cookie: cookie).user.id
        == session.user.id)
  }

  @Test func `the same subject is the same user, whatever its current address`() async throws {
    let fixture = try ExternalSignInFixture()
    let first = try await fixture.arrive()
    let later = try await fixture.arrive(email: "lovelace@example.com")
    #expect(first.user.id == later.user.id)
  }

  @Test func `the same subject at another issuer is another user`() async throws {
    let fixture = try ExternalSignInFixture()
    let ada = try await fixture.arrive()
    let trip = try await fixture.go(to: "second")
    try fixture.signIn(trip, at: "second", as: "ada", email: "mallory@example.com")
    let other = try #require(try await fixture.followCallback(trip, from: "second").step).session
    #expect(other.user.id != ada.user.id)
  }

  // MARK: The state

  @Test func `a state works once`() async throws {
    let fixture = try ExternalSignInFixture()
    let trip = try await fixture.go()
    try fixture.signIn(trip)
    _ = try await fixture.followCallback(trip)
    #expect(try await fixture.log.loggedReason { try await fixture.followCallback(trip) } == .state)
    #expect(fixture.fetcher.asked("https://first.example/token").count == 1)
  }

  @Test func `of two concurrent callbacks with one state, one succeeds`() async throws {
    let fixture = try ExternalSignInFixture()
    let trip = try await fixture.go()
    try fixture.signIn(trip)
    let arrived = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { (try? await fixture.followCallback(trip)) != nil } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(arrived == 1)
    #expect(fixture.fetcher.asked("https://first.example/token").count == 1)
  }

  @Test func `a state is valid for ten minutes`() async throws {
    let fixture = try ExternalSignInFixture()
    let trip = try await fixture.go()
    fixture.fixture.clock.now += 600
    try fixture.signIn(trip)
    #expect(try await fixture.log.loggedReason { try await fixture.followCallback(trip) } == .state)
    #expect(fixture.fetcher.asked("https://first.example/token").isEmpty)
  }

  @Test func `attack: a state from before the clock was set back is not valid for longer`()
    async throws
  {
    let fixture = try ExternalSignInFixture()
    fixture.fixture.clock.now += 3600
    let trip = try await fixture.go()
    fixture.fixture.clock.now -= 3600
    try fixture.signIn(trip)
    #expect(try await fixture.log.loggedReason { try await fixture.followCallback(trip) } == .state)
    #expect(fixture.fetcher.asked("https://first.example/token").isEmpty)
  }

  @Test func `a state that an attacker requested signs no one else in`() async throws {
    let fixture = try ExternalSignInFixture()
    for browser in [
      ExternalSignInFixture.browser, "", String(ExternalSignInFixture.otherBrowser.dropLast()),
    ] {
      let trip = try await fixture.go(browser: ExternalSignInFixture.otherBrowser)
      try fixture.signIn(trip, as: "mallory", email: "mallory@example.com")
      #expect(
        try await fixture.log.loggedReason {
          try await fixture.followCallback(trip, browser: browser)
        }
          == .browser)
    }
    #expect(fixture.fetcher.asked("https://first.example/token").isEmpty)
  }

  @Test func `a browser without a secret cannot begin`() async throws {
    let fixture = try ExternalSignInFixture()
    #expect(try await refusal { try await fixture.go(browser: "") } == .externalSignIn)
    #expect(try await refusal { try await fixture.go(browser: "short") } == .externalSignIn)
  }

  @Test func `an unknown state is rejected`() async throws {
    let fixture = try ExternalSignInFixture()
    let state = String(repeating: "a", count: 43)
    for state in ["", "a", state, state + "a", String(repeating: "é", count: 43)] {
      let trip = ExternalSignInFixture.Trip(state: state, nonce: "")
      #expect(
        try await fixture.log.loggedReason { try await fixture.followCallback(trip) } == .state)
    }
    let missing = try await fixture.log.loggedReason {
      try await fixture.accounts.externalSignIn.finish(
        "first", parameters: ["code": "c"], binding: ExternalSignInFixture.browser, client: .office)
    }
    #expect(missing == .state)
  }

  @Test func `a link of another kind is not a state`() async throws {
    let fixture = try ExternalSignInFixture()
    let secret = SecretToken()
    let link = OneTimeLink(
      hash: secret.hash, purpose: .resetPassword, user: nil, created: fixture.fixture.clock.now,
      expires: fixture.fixture.clock.now + 600)
    try await fixture.fixture.store.change { try $0.put(link) }
    let trip = ExternalSignInFixture.Trip(state: secret.text, nonce: "")
    #expect(try await fixture.log.loggedReason { try await fixture.followCallback(trip) } == .state)
    #expect(try await fixture.fixture.store.read { try $0.link(secret.hash) } == link)
  }

  @Test func `a pending request is stored encrypted`() async throws {
    let fixture = try ExternalSignInFixture()
    let trip = try await fixture.go(invitation: "an-invitation")
    let hash = try #require(SecretToken(trip.state)).hash
    let link = try #require(try await fixture.fixture.store.read { try $0.link(hash) })
    let bytes = try #require(ByteEncoding.bytes(base64URL: link.payload))
    let text = String(decoding: bytes, as: UTF8.self)
    for secret in [trip.nonce, "an-invitation", "verifier", ExternalSignInFixture.browser, "/apps"]
    {
      #expect(!text.contains(secret) && !link.payload.contains(secret))
    }
  }

  // MARK: Mix-up

  @Test func `a code of one issuer is not sent to another`() async throws {
    let fixture = try ExternalSignInFixture()
    let trip = try await fixture.go(to: "first")
    try fixture.signIn(trip, at: "first")
    try fixture.signIn(trip, at: "second")
    let mixed = try await fixture.log.loggedReason {
      try await fixture.followCallback(trip, from: "second")
    }
    #expect(mixed == .issuer)
    #expect(fixture.fetcher.asked("https://first.example/token").isEmpty)
    #expect(fixture.fetcher.asked("https://second.example/token").isEmpty)
  }

  @Test func `a response with another issuer is not accepted`() async throws {
    let fixture = try ExternalSignInFixture()
    let trip = try await fixture.go()
    try fixture.signIn(trip)
    let mixed = try await fixture.log.loggedReason {
      try await fixture.followCallback(trip, more: ["iss": "https://second.example"])
    }
    #expect(mixed == .issuer)
    #expect(fixture.fetcher.asked("https://first.example/token").isEmpty)
  }

  @Test func `a token for another browser's request signs no one in`() async throws {
    let fixture = try ExternalSignInFixture()
    let trip = try await fixture.go()
    let other = try await fixture.go(browser: ExternalSignInFixture.otherBrowser)
    try fixture.signIn(other, as: "mallory")
    #expect(try await fixture.log.loggedReason { try await fixture.followCallback(trip) } == .nonce)
  }

  @Test func `the log has the reason and no secret`() async throws {
    let fixture = try ExternalSignInFixture()
    let trip = try await fixture.go(invitation: "an-invitation")
    try fixture.signIn(ExternalSignInFixture.Trip(state: trip.state, nonce: "another"))
    _ = try await fixture.log.loggedReason {
      try await fixture.followCallback(trip, more: ["code": "the-code"])
    }
    let token = try fixture.appToken(["nonce": "the-app's-nonce"])
    _ = try await fixture.log.loggedReason {
      try await fixture.accounts.externalSignIn.exchange(
        "first", idToken: token, nonce: "x", client: .office)
    }
    let log = fixture.log.lines.joined()
    #expect(fixture.log.lines.count == 2)
    for secret in [trip.state, trip.nonce, "an-invitation", "the-code", token, "the-app's-nonce"] {
      #expect(!log.contains(secret))
    }
  }

  @Test func `a forged response is in the event log`() async throws {
    let fixture = try ExternalSignInFixture()
    let file = try SQLiteAccountsFile(inMemory: ())
    let accounts = fixture.accounts(on: SQLiteAccounts(file))
    for (error, reasons) in [("", ["nonce"]), ("access_denied", ["nonce"])] {
      let address = try await accounts.externalSignIn.begin(
        "first", returnTo: "/", client: .attacker, binding: ExternalSignInFixture.browser)
      let items = try #require(URLComponents(string: address)?.queryItems)
      let state = try #require(items.first { $0.name == "state" }?.value)
      try fixture.signIn(ExternalSignInFixture.Trip(state: state, nonce: "another"))
      var parameters = ["state": state, "code": "c"]
      if !error.isEmpty { parameters["error"] = error }
      let refused = try await refusal {
        try await accounts.externalSignIn.finish(
          "first", parameters: parameters, binding: ExternalSignInFixture.browser, client: .attacker
        )
      }
      #expect(refused == .externalSignIn)
      let details = try await file.read {
        try String.fetchAll($0, sql: "SELECT detail FROM security_event")
      }
      // A user who merely cancels leaves no trace.
      #expect(
        details.map { StrictJSON(Array($0.utf8))?["reason"]?.text } == reasons)
    }
  }

  // MARK: Redirects

  @Test(arguments: [
    "https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)",
    "/\r\nLocation: https://evil.example", "/..//evil.example", "",
  ])
  func `no one is redirected to another site after signing in`(returnTo: String) async throws {
    let fixture = try ExternalSignInFixture()
    let trip = try await fixture.go(returnTo: returnTo)
    try fixture.signIn(trip)
    #expect(try await fixture.followCallback(trip).returnTo == .root)
  }

  @Test func `an unconfigured provider is not found`() async throws {
    let fixture = try ExternalSignInFixture()
    for name in ["third", "", "FIRST", "first/.."] {
      #expect(try await refusal { try await fixture.go(to: name) } == .notFound)
    }
  }

  @Test func `an unreachable provider is reported, and leaves no state`() async throws {
    let fixture = try ExternalSignInFixture()
    fixture.fetcher.respond("https://first.example/.well-known/openid-configuration") {
      (_) throws(FetchFailure) in throw FetchFailure("down")
    }
    let error = await #expect(throws: AccountError.self) { try await fixture.go() }
    #expect(error?.code == .externalSignIn)
    #expect(error?.message.hasPrefix("First cannot be reached") == true)
  }

  // MARK: Identity

  @Test func `an unverified address neither finds nor creates an account`() async throws {
    let fixture = try ExternalSignInFixture()
    _ = try await fixture.fixture.user("ada@example.com")
    for email in ["ada@example.com", "new@example.com"] {
      let trip = try await fixture.go()
      try fixture.signIn(trip, as: "mallory", email: email, isVerified: false)
      #expect(try await refusal { try await fixture.followCallback(trip) } == .noVerifiedAddress)
    }
  }

  @Test func `without an invitation, no account is created where one is required`() async throws {
    let fixture = try ExternalSignInFixture(registration: .invited)
    #expect(try await refusal { try await fixture.arrive() } == .registrationClosed)
  }

  // MARK: Attacks

  @Test func `attack: authorization requests from one network are limited, answered ones are not`()
    async throws
  {
    let fixture = try ExternalSignInFixture()
    for _ in 0..<300 { _ = try await fixture.go(client: .attacker) }
    #expect(try await refusal { try await fixture.go(client: .attacker) } == .tooManyAttempts)
    // Others are not affected, and whoever completes a sign-in is not counted.
    for _ in 0..<301 { _ = try await fixture.arrive() }
  }

  @Test func `attack: callbacks that the provider does not vouch for are limited, too`()
    async throws
  {
    let fixture = try ExternalSignInFixture()
    for _ in 0..<300 {
      let trip = try await fixture.go()
      let rejected = try await refusal {
        try await fixture.followCallback(trip, more: ["iss": "https://second.example"])
      }
      #expect(rejected == .externalSignIn)
    }
    #expect(try await refusal { try await fixture.go() } == .tooManyAttempts)
  }

  @Test func `attack: an address that someone else has got opens no linked account`() async throws {
    let fixture = try ExternalSignInFixture()
    let ada = try await fixture.arrive(as: "ada")
    #expect(
      try await refusal { try await fixture.arrive(as: "the address's next owner") }
        == .addressTaken)
    #expect(try await fixture.arrive(as: "ada").user.id == ada.user.id)
  }
}
