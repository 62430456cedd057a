import ArgumentParser
import FlowCore
import FlowServer
import FlowStore

/// Brings a backup back.
struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore a backup.",
    discussion: """
      Checks the archive, says what will happen to apps, and puts its store and keys in their \
      places. What was there is renamed, never overwritten. Stop the server first; --verify works \
      while it runs. The audit log of every organization has it.

      Release numbers continue above every number that was ever issued, as far as the archive, the \
      store that is replaced and the files beside the keys know, because apps refuse a number that \
      they know with another content. Keys from before `flowmagic keys rotate` are refused: apps \
      that followed the rotation would refuse every release.

      --json: {"archive", "restored", "refusal" or null, "sentences", "moved"}.

      Example:
        flowmagic restore flowmagic.backup --store sqlite:flowmagic.db --verify
      """)

  @Argument(help: "The archive.", completion: .file())
  var archive: String

  @Flag(help: "Only check, and say what would happen.")
  var verify = false

  @Flag(help: "Restore only the store, and keep the keys that are there.")
  var keepKeys = false

  @Flag(help: "Restore keys that are older than those that apps follow.")
  var acceptOlderKeys = false

  @OptionGroup var passphrase: PassphraseOptions
  @OptionGroup var options: OperatorOptions

  func validate() throws {
    if keepKeys, acceptOlderKeys {
      throw ValidationError("Use either --keep-keys or --accept-older-keys.")
    }
  }

  func run() async throws {
    try await OperatorFailure.reporting(options) { settings in
      var given = try passphrase.given()
      if given == nil, try BackupReader.isSealed(archive) {
        given = try Passphrase.ask("Passphrase of the archive: ")
      }
      let restore = BackupRestore(
        store: try Stores.path(of: settings.store), keys: KeyFolder(settings.keys),
        keepsKeys: keepKeys, acceptsOlderKeys: acceptOlderKeys)
      return try await restore.prepared(BackupReader(archive, passphrase: given)) { plan in
        try await finish(plan, restore, settings)
      }
    }
  }

  private func finish(
    _ plan: BackupRestore.Plan, _ restore: BackupRestore, _ settings: ServerSettings
  ) async throws -> String {
    var lines = plan.sentences
    var moved: [String] = []
    if let refusal = plan.refusal {
      lines.append("Not restored. \(refusal)")
    } else if verify {
      lines.append("Verified; nothing was changed. Without --verify this is restored.")
    } else {
      let time = Timestamp.text(Timestamp.now()).filter { !":-".contains($0) }
      moved = try await restore.perform(
        plan, of: archive, movingAsideTo: ".before-restore-\(time)")
      lines += moved.map { "What was there is now \($0)." }
      lines.append("Restored \(settings.shownStore). Start the server, then publish.")
    }
    let text = options.text(
      [
        "archive": .string(archive), "restored": .bool(!verify && plan.refusal == nil),
        "refusal": plan.refusal.map { .string($0) } ?? .null,
        "sentences": .array(plan.sentences.map { .string($0) }),
        "moved": .array(moved.map { .string($0) }),
      ], lines)
    guard plan.refusal == nil else {
      try System.write(Array(text.utf8), to: System.output)
      throw ExitCode(ExitStatus.failed)
    }
    return text
  }
}
