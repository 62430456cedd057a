import Foundation
package import Logging
import NIOConcurrencyHelpers
import ServiceLifecycle

/// The schedule of a running server's backups, with their folder and retention.
package struct BackupSchedule: Sendable, Equatable {
  /// The folder of the archives.
  package let folder: String
  /// The time between two backups, in seconds.
  package let period: Int
  /// The number of newest archives to keep, and of latest periods whose newest archive is kept;
  /// older archives are deleted.
  package let keepCount: Int
  package let passphrase: String?

  package init(folder: String, period: Int, keepCount: Int, passphrase: String?) {
    self.folder = folder
    self.period = period
    self.keepCount = keepCount
    self.passphrase = passphrase
  }
}

/// The results of the latest backups, for the schedule and metrics.
package final class BackupRecord: Sendable {
  private struct State {
    var lastBackup = 0
    var failures = 0
    /// The time of the latest failed attempt, and the seconds to wait after it.
    var lastFailure = 0
    var retryDelay = 0
  }

  private let state = NIOLockedValueBox(State())

  package init() {}

  /// The time of the latest backup, in seconds since 1970; 0 before the first.
  package var lastBackup: Int { state.withLockedValue { $0.lastBackup } }
  /// The number of failed backups since the start.
  package var failures: Int { state.withLockedValue { $0.failures } }

  /// Whether the pause after a failed attempt is over.
  func mayRetry(at second: Int) -> Bool {
    // NB: the attempt may lie in the future, after the clock was set back.
    state.withLockedValue { abs(second - $0.lastFailure) >= $0.retryDelay }
  }

  func recordSuccess(at second: Int) {
    state.withLockedValue { state in
      state.lastBackup = second
      state.retryDelay = 0
    }
  }

  /// Counts a failure; the pause after it doubles from a minute to an hour, because each attempt
  /// reads all of the store and may write as much.
  func recordFailure(at second: Int) {
    state.withLockedValue { state in
      state.failures += 1
      state.lastFailure = second
      state.retryDelay = min(max(60, 2 * state.retryDelay), 3600)
    }
  }
}

/// Creates backups on a schedule.
package struct BackupJob: Service {
  private let schedule: BackupSchedule
  private let writer: BackupWriter
  private let record: BackupRecord
  private let logger: Logger
  private let clock: @Sendable () -> Int

  package init(
    _ schedule: BackupSchedule, store: String, keys: KeyFolder, record: BackupRecord,
    reserve: Int? = nil, logger: Logger, clock: @escaping @Sendable () -> Int
  ) {
    self.schedule = schedule
    self.record = record
    self.logger = logger
    self.clock = clock
    writer = BackupWriter(
      store: store, keys: keys, passphrase: schedule.passphrase, reserve: reserve)
    // NB: archives dated further in the future, by a clock that was ahead, do not count as the
    // latest backup.
    let latest = clock() + min(ClockMonitor.tolerance, schedule.period / 2)
    record.recordSuccess(
      at: Self.archives(in: schedule.folder).last { $0.second <= latest }?.second ?? 0)
  }

  package func run() async throws {
    warnIfShared()
    // Leftovers include unencrypted copies of the store: they are removed now, not only before the
    // next backup.
    removeLeftovers()
    while !Task.isShuttingDownGracefully {
      await cancelWhenGracefulShutdown { await backUpIfDue() }
      guard (try? await Self.sleepForMinute()) != nil else { return }
    }
  }

  private static func sleepForMinute() async throws {
    try await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(60)) }
  }

  /// Warns if other users may replace the archives.
  private func warnIfShared() {
    guard let warning = FolderPermissions.warning(ofBackups: schedule.folder) else { return }
    logger.warning("\(warning)")
  }

  /// Removes the unfinished files of killed backups, and logs those that it cannot remove.
  package func removeLeftovers() {
    for advice in BackupLeftovers.remove(in: schedule.folder).advice {
      logger.warning("\(advice)")
    }
  }

  /// Creates a backup if the latest is old enough; retries a failed one after a pause.
  package func backUpIfDue() async {
    let now = clock()
    // NB: the latest may lie in the future, after the clock was set back.
    guard abs(now - record.lastBackup) >= schedule.period, record.mayRetry(at: now) else { return }
    removeLeftovers()
    do {
      let path = "\(schedule.folder)/\(Self.name(at: now))"
      _ = try await writer.write(to: path, now: now)
      record.recordSuccess(at: now)
      logger.info("Created a backup", metadata: ["file": "\(path)"])
      removeOld(at: now)
    } catch {
      guard !Task.isCancelled else {
        return logger.info(
          "Aborted a backup because the server is stopping; the next start retries it")
      }
      record.recordFailure(at: now)
      logger.error("The backup failed", metadata: ["reason": "\(error)"])
    }
  }

  /// Removes old archives.
  ///
  /// Archives dated in the future, because the clock was ahead, are neither removed nor counted.
  /// Besides the newest ones, it keeps the newest of each of as many periods: many archives within
  /// a day, such as an operator's, must not displace those of the days before.
  private func removeOld(at now: Int) {
    let archives = Self.archives(in: schedule.folder).filter { $0.second <= now }
    let newest = Dictionary(archives.map { ($0.second / schedule.period, $0.name) }) { $1 }
    let periods = newest.sorted { $0.key < $1.key }.suffix(schedule.keepCount)
    let keptNames = Set(
      archives.suffix(schedule.keepCount).map { $0.name } + periods.map { $0.value })
    for old in archives where !keptNames.contains(old.name) {
      unlink("\(schedule.folder)/\(old.name)")
    }
  }

  /// The name of an archive, such as `flowmagic-20270115T080000Z.backup`; names sort by time.
  package static func name(at second: Int) -> String {
    let time = Timestamp.string(second).filter { !":-".contains($0) }
    return "flowmagic-\(time).backup"
  }

  /// The folder's archives whose names follow the schedule's pattern, oldest first.
  private static func archives(in folder: String) -> [(name: String, second: Int)] {
    let names = (try? PrivateFiles.names(in: folder)) ?? []
    return names.sorted().compactMap { name in second(ofArchive: name).map { (name, $0) } }
  }

  /// The time in an archive's name; nil if it does not follow the schedule's pattern.
  static func second(ofArchive name: String) -> Int? {
    let digits = Array(name.dropFirst("flowmagic-".count).utf8.prefix(16))
    guard digits.count == 16 else { return nil }
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    let text =
      "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T"
      + "\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z"
    guard let second = Timestamp.seconds(from: text), name == Self.name(at: second) else {
      return nil
    }
    return second
  }
}
