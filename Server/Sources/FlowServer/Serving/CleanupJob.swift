import Accounts
import Logging
import ServiceLifecycle

/// Deletes expired records every hour: sessions, one-time tokens, counts of failed attempts, apps'
/// events, counts and results past their retention, and unused assets.
///
/// Nothing relies on it, because expired records are rejected anyway; it keeps the store small, and
/// personal data no longer than needed. If the clock may be ahead, it waits: deleted records do not
/// return when the clock is corrected.
package struct CleanupJob: Service {
  private let services: Services
  private let waitAnHour: @Sendable () async throws -> Void

  /// Creates the job.
  ///
  /// `waitAnHour` throws if the server stops meanwhile; nil to wait in real time.
  package init(services: Services, waitAnHour: (@Sendable () async throws -> Void)? = nil) {
    self.services = services
    self.waitAnHour = waitAnHour ?? { try await Self.sleepForOneHour() }
  }

  package func run() async throws {
    // Gives an operator time to read the warning, stop the server and set the clock.
    if services.clockMonitor.wasImplausibleAtStart, (try? await waitAnHour()) == nil { return }
    while !Task.isShuttingDownGracefully {
      await cleanUp()
      guard (try? await waitAnHour()) != nil else { return }
    }
  }

  private static func sleepForOneHour() async throws {
    try await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(3600)) }
  }

  /// Runs the cleanup once; what fails is retried the next time.
  package func cleanUp() async {
    let jump = services.clockMonitor.jump
    guard jump <= ClockMonitor.maximumJump else {
      services.logger.error(
        """
        Expired records are not deleted, because the clock is ahead: correct it, or restart the \
        server if it is right
        """, metadata: ["seconds": .stringConvertible(jump)])
      return
    }
    do {
      try await services.accounts.maintenance.removeExpired()
    } catch {
      // The server is stopping, such as after a failed start; the next run deletes them.
      guard !Task.isCancelled else { return }
      services.logger.error(
        "Expired records cannot be deleted", metadata: ["reason": "\(error)"])
    }
    do {
      try await services.removeOldRecords { Task.isShuttingDownGracefully }
    } catch {
      guard !Task.isCancelled else { return }
      services.logger.error(
        "Records past their retention cannot be deleted", metadata: ["reason": "\(error)"])
    }
  }
}

/// Sends the emails in the outbox until the server stops.
struct MailService: Service {
  let outbox: Outbox

  func run() async throws {
    // NB: cancellation stops an outbox after the email in progress.
    await cancelWhenGracefulShutdown { await outbox.run() }
  }
}
