import ArgumentParser
import FlowCore
import FlowServer
import FlowStore

/// Accepts the signing keys and the clock as they are.
struct ResetFloorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset-floor",
    abstract: "Accept the signing keys and the clock as they are.",
    discussion: """
      For two cases, with the server stopped. The keys are older than those that this server has \
      signed with, and the newer ones are lost: apps that followed the rotation need an update \
      with a new SDK key. Or the clock was ahead, so that statements are stamped with a time in \
      the future: set the clock first, publish afterwards, and `flowmagic keys rotate` ends the \
      statements that were signed then. Release numbers are not lowered. Asks for confirmation; \
      --yes skips the prompt.

      --json: {"keySets" or null, "issued" or null}, what was expected before and is no longer.

      Example:
        flowmagic keys reset-floor --store sqlite:flowmagic.db --yes
      """)

  @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try OperatorOptions.confirm(
      "Accept the signing keys and the clock as they are?", isConfirmed: yes)
    try await OperatorFailure.reporting(options) { settings in
      // A running server would write its own time again.
      let lock = try StoreReplacement(path: try Stores.path(of: settings.store))
      let (keySets, issued) = try withExtendedLifetime(lock) {
        try KeyFolder(settings.keys).resetFloor(now: Timestamp.now())
      }
      var lines: [String] = []
      if let keySets { lines.append("The signing keys need no longer have \(keySets) key sets.") }
      if let issued {
        lines.append("Statements no longer continue from \(Timestamp.text(issued)).")
      }
      if lines.isEmpty { lines = ["Nothing to do: the keys and the clock fit what was issued."] }
      return options.text(
        [
          "keySets": keySets.map { .number(JSONNumber($0)) } ?? .null,
          "issued": issued.map { .string(Timestamp.text($0)) } ?? .null,
        ], lines)
    }
  }
}
