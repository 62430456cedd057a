/// The schedule for retrying a mail that was not accepted.
package enum MailRetry {
  /// The seconds after which a mail is given up.
  package static let patience = 3 * 86_400

  /// The seconds to wait: from 30 s, each time twice as long, to 4 hours; somewhere in the upper
  /// half, so that mails which failed together do not all come back together.
  package static func wait(after attempts: Int, using random: inout some RandomNumberGenerator)
    -> Int
  {
    let longest = min(30 << max(1, min(attempts, 10)), 4 * 3600)
    return Int.random(in: longest / 2...longest, using: &random)
  }

  /// A mail after an attempt: sent, to be tried again, or given up.
  ///
  /// A mail that is settled keeps no text, because there may be a secret in it.
  package static func settled(
    _ mail: MailMessage, _ failure: MailFailure?, at now: Int,
    using random: inout some RandomNumberGenerator
  ) -> MailMessage {
    var mail = mail
    mail.error = failure?.message ?? ""
    if failure?.kind == .temporary {
      mail.next = now + wait(after: mail.attempts, using: &random)
      guard mail.next > mail.created + patience else { return mail }
      mail.error += " Given up after \(mail.attempts) attempts."
    }
    mail.state = failure == nil ? .sent : .failed
    mail.next = now
    mail.text = ""
    mail.html = ""
    return mail
  }
}
