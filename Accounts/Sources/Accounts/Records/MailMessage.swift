/// A mail that is to be sent, or was.
public struct MailMessage: Sendable, Equatable {
  /// How far it is.
  public enum State: String, Sendable {
    /// To be sent when `next` has come.
    case waiting
    /// A mail server has taken it.
    case sent
    /// Given up; `error` says why.
    case failed
  }

  /// `m_` and 22 letters and digits; also the left side of its Message-ID.
  public let id: String
  /// The address it goes to.
  public let to: String
  /// The subject, as people read it.
  public let subject: String
  /// The text.
  ///
  /// NB: it may hold a link with a secret; it is taken away when the mail has been sent.
  public var text: String
  /// The same as HTML; taken away too.
  public var html: String
  /// When it was written.
  public let created: Int
  /// How often it was tried.
  public var attempts: Int
  /// When it is tried next.
  public var next: Int
  /// How far it is.
  public var state: State
  /// What the last attempt ran into, in a sentence; empty if nothing.
  public var error: String

  /// Makes a record.
  public init(
    id: String, to: String, subject: String, text: String, html: String, created: Int,
    attempts: Int = 0, next: Int, state: State = .waiting, error: String = ""
  ) {
    self.id = id
    self.to = to
    self.subject = subject
    self.text = text
    self.html = html
    self.created = created
    self.attempts = attempts
    self.next = next
    self.state = state
    self.error = error
  }
}
