import Accounts
import AccountsSQLite
import Foundation
import GRDB
import Testing

struct ExternalSignInTests {
  @Test func `a person signs in elsewhere and is led back`() async throws {
    let house = try ExternalHouse()
    let trip = try await house.go(returnTo: "/apps?id=1")
    try house.signIn(trip)
    let outcome = try await house.comeBack(trip)
    #expect(outcome.returnTo.text == "/apps?id=1")
    let session = try #require(outcome.step).session
    #expect(session.person.email == "ada@example.com")
    let cookie = try session.cookie
    #expect(try await house.accounts.authenticate(cookie: cookie).person.id == session.person.id)
  }

  @Test func `the same subject is the same person, whatever address it has later`() async throws {
    let house = try ExternalHouse()
    let first = try await house.arrive()
    let later = try await house.arrive(email: "lovelace@example.com")
    #expect(first.person.id == later.person.id)
  }

  @Test func `another issuer's same subject is somebody else`() async throws {
    let house = try ExternalHouse()
    let ada = try await house.arrive()
    let trip = try await house.go(to: "second")
    try house.signIn(trip, at: "second", as: "ada", email: "mallory@example.com")
    let other = try #require(try await house.comeBack(trip, from: "second").step).session
    #expect(other.person.id != ada.person.id)
  }

  // MARK: The state

  @Test func `a state works once`() async throws {
    let house = try ExternalHouse()
    let trip = try await house.go()
    try house.signIn(trip)
    _ = try await house.comeBack(trip)
    #expect(try await house.log.fault { try await house.comeBack(trip) } == .state)
    #expect(house.fetcher.asked("https://first.example/token").count == 1)
  }

  @Test func `of two that come back with one state at once, one is let in`() async throws {
    let house = try ExternalHouse()
    let trip = try await house.go()
    try house.signIn(trip)
    let arrived = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { (try? await house.comeBack(trip)) != nil } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(arrived == 1)
    #expect(house.fetcher.asked("https://first.example/token").count == 1)
  }

  @Test func `a state works for ten minutes`() async throws {
    let house = try ExternalHouse()
    let trip = try await house.go()
    house.house.clock.now += 600
    try house.signIn(trip)
    #expect(try await house.log.fault { try await house.comeBack(trip) } == .state)
    #expect(house.fetcher.asked("https://first.example/token").isEmpty)
  }

  @Test func `a state that an attacker began signs nobody else in`() async throws {
    let house = try ExternalHouse()
    for browser in [ExternalHouse.browser, "", String(ExternalHouse.otherBrowser.dropLast())] {
      let trip = try await house.go(browser: ExternalHouse.otherBrowser)
      try house.signIn(trip, as: "mallory", email: "mallory@example.com")
      #expect(
        try await house.log.fault { try await house.comeBack(trip, browser: browser) } == .browser)
    }
    #expect(house.fetcher.asked("https://first.example/token").isEmpty)
  }

  @Test func `a browser without a secret cannot begin`() async throws {
    let house = try ExternalHouse()
    #expect(try await refusal { try await house.go(browser: "") } == .externalSignIn)
    #expect(try await refusal { try await house.go(browser: "short") } == .externalSignIn)
  }

  @Test func `a state that is none of ours is refused`() async throws {
    let house = try ExternalHouse()
    let state = String(repeating: "a", count: 43)
    for state in ["", "a", state, state + "a", String(repeating: "é", count: 43)] {
      let trip = ExternalHouse.Trip(state: state, nonce: "")
      #expect(try await house.log.fault { try await house.comeBack(trip) } == .state)
    }
    let missing = try await house.log.fault {
      try await house.accounts.finishExternalSignIn(
        "first", parameters: ["code": "c"], binding: ExternalHouse.browser, client: .office)
    }
    #expect(missing == .state)
  }

  @Test func `a link of another kind is no state`() async throws {
    let house = try ExternalHouse()
    let secret = SecretText()
    let link = OneTimeLink(
      hash: secret.hash, purpose: .resetPassword, person: nil, created: house.house.clock.now,
      expires: house.house.clock.now + 600)
    try await house.house.store.change { try $0.put(link) }
    let trip = ExternalHouse.Trip(state: secret.text, nonce: "")
    #expect(try await house.log.fault { try await house.comeBack(trip) } == .state)
    #expect(try await house.house.store.read { try $0.link(secret.hash) } == link)
  }

  @Test func `what waits for a browser is kept sealed`() async throws {
    let house = try ExternalHouse()
    let trip = try await house.go(invitation: "an-invitation")
    let hash = try #require(SecretText(trip.state)).hash
    let link = try #require(try await house.house.store.read { try $0.link(hash) })
    let bytes = try #require(BytesText.bytes(base64URL: link.payload))
    let text = String(decoding: bytes, as: UTF8.self)
    for secret in [trip.nonce, "an-invitation", "verifier", ExternalHouse.browser, "/apps"] {
      #expect(!text.contains(secret) && !link.payload.contains(secret))
    }
  }

  // MARK: Mix-up

  @Test func `a code of one issuer is not taken to another`() async throws {
    let house = try ExternalHouse()
    let trip = try await house.go(to: "first")
    try house.signIn(trip, at: "first")
    try house.signIn(trip, at: "second")
    let mixed = try await house.log.fault { try await house.comeBack(trip, from: "second") }
    #expect(mixed == .issuer)
    #expect(house.fetcher.asked("https://first.example/token").isEmpty)
    #expect(house.fetcher.asked("https://second.example/token").isEmpty)
  }

  @Test func `an answer in another issuer's name is not taken`() async throws {
    let house = try ExternalHouse()
    let trip = try await house.go()
    try house.signIn(trip)
    let mixed = try await house.log.fault {
      try await house.comeBack(trip, more: ["iss": "https://second.example"])
    }
    #expect(mixed == .issuer)
    #expect(house.fetcher.asked("https://first.example/token").isEmpty)
  }

  @Test func `a token that answers another browser's request signs nobody in`() async throws {
    let house = try ExternalHouse()
    let trip = try await house.go()
    let other = try await house.go(browser: ExternalHouse.otherBrowser)
    try house.signIn(other, as: "mallory")
    #expect(try await house.log.fault { try await house.comeBack(trip) } == .nonce)
  }

  @Test func `the log says why, and holds no secret`() async throws {
    let house = try ExternalHouse()
    let trip = try await house.go(invitation: "an-invitation")
    try house.signIn(ExternalHouse.Trip(state: trip.state, nonce: "another"))
    _ = try await house.log.fault { try await house.comeBack(trip, more: ["code": "the-code"]) }
    let token = try house.appToken(["nonce": "the-app's-nonce"])
    _ = try await house.log.fault {
      try await house.accounts.exchange("first", idToken: token, nonce: "x", client: .office)
    }
    let said = house.log.lines.joined()
    #expect(house.log.lines.count == 2)
    for secret in [trip.state, trip.nonce, "an-invitation", "the-code", token, "the-app's-nonce"] {
      #expect(!said.contains(secret))
    }
  }

  @Test func `an answer that somebody forged stands in the log of events`() async throws {
    let house = try ExternalHouse()
    let file = try SQLiteAccountsFile(inMemory: ())
    let accounts = house.accounts(on: SQLiteAccounts(file))
    for (error, reasons) in [("", ["nonce"]), ("access_denied", ["nonce"])] {
      let address = try await accounts.beginExternalSignIn(
        "first", returnTo: "/", binding: ExternalHouse.browser)
      let items = try #require(URLComponents(string: address)?.queryItems)
      let state = try #require(items.first { $0.name == "state" }?.value)
      try house.signIn(ExternalHouse.Trip(state: state, nonce: "another"))
      var parameters = ["state": state, "code": "c"]
      if !error.isEmpty { parameters["error"] = error }
      let refused = try await refusal {
        try await accounts.finishExternalSignIn(
          "first", parameters: parameters, binding: ExternalHouse.browser, client: .attacker)
      }
      #expect(refused == .externalSignIn)
      let details = try await file.read {
        try String.fetchAll($0, sql: "SELECT detail FROM security_event")
      }
      // Who only changed their mind leaves no trace.
      #expect(
        details.map { StrictJSON(Array($0.utf8))?["reason"]?.text } == reasons)
    }
  }

  // MARK: Where to go

  @Test(arguments: [
    "https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)",
    "/\r\nLocation: https://evil.example", "/..//evil.example", "",
  ])
  func `nobody is led to another site after signing in`(returnTo: String) async throws {
    let house = try ExternalHouse()
    let trip = try await house.go(returnTo: returnTo)
    try house.signIn(trip)
    #expect(try await house.comeBack(trip).returnTo == .root)
  }

  @Test func `a service that is not set up is not found`() async throws {
    let house = try ExternalHouse()
    for name in ["third", "", "FIRST", "first/.."] {
      #expect(try await refusal { try await house.go(to: name) } == .notFound)
    }
  }

  @Test func `a service that is down gives a sentence, and no state is left`() async throws {
    let house = try ExternalHouse()
    house.fetcher.answer("https://first.example/.well-known/openid-configuration") {
      (_) throws(FetchFailure) in throw FetchFailure("down")
    }
    let error = await #expect(throws: AccountError.self) { try await house.go() }
    #expect(error?.code == .externalSignIn)
    #expect(error?.message.hasPrefix("First cannot be reached") == true)
  }

  // MARK: Who it is

  @Test func `an address that is not verified finds nobody and makes nobody`() async throws {
    let house = try ExternalHouse()
    _ = try await house.house.person("ada@example.com")
    for email in ["ada@example.com", "new@example.com"] {
      let trip = try await house.go()
      try house.signIn(trip, as: "mallory", email: email, isVerified: false)
      #expect(try await refusal { try await house.comeBack(trip) } == .noVerifiedAddress)
    }
  }

  @Test func `who is not invited makes no account where that is needed`() async throws {
    let house = try ExternalHouse(registration: .invited)
    #expect(try await refusal { try await house.arrive() } == .registrationClosed)
  }
}
