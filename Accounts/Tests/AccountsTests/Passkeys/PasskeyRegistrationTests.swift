import Accounts
import AccountsSQLite
import Foundation
import Testing

@Suite struct PasskeyRegistrationTests {
  private let house: House

  init() throws { house = try House() }

  @Test func `somebody makes a passkey, and a mail tells them`() async throws {
    let ada = try await house.person("ada@example.com")

    let device = try await house.device(of: ada.signedIn, count: 3, flags: 0x0D, name: " Phone ")

    let passkeys = try await house.accounts.passkeys(of: ada.signedIn)
    #expect(passkeys.count == 1)
    let passkey = try #require(passkeys.first)
    #expect(passkey == device.passkey(of: ada.person.id, count: 3, created: house.clock.now))
    #expect(try await house.actions(of: ada.person).last == "factor.passkey-added")
    let mail = try #require(try await house.mails(to: "ada@example.com").last)
    #expect(mail.text.contains("Phone"))
  }

  @Test func `the question has what browsers need`() async throws {
    let ada = try await house.person("ada@example.com")
    let device = try await house.device(of: ada.signedIn)

    let question = try await house.accounts.beginPasskeyRegistration(ada.signedIn)

    var options = try #require(
      try JSONSerialization.jsonObject(with: Data(question.options.utf8)) as? [String: Any])
    let challenge = try #require(options.removeValue(forKey: "challenge") as? String)
    #expect(BytesText.bytes(base64URL: challenge)?.count == 32)
    let expected = """
      {"attestation":"none",
       "authenticatorSelection":{"requireResidentKey":true,"residentKey":"required",
         "userVerification":"required"},
       "excludeCredentials":[
         {"id":"\(BytesText.base64URL(device.credential))","type":"public-key"}],
       "pubKeyCredParams":[{"alg":-7,"type":"public-key"},{"alg":-8,"type":"public-key"},
         {"alg":-257,"type":"public-key"}],
       "rp":{"id":"flows.example","name":"Flows"},
       "timeout":300000,
       "user":{"displayName":"ada@example.com",
         "id":"\(BytesText.base64URL(Array(ada.person.id.utf8)))","name":"ada@example.com"}}
      """
    #expect(
      options as NSDictionary
        == (try JSONSerialization.jsonObject(with: Data(expected.utf8)) as? NSDictionary))
  }

  @Test func `a question is answered once, whatever the answer is worth`() async throws {
    let ada = try await house.person("ada@example.com")
    let device = TestAuthenticator(site: try house.site)
    let question = try await house.accounts.beginPasskeyRegistration(ada.signedIn)
    let right = try device.create(question.options)

    #expect(try await register(ada, question.secret, "{}") == .invalidInput)
    #expect(try await register(ada, question.secret, right) == .invalidLink)
    #expect(try await house.passkey(device) == nil)

    let again = try await house.accounts.beginPasskeyRegistration(ada.signedIn)
    let answer = try device.create(again.options)
    #expect(try await register(ada, again.secret, answer) == nil)
    #expect(try await register(ada, again.secret, answer) == .invalidLink)
  }

  @Test func `a newer question ends an older one`() async throws {
    let ada = try await house.person("ada@example.com")
    let device = TestAuthenticator(site: try house.site)
    let old = try await house.accounts.beginPasskeyRegistration(ada.signedIn)
    let new = try await house.accounts.beginPasskeyRegistration(ada.signedIn)

    #expect(try await register(ada, old.secret, device.create(old.options)) == .invalidLink)
    #expect(try await register(ada, new.secret, device.create(new.options)) == nil)
    #expect(try await house.store.inner.read { try $0.links(for: .passkey) }.isEmpty)
  }

  @Test func `a question counts for 5 minutes`() async throws {
    let ada = try await house.person("ada@example.com")
    for (seconds, expected) in [(299, nil), (300, AccountError.Code.invalidLink)] {
      let device = TestAuthenticator(site: try house.site)
      let question = try await house.accounts.beginPasskeyRegistration(ada.signedIn)
      let answer = try device.create(question.options)
      house.clock.now += seconds
      #expect(try await register(ada, question.secret, answer) == expected)
    }
  }

  @Test func `a question is for one session, one person and one thing`() async throws {
    let ada = try await house.person("ada@example.com")
    let second = try await house.signIn("ada@example.com")
    let bob = try await house.person("bob@example.com")
    let device = TestAuthenticator(site: try house.site)

    for other in [second, bob] {
      let question = try await house.accounts.beginPasskeyRegistration(ada.signedIn)
      let answer = try device.create(question.options)
      #expect(try await register(other, question.secret, answer) == .invalidLink)
    }
    let signingIn = try await house.accounts.beginPasskeySignIn(client: .office)
    let answer = try device.create(signingIn.options)
    #expect(try await register(ada, signingIn.secret, answer) == .invalidLink)
    #expect(try await register(ada, "", answer) == .invalidLink)
    #expect(try await house.passkey(device) == nil)
  }

  @Test func `a passkey that somebody has is refused, and stays theirs`() async throws {
    let ada = try await house.person("ada@example.com")
    let bob = try await house.person("bob@example.com")
    let device = try await house.device(of: ada.signedIn)
    let before = try await house.passkey(device)

    for thief in [bob, ada] {
      let copy = TestAuthenticator(site: try house.site, credential: device.credential)
      let question = try await house.accounts.beginPasskeyRegistration(thief.signedIn)
      let answer = try copy.create(question.options)
      #expect(try await register(thief, question.secret, answer) == .conflict)
    }
    #expect(try await house.passkey(device) == before)
  }

  @Test func `a stolen session that is not recent makes no passkey`() async throws {
    let ada = try await house.person("ada@example.com")
    house.clock.now += house.accounts.settings.recency + 1

    #expect(
      try await refusal { try await house.accounts.beginPasskeyRegistration(ada.signedIn) }
        == .notRecent)
  }

  @Test func `a session that ended makes no passkey`() async throws {
    let ada = try await house.person("ada@example.com")
    let device = TestAuthenticator(site: try house.site)
    let question = try await house.accounts.beginPasskeyRegistration(ada.signedIn)
    try await house.accounts.signOut(ada.session.id, of: ada.person.id, client: .office)

    let answer = try device.create(question.options)

    #expect(try await register(ada, question.secret, answer) == .noSession)
    #expect(try await house.passkey(device) == nil)
  }

  @Test func `an answer from another site makes no passkey`() async throws {
    let ada = try await house.person("ada@example.com")
    var device = TestAuthenticator(site: try RelyingParty(publicURL: "https://evil.example"))
    let question = try await house.accounts.beginPasskeyRegistration(ada.signedIn)
    #expect(
      try await register(ada, question.secret, device.create(question.options)) == .invalidInput)

    device.origin = "https://flows.example"  // the browser lies, the authenticator does not
    let second = try await house.accounts.beginPasskeyRegistration(ada.signedIn)
    #expect(try await register(ada, second.secret, device.create(second.options)) == .invalidInput)
    #expect(try await house.accounts.passkeys(of: ada.signedIn).isEmpty)
  }

  @Test func `a person has at most 30 passkeys`() async throws {
    let ada = try await house.person("ada@example.com")
    let site = try house.site
    let waiting = try await house.accounts.beginPasskeyRegistration(ada.signedIn)
    try await house.store.change { writer in
      for _ in 0..<30 { try writer.put(TestAuthenticator(site: site).passkey(of: ada.person.id)) }
    }

    #expect(
      try await refusal { try await house.accounts.beginPasskeyRegistration(ada.signedIn) }
        == .notAllowed)
    let answer = try TestAuthenticator(site: site).create(waiting.options)
    #expect(try await register(ada, waiting.secret, answer) == .notAllowed)
  }

  @Test func `a name has no line breaks and is not long`() async throws {
    let ada = try await house.person("ada@example.com")
    let device = try await house.device(of: ada.signedIn, name: "  ")
    #expect(try await house.passkey(device)?.name == "Passkey")

    for name in ["a\nb", "\u{202E}abc", String(repeating: "n", count: 101)] {
      #expect(
        try await refusal {
          try await house.accounts.renamePasskey(device.credential, to: name, ada.signedIn)
        } == .invalidInput)
    }
    try await house.accounts.renamePasskey(device.credential, to: "Ada’s key", ada.signedIn)
    #expect(try await house.passkey(device)?.name == "Ada’s key")
  }

  // MARK: Removing

  @Test func `a passkey is removed, and a mail tells its owner`() async throws {
    let ada = try await house.person("ada@example.com")
    let device = try await house.device(of: ada.signedIn)

    try await house.accounts.removePasskey(device.credential, ada.signedIn, client: .office)

    #expect(try await house.accounts.passkeys(of: ada.signedIn).isEmpty)
    #expect(try await house.actions(of: ada.person).last == "factor.passkey-removed")
    #expect(try await house.mails(to: "ada@example.com").last?.text.contains("Phone") == true)
    #expect(
      try await refusal { try await house.signIn(with: device, as: ada.person) } == .notFound)
  }

  @Test func `nobody removes or renames another's passkey`() async throws {
    let ada = try await house.person("ada@example.com")
    let bob = try await house.person("bob@example.com")
    let device = try await house.device(of: ada.signedIn)

    let removed = try await refusal {
      try await house.accounts.removePasskey(device.credential, bob.signedIn, client: .attacker)
    }
    let renamed = try await refusal {
      try await house.accounts.renamePasskey(device.credential, to: "Mine", bob.signedIn)
    }

    #expect(removed == .notFound && renamed == .notFound)
    #expect(try await house.passkey(device)?.name == "Phone")
  }

  @Test func `the last way to sign in stays`() async throws {
    let ada = try await house.person("ada@example.com")
    let first = try await house.device(of: ada.signedIn)
    let second = try await house.device(of: ada.signedIn)
    try await house.store.change { try $0.removePassword(of: ada.person.id) }

    try await house.accounts.removePasskey(first.credential, ada.signedIn, client: .office)
    let removed = try await refusal {
      try await house.accounts.removePasskey(second.credential, ada.signedIn, client: .office)
    }

    #expect(removed == .lastCredential)
    #expect(try await house.passkey(second) != nil)
  }

  @Test func `removing needs a recent session, listing does not`() async throws {
    let ada = try await house.person("ada@example.com")
    let device = try await house.device(of: ada.signedIn)
    house.clock.now += house.accounts.settings.recency + 1

    let removed = try await refusal {
      try await house.accounts.removePasskey(device.credential, ada.signedIn, client: .office)
    }

    #expect(removed == .notRecent)
    #expect(try await house.accounts.passkeys(of: ada.signedIn).count == 1)
  }

  @Test func `at an IP address there are no passkeys, and a sentence says so`() async throws {
    let ada = try await house.person("ada@example.com")
    let elsewhere = house.accounts { $0.publicURL = "http://192.0.2.7:8080" }

    #expect(elsewhere.passkeysOff?.contains("IP address") == true)
    #expect(house.accounts.passkeysOff == nil)
    #expect(
      try await refusal { try await elsewhere.beginPasskeyRegistration(ada.signedIn) }
        == .notAllowed)
    #expect(
      try await refusal { try await elsewhere.beginPasskeySignIn(client: .office) } == .notAllowed)
  }

  private func register(
    _ session: NewSession, _ secret: String, _ answer: String
  ) async throws -> AccountError.Code? {
    try await refusal {
      try await house.accounts.finishPasskeyRegistration(
        session.signedIn, secret: secret, answer: answer, name: "Phone", client: .office)
    }
  }
}
