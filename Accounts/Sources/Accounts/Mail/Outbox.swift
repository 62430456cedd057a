public import Logging

/// Sends the emails in the outbox.
///
/// An email is claimed, sent, and marked as sent in separate steps: if the program stops in
/// between, the email is not lost. It may be sent twice if the server accepted it, but the reply
/// was lost or the result could not be stored. One that cannot be delivered is retried on its own
/// schedule, and does not delay others.
public actor Outbox {
  private let store: any AccountStore
  private let transport: any MailTransport
  private let keys: @Sendable () -> AccountKeyring
  private let signal: OutboxSignal
  private let logger: Logger
  private let clock: @Sendable () -> Int
  private let isClockTrusted: @Sendable () -> Bool
  private let pause: @Sendable (_ seconds: Int) async throws -> Void
  /// The ids of emails that are being sent.
  private var inFlight: Set<String> = []
  private var lastRemoval: Int?

  /// The number of emails sent in parallel.
  package static let maximumInFlight = 4
  /// The polling interval in seconds without a signal, for retries and for emails that another
  /// program has written.
  package static let pollingInterval = 10
  /// The seconds after which an email that was claimed but never marked is claimed again.
  package static let lease = 120
  /// The seconds for which a sent or failed email is kept, without its text.
  package static let retention = 30 * 86_400

  /// Creates an outbox; it does nothing before `run`.
  ///
  /// - Parameters:
  ///   - store: The store with the outbox.
  ///   - transport: The transport that delivers the emails.
  ///   - keys: Returns the current account keys, which decrypt the texts.
  ///   - signal: The signal that an email was written.
  ///   - logger: Gets ids and errors, never texts; a mail server's reply may name an address.
  ///   - clock: Seconds since 1970.
  ///   - isClockTrusted: Whether the clock can be trusted. Otherwise no email is given up because
  ///     of its age, and no old one is removed.
  ///   - pause: Waits for some seconds, and throws when the task is cancelled.
  public init(
    store: any AccountStore, transport: any MailTransport,
    keys: @escaping @Sendable () -> AccountKeyring, signal: OutboxSignal, logger: Logger,
    clock: @escaping @Sendable () -> Int,
    isClockTrusted: @escaping @Sendable () -> Bool = { true },
    pause: @escaping @Sendable (_ seconds: Int) async throws -> Void = {
      try await Task.sleep(for: .seconds($0))
    }
  ) {
    self.store = store
    self.transport = transport
    self.keys = keys
    self.signal = signal
    self.logger = logger
    self.clock = clock
    self.isClockTrusted = isClockTrusted
    self.pause = pause
  }

  /// Sends emails until the task is cancelled.
  ///
  /// Emails being sent are then finished gracefully, which takes as long as the transport needs.
  /// Call it once.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { [signal, pause] in
        repeat { signal.send() } while (try? await pause(Self.pollingInterval)) != nil
      }
      for await _ in signal.signals {
        for mail in await claimDue() {
          group.addTask { await self.deliver(mail) }
        }
      }
    }
  }

  /// Claims due emails, as many as may still be sent in parallel.
  ///
  /// Each counts as attempted and gets a lease: one that crashes the program is retried later, not
  /// immediately and endlessly.
  private func claimDue() async -> [MailMessage] {
    let alreadyInFlight = inFlight
    let capacity = Self.maximumInFlight - alreadyInFlight.count
    guard capacity > 0 else { return [] }
    let now = clock()
    do {
      try await removeOldMail(at: now)
      let claimed = try await store.change { writer in
        try writer.dueMail(at: now, limit: capacity + alreadyInFlight.count)
          .filter { !alreadyInFlight.contains($0.id) }.prefix(capacity)
          .map { mail in
            var mail = mail
            mail.attempts += 1
            mail.nextAttempt = now + Self.lease
            mail.error = "The outcome of this attempt is not known yet."
            try writer.put(mail)
            return mail
          }
      }
      inFlight.formUnion(claimed.map(\.id))
      return claimed
    } catch {
      if !Task.isCancelled {
        logger.error("the outbox cannot be read; emails wait", metadata: ["error": "\(error)"])
      }
      return []
    }
  }

  /// Removes old emails, at most once an hour.
  private func removeOldMail(at now: Int) async throws {
    if let lastRemoval, abs(now - lastRemoval) < 3600 { return }
    guard isClockTrusted() else { return }
    try await store.change { try $0.removeMail(finishedBefore: now - Self.retention) }
    lastRemoval = now
  }

  private func deliver(_ mail: MailMessage) async {
    let failure: MailFailure?
    do throws(MailFailure) {
      try await transport.send(OutgoingMail(try opened(mail)))
      failure = nil
    } catch {
      failure = error
    }
    // A separate task, so that the result is recorded even if this one was cancelled.
    await Task { await recordOutcome(mail, failure) }.value
    inFlight.remove(mail.id)
    signal.send()
  }

  private func opened(_ mail: MailMessage) throws(MailFailure) -> MailMessage {
    do {
      return try mail.opened(with: keys())
    } catch {
      // Temporary: the operator may restore the key.
      throw MailFailure(.temporary, "\(error)")
    }
  }

  private func recordOutcome(_ mail: MailMessage, _ failure: MailFailure?) async {
    var random = SystemRandomNumberGenerator()
    let attempted = MailRetry.updated(
      mail, failure, at: clock(), isClockTrusted: isClockTrusted(), using: &random)
    do {
      try await store.change { writer in
        guard try writer.mail(attempted.id) != nil else { return }
        if attempted.state != .queued, let user = attempted.user, try writer.user(user) == nil {
          return try writer.removeMail(attempted.id)
        }
        try writer.put(attempted)
      }
    } catch {
      logger.error(
        "an email's state could not be stored; it may be sent again",
        metadata: ["mail": "\(mail.id)", "error": "\(error)"])
    }
    report(attempted)
  }

  private func report(_ mail: MailMessage) {
    let metadata: Logger.Metadata = [
      "mail": "\(mail.id)", "attempts": .stringConvertible(mail.attempts),
    ]
    switch mail.state {
    case .sent: logger.info("email sent", metadata: metadata)
    case .queued:
      logger.warning(
        "email not accepted, will be retried",
        metadata: metadata.merging([
          "error": "\(mail.error)", "next": "\(MailTime(mail.nextAttempt).text(in: .english))",
        ]) { old, _ in old })
    case .failed:
      logger.error(
        "email given up", metadata: metadata.merging(["error": "\(mail.error)"]) { old, _ in old })
    }
  }
}
