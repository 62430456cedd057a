/// Delivers mails to a mail server.
public protocol MailTransport: Sendable {
  /// Sends a mail, and returns when the server has accepted it.
  ///
  /// - Throws: Whether a later attempt may succeed, with a sentence for the operator.
  func send(_ mail: OutgoingMail) async throws(MailFailure)
}

/// A mail for a transport, which adds the sender.
public struct OutgoingMail: Sendable, Equatable {
  /// The left side of its Message-ID; the same at every attempt, so that programs see a mail that
  /// was sent twice as one.
  public let id: String
  /// The address it goes to.
  public let to: String
  /// The subject, as users read it.
  public let subject: String
  /// The plain text; lines end with `\n`.
  public let text: String
  /// The same as HTML.
  public let html: String
  /// The time at which it was written, in seconds since 1970.
  public let date: Int

  /// Creates a mail.
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

/// An error of a mail that was not accepted.
public struct MailFailure: Error, Sendable, Equatable {
  /// Whether it makes sense to try again.
  public enum Category: String, Sendable {
    /// Later it may go: the network, a busy server, settings that someone will fix.
    case temporary
    /// It will never go: the address is wrong, or the mail is.
    case permanent
  }

  /// Whether it makes sense to try again.
  public let kind: Category
  /// A sentence for the operator; holds no secret.
  public let message: String

  /// Creates a failure.
  public init(_ kind: Category, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
