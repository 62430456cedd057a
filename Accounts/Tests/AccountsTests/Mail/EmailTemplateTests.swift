import Accounts
import Testing

struct EmailTemplateTests {
  @Test(arguments: Emails.templates, EmailLanguage.allCases)
  func `every template has a short subject, and all lines of its text in its HTML, too`(
    _ template: EmailTemplate, _ language: EmailLanguage
  ) {
    let mail = template.render(
      to: "ada@example.com", language: language, settings: Emails.settings, at: Emails.now)
    let (organization, advice, footer): (String, [String], String) =
      switch language {
      case .english:
        (
          "“Acme”", ["If ", "sign in", "Sign"],
          "never ask for your password or a code by email.\n"
        )
      case .german:
        (
          "„Acme“", ["Wenn ", "anmelden", "Anmelden"],
          "fragen nie per E-Mail nach deinem Passwort oder einem Code.\n"
        )
      }

    #expect(mail.subject.contains("FlowMagic") || mail.subject.contains(organization))
    #expect(mail.subject.utf8.count <= 120)
    #expect(advice.contains { mail.text.contains($0) })
    #expect(mail.text.hasSuffix(footer))
    #expect(!mail.text.contains("\r") && !mail.text.contains("<"))
    // Both parts contain the same information.
    for line in mail.text.split(separator: "\n") where line != "-- " && !line.hasSuffix(":") {
      let content = line.split(separator: ": ").last ?? line
      #expect(mail.html.contains(escaped(String(content))), "only in the text: \(content)")
    }
  }

  @Test(arguments: Emails.templates)
  func `every template is due immediately and has a unique id`(_ template: EmailTemplate) {
    let emails = (0..<2).map { _ in
      template.render(
        to: "ada@example.com", language: .english, settings: Emails.settings, at: Emails.now)
    }
    #expect(emails[0].id != emails[1].id)
    for mail in emails {
      #expect(mail.id.hasPrefix("m_") && mail.id.utf8.count == 24)
      #expect(mail.to == "ada@example.com")
      #expect((mail.created, mail.nextAttempt, mail.attempts) == (Emails.now, Emails.now, 0))
      #expect(mail.state == .queued)
    }
  }

  @Test(arguments: Emails.templates, EmailLanguage.allCases)
  func `every HTML part declares its language, has no images, and does not track its reader`(
    _ template: EmailTemplate, _ language: EmailLanguage
  ) {
    let html = template.render(
      to: "ada@example.com", language: language, settings: Emails.settings, at: Emails.now
    ).html
    #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"\(language.rawValue)\">"))
    #expect(html.contains("<title>") && html.contains("<h1>") && html.contains("<main>"))
    for word in ["<img", "<script", "url(", "@import", "<link", "onload"] {
      #expect(!html.contains(word))
    }
  }

  @Test func `a link is plain text in the text part and a link in the HTML part`() {
    let mail = EmailTemplate.passwordResetLink(link: Emails.link, expires: Emails.now + 1800)
      .render(to: "ada@example.com", language: .english, settings: Emails.settings, at: Emails.now)
    #expect(mail.text.contains("\n\(Emails.link)\n"))
    #expect(mail.html.contains("href=\"https://flows.example/verify?link=Ab3&amp;next=%2Fhome\""))
    #expect(mail.text.contains("until 21 November 2026, 12:35 UTC"))
  }

  @Test func `user input is escaped in the HTML part`() {
    let hostile = "</p><script>alert('\"1&2\"')</script>"
    let settings = AccountSettings(serviceName: hostile, publicURL: "https://flows.example")
    let templates: [EmailTemplate] = [
      .invitation(
        organization: hostile, inviter: hostile, role: .owner, link: hostile, reportLink: hostile,
        expires: 0),
      .roleChanged(organization: hostile, role: .viewer, by: hostile),
      .memberRemoved(organization: hostile),
      .factorAdded(.passkey(name: hostile), client: Client(address: hostile, userAgent: hostile)),
      .identityLinked(provider: hostile, client: Emails.client),
      .addressChanged(to: hostile, client: Emails.client),
    ]
    for template in templates {
      let html = template.render(
        to: hostile, language: .english, settings: settings, at: Emails.now
      ).html
      #expect(!html.contains("<script") && !html.contains("'\"1"))
      #expect(html.contains("&lt;script&gt;alert(&#39;&quot;1&amp;2&quot;&#39;)&lt;/script&gt;"))
    }
  }

  @Test func `a name with line breaks cannot inject sentences or headers`() {
    let hostile = "Acme”\r\nBcc: all@example.com\n\nDear \u{202E}friend\u{2028},\u{0}\u{200B}"
    let mail = EmailTemplate.invitation(
      organization: hostile, inviter: hostile, role: .owner, link: Emails.link,
      reportLink: Emails.link,
      expires: 0
    ).render(to: "ada@example.com", language: .english, settings: Emails.settings, at: Emails.now)

    #expect(mail.subject == "Join “Acme' Bcc: all@example·com Dear friend ,” at FlowMagic")
    #expect(!mail.text.contains("\nBcc") && !mail.text.contains("\nDear"))
    let hidden = (mail.subject + mail.text + mail.html).unicodeScalars.filter {
      $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.isBidiControl)
    }
    #expect(hidden.isEmpty)
  }

  @Test func `a long name is truncated`() {
    let name = String(repeating: "very ", count: 10_000) + "long"
    let mail = EmailTemplate.memberRemoved(organization: name)
      .render(to: "ada@example.com", language: .english, settings: Emails.settings, at: Emails.now)
    #expect(mail.subject.count < 140 && mail.subject.contains("…”"))
    #expect(mail.text.utf8.count < 1000)
  }

  @Test func `an email that a stranger can cause says when to ignore it`() {
    for template in [
      EmailTemplate.verifyAddress(link: Emails.link, expires: Emails.now), .alreadyRegistered,
      .noAccount,
    ] {
      let text = template.render(
        to: "ada@example.com", language: .english, settings: Emails.settings, at: Emails.now
      )
      .text
      #expect(text.contains("probably you"))
      #expect(text.contains("If this was not you, ignore this email"))
    }
  }

  private static let programs: [(userAgent: String, name: String)] = [
    (
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
        + "Gecko) Version/19.0 Mobile/15E148 Safari/604.1", "Safari on an iPhone"
    ),
    (
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
        + "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0", "Edge on Windows"
    ),
    (
      "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
        + "Mobile Safari/537.36", "Chrome on Android"
    ),
    (
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
        + "Version/19.0 Safari/605.1.15", "Safari on a Mac"
    ),
    (Emails.client.userAgent, "Firefox on Windows"), ("Shop/3 (build 9)", "Shop/3 (build 9)"),
    ("", "an unknown program"),
  ]

  @Test(arguments: programs)
  func `a browser or app is named as users know it`(_ userAgent: String, _ words: String) {
    let mail = EmailTemplate.newSignIn(client: Client(address: "192.0.2.7", userAgent: userAgent))
      .render(to: "ada@example.com", language: .english, settings: Emails.settings, at: Emails.now)
    #expect(mail.text.contains("With: \(words)\nFrom: the address 192.0.2.7\n"))
  }

  private func escaped(_ text: String) -> String {
    [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")]
      .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
