/// Delivers emails to a mail server.
public protocol MailTransport: Sendable {
  /// Sends an email, and returns when the server has accepted it.
  ///
  /// - Throws: `MailFailure`: whether a later attempt may succeed, with a sentence for the
  ///   operator.
  func send(_ mail: OutgoingMail) async throws(MailFailure)
}

/// An email for a transport, which adds the sender.
public struct OutgoingMail: Sendable, Equatable {
  /// The local part of its Message-ID; the same at every attempt, so that mail programs recognize
  /// an email that was sent twice as one.
  public let id: String
  /// The recipient's address.
  public let to: String
  /// The subject, unencoded.
  public let subject: String
  /// The plain text; lines end with `\n`.
  public let text: String
  /// The same text as HTML.
  public let html: String
  /// The time at which it was written, in seconds since 1970.
  public let date: Int
  /// The URL with which mail programs offer to unsubscribe from emails like this one; nil for none.
  ///
  /// A program opens it, or sends `List-Unsubscribe=One-Click` there as a form, without cookies, if
  /// it begins with `https://`.
  public let unsubscribeURL: String?

  /// Creates an email.
  public init(
    id: String, to: String, subject: String, text: String, html: String, date: Int,
    unsubscribeURL: String? = nil
  ) {
    self.id = id
    self.to = to
    self.subject = subject
    self.text = text
    self.html = html
    self.date = date
    self.unsubscribeURL = unsubscribeURL
  }

  /// Creates the email to send from a message of the outbox.
  public init(_ message: MailMessage) {
    self.init(
      id: message.id, to: message.to, subject: message.subject, text: message.text,
      html: message.html, date: message.created)
  }
}

/// The error of an email that was not accepted.
public struct MailFailure: Error, Sendable, Equatable {
  /// The kind of failure, which determines whether to try again.
  public enum Category: String, Sendable {
    /// A later attempt may succeed: the network, a busy server, settings that someone will fix.
    case temporary
    /// No attempt will succeed: the address or the email is invalid.
    case permanent
  }

  /// The kind of failure.
  public let kind: Category
  /// A sentence for the operator; contains no secret.
  public let message: String

  /// Creates a failure.
  public init(_ kind: Category, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
