import ArgumentParser
import FlowCore
import FlowServer
import FlowStore

/// Accepts the current signing keys and clock.
struct ResetRollbackProtectionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset-rollback-protection",
    abstract: "Reset the rollback protection to the current keys and clock.",
    discussion: """
      The server refuses to use another server's signing keys, or keys older than those it has \
      used, and never issues a statement with an earlier time than the last. Stop the server and \
      run this command to accept the current keys and clock in two cases:

      The newest signing keys are lost. Apps that trust them then need an update with a new SDK \
      key.

      The clock was ahead, so statements have an issue time in the future. Set the clock first, \
      and publish afterwards; `flowmagic publish --republish` publishes without a change. \
      `flowmagic keys rotate` invalidates the statements signed in between. Release numbers are \
      not lowered. Asks for confirmation; --yes skips the prompt.

      --json: {"keySets" or null, "issued" or null}, the previous values of what was reset; \
      "issuedWasDamaged": whether the record of the latest issue time was damaged, so that its \
      previous value is not known.

      Example:
        flowmagic keys reset-rollback-protection --store sqlite:flowmagic.db --yes
      """)

  @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try OperatorOptions.confirm(
      "Accept the signing keys and the clock as they are?", isConfirmed: yes)
    try await OperatorFailure.reporting(options) { settings in
      // A running server would overwrite the reset time.
      let lock = try StoreReplacement(path: try Stores.path(of: settings.store))
      let (keySetCount, issued, wasIssuedDamaged) = try withExtendedLifetime(lock) {
        try KeyFolder(settings.keys).resetFloor(now: Timestamp.now())
      }
      var lines: [String] = []
      if let keySetCount {
        let sets = keySetCount == 1 ? "key set" : "\(keySetCount) key sets"
        lines.append("The signing keys no longer have to continue the previous \(sets).")
      }
      if let issued {
        lines.append(
          "New statements no longer have to be issued after \(Timestamp.string(issued)).")
      }
      if wasIssuedDamaged {
        lines.append(
          "The record of the latest issue time was damaged: new statements continue from the "
            + "clock.")
      }
      if lines.isEmpty { lines = ["Nothing to do: the keys and the clock fit what was issued."] }
      return options.text(
        [
          "keySets": keySetCount.map { .number(JSONNumber($0)) } ?? .null,
          "issued": issued.map { .string(Timestamp.string($0)) } ?? .null,
          "issuedWasDamaged": .bool(wasIssuedDamaged),
        ], lines)
    }
  }
}
