/// The schedule for retrying an email that was not accepted.
package enum MailRetry {
  /// The maximum age of an unsent email, in seconds.
  package static let maximumAge = 3 * 86_400

  /// The seconds to wait: starting at 30 s and doubling up to 4 hours, with jitter over the upper
  /// half, so that emails that failed together are not all retried together.
  package static func wait(after attempts: Int, using random: inout some RandomNumberGenerator)
    -> Int
  {
    let longest = min(30 << max(1, min(attempts, 10)), 4 * 3600)
    return Int.random(in: longest / 2...longest, using: &random)
  }

  /// Returns an email with the outcome of an attempt: sent, to be retried, or given up.
  ///
  /// The text is then removed unless it is to be retried, because it may contain a secret.
  package static func outcome(
    _ mail: MailMessage, _ failure: MailFailure?, at now: Int,
    using random: inout some RandomNumberGenerator
  ) -> MailMessage {
    var mail = mail
    mail.error = failure?.message ?? ""
    if failure?.kind == .temporary {
      mail.next = now + wait(after: mail.attempts, using: &random)
      guard mail.next > mail.created + maximumAge else { return mail }
      mail.error += " Given up after \(mail.attempts) attempts."
    }
    mail.state = failure == nil ? .sent : .failed
    mail.next = now
    mail.text = ""
    mail.html = ""
    return mail
  }
}
