import Accounts
import NIOConcurrencyHelpers

/// Captures the emails of a service for tests.
final class Mailbox: MailTransport {
  private typealias Reply = CheckedContinuation<OutgoingMail, any Error>

  private struct State {
    var emails: [OutgoingMail] = []
    var waiters: [(isWanted: @Sendable (OutgoingMail) -> Bool, reply: Reply)] = []
  }

  struct NoMail: Error {}

  private let state = NIOLockedValueBox(State())

  func send(_ mail: OutgoingMail) async throws(MailFailure) {
    let reply = state.withLockedValue { state in
      guard let index = state.waiters.firstIndex(where: { $0.isWanted(mail) }) else {
        state.emails.append(mail)
        return nil as Reply?
      }
      return state.waiters.remove(at: index).reply
    }
    reply?.resume(returning: mail)
  }

  /// Waits for the next mail to an address whose subject contains a text.
  ///
  /// Each email is returned once.
  func mail(to address: String, _ subject: String) async throws -> OutgoingMail {
    let isWanted: @Sendable (OutgoingMail) -> Bool = {
      $0.to == address && $0.subject.contains(subject)
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { reply in
        let match = state.withLockedValue { state in
          guard let index = state.emails.firstIndex(where: isWanted) else {
            state.waiters.append((isWanted, reply))
            return nil as OutgoingMail?
          }
          return state.emails.remove(at: index)
        }
        if let match { reply.resume(returning: match) }
      }
    } onCancel: {
      close()
    }
  }

  /// Ends all waiting, because no more emails will arrive.
  func close() {
    let waiters = state.withLockedValue { state in
      defer { state.waiters = [] }
      return state.waiters
    }
    for (_, reply) in waiters { reply.resume(throwing: NoMail()) }
  }
}

extension OutgoingMail {
  /// The path and the query of the link in the email.
  var link: String? {
    guard let start = text.firstRange(of: YogaSite.origin + "/") else { return nil }
    let end = text[start.upperBound...].firstIndex { $0.isWhitespace } ?? text.endIndex
    return "/" + text[start.upperBound..<end]
  }
}
