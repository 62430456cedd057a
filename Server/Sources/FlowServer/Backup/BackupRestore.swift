import Accounts
import FlowCore
import FlowMagic
import FlowStore
import Foundation
import NIOConcurrencyHelpers

/// Restores an archive without reusing issued release numbers or keys.
package struct BackupRestore: Sendable {
  /// The destination of the store's file, with links resolved: the archive is extracted next to it,
  /// on the same disk.
  package let store: String
  /// The destination as requested.
  private let requestedStore: String
  /// The destination of the keys.
  package let keys: KeyFolder
  /// Whether only the store is restored, and the present keys are kept.
  package let keepsKeys: Bool
  /// Whether keys are accepted that are older than those that apps already trust.
  package let acceptsOlderKeys: Bool
  /// Whether keys are accepted that are not those of this server's apps.
  package let acceptsOtherKeys: Bool

  package init(
    store: String, keys: KeyFolder, keepsKeys: Bool, acceptsOlderKeys: Bool,
    acceptsOtherKeys: Bool = false
  ) {
    requestedStore = store
    self.store = FilePaths.resolved(store) ?? store
    self.keys = keys
    self.keepsKeys = keepsKeys
    self.acceptsOlderKeys = acceptsOlderKeys
    self.acceptsOtherKeys = acceptsOtherKeys
  }

  /// The path of the extracted store until it is moved to its destination.
  private var newStore: String { store + ".restoring" }
  private var newKeys: KeyFolder { KeyFolder(keys.path + ".restoring") }

  /// The plan for restoring an archive, from a check of the archive and its destination.
  package struct Plan: Sendable {
    package let manifest: BackupManifest
    /// The highest issued numbers of the archive, the present store and the recorded floors
    /// combined.
    package let knownFloor: IssuedFloor
    /// The issued numbers in the archive's store.
    package let restoredFloor: IssuedFloor
    /// The numbers of the current releases in the archive's store.
    let currentNumbers: IssuedFloor
    /// The keys that are restored although apps do not trust them; nil if there are none.
    let acceptedKeys: AcceptedKeys?
    /// The releases in the archive whose documents are not as published, such as `release 3 of
    /// shop`.
    let changedReleases: [String]
    /// The reason why the archive cannot be restored; nil if it can.
    package let refusal: String?
    /// The reason why the present store could not be read; nil if it could.
    package let storeError: String?
  }

  /// Keys that are restored only because they are accepted, and that apps do not trust.
  enum AcceptedKeys {
    /// Keys from before a rotation, which apps that have followed it reject.
    case older
    /// Keys of another server, which all apps of this one reject.
    case other
  }

  /// Extracts the archive next to the store, calls `body` with the plan, and deletes what was not
  /// used.
  package func withPlan<Value>(
    _ archive: BackupReader, _ body: (Plan) async throws -> Value
  ) async throws -> Value {
    try PrivateFiles.requireTrustedTarget(requestedStore)
    let lock = try RestoreLock(store: store)
    removeLeftovers()
    defer { withExtendedLifetime(lock) { removeLeftovers() } }
    let manifest = try archive.extract(store: newStore, keys: newKeys.path)
    return try await body(try await plan(manifest))
  }

  /// Moves the extracted store and keys to their destinations; renames the files that were there.
  ///
  /// `suffix` is appended to the names of the old files, with a number if these names are taken.
  ///
  /// - Returns: The new paths of the old files.
  /// - Throws: `locked` while a server uses the store, and `KeyFolder.Failure` while one uses the
  ///   keys.
  package func perform(
    _ plan: Plan, of archive: String, movingAsideTo suffix: String, now: Int = Timestamp.now()
  ) async throws -> [String] {
    let replacement = try StoreReplacement(path: store)
    let hasKeys = FileManager.default.fileExists(atPath: keys.path)
    // NB: even if the keys are kept, because raising the floor would make a server that signs with
    // them skip numbers.
    let lock = try hasKeys ? keys.lockForServing() : nil
    defer { withExtendedLifetime(lock) {} }
    let suffix = freeSuffix(suffix, for: replacement)
    let keptKeys = keepsKeys
    try await replacement.recordRestore(
      in: newStore, at: now, by: .operator("flowmagic restore")
    ) { plan.auditDetail(archive, keepsKeys: keptKeys, for: $0) }
    giveToOwner()
    var moved: [String] = []
    let issueTimes = [keys, newKeys].map { $0.minimumIssueTime() }
      .filter { $0.second < KeyFolder.issueTimeLimit }
    let issueTime = issueTimes.map(\.second).max() ?? 0
    if !keepsKeys {
      try newKeys.raiseFloor(plan.knownFloor.issuedNumbers)
      if hasKeys {
        try rename(keys.path, to: keys.path + suffix)
        moved.append(keys.path + suffix)
      }
      try rename(newKeys.path, to: keys.path)
      if acceptsOlderKeys || acceptsOtherKeys { _ = try keys.resetFloor(now: .max) }
    }
    // The floor is raised before the store is moved, so that a server started in between already
    // respects it.
    try keys.raiseFloor(plan.knownFloor.issuedNumbers)
    if issueTime > 0 {
      try keys.record(issueTime: issueTime, clock: issueTimes.map(\.clock).max() ?? issueTime)
    }
    if let old = try replacement.replace(with: newStore, movingAsideTo: suffix) {
      moved.append(old)
    }
    return moved
  }

  /// Returns a suffix that no file has yet: a restore in the same second may have used the given
  /// one for the store or the keys.
  private func freeSuffix(_ suffix: String, for replacement: StoreReplacement) -> String {
    var candidate = suffix
    var number = 1
    while !replacement.isFree(candidate) || FilePaths.isTaken(keys.path + candidate) {
      number += 1
      candidate = "\(suffix)-\(number)"
    }
    return candidate
  }

  /// Gives what root has extracted to the owner of the folders, the server's user.
  private func giveToOwner() {
    PrivateFiles.giveToOwner(ofFolderOf: store, [newStore])
    let names = (try? PrivateFiles.names(in: newKeys.path)) ?? []
    PrivateFiles.giveFolderToOwner(
      newKeys.path, files: names.filter { $0 == "lock" || KeyFolder.isKeyFile($0) })
  }

  // MARK: Planning

  private func plan(_ manifest: BackupManifest) async throws -> Plan {
    let reader = try StoreReader(path: newStore)
    defer { reader.close() }
    let problems = try await reader.problems()
    guard problems.isEmpty else {
      throw BackupFailure("The store in the archive is damaged: \(problems[0]).")
    }
    let changed = NIOLockedValueBox<[String]>([])
    try await reader.forEachRelease { release, isUnchanged in
      guard !isUnchanged else { return }
      changed.withLockedValue { $0.append("release \(release.number) of \(release.application)") }
    }
    let statistics = try await reader.statistics()
    let newChain = try newKeys.loadUnchecked()?.chain.digests ?? []
    let newSets = newChain.count
    let restored = IssuedFloor(keySetCount: newSets, statistics.numbers)
    var known = restored
    known.raise(to: manifest.issued)
    known.raise(to: try newKeys.issuedFloor())
    var trusted = try keys.issuedFloor()
    known.raise(to: trusted)
    // Damaged keys count as none; the floor recorded beside them still counts.
    let present = try? keys.loadUnchecked()
    known.raise(keySetCount: present?.chain.links.count ?? 0)
    if let present { trusted.extend(to: present.chain.digests) }
    var storeError: String?
    var stored = restored
    if FileManager.default.fileExists(atPath: store) {
      do {
        let present = try StoreReader(path: store)
        defer { present.close() }
        stored.raise(try await present.statistics().numbers)
      } catch {
        storeError = "\(error)"
      }
    }
    known.raise(to: stored)
    try requirePlausible(known, beside: stored)
    let isSameServer = trusted.isCompatible(with: newChain)
    return Plan(
      manifest: manifest, knownFloor: known, restoredFloor: restored,
      currentNumbers: IssuedFloor(current: statistics.environments),
      acceptedKeys: acceptedKeys(isSameServer: isSameServer, areOlder: newSets < known.keySetCount),
      changedReleases: changed.withLockedValue { $0 },
      refusal: refusal(
        newSets: newSets, known: known, present: present, isSameServer: isSameServer)
        ?? refusal(ofKeysFor: statistics, newSets: newSets)
        ?? refusal(ofEmpty: statistics, known: known),
      storeError: storeError)
  }

  private func acceptedKeys(isSameServer: Bool, areOlder: Bool) -> AcceptedKeys? {
    guard !keepsKeys else { return nil }
    guard isSameServer else { return acceptsOtherKeys ? .other : nil }
    return areOlder && acceptsOlderKeys ? .older : nil
  }

  /// Refuses recorded numbers that no server has issued: above them nothing could be published.
  private func requirePlausible(_ known: IssuedFloor, beside stored: IssuedFloor) throws {
    guard let number = known.implausibleNumber(comparedTo: stored) else { return }
    if let number = try keys.issuedFloor().implausibleNumber(comparedTo: stored) {
      throw BackupFailure(keys.advice(on: number))
    }
    throw BackupFailure(
      "According to the archive, release \(number.number) of \(number.application) was issued, "
        + "more than a billion above those in its store: it is damaged or was changed. Restore "
        + "another archive.")
  }

  private func refusal(
    newSets: Int, known: IssuedFloor, present: SigningKeys?, isSameServer: Bool
  ) -> String? {
    if keepsKeys {
      guard present == nil else { return nil }
      return "--keep-keys requires the signing keys in \(keys.path), which cannot be used."
    }
    guard isSameServer else {
      guard !acceptsOtherKeys else { return nil }
      return "The archive's signing keys are not those that this server has signed with, so it is "
        + "an archive of another server. Apps of this one would reject every release. Use "
        + "--keep-keys to restore only the store and keep the existing keys; to move to the "
        + "archive's keys, use --accept-other-keys, and the apps need an update with a new SDK key."
    }
    guard newSets < known.keySetCount, !acceptsOlderKeys else { return nil }
    let remedy =
      (present?.chain.links.count ?? 0) >= known.keySetCount
      ? "Use --keep-keys to restore only the store and keep the existing keys."
      : "Find the newer keys and use --keep-keys; if they are lost, use --accept-older-keys, and "
        + "those apps need an update with a new SDK key."
    return "The archive's signing keys are from before `flowmagic keys rotate`: they have "
      + "\(Plural.text(newSets, "key set")), and this server has signed with "
      + "\(known.keySetCount). Apps that trust the newer keys would reject every release. \(remedy)"
  }

  /// Returns the reason why no server would start with the keys; nil if one would.
  private func refusal(ofKeysFor statistics: StoreReader.Statistics, newSets: Int) -> String? {
    let advice = "Restore another archive, or use --keep-keys if the existing keys are the store's."
    guard keepsKeys || newSets > 0 || statistics.releases == 0 else {
      return "The archive has no signing keys, so no server would start with it. \(advice)"
    }
    do throws(KeyFolder.Failure) {
      _ = try (keepsKeys ? keys : newKeys).checkAccountKeys(hasUsers: statistics.users > 0)
      return nil
    } catch {
      guard !keepsKeys else { return "--keep-keys requires usable account keys. \(error)" }
      return "The archive's accounts.keys is missing or damaged, so no server would start with it. "
        + advice
    }
  }

  /// Returns the reason to refuse a store without applications, with whose keys releases were
  /// signed, because no server would start with these; nil for any other store.
  private func refusal(ofEmpty statistics: StoreReader.Statistics, known: IssuedFloor) -> String? {
    guard statistics.applications == 0, let issued = known.issuedNumbers.first else { return nil }
    return keys.advice(
      onEmpty: "The archive's store is empty", issued, remedy: "Restore another archive")
  }

  private func rename(_ old: String, to new: String) throws {
    guard Foundation.rename(old, new) == 0 else { throw PrivateFiles.FileError(old) }
  }

  private func removeLeftovers() {
    for suffix in ["", "-wal", "-shm", "-journal", ".lock"] { unlink(newStore + suffix) }
    try? FileManager.default.removeItem(atPath: newKeys.path)
    unlink(newKeys.path + ".floor")
  }
}

extension BackupRestore.Plan {
  /// Returns the details of the restore for the audit log of an organization with these
  /// applications: the archive, its date, and the numbers above which releases continue.
  fileprivate func auditDetail(
    _ archive: String, keepsKeys: Bool, for applications: [String]
  ) -> String {
    var floors = JSONObject()
    for issued in knownFloor.issuedNumbers where applications.contains(issued.application) {
      var environments = floors[Name(issued.application)]?.object ?? JSONObject()
      environments[Name(issued.environment)] = .number(JSONNumber(issued.number))
      floors[Name(issued.application)] = .object(environments)
    }
    let name = archive.split(separator: "/").last.map(String.init) ?? archive
    return JSON.object([
      "archive": .string(name), "made": .string(manifest.created),
      "keys": keepsKeys ? "kept" : "restored", "issued": .object(floors),
    ]).text(.canonical)
  }

  /// The content of the backup and the consequences of restoring it for apps and users, in
  /// sentences; control characters in them, such as from names in the archive, are replaced.
  package var consequences: [String] { unsanitizedConsequences.map(LogText.sanitized) }

  /// The start of a sentence about the next release, with which apps keep one until then.
  private func start(keeping number: Int) -> String {
    switch acceptedKeys {
    case nil: "They keep release \(number) until you publish; the"
    case .older:
      "Those that trust the backup's keys keep release \(number) until you publish; the"
    case .other: "The"
    }
  }

  /// The consequence of accepting keys; nil without it.
  private var keysSentence: String? {
    switch acceptedKeys {
    case nil: nil
    case .older:
      """
      The backup's signing keys are from before `flowmagic keys rotate`. Apps that trust the newer \
      keys reject every release, whatever you publish, until they are updated with a new SDK key.
      """
    case .other:
      """
      The backup's signing keys are those of another server. The apps of this one reject every \
      release, whatever you publish, until they are updated with a new SDK key.
      """
    }
  }

  private var unsanitizedConsequences: [String] {
    var sentences = [
      "The backup is from \(manifest.created) (flowmagic \(manifest.server)): "
        + "\(Plural.text(manifest.releases, "release")), "
        + "\(Plural.text(restoredFloor.keySetCount, "signing key set"))."
    ]
    if let storeError {
      sentences.append("The existing store cannot be read and is ignored: \(storeError)")
    }
    if let first = changedReleases.first {
      let more = changedReleases.count > 1 ? " and of \(changedReleases.count - 1) more" : ""
      sentences.append(
        """
        In the backup, the document of \(first)\(more) has changed since it was published. It will \
        not be served, and the server will not start if it is current: restore an older backup if \
        there is one.
        """)
    }
    let newer = knownFloor.numbers(above: currentNumbers, stored: IssuedFloor())
    for issued in newer {
      let old = currentNumbers.numbers[issued.application]?[issued.environment] ?? 0
      let next = knownFloor.highest(of: issued.application) + 1
      sentences.append(
        """
        \(issued.application) in \(issued.environment): apps may have release \(issued.number), \
        the backup has \(old > 0 ? "\(old)" : "none"). \(start(keeping: issued.number)) next \
        release is number \(next).
        """)
    }
    if newer.isEmpty {
      sentences.append("As far as known, the backup has all releases that apps have.")
    }
    if let keysSentence { sentences.append(keysSentence) }
    sentences.append(
      "Changes after the backup are lost: drafts, releases, accounts, events. SDK keys, tokens and "
        + "members that were removed since then are restored; remove them again.")
    return sentences
  }
}
