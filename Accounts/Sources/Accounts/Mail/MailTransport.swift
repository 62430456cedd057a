/// Takes mails to a mail server.
public protocol MailTransport: Sendable {
  /// Hands a mail over, and returns when the other side has taken it on itself.
  ///
  /// - Throws: Whether a later attempt may succeed, with a sentence for whoever runs the service.
  func send(_ mail: OutgoingMail) async throws(MailFailure)
}

/// A mail as a transport takes it; who it comes from is the transport's business.
public struct OutgoingMail: Sendable, Equatable {
  /// The left side of its Message-ID; the same at every attempt, so that programs see a mail that
  /// was sent twice as one.
  public let id: String
  /// The address it goes to.
  public let to: String
  /// The subject, as people read it.
  public let subject: String
  /// The plain text; lines end with `\n`.
  public let text: String
  /// The same as HTML.
  public let html: String
  /// When it was written, in seconds since 1970.
  public let date: Int

  /// Makes a mail.
  public init(id: String, to: String, subject: String, text: String, html: String, date: Int) {
    self.id = id
    self.to = to
    self.subject = subject
    self.text = text
    self.html = html
    self.date = date
  }

  /// The mail that a record holds.
  public init(_ message: MailMessage) {
    self.init(
      id: message.id, to: message.to, subject: message.subject, text: message.text,
      html: message.html, date: message.created)
  }
}

/// Why a mail was not taken.
public struct MailFailure: Error, Sendable, Equatable {
  /// Whether it makes sense to try again.
  public enum Kind: String, Sendable {
    /// Later it may go: the network, a busy server, settings that somebody will fix.
    case temporary
    /// It will never go: the address is wrong, or the mail is.
    case permanent
  }

  /// Whether it makes sense to try again.
  public let kind: Kind
  /// A sentence for whoever runs the service; holds no secret.
  public let message: String

  /// Makes a failure.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
