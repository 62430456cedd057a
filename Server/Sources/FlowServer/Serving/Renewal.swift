import FlowMagic
import FlowStore
import Logging
import ServiceLifecycle
import UnixSignals

/// Looks every minute, and on SIGHUP at once, for what must be done without anybody asking.
///
/// That is signing anew what is 12 hours old, taking over keys that were rotated and what another
/// process has published, and forgetting live sessions of which nothing was heard for long.
package struct Renewal: Service {
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
          guard (try? await Self.minute()) != nil else { return }
          await look()
        }
      }
      group.addTask {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
          logger.info("Looking at the keys and the store again, because of SIGHUP")
          await look()
        }
      }
      await group.waitForAll()
    }
  }

  private static func minute() async throws {
    try await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(60)) }
  }

  /// Does it all once; what fails stays as it is until the next time.
  package func look() async {
    services.sweepSessions()
    do {
      if let keys = try folder.loadAccountKeys() { services.use(keys) }
    } catch {
      logger.error(
        "The keys of accounts cannot be read; the present ones stay",
        metadata: ["reason": "\(error)"])
    }
    do {
      if let keys = try folder.load(), keys.chain != (await services.live.chain) {
        try await services.live.use(keys)
        logger.info("Signing with a new key", metadata: ["key": "\(keys.publicKey.id)"])
      }
    } catch {
      logger.error(
        "The signing keys cannot be read; the present one stays", metadata: ["reason": "\(error)"])
    }
    do {
      try await services.readStore()
    } catch {
      logger.error("The store cannot be read", metadata: ["reason": "\(error)"])
    }
    do {
      try await services.live.renew()
    } catch {
      logger.error("Releases cannot be signed anew", metadata: ["reason": "\(error)"])
    }
  }
}
