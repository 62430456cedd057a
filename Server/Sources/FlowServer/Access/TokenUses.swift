import FlowStore
import Logging
import NIOConcurrencyHelpers

/// Records the last uses of API tokens.
///
/// Writes in the background and only logs a failure, because requests that read must not wait for
/// the store's writer, and must work while the store is locked or the disk is full.
package final class TokenUses: Sendable {
  private let store: any Store
  private let logger: Logger
  private let writes = NIOLockedValueBox<[String: Task<Void, Never>]>([:])

  init(store: any Store, logger: Logger) {
    self.store = store
    self.logger = logger
  }

  /// Records that a token was used, at most once a minute.
  func record(_ token: APIToken, at now: Int) {
    let used = token.lastUsed ?? 0
    guard now - used >= 60 || used - now > APIToken.maximumClockSkew else { return }
    let id = token.id
    writes.withLockedValue { writes in
      guard writes[id] == nil else { return }
      writes[id] = Task { await write(id, at: now) }
    }
  }

  private func write(_ id: String, at now: Int) async {
    do {
      try await store.touchToken(id, at: now)
    } catch {
      logger.warning(
        "The last use of a token cannot be stored", metadata: ["reason": "\(error)"])
    }
    writes.withLockedValue { $0[id] = nil }
  }

  /// Waits for the uses recorded so far, for tests.
  package func waitForWrites() async {
    for write in writes.withLockedValue({ Array($0.values) }) { await write.value }
  }
}
