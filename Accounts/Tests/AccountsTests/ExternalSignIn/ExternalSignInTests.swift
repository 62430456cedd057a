import Accounts
import AccountsSQLite
import Foundation
import GRDB
import Testing

struct ExternalSignInTests {
  @Test func `a user signs in at a provider and is redirected back`() async throws {
    let fixture = try ExternalSignInFixture()
    let attempt = try await fixture.begin(returnTo: "/apps?id=1")
    try fixture.signIn(attempt)
    let outcome = try await fixture.followCallback(attempt)
    #expect(outcome.returnTo.string == "/apps?id=1")
    let session = try #require(outcome.signInResult).session
    #expect(session.user.email == "ada@example.com")
    let cookie = try session.cookie
    #expect(
      try await fixture.accounts.sessions.authenticate(cookie: cookie).user.id
        == session.user.id)
  }

  @Test func `the same subject is the same user, whatever its current address`() async throws {
    let fixture = try ExternalSignInFixture()
    let first = try await fixture.completeSignIn()
    let later = try await fixture.completeSignIn(email: "lovelace@example.com")
    #expect(first.user.id == later.user.id)
  }

  @Test func `the same subject at another issuer is another user`() async throws {
    let fixture = try ExternalSignInFixture()
    let ada = try await fixture.completeSignIn()
    let attempt = try await fixture.begin(to: "second")
    try fixture.signIn(attempt, at: "second", as: "ada", email: "mallory@example.com")
    let outcome = try await fixture.followCallback(attempt, from: "second")
    let other = try #require(outcome.signInResult).session
    #expect(other.user.id != ada.user.id)
  }

  // MARK: The state

  @Test func `a state works once`() async throws {
    let fixture = try ExternalSignInFixture()
    let attempt = try await fixture.begin()
    try fixture.signIn(attempt)
    _ = try await fixture.followCallback(attempt)
    #expect(
      try await fixture.log.loggedReason { try await fixture.followCallback(attempt) } == .state)
    #expect(fixture.fetcher.requests(to: "https://first.example/token").count == 1)
  }

  @Test func `of two concurrent callbacks with one state, one succeeds`() async throws {
    let fixture = try ExternalSignInFixture()
    let attempt = try await fixture.begin()
    try fixture.signIn(attempt)
    let succeeded = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { (try? await fixture.followCallback(attempt)) != nil } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(succeeded == 1)
    #expect(fixture.fetcher.requests(to: "https://first.example/token").count == 1)
  }

  @Test func `a state is valid for ten minutes`() async throws {
    let fixture = try ExternalSignInFixture()
    let valid = try await fixture.begin()
    fixture.accountsFixture.clock.now += 599
    try fixture.signIn(valid)
    _ = try await fixture.followCallback(valid)
    let expired = try await fixture.begin()
    fixture.accountsFixture.clock.now += 600
    try fixture.signIn(expired)
    #expect(
      try await fixture.log.loggedReason { try await fixture.followCallback(expired) } == .state)
    #expect(fixture.fetcher.requests(to: "https://first.example/token").count == 1)
  }

  @Test func `a state from before the clock was set back is not valid`()
    async throws
  {
    let fixture = try ExternalSignInFixture()
    fixture.accountsFixture.clock.now += 3600
    let attempt = try await fixture.begin()
    fixture.accountsFixture.clock.now -= 3600
    try fixture.signIn(attempt)
    #expect(
      try await fixture.log.loggedReason { try await fixture.followCallback(attempt) } == .state)
    #expect(fixture.fetcher.requests(to: "https://first.example/token").isEmpty)
  }

  @Test func `a state that an attacker requested signs no one else in`() async throws {
    let fixture = try ExternalSignInFixture()
    for binding in [
      ExternalSignInFixture.browserSecret, "",
      String(ExternalSignInFixture.otherBrowserSecret.dropLast()),
    ] {
      let attempt = try await fixture.begin(binding: ExternalSignInFixture.otherBrowserSecret)
      try fixture.signIn(attempt, as: "mallory", email: "mallory@example.com")
      #expect(
        try await fixture.log.loggedReason {
          try await fixture.followCallback(attempt, binding: binding)
        }
          == .browser)
    }
    #expect(fixture.fetcher.requests(to: "https://first.example/token").isEmpty)
  }

  @Test func `a browser without a secret cannot begin`() async throws {
    let fixture = try ExternalSignInFixture()
    #expect(try await errorCode { try await fixture.begin(binding: "") } == .externalSignIn)
    #expect(try await errorCode { try await fixture.begin(binding: "short") } == .externalSignIn)
  }

  @Test func `an unknown state is rejected`() async throws {
    let fixture = try ExternalSignInFixture()
    let state = String(repeating: "a", count: 43)
    for state in ["", "a", state, state + "a", String(repeating: "é", count: 43)] {
      let attempt = ExternalSignInFixture.Attempt(state: state, nonce: "")
      #expect(
        try await fixture.log.loggedReason { try await fixture.followCallback(attempt) } == .state)
    }
    let missing = try await fixture.log.loggedReason {
      try await fixture.accounts.externalSignIn.finish(
        "first", parameters: ["code": "c"], binding: ExternalSignInFixture.browserSecret,
        client: .office)
    }
    #expect(missing == .state)
  }

  @Test func `a token of another kind is not a state`() async throws {
    let fixture = try ExternalSignInFixture()
    let secret = SecretToken()
    let token = OneTimeToken(
      hash: secret.hash, purpose: .resetPassword, user: nil,
      created: fixture.accountsFixture.clock.now,
      expires: fixture.accountsFixture.clock.now + 600)
    try await fixture.accountsFixture.store.change { try $0.put(token) }
    let attempt = ExternalSignInFixture.Attempt(state: secret.string, nonce: "")
    #expect(
      try await fixture.log.loggedReason { try await fixture.followCallback(attempt) } == .state)
    #expect(
      try await fixture.accountsFixture.store.read { try $0.oneTimeToken(secret.hash) } == token)
  }

  @Test func `a pending request is stored encrypted`() async throws {
    let fixture = try ExternalSignInFixture()
    let attempt = try await fixture.begin(invitation: "an-invitation")
    let hash = try #require(SecretToken(attempt.state)).hash
    let token = try #require(
      try await fixture.accountsFixture.store.read { try $0.oneTimeToken(hash) })
    let bytes = try #require(ByteEncoding.bytes(base64URL: token.payload))
    let text = String(decoding: bytes, as: UTF8.self)
    for secret in [
      attempt.nonce, "an-invitation", "verifier", ExternalSignInFixture.browserSecret, "/apps",
    ] {
      #expect(!text.contains(secret) && !token.payload.contains(secret))
    }
  }

  // MARK: Mix-up

  @Test func `a code of one issuer is not sent to another`() async throws {
    let fixture = try ExternalSignInFixture()
    let attempt = try await fixture.begin(to: "first")
    try fixture.signIn(attempt, at: "first")
    try fixture.signIn(attempt, at: "second")
    let reason = try await fixture.log.loggedReason {
      try await fixture.followCallback(attempt, from: "second")
    }
    #expect(reason == .issuer)
    #expect(fixture.fetcher.requests(to: "https://first.example/token").isEmpty)
    #expect(fixture.fetcher.requests(to: "https://second.example/token").isEmpty)
  }

  @Test func `a response with another issuer is not accepted`() async throws {
    let fixture = try ExternalSignInFixture()
    let attempt = try await fixture.begin()
    try fixture.signIn(attempt)
    let reason = try await fixture.log.loggedReason {
      try await fixture.followCallback(attempt, more: ["iss": "https://second.example"])
    }
    #expect(reason == .issuer)
    #expect(fixture.fetcher.requests(to: "https://first.example/token").isEmpty)
  }

  @Test func `a token for another browser's request signs no one in`() async throws {
    let fixture = try ExternalSignInFixture()
    let attempt = try await fixture.begin()
    let other = try await fixture.begin(binding: ExternalSignInFixture.otherBrowserSecret)
    try fixture.signIn(other, as: "mallory")
    #expect(
      try await fixture.log.loggedReason { try await fixture.followCallback(attempt) } == .nonce)
  }

  @Test func `the log has the reason and no secret`() async throws {
    let fixture = try ExternalSignInFixture()
    let attempt = try await fixture.begin(invitation: "an-invitation")
    try fixture.signIn(ExternalSignInFixture.Attempt(state: attempt.state, nonce: "another"))
    let forged = try await fixture.log.loggedReason {
      try await fixture.followCallback(attempt, more: ["code": "the-code"])
    }
    let token = try fixture.appToken(["nonce": "the-app's-nonce"])
    let unrelated = try await fixture.log.loggedReason {
      try await fixture.accounts.externalSignIn.exchange(
        "first", idToken: token, nonce: "x", client: .office)
    }
    #expect(forged == .nonce && unrelated == .nonce)
    let log = fixture.log.lines.joined()
    #expect(fixture.log.lines.count == 2)
    for secret in [
      attempt.state, attempt.nonce, "an-invitation", "the-code", token, "the-app's-nonce",
    ] {
      #expect(!log.contains(secret))
    }
  }

  @Test func `a forged response is in the event log, a cancelled sign-in is not`() async throws {
    let fixture = try ExternalSignInFixture()
    let file = try SQLiteAccountsFile.inMemory()
    let accounts = fixture.accounts(on: SQLiteAccounts(file))
    for (error, reasons) in [("", ["nonce"]), ("access_denied", ["nonce"])] {
      let url = try await accounts.externalSignIn.begin(
        "first", returnTo: "/", client: .attacker, binding: ExternalSignInFixture.browserSecret)
      let items = try #require(URLComponents(string: url)?.queryItems)
      let state = try #require(items.first { $0.name == "state" }?.value)
      try fixture.signIn(ExternalSignInFixture.Attempt(state: state, nonce: "another"))
      var parameters = ["state": state, "code": "c"]
      if !error.isEmpty { parameters["error"] = error }
      let code = try await errorCode {
        try await accounts.externalSignIn.finish(
          "first", parameters: parameters, binding: ExternalSignInFixture.browserSecret,
          client: .attacker
        )
      }
      #expect(code == .externalSignIn)
      let details = try await file.read {
        try String.fetchAll($0, sql: "SELECT detail FROM security_event")
      }
      // The second response, by a user who cancels, adds no event.
      #expect(
        details.map { StrictJSON(Array($0.utf8))?["reason"]?.string } == reasons)
    }
  }

  // MARK: Redirects

  @Test(arguments: [
    "https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)",
    "/\r\nLocation: https://evil.example", "/..//evil.example", "",
  ])
  func `no one is redirected to another site after signing in`(returnTo: String) async throws {
    let fixture = try ExternalSignInFixture()
    let attempt = try await fixture.begin(returnTo: returnTo)
    try fixture.signIn(attempt)
    #expect(try await fixture.followCallback(attempt).returnTo == .root)
  }

  @Test func `an unconfigured provider is not found`() async throws {
    let fixture = try ExternalSignInFixture()
    for name in ["third", "", "FIRST", "first/.."] {
      #expect(try await errorCode { try await fixture.begin(to: name) } == .notFound)
    }
  }

  @Test func `an unreachable provider is reported, and leaves no state`() async throws {
    let fixture = try ExternalSignInFixture()
    fixture.fetcher.respond("https://first.example/.well-known/openid-configuration") {
      (_) throws(FetchFailure) in throw FetchFailure("down")
    }
    let error = await #expect(throws: AccountError.self) { try await fixture.begin() }
    #expect(error?.code == .externalSignIn)
    #expect(error?.message.hasPrefix("First cannot be reached") == true)
    #expect(
      try await fixture.accountsFixture.store.read { try $0.oneTimeTokens(for: .externalSignIn) }
        .isEmpty)
  }

  // MARK: Identity

  @Test func `an unverified address neither finds nor creates an account`() async throws {
    let fixture = try ExternalSignInFixture()
    _ = try await fixture.accountsFixture.user("ada@example.com")
    for email in ["ada@example.com", "new@example.com"] {
      let attempt = try await fixture.begin()
      try fixture.signIn(attempt, as: "mallory", email: email, isVerified: false)
      #expect(
        try await errorCode { try await fixture.followCallback(attempt) } == .noVerifiedAddress)
    }
  }

  @Test func `without an invitation, no account is created where one is required`() async throws {
    let fixture = try ExternalSignInFixture(registration: .invited)
    #expect(try await errorCode { try await fixture.completeSignIn() } == .registrationClosed)
  }

  // MARK: Attacks

  @Test func `attack: authorization requests from one network are limited, completed ones are not`()
    async throws
  {
    let fixture = try ExternalSignInFixture()
    for _ in 0..<300 { _ = try await fixture.begin(client: .attacker) }
    #expect(try await errorCode { try await fixture.begin(client: .attacker) } == .tooManyAttempts)
    // Others are not affected, and whoever completes a sign-in is not counted.
    for _ in 0..<301 { _ = try await fixture.completeSignIn() }
  }

  @Test func `attack: requests that the provider answers with 500 are limited, with their log`()
    async throws
  {
    let fixture = try ExternalSignInFixture()
    let metadata = "https://first.example/.well-known/openid-configuration"
    fixture.fetcher.respond(metadata, "", status: 500)
    for _ in 0..<300 {
      #expect(try await errorCode { try await fixture.begin(client: .attacker) } == .externalSignIn)
    }
    #expect(fixture.log.lines.count == 300)
    #expect(try await errorCode { try await fixture.begin(client: .attacker) } == .tooManyAttempts)
    #expect(fixture.log.lines.count == 300, "a request over the limit is not logged")
  }

  @Test func `attack: failed callbacks count towards the limit of authorization requests`()
    async throws
  {
    let fixture = try ExternalSignInFixture()
    for _ in 0..<300 {
      let attempt = try await fixture.begin()
      let rejected = try await errorCode {
        try await fixture.followCallback(attempt, more: ["iss": "https://second.example"])
      }
      #expect(rejected == .externalSignIn)
    }
    #expect(try await errorCode { try await fixture.begin() } == .tooManyAttempts)
  }

  @Test func `attack: the next owner of an address does not get the account linked to it`()
    async throws
  {
    let fixture = try ExternalSignInFixture()
    let ada = try await fixture.completeSignIn(as: "ada")
    #expect(
      try await errorCode { try await fixture.completeSignIn(as: "the address's next owner") }
        == .addressTaken)
    #expect(try await fixture.completeSignIn(as: "ada").user.id == ada.user.id)
  }
}
