import FlowCore
import FlowMagic
import FlowStore
import Foundation
import NIOConcurrencyHelpers

/// Checks a store and its keys without changing them.
package struct StoreCheck: Sendable {
  /// The result of one check.
  package struct Result: Sendable, Equatable {
    package let name: String
    package let hasPassed: Bool
    /// A sentence: what was found, or what is wrong and how to fix it.
    package let detail: String
    /// Whether the detail recommends a change although the check has passed.
    package var isWarning = false
  }

  private let store: String
  private let keys: KeyFolder
  private let now: @Sendable () -> Int

  /// Prepares a check.
  ///
  /// - Parameters:
  ///   - store: The path of the store.
  ///   - keys: The folder of its keys.
  ///   - now: The time, which is read when it is needed: a check of a large store takes minutes.
  package init(
    store: String, keys: KeyFolder, now: @autoclosure @escaping @Sendable () -> Int
  ) {
    self.store = store
    self.keys = keys
    self.now = now
  }

  /// Runs all checks, or only that of the database if it is damaged.
  ///
  /// - Throws: `StoreError` if the file is missing or not a store.
  package func results() async throws -> [Result] {
    try RestoreLeftovers(store: store, keys: keys).requireStore(at: store)
    let reader = try StoreReader(path: store)
    defer { reader.close() }
    let problems = try await reader.problems()
    guard problems.isEmpty else {
      return [
        Result(
          name: "database", hasPassed: false,
          detail: "\(store) is damaged: \(problems.joined(separator: "; ")). Stop the server, keep "
            + "the file, and restore a backup.")
      ]
    }
    // NB: the floor is read first: a server that runs may publish while the store is checked, and
    // the store has each release before the floor has its number.
    let floor = Swift.Result { () throws(KeyFolder.Failure) in try keys.issuedFloor() }
    let statistics = try await reader.statistics()
    return [
      Result(
        name: "database", hasPassed: true,
        detail: "schema \(statistics.schema), "
          + "\(Plural.text(statistics.releases, "release")), "
          + "\(Plural.text(statistics.users, "user"))"),
      permissions,
      try await releases(reader),
      try await assets(reader),
      signing,
      accounts(hasUsers: statistics.users > 0),
      numbers(statistics, floor),
      clock(hasReleases: statistics.releases > 0),
      leftovers,
    ]
  }

  private var permissions: Result {
    let files = ([store, store + "-wal", keys.path] + keys.secretFiles).filter {
      FileManager.default.fileExists(atPath: $0)
    }
    let exposed = files.filter { PrivateFiles.isOpenToOthers($0) }
    let groupReadable = files.filter { PrivateFiles.isOpenToGroup($0) && !exposed.contains($0) }
    var sentences: [String] = []
    if !exposed.isEmpty {
      sentences.append(
        "other users may read \(exposed.joined(separator: ", ")): "
          + "`chmod go= \(ShellWord.quoted(exposed))`, and `flowmagic keys rotate` if someone may "
          + "have read a key")
    }
    if !groupReadable.isEmpty {
      sentences.append(
        "besides the owner, only the group may use \(groupReadable.joined(separator: ", ")): "
          + "`chmod go= \(ShellWord.quoted(groupReadable))`, unless it is meant to")
    }
    sentences += FolderPermissions(store: store, keys: keys).folderWarnings
    return Result(
      name: "permissions", hasPassed: exposed.isEmpty,
      detail: sentences.isEmpty
        ? "only the owner may read store and keys" : sentences.joined(separator: ". "),
      isWarning: exposed.isEmpty && !sentences.isEmpty)
  }

  private var leftovers: Result {
    let advice = RestoreLeftovers(store: store, keys: keys).advice
    return Result(
      name: "leftovers", hasPassed: true, detail: advice ?? "none of a killed restore",
      isWarning: advice != nil)
  }

  private func releases(_ reader: StoreReader) async throws -> Result {
    let mismatches = NIOLockedValueBox<[String]>([])
    try await reader.forEachRelease { release, isUnchanged in
      let changed = isUnchanged ? nil : "has changed since it was published"
      if let reason = changed ?? Self.problem(of: release) {
        mismatches.withLockedValue {
          $0.append("release \(release.number) of \(release.application) \(reason)")
        }
      }
    }
    let problems = mismatches.withLockedValue { $0 }
    guard let first = problems.first else {
      return Result(name: "releases", hasPassed: true, detail: "each document matches its release")
    }
    return Result(
      name: "releases", hasPassed: false,
      detail: "\(first)\(problems.count > 1 ? ", and \(problems.count - 1) more" : ""): "
        + "restore a backup")
  }

  private func assets(_ reader: StoreReader) async throws -> Result {
    let mismatches = NIOLockedValueBox<[String]>([])
    try await reader.forEachAsset { application, digest, bytes in
      guard AssetService.digest(of: bytes) != digest else { return }
      mismatches.withLockedValue { $0.append("picture \(digest) of \(application)") }
    }
    let problems = mismatches.withLockedValue { $0 }
    guard let first = problems.first else {
      return Result(name: "pictures", hasPassed: true, detail: "all bytes match their hash")
    }
    return Result(
      name: "pictures", hasPassed: false,
      detail: "\(first)\(problems.count > 1 ? ", and \(problems.count - 1) more," : "") "
        + "\(problems.count > 1 ? "do" : "does") not match the hash: restore a backup")
  }

  private static func problem(of release: StoredRelease) -> String? {
    do {
      let document = try FlowDocument(parsing: release.body)
      let matches =
        document.number == release.number && document.application?.string == release.application
        && document.environment?.string == release.environment
      return matches ? nil : "has the document of another release"
    } catch {
      return "cannot be read: \(error.message)"
    }
  }

  /// Signs as the server does, and verifies as an app built with the first key does.
  private var signing: Result {
    do {
      guard let keys = try keys.load() else {
        return Result(
          name: "signing keys", hasPassed: false,
          detail: "there are none in \(keys.path): restore the directory from a backup."
            + RestoreLeftovers.hint(missing: keys.path))
      }
      let document = "{}"
      let now = self.now()
      let statement = ReleaseStatement(
        application: Name("check"), environment: Name("check"), number: 1,
        digest: SignedRelease.digest(of: document), issued: now, expires: now)
      let signed = SignedRelease(
        document: document, statement: statement, signatures: [try keys.sign(statement.text)])
      guard let first = keys.chain.links.first else {
        return Result(name: "signing keys", hasPassed: false, detail: "the chain of keys is empty")
      }
      let root = try KeySet(parsing: first.text)
      try signed.verify(with: try keys.chain.verified(from: root).keys)
      let count = keys.chain.links.count
      return Result(
        name: "signing keys", hasPassed: true,
        detail:
          "\(Plural.text(count, "key set")); apps accept signatures of \(keys.publicKey.id)")
    } catch {
      return Result(name: "signing keys", hasPassed: false, detail: "\(error)")
    }
  }

  private func accounts(hasUsers: Bool) -> Result {
    do {
      let exists = try keys.checkAccountKeys(hasUsers: hasUsers)
      return Result(
        name: "account keys", hasPassed: true,
        detail: exists ? "can be read" : "none yet, and not needed")
    } catch {
      return Result(name: "account keys", hasPassed: false, detail: "\(error)")
    }
  }

  private func numbers(
    _ statistics: StoreReader.Statistics, _ floor: Swift.Result<IssuedFloor, KeyFolder.Failure>
  ) -> Result {
    do {
      let stored = IssuedFloor(keySetCount: 0, statistics.numbers)
      let floor = try floor.get()
      if statistics.applications == 0, let issued = floor.issuedNumbers.first {
        return Result(
          name: "release numbers", hasPassed: false,
          detail: keys.advice(onEmpty: "the store is empty", issued))
      }
      if let number = floor.implausibleNumber(comparedTo: stored) {
        return Result(
          name: "release numbers", hasPassed: false, detail: keys.advice(on: number))
      }
      // NB: a start copies the floor into the store, which has the releases only once there are
      // newer ones.
      var issued = stored
      issued.raise(to: floor)
      let current = IssuedFloor(current: statistics.environments)
      guard let first = issued.numbers(above: current, stored: stored).first else {
        return Result(
          name: "release numbers", hasPassed: true,
          detail: "the store has the newest that were issued"
        )
      }
      return Result(
        name: "release numbers", hasPassed: false,
        detail: "the store is older than the apps' releases: \(first.application) in "
          + "\(first.environment) had release \(first.number). Start the server, and "
          + issued.remedy(for: first, current: current))
    } catch {
      return Result(name: "release numbers", hasPassed: false, detail: "\(error)")
    }
  }

  private func clock(hasReleases: Bool) -> Result {
    let recorded: MinimumIssueTime?
    do {
      recorded = try keys.recordedIssueTime().map { MinimumIssueTime($0.second, clock: $0.clock) }
    } catch {
      return Result(name: "clock", hasPassed: false, detail: "\(error)")
    }
    if recorded == nil, hasReleases {
      return Result(
        name: "clock", hasPassed: true,
        detail: "\(keys.path)/issued, the record of the latest issue time, is missing, although "
          + "there are releases. Restore it from a backup; otherwise make sure that the clock is "
          + "correct before you start the server",
        isWarning: true)
    }
    // NB: read after the latest issue time, which a server that runs may have just recorded.
    let now = self.now()
    let issued = min(recorded?.second ?? 0, KeyFolder.issueTimeLimit)
    guard issued - now > ClockMonitor.tolerance else {
      return Result(
        name: "clock", hasPassed: true,
        detail: issued == 0
          ? "nothing was signed yet" : "the latest statement is from \(Timestamp.string(issued))")
    }
    if let recorded, recorded.isAhead(of: now) {
      return Result(
        name: "clock", hasPassed: true,
        detail: "it is at \(Timestamp.string(now)), and the latest statement is from "
          + "\(Timestamp.string(issued)), because releases were published in quick succession, and "
          + "each is at least a second later than the one before. The clock has not gone back, and "
          + "will have caught up at \(Timestamp.string(issued)): nothing needs to be done",
        isWarning: true)
    }
    return Result(
      name: "clock", hasPassed: false,
      detail: "it is at \(Timestamp.string(now)), and the latest statement is from "
        + "\(Timestamp.string(issued)). If the clock is wrong, set it; if the statement was "
        + "issued with a wrong clock, stop the server and run "
        + "`flowmagic keys reset-rollback-protection`")
  }
}
