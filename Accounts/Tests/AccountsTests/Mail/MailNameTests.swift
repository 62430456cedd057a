import Accounts
import Testing

/// Names in emails contain no links, and display names no invisible characters.
struct MailNameTests {
  /// The name of an organization as shown in an email.
  private func displayedName(_ name: String) throws -> String {
    let mail = EmailTemplate.memberRemoved(organization: name)
      .render(to: "ada@example.com", language: .english, settings: Emails.settings, at: Emails.now)
    let match = try #require(mail.subject.firstMatch(of: /“(.*)”/))
    return String(match.output.1)
  }

  @Test(arguments: [
    ("Acme", "Acme"), ("Acme GmbH & Co. KG", "Acme GmbH & Co. KG"), ("AC/DC", "AC/DC"),
    ("Zoë’s Café 24", "Zoë’s Café 24"), (".NET Foundation", ".NET Foundation"),
    ("Dr. No", "Dr. No"), ("東京支社", "東京支社"),
    ("evil.com", "evil·com"), ("Log in at www.evil.com/now", "Log in at www·evil·com/now"),
    ("https://evil.com", "https: /evil·com"), ("HTTP:\\\\evil.com", "HTTP: /evil·com"),
    ("//evil.com", "/evil·com"), ("\\\\server\\share", "/server/share"),
    ("javascript:alert(1)", "javascript: alert(1)"),
    ("mailto:eve@evil.com", "mailto: eve@evil·com"),
    ("evil\u{3002}com", "evil·com"), ("evil\u{FF0E}com", "evil·com"),
    ("evil\u{FF61}com", "evil·com"),
    ("evil\u{2024}com", "evil·com"), ("evil.\u{200B}com", "evil. com"), ("пример.рф", "пример·рф"),
    ("203.0.113.66", "…"), ("Call +1 (800) 555-0199 now", "Call +… now"),
    ("Acme” has an offer “", "Acme' has an offer '"), ("Acme\u{202E}moc.live", "Acme moc·live"),
    ("Acme\r\nDear customer", "Acme Dear customer"),
  ])
  func `attack: a name contains nothing that mail programs turn into a link`(
    _ name: String, _ expected: String
  ) throws {
    #expect(try displayedName(name) == expected)
  }

  @Test func `attack: a long name leaves no space for a message`() throws {
    #expect(try displayedName(String(repeating: "word ", count: 100)).count == 60)
    #expect(try displayedName("a" + String(repeating: "\u{301}", count: 10_000)).utf8.count < 1000)
  }

  @Test(arguments: [
    ("ada.lovelace+work@example.com", "ada.lovelace+work@example.com"),
    ("www.evil.com@example.com", "www·evil·com@example·com"),
    ("evil.com/login@example.com", "evil·com/login@example·com"),
    ("the token “evil.com”", "the token 'evil·com'"),
  ])
  func `an inviter's address is shown unchanged, unless it looks like a web address`(
    _ inviter: String, _ expected: String
  ) {
    let mail = EmailTemplate.invitation(
      organization: "Acme", inviter: inviter, role: .viewer, link: Emails.link,
      reportLink: Emails.link,
      expires: Emails.now
    ).render(to: "bob@example.com", language: .english, settings: Emails.settings, at: Emails.now)
    #expect(mail.text.hasPrefix("“\(expected)” invites you to the organization “Acme”"))
  }

  @Test func `attack: a User-Agent cannot put a link into emails about sign-ins`() {
    let client = Client(address: "192.0.2.7", userAgent: "Verify at https://evil.com/now")
    let mail = EmailTemplate.signInsDelayed(client: client)
      .render(to: "ada@example.com", language: .english, settings: Emails.settings, at: Emails.now)
    #expect(mail.text.contains("With: Verify at https: /evil·com/now\n"))
    #expect(!mail.html.contains("evil.com"))
  }

  @Test(arguments: [
    "Acme\u{202E}", "Ac\u{200B}me", "Acme\nCorp", "Acme\u{0}", "\u{2066}Acme\u{2069}",
    "Ac\u{85}me", "Acme\u{9B}", "Ac\u{2028}me", "Acme\u{7F}", "Acme\u{1B}[31m", "Ac\u{AD}me",
    "\u{FEFF}Acme", "Acme\u{E0041}", "\u{3164}", "Acme\u{3164}", "\u{115F}", "\u{FFA0}",
    "\u{2800}", "Ac\u{34F}me", "\u{FE0F}", "Acme\u{E000}",
  ])
  func `attack: a name with invisible or bidirectional control characters is rejected`(
    _ name: String
  ) {
    #expect(throws: AccountError.self) { try DisplayName.checked(name) }
  }

  @Test(arguments: [
    ("", ""), ("  ", ""), (" Acme\u{A0}", "Acme"), ("Zoë’s Café", "Zoë’s Café"),
    ("東京支社", "東京支社"), ("葛\u{E0100}城", "葛\u{E0100}城"), ("שלום", "שלום"),
    ("Team ❤\u{FE0F}", "Team ❤\u{FE0F}"),
    ("한국어", "한국어"), ("हिन्दी", "हिन्दी"),
  ])
  func `a usual name is accepted, without the spaces around it`(
    _ name: String, _ expected: String
  ) throws {
    #expect(try DisplayName.checked(name) == expected)
  }
}
