package import FlowStore
package import Logging

/// Compares the store and the clock with the releases and statements issued before startup.
package struct StartChecks: Sendable {
  private let logger: Logger

  package init(logger: Logger) { self.logger = logger }

  /// Raises the release numbers of the store and of the floor beside the keys to the higher ones,
  /// and warns while the store is older than apps' releases, as after restoring a backup.
  ///
  /// - Throws: The errors of `KeyFolder.requirePlausibleNumbers`; any other error of the store or
  ///   keys.
  package func raiseNumbers(of store: any Store, to folder: KeyFolder) async throws {
    let (floor, stored) = try await folder.requirePlausibleNumbers(for: store)
    try await store.raiseNumbers(floor.issuedNumbers)
    let raised = IssuedFloor(keySetCount: 0, try await store.issuedNumbers())
    try folder.raiseFloor(raised.issuedNumbers)
    var environments: [Environment] = []
    for application in try await store.applications() {
      environments += try await store.environments(of: application.id)
    }
    let current = IssuedFloor(current: environments)
    for issued in raised.numbers(above: current, stored: stored) {
      let number = current.numbers[issued.application]?[issued.environment] ?? 0
      let storedNumber = number > 0 ? "\(number)" : "none"
      logger.warning(
        """
        The store is older than what apps have: \(issued.application) in \(issued.environment) had \
        release \(issued.number), and the store has \(storedNumber). Apps keep what they have \
        until you \(raised.remedy(for: issued, current: current))
        """)
    }
  }

  /// Refuses to create a store's file beside keys that have signed releases, as `raiseNumbers`
  /// refuses an empty one, but before there is a file.
  ///
  /// - Parameters:
  ///   - path: The path of the store; nil for one in memory.
  ///   - folder: The folder of its keys.
  /// - Throws: `damaged`, also if the record of what the keys have signed is damaged.
  package static func requireStore(
    at path: String?, beside folder: KeyFolder
  ) throws(StoreError) {
    guard let path, RestoreLeftovers.isStoreMissing(at: path) else { return }
    let issued: IssuedNumber?
    do throws(KeyFolder.Failure) {
      issued = try folder.issuedFloor().issuedNumbers.first
    } catch {
      throw StoreError(.damaged, error.description)
    }
    guard let issued else { return }
    throw StoreError(
      .damaged,
      folder.advice(onEmpty: "The store \(path) is missing", issued)
        + RestoreLeftovers.hint(missing: path))
  }

  /// Returns the latest issue time of a statement; saving a later one logs an error if it fails.
  ///
  /// If it is not recorded although there are releases, a warning is logged, and it is the time of
  /// the newest release of the last 30 days; 0 if there is none.
  package func minimumIssueTime(
    of store: any Store, in folder: KeyFolder, clock: Int
  ) async throws -> MinimumIssueTime {
    let recorded = loggingErrors(of: folder.minimumIssueTime(), in: folder)
    guard !folder.hasIssueTime else { return recorded }
    let published = try await store.currentReleases().map(\.published)
    guard !published.isEmpty else { return recorded }
    // NB: statements are renewed twice a day, so the time of an older release is far from that of
    // the latest statement, and would make the clock seem to be ahead.
    let newest = published.filter {
      $0 > clock - ClockMonitor.maximumPause && $0 < KeyFolder.issueTimeLimit
    }.max()
    let start = newest.map { "Issue times continue from the newest one, \(Timestamp.string($0))" }
    logger.warning(
      """
      The record of the latest issue time beside the signing keys is missing, although there are \
      releases. \(start ?? "Make sure that the clock is right: issue times continue from it")
      """, metadata: ["file": "\(folder.path)/issued"])
    return MinimumIssueTime(newest ?? 0, save: recorded.save)
  }

  private func loggingErrors(
    of recorded: MinimumIssueTime, in folder: KeyFolder
  ) -> MinimumIssueTime {
    MinimumIssueTime(recorded.second, clock: recorded.clock) { [logger] second, clock in
      do {
        try recorded.save(second, clock)
      } catch {
        logger.error(
          """
          The latest issue time cannot be written beside the signing keys; until it is, do not \
          restart the server after the clock was set back
          """, metadata: ["file": "\(folder.path)/issued", "reason": "\(error)"])
        throw error
      }
    }
  }

  /// Logs an error if the clock is more than 10 minutes behind the time at which the latest
  /// statement was signed, and a warning if it is behind only its issue time, which releases have
  /// moved ahead, or if it is more than 30 days ahead.
  package func logImplausibleClock(_ clock: Int, latest: MinimumIssueTime) {
    let lastIssued = latest.second
    guard lastIssued > 0 else { return }
    let times: Logger.Metadata = [
      "clock": "\(Timestamp.string(clock))", "statement": "\(Timestamp.string(lastIssued))",
    ]
    if latest.isAhead(of: clock) {
      logger.warning(
        """
        The issue times of statements are ahead of the clock, because releases were published in \
        quick succession, and each is at least a second later than the one before. The clock has \
        not gone back, and nothing needs to be done: the clock will have caught up at the time of \
        the latest statement
        """, metadata: times)
    } else if lastIssued - clock > ClockMonitor.tolerance {
      logger.error(
        """
        The clock is behind the latest statement, which apps may have. If the clock is wrong, set \
        it; if the statement was issued with a wrong clock, stop the server and run \
        `flowmagic keys reset-rollback-protection`
        """, metadata: times)
    } else if clock - lastIssued > ClockMonitor.maximumPause {
      logger.warning(
        """
        The clock is more than 30 days ahead of the latest statement. If the server was not \
        stopped for that long, stop it and set the clock before apps receive statements from the \
        future, and before an hour has passed, after which records that seem expired are deleted
        """, metadata: times)
    }
  }
}
