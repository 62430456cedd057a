import Accounts
import FlowCore
import FlowMagic
import FlowStore
import Foundation

/// Brings an archive back, without issuing anything twice.
package struct BackupRestore: Sendable {
  /// The destination of the store's file.
  package let store: String
  /// The destination of its keys.
  package let keys: KeyFolder
  /// Whether only the store is brought back, and the keys that are there stay.
  package let keepsKeys: Bool
  /// Whether keys are taken that are older than those that apps follow.
  package let acceptsOlderKeys: Bool

  package init(store: String, keys: KeyFolder, keepsKeys: Bool, acceptsOlderKeys: Bool) {
    self.store = store
    self.keys = keys
    self.keepsKeys = keepsKeys
    self.acceptsOlderKeys = acceptsOlderKeys
  }

  /// The name of what is unpacked, until it is in its place.
  private var newStore: String { store + ".restoring" }
  private var newKeys: KeyFolder { KeyFolder(keys.path + ".restoring") }

  /// The plan for restoring an archive, from a check of the archive and its destination.
  package struct Plan: Sendable {
    package let manifest: BackupManifest
    /// The highest issued numbers of the archive, the present store and the floors together.
    package let known: IssuedFloor
    /// The issued numbers in the archive's store.
    package let restored: IssuedFloor
    /// The reason why the archive is not restored; nil if it can be.
    package let refusal: String?
    /// Whether the store that is there could not be read.
    package let unreadable: String?
  }

  /// Unpacks the archive beside the store, calls `body` with what was found out, and removes what
  /// was not used.
  package func prepared<Value>(
    _ archive: BackupReader, _ body: (Plan) async throws -> Value
  ) async throws -> Value {
    removeRests()
    defer { removeRests() }
    let manifest = try archive.extract(store: newStore, keys: newKeys.path)
    return try await body(try await plan(manifest))
  }

  /// Puts the unpacked store and keys in their places; what was there gets another name.
  ///
  /// - Parameters:
  ///   - plan: The plan for the unpacked archive.
  ///   - archive: The archive's path, whose last part the audit logs have.
  ///   - suffix: The suffix of the old files' new names.
  ///   - now: The time, in seconds since 1970.
  /// - Returns: The files that were moved aside.
  /// - Throws: `locked` while a server has the store.
  package func perform(
    _ plan: Plan, of archive: String, movingAsideTo suffix: String, now: Int = Timestamp.now()
  ) async throws -> [String] {
    let replacement = try StoreReplacement(path: store)
    let keptKeys = keepsKeys
    try await replacement.noteRestore(
      in: newStore, at: now, by: .operator("flowmagic restore")
    ) { plan.auditDetail(archive, keepsKeys: keptKeys, for: $0) }
    var moved: [String] = []
    let latest = max(keys.minimumIssueTime().second, newKeys.minimumIssueTime().second)
    if !keepsKeys {
      try newKeys.raiseFloor(plan.known.issuedNumbers)
      if FileManager.default.fileExists(atPath: keys.path) {
        try rename(keys.path, to: keys.path + suffix)
        moved.append(keys.path + suffix)
      }
      try rename(newKeys.path, to: keys.path)
      if acceptsOlderKeys { _ = try keys.resetFloor(now: .max) }
    }
    // The floor comes before the store: a server that starts between the two is above it already.
    try keys.raiseFloor(plan.known.issuedNumbers)
    if latest > 0 { keys.minimumIssueTime().save(latest) }
    if let old = try replacement.replace(with: newStore, movingAsideTo: suffix) {
      moved.append(old)
    }
    return moved
  }

  // MARK: Finding out

  private func plan(_ manifest: BackupManifest) async throws -> Plan {
    let reader = try StoreReader(path: newStore)
    defer { reader.close() }
    let problems = try await reader.problems()
    guard problems.isEmpty else {
      throw BackupFailure("The store in the archive is damaged: \(problems[0]).")
    }
    let facts = try await reader.facts()
    let newSets = try newKeys.loadUnchecked()?.chain.links.count ?? 0
    let restored = IssuedFloor(keySets: newSets, facts.numbers)
    var known = restored
    known.raise(to: manifest.issued)
    known.raise(to: try newKeys.issuedFloor())
    known.raise(to: try keys.issuedFloor())
    // Keys that are damaged say nothing; the floor beside them does.
    let present = try? keys.loadUnchecked()
    known.raise(keySets: present?.chain.links.count ?? 0)
    var unreadable: String?
    if FileManager.default.fileExists(atPath: store) {
      do {
        let present = try StoreReader(path: store)
        defer { present.close() }
        known.raise(try await present.facts().numbers)
      } catch {
        unreadable = "\(error)"
      }
    }
    return Plan(
      manifest: manifest, known: known, restored: restored,
      refusal: refusal(newSets: newSets, known: known, present: present),
      unreadable: unreadable)
  }

  private func refusal(newSets: Int, known: IssuedFloor, present: SigningKeys?) -> String? {
    if keepsKeys {
      guard present == nil else { return nil }
      return "--keep-keys needs the signing keys in \(keys.path), and they cannot be used."
    }
    guard newSets < known.keySets, !acceptsOlderKeys else { return nil }
    let remedy =
      (present?.chain.links.count ?? 0) >= known.keySets
      ? "Use --keep-keys to bring back only the store and keep the keys that are there."
      : "Find the newer keys and use --keep-keys; if they are lost, --accept-older-keys takes "
        + "these, and those apps need an update with a new SDK key."
    return "The archive's signing keys are from before `flowmagic keys rotate`: they have "
      + "\(newSets) key \(newSets == 1 ? "set" : "sets"), and this server has signed with "
      + "\(known.keySets). Apps that followed the rotation would refuse every release. \(remedy)"
  }

  private func rename(_ old: String, to new: String) throws {
    guard Foundation.rename(old, new) == 0 else { throw PrivateFiles.Refusal(old) }
  }

  private func removeRests() {
    for rest in ["", "-wal", "-shm", "-journal", ".lock"] { unlink(newStore + rest) }
    try? FileManager.default.removeItem(atPath: newKeys.path)
    unlink(newKeys.path + ".floor")
  }
}

extension BackupRestore.Plan {
  /// Returns the details of the restore for the audit log of an organization with these
  /// applications: the archive and its date, and the numbers above which the next releases are.
  fileprivate func auditDetail(
    _ archive: String, keepsKeys: Bool, for applications: [String]
  ) -> String {
    var floors = JSONObject()
    for issued in known.issuedNumbers where applications.contains(issued.application) {
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

  /// The consequences of the restore for devices and users, in sentences.
  package var sentences: [String] {
    var sentences = [
      "The backup is from \(manifest.created) (flowmagic \(manifest.server)): "
        + "\(manifest.releases) releases, \(restored.keySets) signing key "
        + "\(restored.keySets == 1 ? "set" : "sets")."
    ]
    if let unreadable {
      sentences.append("The store that is there cannot be read and is not counted: \(unreadable)")
    }
    let has = restored.numbers
    let newer = known.issuedNumbers.filter {
      (has[$0.application]?[$0.environment] ?? 0) < $0.number
    }
    for issued in newer {
      let old = has[issued.application]?[issued.environment]
      let next = known.highest(of: issued.application) + 1
      sentences.append(
        """
        \(issued.application) in \(issued.environment): apps may have release \(issued.number), \
        the backup has \(old.map { "\($0)" } ?? "none"). They keep release \(issued.number) until \
        you publish; the next release is number \(next).
        """)
    }
    if newer.isEmpty {
      sentences.append("As far as known, apps have no release that the backup lacks.")
    }
    sentences.append(
      "What was changed after the backup is gone: drafts, releases, accounts, events. SDK keys, "
        + "tokens and members that were removed since then are back; remove them again.")
    return sentences
  }
}
