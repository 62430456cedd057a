import ArgumentParser
import FlowCore
import FlowServer
import FlowStore

/// Writes the store and its keys to one archive.
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up the store and its keys to an archive.",
    discussion: """
      Works while a server is running and writing; the archive is a consistent snapshot. If \
      the keys are missing or damaged, no archive is written, because no server could use it. An \
      archive contains private keys, so only its owner may read it. With a passphrase from \
      --passphrase-file, FLOWMAGIC_BACKUP_PASSPHRASE or the prompt of --encrypt, it is encrypted; \
      otherwise it is a tar archive. `flowmagic restore` restores it.

      --json: {"archive", "created", "encrypted", "releases", "keySets"}.

      Example:
        flowmagic backup /backup/flowmagic.backup --store sqlite:flowmagic.db
      """)

  @Argument(help: "The archive to write, or a directory for one with the time as its name.")
  var archive: String

  @Flag(help: "Prompt for a passphrase to encrypt the archive with.")
  var encrypt = false

  @OptionGroup var passphrase: PassphraseOptions
  @OptionGroup var options: OperatorOptions

  func validate() throws { try RestoreCommand.requireFile(archive) }

  func run() async throws {
    try await OperatorFailure.reporting(options) { settings in
      var passphraseText = try passphrase.value(forNewArchive: true)
      if encrypt, passphraseText == nil {
        let entered = try Passphrase.prompt("Passphrase for the archive: ")
        passphraseText = try Passphrase.checked(entered)
        guard try Passphrase.prompt("Repeat the passphrase: ") == passphraseText else {
          throw OperatorFailure.report("The passphrases do not match. Nothing was done.")
        }
      }
      let now = Timestamp.now()
      let isDirectory = System.isDirectory(archive)
      let path = isDirectory ? "\(archive)/\(BackupJob.name(at: now))" : archive
      let writer = BackupWriter(
        store: try Stores.path(of: settings.store), keys: KeyFolder(settings.keys),
        passphrase: passphraseText, reserve: settings.site.intake.diskReserve)
      let folder = FolderOwner.folder(of: path)
      let manifest: BackupManifest
      do {
        manifest = try await writer.write(to: path, now: now)
      } catch {
        let leftovers = BackupLeftovers.remove(in: folder).advice
        guard !leftovers.isEmpty else { throw error }
        let lines = [OperatorFailure.message(error, settings)] + leftovers
        throw OperatorFailure.report(lines.joined(separator: "\n"))
      }
      return options.text(
        [
          "archive": .string(path), "created": .string(manifest.created),
          "encrypted": .bool(passphraseText != nil),
          "releases": .number(JSONNumber(manifest.releases)),
          "keySets": .number(JSONNumber(manifest.issued.keySetCount)),
        ],
        [
          "Backed up \(settings.redactedStoreURL) and \(settings.keys) to \(path).",
          passphraseText == nil
            ? "It contains private keys and is not encrypted: keep it where only you can read it."
            : "It is encrypted; without the passphrase it cannot be restored.",
        ] + warnings(of: folder) + KeyFolder(settings.keys).groupWarnings
          + leftovers(settings) + passphrase.warnings)
    }
  }

  private func leftovers(_ settings: ServerSettings) -> [String] {
    guard let store = try? Stores.path(of: settings.store),
      let advice = RestoreLeftovers(store: store, keys: KeyFolder(settings.keys)).advice
    else { return [] }
    return [LogText.sanitized("\(advice).")]
  }

  private func warnings(of folder: String) -> [String] {
    let leftovers = BackupLeftovers.remove(in: folder).advice
    guard let warning = FolderPermissions.warning(ofBackups: folder) else { return leftovers }
    return ["\(warning)."] + leftovers
  }
}
