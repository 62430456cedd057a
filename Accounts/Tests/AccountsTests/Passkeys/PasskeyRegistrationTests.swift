import Accounts
import AccountsSQLite
import Foundation
import Testing

@Suite struct PasskeyRegistrationTests {
  private let fixture: AccountsFixture

  init() throws { fixture = try AccountsFixture() }

  @Test func `a user registers a passkey and is notified by email`() async throws {
    var ada = try await fixture.user("ada@example.com")

    let device = try await fixture.registerDevice(in: &ada, count: 3, flags: 0x0D, name: " Phone ")

    let passkeys = try await fixture.accounts.passkeys.list(of: ada.signedIn)
    #expect(passkeys.count == 1)
    let passkey = try #require(passkeys.first)
    #expect(passkey == device.passkey(of: ada.user.id, count: 3, created: fixture.clock.now))
    #expect(try await fixture.actions(of: ada.user).last == "factor.passkey-added")
    let mail = try #require(try await fixture.emails(to: "ada@example.com").last)
    #expect(mail.text.contains("Phone"))
  }

  @Test func `the challenge has the members that browsers need`() async throws {
    var ada = try await fixture.user("ada@example.com")
    let device = try await fixture.registerDevice(in: &ada)

    let challenge = try await fixture.accounts.passkeys.beginRegistration(ada.signedIn)

    var options = try #require(
      try JSONSerialization.jsonObject(with: Data(challenge.options.utf8)) as? [String: Any])
    let encoded = try #require(options.removeValue(forKey: "challenge") as? String)
    #expect(ByteEncoding.bytes(base64URL: encoded)?.count == 32)
    let expected = """
      {"attestation":"none",
       "authenticatorSelection":{"requireResidentKey":true,"residentKey":"required",
         "userVerification":"required"},
       "excludeCredentials":[
         {"id":"\(ByteEncoding.base64URL(device.credential))","type":"public-key"}],
       "pubKeyCredParams":[{"alg":-7,"type":"public-key"},{"alg":-8,"type":"public-key"},
         {"alg":-257,"type":"public-key"}],
       "rp":{"id":"flows.example","name":"Flows"},
       "timeout":300000,
       "user":{"displayName":"ada@example.com",
         "id":"\(ByteEncoding.base64URL(Array(ada.user.id.utf8)))","name":"ada@example.com"}}
      """
    #expect(
      options as NSDictionary
        == (try JSONSerialization.jsonObject(with: Data(expected.utf8)) as? NSDictionary))
  }

  @Test func `a challenge can be used once, whether or not the response is valid`() async throws {
    let ada = try await fixture.user("ada@example.com")
    let device = TestAuthenticator(site: try fixture.site)
    let challenge = try await fixture.accounts.passkeys.beginRegistration(ada.signedIn)
    let validResponse = try device.create(challenge.options)

    #expect(try await register(ada, challenge.secret, "{}") == .invalidInput)
    #expect(try await register(ada, challenge.secret, validResponse) == .invalidLink)
    #expect(try await fixture.passkey(device) == nil)

    let secondChallenge = try await fixture.accounts.passkeys.beginRegistration(ada.signedIn)
    let response = try device.create(secondChallenge.options)
    let (_, renewed) = try await fixture.accounts.passkeys.finishRegistration(
      ada.signedIn, secret: secondChallenge.secret, response: response, name: "Phone",
      client: .office)
    #expect(try await register(renewed, secondChallenge.secret, response) == .invalidLink)
  }

  @Test func `a newer challenge ends an older one`() async throws {
    let ada = try await fixture.user("ada@example.com")
    let device = TestAuthenticator(site: try fixture.site)
    let old = try await fixture.accounts.passkeys.beginRegistration(ada.signedIn)
    let new = try await fixture.accounts.passkeys.beginRegistration(ada.signedIn)

    #expect(try await register(ada, old.secret, device.create(old.options)) == .invalidLink)
    #expect(try await register(ada, new.secret, device.create(new.options)) == nil)
    #expect(try await fixture.store.inner.read { try $0.oneTimeTokens(for: .passkey) }.isEmpty)
  }

  @Test func `a challenge is valid for 5 minutes`() async throws {
    let ada = try await fixture.user("ada@example.com")
    for (seconds, expected) in [(300, AccountError.Code.invalidLink), (299, nil)] {
      let device = TestAuthenticator(site: try fixture.site)
      let challenge = try await fixture.accounts.passkeys.beginRegistration(ada.signedIn)
      let response = try device.create(challenge.options)
      fixture.clock.now += seconds
      #expect(try await register(ada, challenge.secret, response) == expected)
    }
  }

  @Test func `a challenge is bound to one session, user and purpose`() async throws {
    let ada = try await fixture.user("ada@example.com")
    let second = try await fixture.signIn("ada@example.com")
    let bob = try await fixture.user("bob@example.com")
    let device = TestAuthenticator(site: try fixture.site)

    for other in [second, bob] {
      let challenge = try await fixture.accounts.passkeys.beginRegistration(ada.signedIn)
      let response = try device.create(challenge.options)
      #expect(try await register(other, challenge.secret, response) == .invalidLink)
    }
    let signingIn = try await fixture.accounts.passkeys.beginSignIn(client: .office)
    let response = try device.create(signingIn.options)
    #expect(try await register(ada, signingIn.secret, response) == .invalidLink)
    #expect(try await register(ada, "", response) == .invalidLink)
    #expect(try await fixture.passkey(device) == nil)
  }

  @Test func `a registered passkey cannot be registered again, and keeps its owner`() async throws {
    var ada = try await fixture.user("ada@example.com")
    let bob = try await fixture.user("bob@example.com")
    let device = try await fixture.registerDevice(in: &ada)
    let before = try await fixture.passkey(device)

    for user in [bob, ada] {
      let copy = TestAuthenticator(site: try fixture.site, credential: device.credential)
      let challenge = try await fixture.accounts.passkeys.beginRegistration(user.signedIn)
      let response = try copy.create(challenge.options)
      #expect(try await register(user, challenge.secret, response) == .conflict)
    }
    #expect(try await fixture.passkey(device) == before)
  }

  @Test func `a stolen session that is not recent cannot register a passkey`() async throws {
    let ada = try await fixture.user("ada@example.com")
    fixture.clock.now += fixture.accounts.settings.maximumAuthenticationAge + 1

    #expect(
      try await errorCode { try await fixture.accounts.passkeys.beginRegistration(ada.signedIn) }
        == .notRecent)
  }

  @Test func `an ended session cannot register a passkey`() async throws {
    let ada = try await fixture.user("ada@example.com")
    let device = TestAuthenticator(site: try fixture.site)
    let challenge = try await fixture.accounts.passkeys.beginRegistration(ada.signedIn)
    try await fixture.accounts.sessions.signOut(ada.session.id, of: ada.user.id, client: .office)

    let response = try device.create(challenge.options)

    #expect(try await register(ada, challenge.secret, response) == .noSession)
    #expect(try await fixture.passkey(device) == nil)
  }

  @Test func `a response from another site is rejected`() async throws {
    let ada = try await fixture.user("ada@example.com")
    var device = TestAuthenticator(site: try RelyingParty(publicURL: "https://evil.example"))
    let challenge = try await fixture.accounts.passkeys.beginRegistration(ada.signedIn)
    #expect(
      try await register(ada, challenge.secret, device.create(challenge.options)) == .invalidInput)

    device.origin = "https://flows.example"  // the browser lies, the authenticator does not
    let second = try await fixture.accounts.passkeys.beginRegistration(ada.signedIn)
    #expect(try await register(ada, second.secret, device.create(second.options)) == .invalidInput)
    #expect(try await fixture.accounts.passkeys.list(of: ada.signedIn).isEmpty)
  }

  @Test func `a user has at most 30 passkeys`() async throws {
    var ada = try await fixture.user("ada@example.com")
    let (site, user) = (try fixture.site, ada.user.id)
    _ = try await fixture.registerDevice(in: &ada)
    let pending = try await fixture.accounts.passkeys.beginRegistration(ada.signedIn)
    try await fixture.store.change { writer in
      for _ in 0..<29 { try writer.put(TestAuthenticator(site: site).passkey(of: user)) }
    }

    #expect(
      try await errorCode { try await fixture.accounts.passkeys.beginRegistration(ada.signedIn) }
        == .notAllowed)
    let response = try TestAuthenticator(site: site).create(pending.options)
    #expect(try await register(ada, pending.secret, response) == .notAllowed)
  }

  @Test func `a name has no line breaks and a limited length`() async throws {
    var ada = try await fixture.user("ada@example.com")
    let device = try await fixture.registerDevice(in: &ada, name: "  ")
    #expect(try await fixture.passkey(device)?.name == "Passkey")

    for name in ["a\nb", "\u{202E}abc", String(repeating: "n", count: 101)] {
      #expect(
        try await errorCode {
          try await fixture.accounts.passkeys.rename(device.credential, to: name, ada.signedIn)
        } == .invalidInput)
    }
    try await fixture.accounts.passkeys.rename(device.credential, to: "Ada’s key", ada.signedIn)
    #expect(try await fixture.passkey(device)?.name == "Ada’s key")
  }

  @Test func `adding or removing a passkey ends no session`() async throws {
    var ada = try await fixture.user("ada@example.com")
    let browser = try await fixture.signIn("ada@example.com")
    let app = try await fixture.signIn("ada@example.com", as: .app)
    let sessions = fixture.accounts.sessions
    func requireSessions(_ own: NewSession) async throws {
      for session in [own, browser] {
        let authenticated = try await sessions.authenticate(cookie: session.cookie)
        #expect(authenticated.session.id == session.session.id)
      }
      let authenticated = try await sessions.authenticate(accessToken: app.tokens.accessToken)
      #expect(authenticated.session.id == app.session.id)
    }
    let device = try await fixture.registerDevice(in: &ada)
    try await requireSessions(ada)
    let renewed = try await fixture.accounts.passkeys.remove(
      device.credential, ada.signedIn, client: .office)
    #expect(renewed.session.id == ada.session.id)
    try await requireSessions(renewed)
  }

  // MARK: Removing

  @Test func `a passkey is removed, and its owner gets an email`() async throws {
    var ada = try await fixture.user("ada@example.com")
    let device = try await fixture.registerDevice(in: &ada)

    let renewed = try await fixture.accounts.passkeys.remove(
      device.credential, ada.signedIn, client: .office)

    #expect(try await fixture.accounts.passkeys.list(of: renewed.signedIn).isEmpty)
    #expect(try await fixture.actions(of: ada.user).last == "factor.passkey-removed")
    #expect(try await fixture.emails(to: "ada@example.com").last?.text.contains("Phone") == true)
    #expect(
      try await errorCode { try await fixture.signIn(with: device, as: ada.user) } == .notFound)
  }

  @Test func `no one removes or renames another's passkey`() async throws {
    var ada = try await fixture.user("ada@example.com")
    let bob = try await fixture.user("bob@example.com")
    let device = try await fixture.registerDevice(in: &ada)

    let removed = try await errorCode {
      try await fixture.accounts.passkeys.remove(device.credential, bob.signedIn, client: .attacker)
    }
    let renamed = try await errorCode {
      try await fixture.accounts.passkeys.rename(device.credential, to: "Mine", bob.signedIn)
    }

    #expect(removed == .notFound && renamed == .notFound)
    #expect(try await fixture.passkey(device)?.name == "Phone")
  }

  @Test func `the last way to sign in cannot be removed`() async throws {
    var ada = try await fixture.user("ada@example.com")
    let first = try await fixture.registerDevice(in: &ada)
    let second = try await fixture.registerDevice(in: &ada)
    try await fixture.store.change { [user = ada.user.id] in try $0.removePassword(of: user) }

    let renewed = try await fixture.accounts.passkeys.remove(
      first.credential, ada.signedIn, client: .office)
    let removed = try await errorCode {
      try await fixture.accounts.passkeys.remove(
        second.credential, renewed.signedIn, client: .office)
    }

    #expect(removed == .lastCredential)
    #expect(try await fixture.passkey(second) != nil)
  }

  @Test func `removing needs a recent session, listing does not`() async throws {
    var ada = try await fixture.user("ada@example.com")
    let device = try await fixture.registerDevice(in: &ada)
    fixture.clock.now += fixture.accounts.settings.maximumAuthenticationAge + 1

    let removed = try await errorCode {
      try await fixture.accounts.passkeys.remove(device.credential, ada.signedIn, client: .office)
    }

    #expect(removed == .notRecent)
    #expect(try await fixture.accounts.passkeys.list(of: ada.signedIn).count == 1)
  }

  @Test func `passkeys are unavailable at an IP address, with a message`() async throws {
    let ada = try await fixture.user("ada@example.com")
    let accountsAtIP = fixture.accounts { $0.publicURL = "http://192.0.2.7:8080" }

    #expect(accountsAtIP.passkeys.unavailableReason?.contains("IP address") == true)
    #expect(fixture.accounts.passkeys.unavailableReason == nil)
    #expect(
      try await errorCode { try await accountsAtIP.passkeys.beginRegistration(ada.signedIn) }
        == .notAllowed)
    #expect(
      try await errorCode { try await accountsAtIP.passkeys.beginSignIn(client: .office) }
        == .notAllowed)
  }

  private func register(
    _ session: NewSession, _ secret: String, _ response: String
  ) async throws -> AccountError.Code? {
    try await errorCode {
      try await fixture.accounts.passkeys.finishRegistration(
        session.signedIn, secret: secret, response: response, name: "Phone", client: .office)
    }
  }
}
