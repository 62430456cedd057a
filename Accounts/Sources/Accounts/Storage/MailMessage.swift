/// An e-mail in the outbox, sent or to be sent.
public struct MailMessage: Sendable, Equatable {
  /// The delivery state.
  public enum State: String, Sendable {
    /// Due at `next`.
    case waiting
    /// A mail server has accepted it.
    case sent
    /// Given up; `error` says why.
    case failed
  }

  /// `m_` and 22 letters and digits; also the left side of its Message-ID.
  public let id: String
  /// The address it goes to.
  public let to: String
  /// The user whose account it is about, where that does not follow from the address: it goes with
  /// the account, and if the account is gone before it is sent, nothing is kept of it.
  public let user: String?
  /// The subject, as users read it.
  public let subject: String
  /// The text.
  ///
  /// NB: it may hold a link with a secret; it is removed when the mail has been sent.
  public var text: String
  /// The same as HTML; removed too.
  public var html: String
  /// The time at which it was written.
  public let created: Int
  /// The number of attempts.
  public var attempts: Int
  /// The time of the next attempt.
  public var next: Int
  /// The delivery state.
  public var state: State
  /// The error of the last attempt; empty if there was none.
  public var error: String

  /// Creates a record.
  public init(
    id: String, to: String, about user: String? = nil, subject: String, text: String,
    html: String, created: Int,
    attempts: Int = 0, next: Int, state: State = .waiting, error: String = ""
  ) {
    self.id = id
    self.to = to
    self.user = user
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
