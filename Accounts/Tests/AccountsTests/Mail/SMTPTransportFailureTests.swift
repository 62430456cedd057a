import Accounts
import Foundation
import Testing

/// The transport with servers that reject, are silent, or are impostors.
@Suite(.timeLimit(.minutes(2)))
struct SMTPTransportFailureTests {
  let server: MailServer

  init() throws { server = try MailServer.shared.get() }

  @Test(arguments: [("smtp", "startTLS"), ("smtps", "tls"), ("smtp+plain", "plainLogin")])
  func `a wrong password is a temporary failure, reported without the password`(
    _ scheme: String, _ name: String
  ) async throws {
    let transport = try server.transport(scheme, name, login: true, password: "wrong-S3cret")
    let failure = try await failure(transport, Emails.outgoing("wrong_\(name)"))
    #expect(failure.kind == .temporary)
    let url = transport.settings.displayURL
    #expect(
      failure.message == "The mail server \(url) rejects the user or the password (535).")
    #expect(try server.received("wrong_\(name)").isEmpty)
  }

  @Test func `a server that requires authentication is reported`() async throws {
    let transport = try server.transport("smtps", "tls")
    let failure = try await failure(transport, Emails.outgoing("m_nologin"))
    #expect(failure.kind == .temporary)
    #expect(failure.message.hasSuffix("requires a user and a password (530)."))
  }

  @Test(arguments: ["untrusted", "wrongHost", "expired"], ["smtp", "smtps"])
  func `an untrusted, expired or mismatched certificate is rejected`(
    _ name: String, _ scheme: String
  ) async throws {
    let transport = try server.transport(
      scheme, scheme == "smtp" ? name : "\(name)TLS", login: true)
    let failure = try await failure(transport, Emails.outgoing("m_\(name)_\(scheme)"))
    #expect(failure.kind == .temporary)
    #expect(failure.message.contains("is not trusted, or is another server's; nothing was sent."))
    #expect(try server.received("m_\(name)_\(scheme)").isEmpty)
  }

  @Test func `by default only the system's certificate authorities are trusted`() async throws {
    let transport = SMTPTransport(
      try SMTPSettings(
        url: "smtps://127.0.0.1:\(try server.port("tls"))", from: "a@b.de", fromName: ""))
    let failure = try await failure(transport, Emails.outgoing("m_system"))
    #expect(failure.message.contains("is not trusted"))
  }

  @Test(arguments: [("smtp", "plain"), ("smtp", "rejectsTLS"), ("smtps", "plain")])
  func `a server that does not encrypt gets neither password nor mail`(
    _ scheme: String, _ name: String
  ) async throws {
    let transport = try server.transport(scheme, name, login: true)
    let failure = try await failure(transport, Emails.outgoing("m_bare_\(name)_\(scheme)"))
    #expect(failure.kind == .temporary)
    #expect(failure.message.contains("does not encrypt the connection as it must"))
    #expect(failure.message.contains("write smtp+plain://127.0.0.1:25"))
    #expect(try server.received("m_bare_\(name)_\(scheme)").isEmpty)
  }

  @Test func `an email that a server defers can be sent again`() async throws {
    let transport = try server.transport("smtp", "startTLS", login: true)
    let mail = Emails.outgoing("m_once", to: "once@example.com")

    let failure = try await failure(transport, mail)
    #expect(failure.kind == .temporary)
    #expect(
      failure.message.hasSuffix(
        "does not accept mail for this address: 451 4.7.1 We do not know you yet; come back"))
    try await transport.send(mail)
    #expect(try server.received("m_once").count == 1)
  }

  @Test(arguments: [
    (
      "never@example.com", MailFailure.Category.permanent,
      "accept mail for this address: 550 5.1.1 There is nobody of this name here, "
        + "5.1.1 and never was"
    ),
    ("later@example.com", .temporary, "accept mail for this address: 450 4.2.1 Come back later"),
    (
      "unwanted@example.com", .permanent,
      "accept this email: 554 5.7.1 This looks like what nobody wants"
    ),
  ])
  func `a server's reply about an email is reported`(
    _ to: String, _ kind: MailFailure.Category, _ reply: String
  ) async throws {
    let transport = try server.transport("smtp+plain", "plain")
    let failure = try await failure(transport, Emails.outgoing("m_said", to: to))
    #expect(failure.kind == kind)
    #expect(failure.message == "The mail server \(transport.settings.displayURL) does not \(reply)")
  }

  @Test func `attack: a reply of many long lines is cut off`() async throws {
    let transport = try server.transport("smtp+plain", "plain")
    let failure = try await failure(transport, Emails.outgoing("m_long", to: "chatty@example.com"))
    #expect(failure.kind == .permanent)
    #expect(
      failure.message.contains("mail for this address: 550 5.1.1 too long too long"),
      "\(failure.message)")
    #expect(failure.message.hasSuffix("…"))
  }

  @Test func `a rejected sender is a temporary failure`() async throws {
    let transport = try server.transport("smtp+plain", "plain", from: "refused@flows.example")
    let failure = try await failure(transport, Emails.outgoing("m_sender"))
    #expect(failure.kind == .temporary)
    #expect(failure.message.contains("does not accept mail from refused@flows.example: 553"))
  }

  @Test func `a server's reply is omitted if it repeats a secret`() async throws {
    let transport = try server.transport("smtps", "tls", login: true)
    let failure = try await failure(
      transport, Emails.outgoing("m_tell", to: "telltale@example.com"))
    #expect(failure.kind == .permanent)
    #expect(failure.message.hasSuffix("does not accept mail for this address: 550."))
  }

  @Test(arguments: [("silent", "ada@example.com"), ("plain", "hang@example.com")])
  func `a silent server takes no longer than the time limit`(
    _ name: String, _ to: String
  ) async throws {
    let transport = try server.transport("smtp+plain", name, timeLimit: .milliseconds(300))
    let failure = try await failure(transport, Emails.outgoing("m_slow", to: to))
    #expect(failure.kind == .temporary)
    #expect(failure.message.hasSuffix("took longer than 0.3 seconds."))
  }

  @Test func `a shutdown ends an attempt long before its time limit`() async throws {
    // The transport's time limit is an hour, so a hanging attempt would exceed the suite's.
    let transport = try server.transport("smtp+plain", "plain", timeLimit: .seconds(3600))
    let attempt = Task {
      await #expect(throws: MailFailure.self) {
        try await transport.send(Emails.outgoing("m_stopped", to: "hang@example.com"))
      }
    }
    attempt.cancel()
    let failure = await attempt.value
    #expect(failure?.kind == .temporary)
    #expect(failure?.message.hasPrefix("Stopped before the mail server") == true)
  }

  @Test func `a refused connection or an unknown host is a temporary failure`() async throws {
    for (url, message) in [
      ("smtp+plain://127.0.0.1:1", "does not answer"), ("smtp://mail.invalid", "is not known"),
    ] {
      let transport = SMTPTransport(try SMTPSettings(url: url, from: "a@b.de", fromName: ""))
      let failure = try await failure(transport, Emails.outgoing("m_nobody"))
      #expect(failure.kind == .temporary)
      #expect(failure.message.contains(message), "\(failure.message)")
    }
  }

  @Test func `a missing certificate file is reported`() async throws {
    let transport = try server.transport("smtps", "tls", trusting: "/nowhere/ca.pem")
    let failure = try await failure(transport, Emails.outgoing("m_nofile"))
    #expect(failure.kind == .temporary)
    #expect(failure.message.contains("file of certificates"), "\(failure.message)")
  }

  private func failure(
    _ transport: SMTPTransport, _ mail: OutgoingMail
  ) async throws -> MailFailure {
    let failure = try #require(
      await #expect(throws: MailFailure.self) { try await transport.send(mail) })
    for secret in [server.password, server.user, "S3cret", "QUIT", "AUTH"] {
      #expect(!failure.message.contains(secret))
    }
    return failure
  }
}
