/// An email in the outbox, sent or to be sent.
///
/// Times are in seconds since 1970.
public struct MailMessage: Sendable, Equatable {
  /// The delivery state.
  public enum State: String, Sendable {
    /// Due at `nextAttempt`.
    case queued
    /// A mail server has accepted it.
    case sent
    /// Given up; `error` says why.
    case failed
  }

  /// `m_` and 22 letters and digits; also the local part of its Message-ID.
  public let id: String
  /// The recipient's address.
  public let to: String
  /// The id of the user whose account it is about, where the address does not identify the user,
  /// such as a new address that is not verified yet; nil otherwise.
  ///
  /// The message is deleted with the account, even if it has not been sent yet.
  public let user: String?
  /// The subject, unencoded.
  public let subject: String
  /// The text.
  ///
  /// NB: it may contain a link with a secret; it is removed when the email was sent or given up.
  public var text: String
  /// The same text as HTML, which is removed at the same time.
  public var html: String
  /// The time at which it was written.
  public let created: Int
  /// The number of delivery attempts so far.
  public var attempts: Int
  /// The time at which the next attempt is due; not used once the email was sent or given up.
  public var nextAttempt: Int
  /// The time at which it was sent or given up; nil while it is queued.
  public var finished: Int?
  /// The delivery state.
  public var state: State
  /// The error of the last attempt; empty if it succeeded or there was none.
  public var error: String

  /// Creates a record.
  public init(
    id: String, to: String, about user: String? = nil, subject: String, text: String,
    html: String, created: Int, attempts: Int = 0, nextAttempt: Int, finished: Int? = nil,
    state: State = .queued, error: String = ""
  ) {
    self.id = id
    self.to = to
    self.user = user
    self.subject = subject
    self.text = text
    self.html = html
    self.created = created
    self.attempts = attempts
    self.nextAttempt = nextAttempt
    self.finished = finished
    self.state = state
    self.error = error
  }
}
