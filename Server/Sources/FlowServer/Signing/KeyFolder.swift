import Crypto
import FlowMagic
package import FlowStore
import Foundation

/// The folder of the signing and account keys, beside the store.
///
/// `keys.json` is the public chain of signing keys. One file holds the private key of the newest
/// set, and another the secrets of accounts; the server refuses these two if anyone may read them,
/// or if others may write to them. `issued` and `floor.json` record issued times and numbers, so
/// that a server restored from an older backup does not reuse them.
package struct KeyFolder: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// An error about unusable keys, with a message for the operator.
  package struct Failure: Error, Sendable, CustomStringConvertible {
    package let description: String
  }

  private var chainPath: String { "\(path)/keys.json" }
  private var issuedPath: String { "\(path)/issued" }

  /// Returns the time at which the private key of a set was written, in seconds since 1970; nil if
  /// it is not known.
  package func creationTime(of keys: SigningKeys) -> Int? {
    let path = keyPath(keys.publicKey.id)
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.modificationDate] as? Date).map { Int($0.timeIntervalSince1970) }
  }

  private func keyPath(_ id: String) -> String { "\(path)/\(id).key" }

  /// Whether the server writes files of this name to the folder, except locks and unfinished files.
  ///
  /// Only these are backed up and restored.
  static func isKeyFile(_ name: String) -> Bool {
    if ["keys.json", "accounts.keys", "floor.json", "issued"].contains(name) { return true }
    guard name.hasSuffix(".key") else { return false }
    let id = name.utf8.dropLast(4)
    return id.count == 16
      && id.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  /// Reads the keys; nil if the folder has none yet.
  package func load() throws(Failure) -> SigningKeys? {
    try mappingErrors { try loadUnlocked() }
  }

  /// Returns the keys of a store; creates the first only if no app relies on the store yet.
  ///
  /// - Throws: The errors of `requirePlausibleNumbers`; no file has changed then.
  package func keys(for store: any Store) async throws -> SigningKeys {
    // NB: checked first, because `hasApps` is false for an empty store, such as that of a disk that
    // is not mounted, and `loadOrCreate` would then replace lost keys and the record of them.
    try await requirePlausibleNumbers(for: store)
    return try loadOrCreate(hasApps: try await Self.hasApps(store))
  }

  /// Whether apps rely on a store: it has an active SDK key or a release.
  static func hasApps(_ store: any Store) async throws -> Bool {
    let keys = try await store.activeSDKKeys()
    let releases = try await store.currentReleases()
    return !keys.isEmpty || !releases.isEmpty
  }

  var missingKeys: Failure {
    Failure(
      description: "\(chainPath) is missing, but apps trust the previous keys: they would "
        + "reject every release signed with new ones. Restore the folder from a backup."
        + RestoreLeftovers.hint(missing: path))
  }

  private var noKeys: Failure {
    Failure(
      description: "There are no signing keys in \(path): `flowmagic serve` creates the first.")
  }

  /// Refuses a missing folder, which `withLock` would create.
  func requireFolder() throws(Failure) {
    guard FilePaths.isTaken(path) else { throw noKeys }
  }

  /// Returns the keys; creates the folder and a first key if there is none.
  ///
  /// If `hasApps`, no key is created: installed apps may trust lost keys, and would reject all
  /// releases signed with a new one.
  package func loadOrCreate(hasApps: Bool = false) throws(Failure) -> SigningKeys {
    try withLock {
      if let keys = try loadUnlocked() {
        try removeLeftovers(except: keys)
        try writeFloor { $0.extend(to: keys.chain.digests) }
        return keys
      }
      if hasApps { throw missingKeys }
      let keys = try SigningKeys.first()
      // A leftover floor may be of earlier keys, which no app trusts, as may a damaged issue time.
      if (try? recordedIssueTime()) == nil { try PrivateFiles.remove(issuedPath) }
      try writeFloor { $0.replaceChain(with: keys.chain.digests) }
      try save(keys)
      return keys
    }
  }

  /// Adds a new key, signed by the present one.
  ///
  /// The present private key is deleted: it is no longer needed, and could still sign for apps
  /// built with it.
  package func rotate() throws(Failure) -> (old: SigningKeys, new: SigningKeys) {
    try requireFolder()
    return try withLock {
      let old = try requireKeys()
      return (old, try rotate(old))
    }
  }

  /// Reads the keys that are to be replaced.
  ///
  /// NB: requires the lock.
  func requireKeys() throws -> SigningKeys {
    guard let keys = try loadUnlocked() else { throw noKeys }
    return keys
  }

  /// Replaces keys that were read while holding the same lock.
  func rotate(_ old: SigningKeys) throws -> SigningKeys {
    let new = try old.rotated()
    try save(new, replacing: old)
    try removeLeftovers(except: new)
    return new
  }

  /// Deletes private keys that no longer sign, including leftovers of an interrupted rotation.
  ///
  /// NB: requires the lock, so that nobody else is writing a key.
  private func removeLeftovers(except keys: SigningKeys) throws {
    let currentName = "\(keys.publicKey.id).key"
    for name in try PrivateFiles.names(in: path) {
      let isKey = name.hasSuffix(".key") && name != currentName
      let isUnfinished =
        name.hasSuffix(".tmp") && [".key.", ".keys.", ".json."].contains { name.contains($0) }
      if isKey || isUnfinished { try PrivateFiles.remove("\(path)/\(name)") }
    }
  }

  // NB: the private key is written first, so that a chain on disk always has its key beside it.
  private func save(_ keys: SigningKeys, replacing old: SigningKeys? = nil) throws {
    let text = Base64URL.encode(Array(keys.privateKey.rawRepresentation)) + "\n"
    try PrivateFiles.replace(
      keyPath(keys.publicKey.id), with: Array(text.utf8),
      previous: old.map { keyPath($0.publicKey.id) })
    try PrivateFiles.replace(chainPath, with: keys.chain.bytes + [UInt8(ascii: "\n")])
    try writeFloor { $0.extend(to: keys.chain.digests) }
  }

  private func loadUnlocked() throws -> SigningKeys? {
    let keys = try loadUnchecked()
    if let keys { try check(keys) }
    return keys
  }

  /// Reads the keys, even if they are older than previous ones.
  func loadUnchecked() throws -> SigningKeys? {
    let chain: KeyChain
    guard let bytes = try PrivateFiles.readIfPresent(chainPath) else { return nil }
    do { chain = try KeyChain(parsing: bytes) } catch {
      throw Failure(description: "\(chainPath) is damaged: \(error.message) Restore a backup.")
    }
    guard let link = chain.links.last else {
      throw Failure(description: "\(chainPath) has no key set. Restore a backup.")
    }
    let set = try KeySet(parsing: link.text)
    guard let id = set.keys.first?.id else {
      throw Failure(description: "The newest key set in \(chainPath) has no key.")
    }
    return try SigningKeys(chain: chain, set: set, privateKey: try privateKey(id))
  }

  private func privateKey(_ id: String) throws -> Curve25519.Signing.PrivateKey {
    let path = keyPath(id)
    guard let bytes = try PrivateFiles.readIfPresent(path) else {
      throw Failure(
        description: "\(path) is missing: without the private key nothing can be signed. "
          + "Restore it from a backup.")
    }
    if PrivateFiles.isOpenToOthers(path) {
      throw Failure(
        description: "\(path) may be read or changed by others: `chmod 600 "
          + "\(ShellWord.quoted(path))`, and `flowmagic keys rotate` if someone may have read it.")
    }
    let text = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first ?? ""
    guard let raw = Base64URL.decode(String(text)),
      let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: raw),
      try VerificationKey(bytes: Array(key.publicKey.rawRepresentation)).id == id
    else { throw Failure(description: "\(path) is damaged. Restore it from a backup.") }
    return key
  }
}

extension KeyFolder {
  /// The end of the year 9999, in seconds since 1970: recorded issue times must be earlier.
  static let issueTimeLimit = 253_402_300_799

  /// The latest issue time of a statement, stored across restarts; 0 if not known.
  ///
  /// At most `issueTimeLimit`, which means that the file is wrong, damaged or unreadable.
  package func minimumIssueTime() -> MinimumIssueTime {
    let limit = Self.issueTimeLimit
    let recorded =
      (try? recordedIssueTime() ?? (second: 0, clock: 0)) ?? (second: limit, clock: limit)
    return MinimumIssueTime(min(recorded.second, limit), clock: min(recorded.clock, limit)) {
      try record(issueTime: $0, clock: $1)
    }
  }

  /// Records the latest issue time, and the latest time of the clock when a statement was signed,
  /// each on a line, in seconds since 1970.
  ///
  /// NB: durably, because after a power loss an empty file would be damaged.
  func record(issueTime second: Int, clock: Int) throws(PrivateFiles.FileError) {
    try PrivateFiles.replace(issuedPath, with: Array("\(second)\n\(clock)\n".utf8))
  }

  /// Whether the latest issue time is recorded, even if the record is damaged.
  var hasIssueTime: Bool { FilePaths.isTaken(issuedPath) }

  /// Reads the latest issue time, and the latest time of the clock when a statement was signed, in
  /// seconds since 1970; nil if none is recorded.
  ///
  /// - Throws: `Failure` if the record is damaged, `PrivateFiles.FileError` if it cannot be read.
  func recordedIssueTime() throws -> (second: Int, clock: Int)? {
    guard let bytes = try PrivateFiles.readIfPresent(issuedPath) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    // NB: earlier versions record only the issue time.
    guard let second = lines.first.flatMap({ Int($0) }), second >= 0,
      let clock = lines.count > 1 ? Int(lines[1]) : second, clock >= 0
    else {
      throw Failure(
        description: "\(issuedPath), the record of the latest issue time, is damaged: issue times "
          + "could go back, and apps would reject releases. Restore it from a backup; or set the "
          + "clock, stop the server and run `flowmagic keys reset-rollback-protection`, after "
          + "which they continue from the clock.")
    }
    return (second, clock)
  }

  /// Runs `body` while holding the exclusive lock of the folder, which is created if it is missing.
  func withLock<Value>(_ body: () throws -> Value) throws(Failure) -> Value {
    try mappingErrors {
      try PrivateFiles.requireTrustedTarget(path)
      try PrivateFiles.makeFolder(path)
      // The folder is locked, too: its owner may have removed the lock file, such as in a cleanup.
      return try PrivateFiles.withLock("\(path)/lock") {
        try PrivateFiles.withFolderLock(path, body)
      }
    }
  }

  /// Runs `body`, and converts any other error to a `Failure`.
  func mappingErrors<Value>(_ body: () throws -> Value) throws(Failure) -> Value {
    do {
      return try body()
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(description: "The signing keys cannot be used: \(error)")
    }
  }
}
