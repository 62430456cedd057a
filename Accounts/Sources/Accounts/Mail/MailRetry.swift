/// The schedule for retrying an email that was not accepted.
package enum MailRetry {
  /// The maximum age of an unsent email, in seconds.
  package static let maximumAge = 3 * 86_400
  /// The maximum delay between attempts, in seconds.
  package static let maximumDelay = 4 * 3600
  /// The number of attempts that cover `maximumAge` with the longest delays; an email is not given
  /// up because of its age before that many, in case the clock has jumped ahead.
  package static let minimumAttempts = attempts { longest in longest }
  /// The number of attempts that cover `maximumAge` with the shortest delays; an email is given up
  /// after that many whatever its age, which is wrong if the clock was ahead when the email was
  /// written.
  package static let maximumAttempts = attempts { longest in longest / 2 }

  /// Returns a random delay in seconds between half the limit and the limit; the limit is 60 s
  /// after the first attempt, and doubles with each attempt up to 4 h.
  ///
  /// It is random so that emails that failed together are not all retried together.
  package static func retryDelay(
    after attempts: Int, using random: inout some RandomNumberGenerator
  )
    -> Int
  {
    let longest = longestDelay(after: attempts)
    return Int.random(in: longest / 2...longest, using: &random)
  }

  private static func longestDelay(after attempts: Int) -> Int {
    min(30 << max(1, min(attempts, 10)), maximumDelay)
  }

  /// The number of attempts until the sum of their delays exceeds `maximumAge`.
  private static func attempts(_ delay: (_ longest: Int) -> Int) -> Int {
    var attempts = 0
    var age = 0
    while age <= maximumAge {
      attempts += 1
      age += delay(longestDelay(after: attempts))
    }
    return attempts
  }

  /// Returns an email with the outcome of an attempt: sent, to be retried, or given up.
  ///
  /// The text is then removed unless it is to be retried, because it may contain a secret.
  ///
  /// - Parameters:
  ///   - mail: The email that was attempted.
  ///   - failure: The reason why it was not accepted; nil if it was.
  ///   - now: Seconds since 1970.
  ///   - isClockTrusted: Whether the email may be given up because of its age.
  ///   - random: The source of the jitter.
  /// - Returns: The email to store.
  package static func updated(
    _ mail: MailMessage, _ failure: MailFailure?, at now: Int, isClockTrusted: Bool = true,
    using random: inout some RandomNumberGenerator
  ) -> MailMessage {
    var mail = mail
    mail.error = failure?.message ?? ""
    if failure?.kind == .temporary {
      mail.nextAttempt = now + retryDelay(after: mail.attempts, using: &random)
      let isOld = isClockTrusted && mail.nextAttempt > mail.created + maximumAge
      guard mail.attempts >= (isOld ? minimumAttempts : maximumAttempts) else { return mail }
      mail.error += " Given up after \(mail.attempts) attempts."
    }
    mail.state = failure == nil ? .sent : .failed
    mail.finished = now
    mail.text = ""
    mail.html = ""
    return mail
  }
}
