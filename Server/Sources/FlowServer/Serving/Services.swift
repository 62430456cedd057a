package import Accounts
package import FlowStore
package import Logging
import NIOConcurrencyHelpers

/// What the endpoints work with: the store, and what the server keeps in memory.
package struct Services: Sendable {
  package let store: any FlowStore
  /// What is live and which keys are in force; delivery sends from it.
  package let hub: ReleaseHub
  /// Signs what is live and renews the server's word.
  package let live: LiveReleases
  /// Tells those who look at an application what changes in it.
  package let changes: ApplicationChanges
  /// How many findings drafts and releases have.
  package let findingCounts: FindingCounts
  /// Has changes done one after the other where their order matters.
  package let turns = Turns()
  package let metrics: Metrics
  /// Where those are who try an app that is being made.
  package let sessions = LiveSessions()
  /// What people in a browser use.
  package let portal: PortalFiles
  /// How many of our own proxies stand in front; see `ClientAddress`.
  package let trustedProxies: Int
  /// Seconds since 1970.
  package let clock: @Sendable () -> Int
  package let logger: Logger
  private let currentAccounts: NIOLockedValueBox<AccountServices>

  package init(
    store: any FlowStore, keys: SigningKeys, floor: IssueFloor = IssueFloor(),
    accounts: AccountServices,
    portal: PortalFiles = .built,
    trustedProxies: Int = 0, logger: Logger, clock: @escaping @Sendable () -> Int
  ) {
    self.store = store
    self.portal = portal
    self.trustedProxies = trustedProxies
    currentAccounts = NIOLockedValueBox(accounts)
    self.logger = logger
    self.clock = clock
    metrics = Metrics()
    hub = ReleaseHub()
    findingCounts = FindingCounts(store: store)
    let changes = ApplicationChanges(store: store, hub: hub)
    self.changes = changes
    live = LiveReleases(keys: keys, floor: floor, hub: hub, clock: clock) { release, client in
      changes.publish(.release(release, client: client), to: release.application)
    }
  }

  /// People, and what they may do; with the newest keys.
  package var accounts: AccountServices { currentAccounts.withLockedValue { $0 } }

  /// Seals and signs with other keys from now on.
  package func use(_ keys: AccountKeyring) {
    currentAccounts.withLockedValue { $0 = $0.with(keys) }
  }

  /// Takes over what the store holds: at start, and later what another process has changed.
  package func readStore() async throws(StoreError) {
    let keys = try await store.activeSDKKeys()
    hub.setKeys(keys.map { ($0.id, $0.application, $0.environment) })
    for error in await live.takeOver(try await store.currentReleases()) {
      logger.error(
        "A release cannot be signed; what was served before stays",
        metadata: ["reason": "\(error)"])
    }
  }
}

// What runs beside the routes is logged by its description, and all of this would be in it.
extension Services: CustomStringConvertible {
  package var description: String { "Services" }
}
