package import Accounts
package import FlowStore
package import Logging
import NIOConcurrencyHelpers

/// The dependencies of the routes: the store, and the server's state in memory.
package struct Services: Sendable {
  package let store: any Store
  /// The current releases and the active SDK keys.
  package let currentReleases: CurrentReleases
  /// Detects jumps of the clock.
  package let clockMonitor: ClockMonitor
  /// Signs releases and renews their signatures.
  package let signer: ReleaseSigner
  /// Counts all open streams, and ends those of readers who have lost access.
  package let streams: StreamAdmission
  /// Streams the changes of applications to those who have them open.
  package let changes: ApplicationChanges
  /// Verifies and compares documents.
  package let documentChecks: DocumentChecks
  /// The numbers of findings in drafts and releases.
  package let findingCounts: FindingCounts
  /// The numbers of unpublished changes in drafts.
  package let draftChanges: DraftChangeCounts
  /// Serializes changes to the same subject where their order matters.
  package let serialQueue = KeyedSerialQueue()
  package let metrics: Metrics
  /// Records the last uses of API tokens.
  package let tokenUses: TokenUses
  /// Limits the rate of similar log lines.
  let logSampler = LogSampler()
  /// Limits the large request bodies in memory.
  let largeBodyLimiter = LargeBodyLimiter()
  /// Limits the large responses that have not been read yet.
  let largeResponseLimiter = LargeResponseLimiter()
  /// Limits the concurrent requests of an organization that read documents.
  package let documentLimiter = DocumentLimiter()
  /// Documents whose bytes several responses share.
  let sharedBodies = SharedBodies()
  /// The results of the scheduled backups.
  package let backups = BackupRecord()
  /// The live sessions of running apps that may be followed.
  package let sessions = LiveSessions()
  /// Which environments' sessions may be followed, by application.
  let followSettings: FollowSettingsCache
  /// Limits what apps send and users change.
  package let intake: IntakeGuard
  /// Counts results from apps' events.
  package let results: ResultsAggregator
  /// Whether the server can read and write.
  package let readiness: Readiness
  /// The files of the portal.
  package let portal: PortalFiles
  /// The Git repository from which apps add FlowMagic; nil if it is not set.
  package let packageURL: String?
  /// The policy for the ids of new applications.
  package let applicationIDs: ApplicationIDPolicy
  /// Counts attempts to use ids that are taken.
  let takenIDAttempts = TakenIDAttempts()
  /// The origins of web pages that may use SDK keys.
  package let origins: AllowedOrigins
  /// Purges out-of-date releases from the cache in front of the server; nil if there is none.
  package let purger: CachePurger?
  /// The number of our own proxies in front of the server; see `ClientAddress`.
  package let trustedProxies: Int
  /// Records the issued release numbers beside the signing keys.
  let numberRecorder: NumberRecorder
  /// Returns seconds since 1970.
  package let clock: @Sendable () -> Int
  package let logger: Logger
  private let currentAccounts: NIOLockedValueBox<AccountServices>

  package init(
    store: any Store, keys: SigningKeys,
    minimumIssueTime: MinimumIssueTime = MinimumIssueTime(),
    numberRecorder: NumberRecorder = NumberRecorder(), accounts: AccountServices,
    portal: PortalFiles = .embedded, packageURL: String? = nil,
    trustedProxies: Int = 0, limits: DeliveryLimits = DeliveryLimits(),
    intake: IntakeLimits = IntakeLimits(), applicationIDs: ApplicationIDPolicy = .chosen,
    purger: CachePurger? = nil, logger: Logger,
    clock: @escaping @Sendable () -> Int, uptime: (@Sendable () -> Int)? = nil
  ) {
    self.store = store
    self.portal = portal
    self.packageURL = packageURL
    self.trustedProxies = trustedProxies
    self.applicationIDs = applicationIDs
    self.purger = purger
    self.numberRecorder = numberRecorder
    origins = limits.origins
    currentAccounts = NIOLockedValueBox(accounts)
    self.logger = logger
    self.clock = clock
    metrics = Metrics()
    tokenUses = TokenUses(store: store, logger: logger)
    self.intake = IntakeGuard(intake, store: store, logger: logger, clock: uptime ?? clock)
    readiness = Readiness(store: store, clock: clock)
    _ = ProcessMetrics.startTime
    let currentReleases = CurrentReleases()
    self.currentReleases = currentReleases
    results = ResultsAggregator(
      store: store, currentReleases: currentReleases,
      hasSpace: { [intake = self.intake] in
        intake.hasSpace
      }, logger: logger)
    let checks = DocumentChecks()
    documentChecks = checks
    findingCounts = FindingCounts(store: store, checks: checks)
    draftChanges = DraftChangeCounts(store: store, checks: checks)
    followSettings = FollowSettingsCache(store: store)
    streams = StreamAdmission(limits)
    let changes = ApplicationChanges(
      store: store, currentReleases: currentReleases, admission: streams)
    self.changes = changes
    let monitor = ClockMonitor(clock: clock, uptime: uptime, lastIssued: minimumIssueTime.second)
    clockMonitor = monitor
    signer = ReleaseSigner(
      keys: keys, minimumIssueTime: minimumIssueTime, numberRecorder: numberRecorder,
      currentReleases: currentReleases, clock: { monitor.now() }
    ) { release, client in
      changes.publish(.release(release, client: client), to: release.application)
      purger?.enqueue(application: release.application, environment: release.environment)
    }
  }

  /// The account services, with the latest keys.
  package var accounts: AccountServices { currentAccounts.withLockedValue { $0 } }

  /// Uses other keys for encryption and signing from now on.
  package func replaceAccountKeys(with keys: AccountKeyring) {
    currentAccounts.withLockedValue { $0 = $0.with(keys) }
  }

  /// Reads keys and releases from the store: at startup, and later after changes by another
  /// process.
  package func readStore() async throws(StoreError) {
    try await readKeys()
    for failure in await signer.deliver(try await store.currentReleases()) {
      logger.error(
        "A release could not be signed; the previous one stays current",
        metadata: failure.metadata)
    }
    followSettings.invalidate()
    streams.recheck()
  }

  /// The maximum number of times that the keys are read because one changes meanwhile.
  private static let maximumKeyReads = 10

  /// Reads the active keys, again if one is added or revoked meanwhile.
  ///
  /// Otherwise a key that was revoked after it was read would become active again, and one that was
  /// added after that would not be active.
  private func readKeys() async throws(StoreError) {
    for _ in 1...Self.maximumKeyReads {
      let changes = currentReleases.keyChangeCount
      let keys = try await store.activeSDKKeys()
      let applications = try await store.applications()
      let organizations = Dictionary(
        applications.map { ($0.id, $0.organization) }, uniquingKeysWith: { first, _ in first })
      streams.setOrganizations(Set(organizations.values))
      let served = keys.compactMap { key in
        organizations[key.application].map { ServedKey(key, organization: $0) }
      }
      if currentReleases.setKeys(served, ifUnchangedSince: changes) { return }
    }
    logger.warning(
      """
      SDK keys changed each time they were read. Keys that another process added or revoked take \
      effect when they are read again, in a minute
      """)
  }
}

// Services are logged by their descriptions, which would otherwise contain all of these values.
extension Services: CustomStringConvertible {
  package var description: String { "Services" }
}
