import Accounts
import Foundation
import Testing

/// The transport against real servers: aiosmtpd, with generated certificates.
@Suite(.timeLimit(.minutes(2)))
struct SMTPTransportTests {
  let server: MailServer

  init() throws { server = try MailServer.shared.get() }

  @Test(arguments: [("smtp", "startTLS"), ("smtps", "tls")])
  func `an email is sent encrypted and authenticated`(_ scheme: String, _ name: String) async throws
  {
    try await server.transport(scheme, name, login: true).send(Emails.outgoing("arrives_\(name)"))

    let mail = try #require(try server.received("arrives_\(name)").first)
    #expect(mail.isEncrypted)
    #expect(mail.user == server.user)
    #expect(mail.hello == "flows.example")
    #expect(mail.from == "flows@flows.example")
    #expect(mail.to == ["ada@example.com"])
  }

  @Test func `an email has the structure that mail programs expect`() async throws {
    try await server.transport("smtp+plain", "plain").send(Emails.outgoing("m_layout"))

    let mail = try #require(try server.received("m_layout").first)
    #expect(!mail.isEncrypted && mail.user == "")
    #expect(mail.defects.isEmpty && mail.isASCII)
    #expect(mail.types == ["multipart/mixed", "multipart/alternative", "text/plain", "text/html"])
    #expect((mail.text, mail.html) == ("Hello.\n", "<p>Hello.</p>\n"))
    #expect((mail.fromName, mail.fromAddress) == ("FlowMagic", "flows@flows.example"))
    #expect(mail.date == Emails.now)
    #expect(mail.headers.contains(["Message-ID", "<m_layout@flows.example>"]))
    #expect(mail.headers.contains(["To", "ada@example.com"]))
    #expect(mail.headers.contains(["Auto-Submitted", "auto-generated"]))
    #expect(mail.headers.contains(["Mime-Version", "1.0"]))
    #expect(!mail.headers.contains { $0.first?.hasPrefix("List-") == true })
  }

  @Test(arguments: [("https", true), ("http", false)])
  func `mail programs can unsubscribe, over https with one click`(
    _ scheme: String, _ isOneClick: Bool
  ) async throws {
    let url = "\(scheme)://flows.example/unsubscribe?token=" + String(repeating: "a", count: 63)
    try await server.transport("smtp+plain", "plain")
      .send(Emails.outgoing("list_\(scheme)", unsubscribeURL: url))

    let mail = try #require(try server.received("list_\(scheme)").first)
    #expect(mail.headers.contains(["List-Unsubscribe", "<\(url)>"]))
    #expect(
      mail.headers.contains(["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"])
        == isOneClick)
    #expect(mail.defects.isEmpty && mail.isASCII)
  }

  @Test(arguments: [
    ("umlauts", "Grüße aus Köln"), ("long", String(repeating: "Straße 💌 ", count: 30) + "end"),
    ("looks_encoded", "=?UTF-8?B?SGVsbG8=?= is not a greeting"),
    ("spaces", "Two  spaces, and a very long line of plain ASCII that goes on and on and on: end"),
    ("right_to_left", "שלום FlowMagic"), ("joined", "👩‍👩‍👧‍👦 e\u{301}"),
    ("quotes", "“A”, \"B\" \\ (C) <d@e.f>"),
  ])
  func `a subject and a name arrive unchanged`(_ id: String, _ words: String) async throws {
    try await server.transport("smtp+plain", "plain", fromName: words)
      .send(Emails.outgoing("subject_\(id)", subject: words))

    let mail = try #require(try server.received("subject_\(id)").first)
    #expect(Array(mail.subject.utf8) == Array(words.utf8))
    #expect(Array(mail.fromName.utf8) == Array(words.utf8))
    #expect(mail.fromAddress == "flows@flows.example")
    #expect(mail.defects.isEmpty && mail.isASCII && mail.longestLine <= Self.longestLine)
  }

  @Test(arguments: texts.keys.sorted())
  func `a text arrives unchanged`(_ id: String) async throws {
    let text = try #require(Self.texts[id])
    try await server.transport("smtp+plain", "plain")
      .send(Emails.outgoing("text_\(id)", text: text, html: "<pre>\n\(text)</pre>\n"))

    let mail = try #require(try server.received("text_\(id)").first)
    #expect(mail.text == text)
    #expect(mail.html == "<pre>\n\(text)</pre>\n")
    #expect(mail.defects.isEmpty && mail.isASCII && mail.longestLine <= Self.longestLine)
  }

  /// The line with libcurl's boundary is the longest; servers accept 998 (RFC 5321, 4.5.3.1.6).
  private static let longestLine = 90

  private static let texts = [
    "dots": ".\n..\n.hidden\n\n.\nQUIT\n", "utf8": "Grüße, 💌!\nשלום\n= and =3D\n",
    "long": String(repeating: "A line that has no end ", count: 500) + "💌\n",
    "from": "From here on\n From there\n", "signature": "Hello \t\n-- \nFlowMagic\n",
    "boundary": "--\n--------------------------0\nContent-Type: text/plain\n\nx\n",
    "zero": "a\u{0}b\u{7F}\n", "many": (0..<5000).map { "Line \($0)\n" }.joined(),
    "long_dots": String(repeating: ".", count: 5000) + "\n",
  ]

  @Test func `every email arrives completely`() async throws {
    let transport = try server.transport("smtp+plain", "plain")
    for template in Emails.templates {
      let mail = template.render(
        to: "ada@example.com", language: .english, settings: Emails.settings, at: Emails.now)
      try await transport.send(OutgoingMail(mail))
      let received = try #require(try server.received(mail.id).first)
      #expect((received.subject, received.text) == (mail.subject, mail.text))
      #expect(received.html == mail.html)
      #expect(received.defects.isEmpty)
    }
  }

  @Test(arguments: [
    Emails.outgoing("inject_a", to: "ada@example.com>\r\nRCPT TO:<eve@example.com"),
    Emails.outgoing("inject_b", to: "ada@example.com\nBcc: eve@example.com"),
    Emails.outgoing("inject_c", subject: "Hello\r\nBcc: eve@example.com"),
    Emails.outgoing("inject_d", subject: "Hello\n\nAnother text"),
    Emails.outgoing("inject_e>\r\nBcc: eve@example.com"), Emails.outgoing("../inject_f"),
    Emails.outgoing(""),
    Emails.outgoing("inject_g", unsubscribeURL: "https://a.example/\r\nBcc: eve@example.com"),
    Emails.outgoing("inject_h", unsubscribeURL: "https://a.example/>,<https://eve.example/"),
  ])
  func `an injection into commands or headers is rejected before anything is sent`(
    _ mail: OutgoingMail
  ) async throws {
    // To a port without a listener: an email that got further would fail differently.
    let transport = SMTPTransport(
      try SMTPSettings(url: "smtp+plain://127.0.0.1:1", from: "a@b.de", fromName: ""))
    let failure = await #expect(throws: MailFailure.self) { try await transport.send(mail) }
    #expect(failure?.kind == .permanent)
    #expect(failure?.message.contains("eve") == false)
  }
}
