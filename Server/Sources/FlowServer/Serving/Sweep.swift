import Accounts
import Logging
import ServiceLifecycle

/// Forgets every hour what has run out: sessions, links, and what was counted of wrong attempts.
///
/// Nothing depends on it, because whatever has run out opens nothing; it keeps the store small, and
/// keeps no more of people than is needed.
package struct Sweep: Service {
  private let services: Services

  package init(services: Services) { self.services = services }

  package func run() async throws {
    while !Task.isShuttingDownGracefully {
      await sweep()
      guard (try? await Self.hour()) != nil else { return }
    }
  }

  private static func hour() async throws {
    try await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(3600)) }
  }

  /// Does it once; what fails is done the next time.
  package func sweep() async {
    let accounts = services.accounts
    let now = accounts.clock()
    // The longer of both limits; a browser's shorter one is looked at whenever its cookie comes.
    let unusedSince = now - max(accounts.settings.browserIdle, accounts.settings.appIdle)
    do {
      try await accounts.store.change { writer in
        try writer.removeSessions(expiredBefore: now, unusedSince: unusedSince)
        try writer.removeLinks(expiredBefore: now)
        try writer.removeThrottles(olderThan: now - 86_400)
      }
    } catch {
      services.logger.error(
        "What has run out cannot be forgotten", metadata: ["reason": "\(error)"])
    }
  }
}

/// Sends the mails that wait, until the server ends.
struct MailService: Service {
  let outbox: Outbox

  func run() async throws {
    // NB: a outbox ends by being cancelled, and hands over what is under way before it does.
    await cancelWhenGracefulShutdown { await outbox.run() }
  }
}
