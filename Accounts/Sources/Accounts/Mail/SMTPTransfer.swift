internal import CMail

/// The transfer of one email to the server.
///
/// - Note: Sendable, because `run` is called once, and `cmail_stop` may be called from another
///   thread meanwhile.
final class SMTPTransfer: @unchecked Sendable {
  private let mail: OpaquePointer
  private let settings: SMTPSettings

  init(_ mail: OutgoingMail, _ settings: SMTPSettings) throws(MailFailure) {
    let to = try MailField.address(mail.to)
    let headerFields = try Self.headerFields(mail, settings)
    guard
      let transfer = cmail_new(
        Self.url(settings), settings.security != .none, Self.milliseconds(settings.timeLimit))
    else { throw Self.noMemory }
    self.mail = transfer
    self.settings = settings
    var isReady = cmail_envelope(transfer, settings.from, to)
    for line in headerFields { isReady = isReady && cmail_header(transfer, line) }
    if let file = settings.caFile { isReady = isReady && cmail_trust(transfer, file) }
    if let user = settings.user, let password = settings.password {
      isReady = isReady && cmail_login(transfer, user, password)
    }
    for (type, text) in [("text/plain", mail.text), ("text/html", mail.html)] where !text.isEmpty {
      let text = Self.withCRLF(text)
      isReady =
        isReady && cmail_part(transfer, type + "; charset=utf-8", text, text.utf8.count)
    }
    guard isReady else { throw Self.noMemory }
  }

  deinit { cmail_free(mail) }

  /// Sends the email, blocking the thread, and returns the failure; nil if the server accepted it.
  func run() -> MailFailure? {
    let outcome = cmail_send(mail)
    guard outcome != CMAIL_SENT else { return nil }
    return SMTPProblem(
      outcome: outcome, stage: cmail_stage_reached(mail), code: Int(cmail_reply_code(mail)),
      reply: String(cString: cmail_reply_text(mail)), curlCode: Int(cmail_problem(mail)),
      settings: settings
    ).failure
  }

  /// Aborts the transfer if it is not finished after some time.
  func stop(after time: Duration) { cmail_stop(mail, Self.milliseconds(time)) }

  private static let noMemory = MailFailure(.temporary, "There is no memory left to send an email.")

  /// The header fields of the email; libcurl adds those of the MIME parts.
  private static func headerFields(
    _ mail: OutgoingMail, _ settings: SMTPSettings
  ) throws(MailFailure) -> [String] {
    guard mail.id.utf8.allSatisfy({ Self.isIDByte($0) }), !mail.id.isEmpty else {
      throw MailFailure(.permanent, "The email's id may contain only letters, digits and _.")
    }
    var fields = [
      "Date: \(MailTime(mail.date).field)",
      try MailField.mailbox("From", settings.from, as: settings.fromName),
      try MailField.mailbox("To", mail.to, as: ""),
      try MailField.text("Subject", mail.subject),
      "Message-ID: <\(mail.id)@\(domain(settings))>",
      // Automatic responders, such as out-of-office replies, do not answer these (RFC 3834).
      "Auto-Submitted: auto-generated",
    ]
    if let url = mail.unsubscribeURL { fields += try MailField.unsubscription(url) }
    return fields
  }

  private static func isIDByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The server's URL, with the name for EHLO after the slash: the domain of the sender's address.
  private static func url(_ settings: SMTPSettings) -> String {
    let host = settings.host.utf8.contains(UInt8(ascii: ":")) ? "[\(settings.host)]" : settings.host
    let scheme = settings.security == .tls ? "smtps" : "smtp"
    return "\(scheme)://\(host):\(settings.port)/\(domain(settings))"
  }

  private static func domain(_ settings: SMTPSettings) -> String {
    settings.from.split(separator: "@").last.map(String.init) ?? "localhost"
  }

  /// Returns the text with CRLF line endings.
  private static func withCRLF(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false) { $0.isNewline }.joined(separator: "\r\n")
  }

  private static func milliseconds(_ time: Duration) -> Int {
    Int(time.components.seconds) * 1000 + Int(time.components.attoseconds / 1_000_000_000_000_000)
  }
}
