import Accounts
import Testing

struct EmailLanguageTests {
  @Test(arguments: Emails.templates)
  func `every template is in German, too, without English words`(_ template: EmailTemplate) {
    let subjects = EmailLanguage.allCases.map {
      template.render(
        to: "ada@example.com", language: $0, settings: Emails.settings, at: Emails.now
      ).subject
    }
    #expect(Set(subjects).count == EmailLanguage.allCases.count)
    let german = template.render(
      to: "ada@example.com", language: .german, settings: Emails.settings, at: Emails.now)
    let text = german.subject + "\n" + german.text
    let words = Set(text.lowercased().split { !$0.isLetter }.map { String($0) })
    #expect(words.isDisjoint(with: ["the", "your", "you", "this", "with", "from", "account"]))
  }

  @Test func `a German email has German dates, quotation marks and names of systems`() {
    func text(_ template: EmailTemplate) -> String {
      template.render(
        to: "ada@example.com", language: .german, settings: Emails.settings, at: Emails.now
      ).text
    }
    #expect(
      text(.newSignIn(client: Emails.client)).contains(
        "Wann: 21. November 2026, 12:05 UTC\nMit: Firefox unter Windows\n"
          + "Von: der Adresse 192.0.2.7\n"))
    #expect(
      text(.newSignIn(client: Client(address: "192.0.2.7"))).contains(
        "Mit: einem unbekannten Programm\n"))
    // A name cannot end its own quotation.
    #expect(text(.memberRemoved(organization: "Acme“ „x")).contains("Organisation „Acme' 'x“ bei"))
  }

  @Test(arguments: EmailLanguage.allCases)
  func `emails offer only what the service has, and name the page for signing in`(
    _ language: EmailLanguage
  ) {
    var settings = Emails.settings
    settings.features = []
    settings.signInPath = "/log-in"
    for template in Emails.templates {
      // Only a service with these features sends them.
      switch template {
      case .factorAdded, .factorRemoved, .recoveryCodeUsed, .tokenCreated: continue
      default: break
      }
      let text = template.render(
        to: "ada@example.com", language: language, settings: settings, at: Emails.now
      ).text
      for name in ["API", "actor", "Faktor", "“Security”", "„Sicherheit“", "review"] {
        #expect(!text.contains(name), "\(template)")
      }
      // Only pages with a link to the form are named.
      if text.contains("Forgot password?") || text.contains("Passwort vergessen?") {
        #expect(text.contains("https://flows.example/log-in"), "\(template)")
      }
    }
  }

  @Test func `the email to someone without an account names the identity providers`() async throws {
    func text(_ names: [String], _ language: EmailLanguage) async throws -> String {
      let providers = try names.map {
        try IdentityProvider.openID(
          id: $0.lowercased(), name: $0, issuer: "https://\($0).example", clientID: "flows",
          clientSecret: "secret")
      }
      let fixture = try AccountsFixture(providers: providers)
      try await fixture.accounts.passwords.requestReset(
        email: "eve@example.com",
        client: Client(address: "192.0.2.10", language: language))
      return try #require(try await fixture.emails(to: "eve@example.com").first).text
    }
    #expect(try await text([], .english).contains("with another address. Try that at"))
    #expect(
      try await text(["Google"], .german).contains(
        "mit einer anderen Adresse oder mit Google registriert"))
    #expect(
      try await text(["Google", "Apple", "Facebook"], .english).contains(
        "with another address or with Google, Apple or Facebook. Try"))
  }

  @Test func `emails to a user are in the language of their last sign-in from a known device`()
    async throws
  {
    let fixture = try AccountsFixture()
    let (address, userAgent) = (Client.office.address, Client.office.userAgent)
    func client(_ language: EmailLanguage?) -> Client {
      Client(address: address, userAgent: userAgent, language: language)
    }
    func lastSubject() async throws -> String? {
      try await fixture.emails(to: "ada@example.com").last?.subject
    }
    let administration = fixture.accounts.administration
    let ada = try await fixture.user("ada@example.com")
    try await administration.endSessions(of: ada.user.id, by: .operator("test"))
    #expect(try await lastSubject() == "You were signed out of Flows")

    _ = try await fixture.signIn("ada@example.com", client: client(.german))
    try await administration.endSessions(of: ada.user.id, by: .operator("test"))
    #expect(try await lastSubject() == "Du wurdest bei Flows abgemeldet")

    // A client that states no language, such as the command, does not change it.
    _ = try await fixture.signIn("ada@example.com", client: client(nil))
    try await fixture.accounts.passwords.requestReset(
      email: "ada@example.com", client: Client(address: "198.51.100.3", language: .english))
    #expect(try await lastSubject() == "Leg ein neues Passwort für Flows fest")

    _ = try await fixture.signIn("ada@example.com", client: client(.english))
    try await administration.endSessions(of: ada.user.id, by: .operator("test"))
    #expect(try await lastSubject() == "You were signed out of Flows")
  }

  @Test func `attack: a sign-in from a new device does not choose the language of the warning`()
    async throws
  {
    let fixture = try AccountsFixture()
    _ = try await fixture.user("ada@example.com")
    _ = try await fixture.signIn(
      "ada@example.com",
      client: Client(
        address: Client.office.address, userAgent: Client.office.userAgent, language: .german))
    _ = try await fixture.signIn(
      "ada@example.com", client: Client(address: "203.0.113.66", language: .english))
    let subjects = try await fixture.emails(to: "ada@example.com").map(\.subject)
    #expect(subjects.last == "Neue Anmeldung bei Flows")
  }

  @Test func `an invitation is in the language of the invited user's account`() async throws {
    let fixture = try AccountsFixture()
    let owner = try await fixture.owner("owner@example.com")
    _ = try await fixture.user("ada@example.com")
    _ = try await fixture.signIn(
      "ada@example.com",
      client: Client(
        address: Client.office.address, userAgent: Client.office.userAgent, language: .german))
    for address in ["ada@example.com", "new@example.com"] {
      _ = try await fixture.accounts.invitations.invite(
        address, to: "acme", named: "Acme", as: .viewer, by: .user(owner.user),
        client: Client(address: "192.0.2.10", language: .english))
    }
    let (known, new) = (
      try await fixture.emails(to: "ada@example.com").last?.subject,
      try await fixture.emails(to: "new@example.com").last?.subject
    )
    #expect(known == "Einladung zu „Acme“ bei Flows")
    #expect(new == "Join “Acme” at Flows")
  }

  @Test(arguments: [
    ("de", EmailLanguage.german), ("de-AT", .german), ("DE", .german), ("en", .english),
    ("den", .english), ("fr", .english), ("", .english),
  ])
  func `a language tag selects German or English`(_ tag: String, _ language: EmailLanguage) {
    #expect(EmailLanguage(tag: tag) == language)
  }

  @Test(arguments: [
    (
      EmailLanguage.english,
      [
        "Confirm your address for Flows", "Your password for Flows was changed",
        "Set a new password for Flows",
      ]
    ),
    (
      .german,
      [
        "Bestätige deine Adresse für Flows", "Dein Passwort für Flows wurde geändert",
        "Leg ein neues Passwort für Flows fest",
      ]
    ),
  ])
  func `an email is in the language of the request that caused it`(
    _ language: EmailLanguage, _ subjects: [String]
  ) async throws {
    let fixture = try AccountsFixture()
    let client = Client(
      address: "192.0.2.10", userAgent: Client.office.userAgent, language: language)
    let (registration, passwords) = (fixture.accounts.registration, fixture.accounts.passwords)
    try await registration.register(
      email: "ada@example.com", password: AccountsFixture.password, name: "", client: client)
    let session = try await registration.verifyEmail(
      fixture.oneTimeToken(to: "ada@example.com"), password: AccountsFixture.password,
      as: .browser, client: client
    ).session
    _ = try await passwords.change(
      session.signedIn, old: AccountsFixture.password, new: AccountsFixture.otherPassword,
      client: client.with(deviceSecret: nil))
    try await passwords.requestReset(email: "ada@example.com", client: client)
    let emails = try await fixture.emails(to: "ada@example.com")
    #expect(Set(emails.map(\.subject)) == Set(subjects))
  }
}
