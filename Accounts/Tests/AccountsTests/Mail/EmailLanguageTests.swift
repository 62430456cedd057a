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
    (settings.hasSecondFactors, settings.hasAPITokens) = (false, false)
    settings.signInURL = "https://flows.example/log-in"
    for template: EmailTemplate in [
      .passwordReset(revoked: [], client: Emails.client), .signInsDelayed(client: Emails.client),
      .newSignIn(client: Emails.client),
    ] {
      let text = template.render(
        to: "ada@example.com", language: language, settings: settings, at: Emails.now
      ).text
      #expect(text.contains("https://flows.example/log-in"))
      #expect(!text.contains("API") && !text.contains("actor") && !text.contains("Faktor"))
    }
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
