import class Foundation.Thread

/// Delivers emails to a mail server over SMTP, encrypted and with a verified certificate unless the
/// settings are for a server on this machine without encryption.
///
/// libcurl does the work (see docs/decisions/0017). It blocks, so each email is sent on a separate
/// thread, never on Swift's cooperative pool.
public struct SMTPTransport: MailTransport {
  /// The mail server, and the sender of the service's emails.
  public let settings: SMTPSettings

  /// Creates a transport; it connects only to send an email.
  public init(_ settings: SMTPSettings) { self.settings = settings }

  /// Sends an email, within the settings' time limit.
  ///
  /// If the task is cancelled, sending has 5 more seconds: stopping between the server's acceptance
  /// and its reply would send the email twice.
  public func send(_ mail: OutgoingMail) async throws(MailFailure) {
    let transfer = try SMTPTransfer(mail, settings)
    let failure = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: transfer.run()) }
      }
    } onCancel: {
      transfer.stop(after: .seconds(5))
    }
    if let failure { throw failure }
  }
}
