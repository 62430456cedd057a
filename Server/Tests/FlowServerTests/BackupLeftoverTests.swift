import FlowServer
import Foundation
import Logging
import Testing

/// The files that killed backups leave.
@Suite struct BackupLeftoverTests {
  private let folder: String
  private var archive: String { "\(folder)/one.backup" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/leftovers-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test func `leftovers that this user may not remove are named with the command to remove them`()
    throws
  {
    defer { removeFolder() }
    let archives = "\(folder)/archives"
    // Instead of another user's file, because tests run as root: nobody can unlink a folder.
    let leftover = "\(archives)/it's.backup.99.flowmagic-store"
    try FileManager.default.createDirectory(atPath: leftover, withIntermediateDirectories: true)
    let remaining = BackupLeftovers.remove(in: archives)
    #expect(remaining == BackupLeftovers.Remaining(forbiddenFiles: [leftover]))
    let log = CapturedLog()
    BackupJob(
      BackupSchedule(folder: archives, period: 86_400, keepCount: 2, passphrase: nil),
      store: archive,
      keys: KeyFolder(archive), record: BackupRecord(), logger: log.logger, clock: { 0 }
    ).removeLeftovers()
    #expect(log.text.contains("is not encrypted"))
    let advice = remaining.advice.joined()
    #expect(advice.contains(#"`rm -- '\#(archives)/it'\''s.backup.99.flowmagic-store'`"#))
    #expect(BackupLeftovers.Remaining().advice.isEmpty)
  }

  @Test func `leftovers on a disk without locks are named with the reason`() {
    let remaining = BackupLeftovers.Remaining(filesWithoutLocks: [
      "/nfs/one.backup.9.flowmagic-partial"
    ])
    let advice = remaining.advice.joined()
    #expect(advice.contains("file locks do not work on this disk"))
    #expect(advice.contains("`rm -- '/nfs/one.backup.9.flowmagic-partial'`"))
    #expect(!advice.contains("this user may not remove"))
  }

  @Test func `a scheduled backup logs the leftovers that it may not remove, even if it fails`()
    async throws
  {
    defer { removeFolder() }
    let leftover = "\(folder)/one.backup.99.flowmagic-store"
    try FileManager.default.createDirectory(atPath: leftover, withIntermediateDirectories: true)
    let log = CapturedLog()
    let record = BackupRecord()
    await BackupJob(
      BackupSchedule(folder: folder, period: 3600, keepCount: 2, passphrase: nil),
      store: "\(folder)/none.db", keys: KeyFolder("\(folder)/none.keys"), record: record,
      logger: log.logger, clock: { 1_800_000_000 }
    ).backUpIfDue()
    #expect(record.failures == 1)
    #expect(log.text.contains("`rm -- '\(leftover)'`"))
  }

  @Test func `a start with scheduled backups warns if others may replace the archives`()
    async throws
  {
    defer { removeFolder() }
    func start(_ log: CapturedLog) -> Task<Void, any Error> {
      let job = BackupJob(
        BackupSchedule(folder: folder, period: 3600, keepCount: 2, passphrase: nil),
        store: "\(folder)/none.db", keys: KeyFolder("\(folder)/none.keys"),
        record: BackupRecord(), logger: log.logger, clock: { 1_800_000_000 })
      return Task { try await job.run() }
    }
    for (mode, isShared) in [(mode_t(0o777), true), (0o755, false)] {
      try #require(chmod(folder, mode) == 0)
      let log = CapturedLog()
      let task = start(log)
      // There is no store, so the first backup fails.
      await log.wait(for: 1, "The backup failed")
      task.cancel()
      _ = await task.result
      let warnings = log.lines.filter { $0.hasPrefix("warning Other users of this machine") }
      #expect(warnings.count == (isShared ? 1 : 0))
      #expect(warnings.allSatisfy { $0.contains("`chmod go-w '\(folder)'`") })
    }
  }

  @Test func `leftovers are removed while another process also removes them`() throws {
    defer { removeFolder() }
    let partial = "\(archive).99.flowmagic-partial"
    try Data().write(to: URL(filePath: partial))
    // Another removal holds the same lock. Network disks allow no exclusive lock on a file that is
    // open for reading only.
    let other = open(partial, O_RDONLY)
    defer { close(other) }
    try #require(flock(other, LOCK_SH | LOCK_NB) == 0)
    #expect(BackupLeftovers.remove(in: folder).advice.isEmpty)
    #expect(!exists(partial))
  }

  @Test func `while leftovers are removed, no backup is reported as running`() throws {
    defer { removeFolder() }
    let partial = "\(archive).99.flowmagic-partial"
    try Data().write(to: URL(filePath: partial))
    let locked = open(partial, O_RDONLY)
    defer { close(locked) }
    try #require(flock(locked, LOCK_EX | LOCK_NB) == 0)
    #expect(BackupLeftovers.isInUse("one.backup", in: folder))
    try #require(flock(locked, LOCK_SH | LOCK_NB) == 0)
    #expect(!BackupLeftovers.isInUse("one.backup", in: folder))
  }

  @Test func `a file that has replaced a leftover before it is locked is kept`() throws {
    defer { removeFolder() }
    let partial = "\(archive).99.flowmagic-partial"
    let copy = "\(archive).99.flowmagic-store"
    for path in [partial, copy] { try Data().write(to: URL(filePath: path)) }
    let remaining = BackupLeftovers.remove(in: folder) {
      try? FileManager.default.removeItem(atPath: partial)
      try? Data("new".utf8).write(to: URL(filePath: partial))
    }
    #expect(remaining == BackupLeftovers.Remaining())
    #expect(exists(partial) && exists(copy))
  }

  @Test func `a cleanup while a backup starts does not mistake its file for a leftover`()
    throws
  {
    defer { removeFolder() }
    var created: [String] = []
    let file = try OutputFile.locked {
      created.append(BackupLeftovers.newPartial(of: archive))
      return created[created.count - 1]
    } whenCreated: {
      guard created.count < 3 else { return }
      BackupLeftovers.remove(in: folder)
      #expect(!created.contains { exists($0) })
    }
    // NB: a slow cleanup may still remove files with the numbers of earlier tries.
    #expect(Set(created).count == 3)
    #expect(BackupLeftovers.remove(in: folder).advice.isEmpty)
    #expect(created.last == file.path)
    #expect(exists(file.path), "it is locked")
    withExtendedLifetime(file) {}
  }
}
