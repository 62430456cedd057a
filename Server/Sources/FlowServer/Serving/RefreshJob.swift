import FlowMagic
import FlowStore
import Logging
import ServiceLifecycle
import UnixSignals

/// Refreshes the server's state in memory every minute, and immediately on SIGHUP.
///
/// It renews signatures that are 12 hours old, loads rotated keys and releases published by another
/// process, removes live sessions that have timed out, and retries counting results, truncating the
/// store's write-ahead log (WAL) and recording the issued release numbers and issue times.
package struct RefreshJob: Service {
  private let services: Services
  private let folder: KeyFolder
  private let logger: Logger

  package init(services: Services, folder: KeyFolder) {
    self.services = services
    self.folder = folder
    logger = services.logger
  }

  package func run() async throws {
    await withTaskGroup { group in
      group.addTask {
        while !Task.isShuttingDownGracefully {
          guard (try? await Self.sleepForOneMinute()) != nil else { return }
          await refresh()
        }
      }
      group.addTask {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
          logger.info("Reloading the keys and the store because of SIGHUP")
          await refresh()
        }
      }
      await group.waitForAll()
    }
  }

  private static func sleepForOneMinute() async throws {
    try await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(60)) }
  }

  /// Refreshes once; what fails is retried the next time.
  package func refresh() async {
    services.removeExpiredSessions()
    reportClock()
    // Some events could not be counted when they arrived, such as while the disk was full.
    services.results.requestCounting()
    await truncateLargeWAL()
    do {
      if let keys = try folder.loadAccountKeys() { services.replaceAccountKeys(with: keys) }
    } catch {
      logger.error(
        "The account keys cannot be read; the current ones stay in use",
        metadata: ["reason": "\(error)"])
    }
    do {
      if let keys = try folder.load(), keys.chain != (await services.signer.chain) {
        await replaceSigningKeys(with: keys)
      }
    } catch {
      logger.error(
        "The signing keys cannot be read; the current one stays in use",
        metadata: ["reason": "\(error)"])
    }
    // NB: before the store is read, so that signing with rotated keys does not wait for it.
    for failure in await services.signer.renew() {
      logger.error(
        "A release cannot be signed again; its previous statement stays current",
        metadata: failure.metadata)
    }
    do {
      try await services.readStore()
    } catch {
      logger.error("The store cannot be read", metadata: ["reason": "\(error)"])
    }
    await recordNumbers()
    await services.signer.retryRecordingIssueTime()
  }

  /// Signs with new keys from now on.
  private func replaceSigningKeys(with keys: SigningKeys) async {
    if let created = folder.creationTime(of: keys) {
      services.metrics.recordSigningKey(created: created)
    }
    logger.info("Signing with a new key", metadata: ["key": "\(keys.publicKey.id)"])
    await services.signer.replaceKeys(with: keys)
  }

  /// Truncates a write-ahead log that is so large that apps' data is refused.
  ///
  /// The store truncates it after writes, but there may be none while apps' data is refused.
  private func truncateLargeWAL() async {
    guard services.store.space().walBytes >= services.intake.limits.maximumWALBytes else { return }
    do {
      try await services.store.truncateWAL()
    } catch {
      logger.error(
        "The store's write-ahead log cannot be truncated", metadata: ["reason": "\(error)"])
    }
  }

  /// Logs a jump of the clock, every minute while it lasts, because alerts watch for it.
  private func reportClock() {
    let jump = services.clockMonitor.jump
    guard jump != 0 else { return }
    let behavior =
      jump > 0
      ? "has jumped ahead; the issue times of statements follow it by a day at most"
      : "was set back; the issue times of statements continue from the latest one"
    logger.error(
      "The clock \(behavior). If it is wrong, set it; if it is right, restart the server",
      metadata: ["seconds": .stringConvertible(jump)])
  }

  /// Retries recording the numbers that could not be recorded when their releases were published.
  private func recordNumbers() async {
    // NB: the error is cleared first, so that one that occurs meanwhile is kept.
    guard let first = await services.signer.takeNumberError() else { return }
    do {
      try folder.raiseFloor(try await services.store.issuedNumbers())
      logger.warning(
        "Release numbers are written beside the signing keys again after an error",
        metadata: ["reason": "\(first)"])
    } catch {
      await services.signer.keepNumberError(error)
      logger.error(
        """
        The highest release numbers cannot be written beside the signing keys; do not restore a \
        backup by hand until they are
        """,
        metadata: ["reason": "\(error)"])
    }
  }
}
