import Accounts
import Logging
import ServiceLifecycle

/// Deletes what has expired every hour: sessions, links, counts of failed attempts, and the events
/// of apps that are older than they are kept.
///
/// Nothing depends on it, because what has expired is rejected anyway; it keeps the store small and
/// stores no more about users than is needed. So where the clock may be ahead it waits: what it
/// deletes does not come back when the clock is set right.
package struct CleanupJob: Service {
  private let services: Services

  package init(services: Services) { self.services = services }

  package func run() async throws {
    // Time for an operator to read the warning, stop the server and set the clock.
    if services.clockWatch.isDoubtful, (try? await Self.hour()) == nil { return }
    while !Task.isShuttingDownGracefully {
      await cleanUp()
      guard (try? await Self.hour()) != nil else { return }
    }
  }

  private static func hour() async throws {
    try await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(3600)) }
  }

  /// Cleans up once; what fails is done the next time.
  package func cleanUp() async {
    let jump = services.clockWatch.jump
    guard jump <= ClockMonitor.maximumJump else {
      services.logger.error(
        """
        Nothing that has expired is deleted, because the clock is ahead: set it right, or restart \
        the server if it is right
        """, metadata: ["seconds": "\(jump)"])
      return
    }
    do {
      try await services.accounts.maintenance.removeExpired()
    } catch {
      services.logger.error(
        "Expired records cannot be deleted", metadata: ["reason": "\(error)"])
    }
    do {
      try await services.removeOldRecords { Task.isShuttingDownGracefully }
    } catch {
      services.logger.error("Old events cannot be deleted", metadata: ["reason": "\(error)"])
    }
  }
}

/// Sends the emails in the outbox until the server stops.
struct MailService: Service {
  let outbox: Outbox

  func run() async throws {
    // NB: an outbox is stopped by cancellation, and finishes the email in progress before.
    await cancelWhenGracefulShutdown { await outbox.run() }
  }
}
