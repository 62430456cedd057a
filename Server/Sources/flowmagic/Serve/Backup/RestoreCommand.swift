import ArgumentParser
import FlowCore
import FlowServer
import FlowStore

/// Restores a backup.
struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore a backup.",
    discussion: """
      Checks the archive, prints the consequences for apps, and restores its store and keys. \
      Existing files are renamed, never overwritten. First stop this server and any other server \
      that uses the keys; --verify works while they are running. The audit log of every \
      organization records the restore.

      Release numbers continue above the highest number known to the archive, the replaced store \
      and the files next to the keys, because apps reject a different release with a number that \
      they have accepted. Keys from before `flowmagic keys rotate` are refused: apps that followed \
      the rotation would reject every release. The keys of another server are refused, too.

      --json: {"archive", "restored": whether it was, "refusal": the reason or null, \
      "consequences": sentences about apps, "moved": the new paths of replaced files}.

      Example:
        flowmagic restore flowmagic.backup --store sqlite:flowmagic.db --verify
      """)

  @Argument(help: "The archive.", completion: .file())
  var archive: String

  @Flag(help: "Only check the archive, and print what would happen.")
  var verify = false

  @Flag(help: "Restore only the store, and keep the existing keys.")
  var keepKeys = false

  @Flag(help: "Restore keys even if they are older than those that apps trust.")
  var acceptOlderKeys = false

  @Flag(help: "Restore the keys of another server, which no app of this one trusts.")
  var acceptOtherKeys = false

  @OptionGroup var passphrase: PassphraseOptions
  @OptionGroup var options: OperatorOptions

  func validate() throws {
    try Self.requireFile(archive)
    if keepKeys, acceptOlderKeys {
      throw ValidationError("Use either --keep-keys or --accept-older-keys.")
    }
    if keepKeys, acceptOtherKeys {
      throw ValidationError("Use either --keep-keys or --accept-other-keys.")
    }
  }

  /// Refuses `-`: an archive is read several times, and moved into place when it is complete.
  static func requireFile(_ archive: String) throws {
    guard archive == "-" else { return }
    throw ValidationError("An archive is a file. For one of the name “-”, write ./-.")
  }

  func run() async throws {
    try await OperatorFailure.reporting(options) { settings in
      var passphraseText = try passphrase.value(forNewArchive: false)
      if passphraseText == nil, try BackupReader.isEncrypted(archive) {
        passphraseText = try Passphrase.prompt("Passphrase of the archive: ")
      }
      let restore = BackupRestore(
        store: try Stores.path(of: settings.store), keys: KeyFolder(settings.keys),
        keepsKeys: keepKeys, acceptsOlderKeys: acceptOlderKeys,
        acceptsOtherKeys: acceptOtherKeys)
      let reader = BackupReader(
        archive, passphrase: passphraseText, reserve: settings.site.intake.diskReserve)
      return try await restore.withPlan(reader) { plan in
        try await finish(plan, restore, settings)
      }
    }
  }

  private func finish(
    _ plan: BackupRestore.Plan, _ restore: BackupRestore, _ settings: ServerSettings
  ) async throws -> String {
    var lines = passphrase.warnings + plan.consequences
    var moved: [String] = []
    if let refusal = plan.refusal {
      lines.append("Not restored. \(refusal)")
    } else if verify {
      lines.append("Verified; nothing was changed. Run without --verify to restore.")
    } else {
      let time = Timestamp.string(Timestamp.now()).filter { !":-".contains($0) }
      moved = try await restore.perform(
        plan, of: archive, movingAsideTo: ".before-restore-\(time)")
      lines += moved.map { "Kept the previous data as \($0)." }
      lines.append(
        "Restored \(settings.redactedStoreURL). Start the server, then publish to each "
          + "environment; without a change, with "
          + "`flowmagic publish --republish --app APP --environment NAME`.")
    }
    let text = options.text(
      [
        "archive": .string(archive), "restored": .bool(!verify && plan.refusal == nil),
        "refusal": plan.refusal.map { .string($0) } ?? .null,
        "consequences": .array(plan.consequences.map { .string($0) }),
        "moved": .array(moved.map { .string($0) }),
      ], lines)
    guard plan.refusal == nil else { throw FailedOutput(text: text) }
    return text
  }
}
