import FlowMagic
package import FlowStore
import Foundation

extension KeyFolder {
  // Two places: the one in the folder is there whatever the folder's parent is, and the one beside
  // it stays when someone brings the whole folder back from a backup.
  private var floorInside: String { "\(path)/floor.json" }
  private var floorBeside: String {
    (path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path) + ".floor"
  }

  /// Reads the issued numbers from the files.
  ///
  /// - Throws: If one of them is damaged.
  package func issuedFloor() throws(Failure) -> IssuedFloor {
    try describing { try readFloor() }
  }

  /// Writes down what was issued, durably; what is lower than known changes nothing.
  package func raiseFloor(
    keySets: Int = 0, _ numbers: [IssuedNumber] = []
  ) throws(Failure) {
    try locked { try writeFloor { $0.raise(keySets: keySets, numbers) } }
  }

  /// Writes down a release's number before it goes out.
  package var numberRecorder: NumberRecorder {
    NumberRecorder { number in try raiseFloor([number]) }
  }

  /// NB: without the lock; files are replaced whole.
  func readFloor() throws -> IssuedFloor {
    var floor = IssuedFloor()
    for path in [floorInside, floorBeside] {
      if let one = try readFloor(path) { floor.raise(to: one) }
    }
    return floor
  }

  /// NB: only under the lock.
  func writeFloor(_ change: (inout IssuedFloor) -> Void) throws {
    var floor = try readFloor()
    change(&floor)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(floor)) + [UInt8(ascii: "\n")]
    if try readFloor(floorInside) != floor { try PrivateFiles.replace(floorInside, with: bytes) }
    // The parent may be a place where the server may not write.
    if try readFloor(floorBeside) != floor {
      try? PrivateFiles.replace(floorBeside, with: bytes)
    }
  }

  /// Refuses a chain of keys that is shorter than one that was here: apps that followed the longer
  /// one refuse every release that an earlier key signs.
  func check(_ keys: SigningKeys) throws {
    let known = try readFloor().keySets
    let count = keys.chain.links.count
    guard count < known else { return }
    throw Failure(
      description: "The signing keys in \(path) are from before `flowmagic keys rotate`: they have "
        + "\(count) key \(count == 1 ? "set" : "sets"), and this server has signed with \(known). "
        + "Apps that followed the rotation would refuse every release. Bring back the newer keys; "
        + "if they are lost, `flowmagic keys reset-floor` accepts these, and those apps need an "
        + "update with a new SDK key.")
  }

  private func readFloor(_ path: String) throws -> IssuedFloor? {
    guard let bytes = try PrivateFiles.readIfThere(path) else { return nil }
    guard let floor = try? JSONDecoder().decode(IssuedFloor.self, from: Data(bytes)) else {
      throw Failure(
        description: "\(path) is damaged: it says which release numbers are used up. Restore it "
          + "from a backup, or remove it: then only the store says so.")
    }
    return floor
  }
}

extension KeyFolder {
  /// Accepts the keys and the clock as they are: the way back from a floor that is wrong.
  ///
  /// Numbers stay: skipping some does no harm, and using one twice does.
  ///
  /// - Returns: The expected number of key sets and the expected issue time, as far as they have
  ///   been changed.
  package func resetFloor(now: Int) throws(Failure) -> (keySets: Int?, issued: Int?) {
    try locked {
      guard let keys = try loadUnchecked() else {
        throw Failure(description: "There are no signing keys in \(path).")
      }
      let known = try readFloor().keySets
      let count = keys.chain.links.count
      if known > count { try writeFloor { $0.keySets = count } }
      let issued = minimumIssueTime()
      if issued.second > now { issued.save(now) }
      return (known > count ? known : nil, issued.second > now ? issued.second : nil)
    }
  }
}
