import Crypto
import FlowMagic
package import FlowStore
import Foundation

extension KeyFolder {
  // Two files: the inner one is always written; the outer one, beside the folder, survives
  // restoring the whole folder from a backup, but the server may not be permitted to write it.
  private var innerFloorPath: String { "\(path)/floor.json" }
  private var outerFloorPath: String {
    (path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path) + ".floor"
  }

  /// Reads the issued numbers from both files.
  ///
  /// - Throws: `Failure` if a file is damaged.
  package func issuedFloor() throws(Failure) -> IssuedFloor {
    try mappingErrors { try readFloor() }
  }

  /// Returns the message about an implausible number in these files, with its fix.
  func advice(on implausible: IssuedNumber) -> String {
    "\(innerFloorPath) or \(outerFloorPath), the record of issued release numbers, says that "
      + "release \(implausible.number) of \(implausible.application) was issued, more than a "
      + "billion above those in the store: it is damaged or was changed. Restore both files from a "
      + "backup, or remove both to rely on the numbers in the store alone."
  }

  /// Returns the message about a store without applications, although these keys have signed
  /// releases.
  ///
  /// - Parameters:
  ///   - store: What is empty or missing, as the beginning of a sentence.
  ///   - issued: A release that they have signed.
  ///   - remedy: What to do, as a sentence without its end.
  /// - Returns: The message, with what to do.
  func advice(
    onEmpty store: String, _ issued: IssuedNumber,
    remedy: String = "Restore the store's file or a backup"
  ) -> String {
    "\(store), but the keys in \(path) have signed release \(issued.number) of "
      + "\(issued.application). \(remedy); to start again without it, move \(path) and "
      + "\(outerFloorPath) away, too: apps then need new SDK keys."
  }

  /// Records issued numbers durably; ignores those that are lower than the known ones.
  package func raiseFloor(
    keySetCount: Int = 0, _ numbers: [IssuedNumber] = []
  ) throws(Failure) {
    try withLock { try writeFloor { $0.raise(keySetCount: keySetCount, numbers) } }
  }

  /// Records a release's number before the release is delivered.
  package var numberRecorder: NumberRecorder {
    NumberRecorder { number in
      try raiseFloor([number])
    } highest: { application in
      try issuedFloor().highest(of: application)
    }
  }

  /// Reads both files and combines them into one floor.
  ///
  /// NB: needs no lock, because files are replaced atomically.
  func readFloor() throws -> IssuedFloor {
    var floor = IssuedFloor()
    // NB: the outer file comes first, so that its chain takes precedence if the folder was replaced
    // with that of another server.
    for path in [outerFloorPath, innerFloorPath] {
      if let recorded = try readFloor(path) { floor.raise(to: recorded) }
    }
    return floor
  }

  /// Changes the record in each of the two files.
  ///
  /// Nothing is copied from one to the other, because a number in one of them may have been changed
  /// by someone: a start compares the numbers with the store's before it raises both.
  ///
  /// NB: requires the lock.
  func writeFloor(_ change: (inout IssuedFloor) -> Void) throws {
    // Neither is written if the other is damaged.
    let (inner, outer) = (try readFloor(innerFloorPath), try readFloor(outerFloorPath))
    try replace(innerFloorPath, of: inner, by: change)
    // The server may have no permission to write to the parent folder.
    try? replace(outerFloorPath, of: outer, by: change)
  }

  /// Writes a changed record to its file, unless the change has no effect.
  private func replace(
    _ path: String, of recorded: IssuedFloor?, by change: (inout IssuedFloor) -> Void
  ) throws {
    var floor = recorded ?? IssuedFloor()
    change(&floor)
    guard floor != recorded else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try PrivateFiles.replace(
      path, with: Array(try encoder.encode(floor)) + [UInt8(ascii: "\n")])
  }

  /// Compares the numbers recorded in both files with those in the store, before any of them is
  /// copied.
  ///
  /// - Returns: Both.
  /// - Throws: `damaged` if the store has no applications but the keys have signed releases:
  ///   then it is probably not the same file as before, for example because a disk is not mounted;
  ///   and if a recorded number is implausibly high. Any other error of the store or keys.
  @discardableResult
  func requirePlausibleNumbers(
    for store: any Store
  ) async throws -> (floor: IssuedFloor, stored: IssuedFloor) {
    let floor = try issuedFloor()
    if let issued = floor.issuedNumbers.first, try await store.applications().isEmpty {
      throw StoreError(.damaged, advice(onEmpty: "The store is empty", issued))
    }
    let stored = IssuedFloor(keySetCount: 0, try await store.issuedNumbers())
    if let number = floor.implausibleNumber(comparedTo: stored) {
      throw StoreError(.damaged, advice(on: number))
    }
    return (floor, stored)
  }

  /// Refuses a key chain that is shorter than the previous one or different from it: apps that have
  /// followed that chain reject all releases signed by an earlier or an unrelated key.
  ///
  /// Also refuses a recorded issue time of at least `issueTimeLimit`.
  func check(_ keys: SigningKeys) throws {
    let floor = try readFloor()
    let recorded = floor.keySetCount
    let count = keys.chain.links.count
    guard floor.isCompatible(with: keys.chain.digests) else {
      throw Failure(
        description: "The signing keys in \(path) are not those that this server has signed with: "
          + "its apps would reject every release. Restore the previous keys; if they are lost, or "
          + "to move to these, `flowmagic keys reset-rollback-protection` accepts these, and the "
          + "apps need an update with a new SDK key.")
    }
    guard try recordedIssueTime()?.second ?? 0 < Self.issueTimeLimit else {
      throw Failure(
        description: "\(path)/issued records a statement from the end of the year 9999 or later. "
          + "Set the clock, stop the server and run `flowmagic keys reset-rollback-protection`.")
    }
    guard count < recorded else { return }
    throw Failure(
      description: "The signing keys in \(path) are from before `flowmagic keys rotate`: they have "
        + "\(Plural.text(count, "key set")), and this server has signed with "
        + "\(recorded). Apps that trust the newer keys would reject every release. Restore the "
        + "newer keys; if they are lost, `flowmagic keys reset-rollback-protection` accepts these, "
        + "and those apps need an update with a new SDK key.")
  }

  private func readFloor(_ path: String) throws -> IssuedFloor? {
    guard let bytes = try PrivateFiles.readIfPresent(path) else { return nil }
    guard let floor = try? JSONDecoder().decode(IssuedFloor.self, from: Data(bytes)) else {
      throw Failure(
        description: "\(path), the record of issued release numbers, is damaged. Restore it from a "
          + "backup, or remove it to rely on the numbers in the store alone.")
    }
    return floor
  }
}

extension KeyFolder {
  /// Accepts the present keys and clock, to recover from a wrong floor.
  ///
  /// Release numbers are kept: skipping some does no harm, and reusing one does.
  ///
  /// - Returns: The previous number of key sets and the previous issue time, each nil if unchanged;
  ///   and whether a record of the issue time was replaced that was damaged or could not be read,
  ///   so that the previous time is not known.
  /// - Throws: `Failure` if there are no keys, or if a file cannot be written.
  package func resetFloor(
    now: Int
  ) throws(Failure) -> (keySetCount: Int?, issued: Int?, wasIssuedDamaged: Bool) {
    try requireFolder()
    return try withLock {
      guard let keys = try loadUnchecked() else {
        throw Failure(description: "There are no signing keys in \(path).")
      }
      let floor = try readFloor()
      let chain = keys.chain.digests
      let isRefused = !floor.accepts(chain)
      if isRefused { try replaceChain(with: chain) }
      let isKnown = !hasIssueTime || (try? recordedIssueTime()) != nil
      let issued = minimumIssueTime().second
      let isAhead = issued > now
      if isAhead { try record(issueTime: now, clock: now) }
      return (
        isRefused ? floor.keySetCount : nil, isAhead && isKnown ? issued : nil, isAhead && !isKnown
      )
    }
  }
}

extension KeyFolder {
  /// Records a chain in place of the recorded one.
  ///
  /// NB: requires the lock. `writeFloor` ignores an error of writing the file beside the folder,
  /// which would then still refuse these keys.
  private func replaceChain(with chain: [String]) throws {
    try writeFloor { $0.replaceChain(with: chain) }
    guard try readFloor().accepts(chain) else {
      throw Failure(
        description:
          "\(outerFloorPath) records the previous keys and cannot be replaced: run this as "
          + "a user who may write to its folder.")
    }
  }
}

extension KeyChain {
  /// The SHA-256 digests of the key sets, oldest first, by which a server's chain is recognized.
  var digests: [String] {
    links.map { HexDigits.string(SHA256.hash(data: Array($0.text.utf8))) }
  }
}
