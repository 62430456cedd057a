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
      Works while a server is running and writing; the archive is a consistent snapshot. It is \
      not made if the keys are missing or damaged, because no server could use it. It \
      contains private keys, so only its owner may read it. It is encrypted with a passphrase from \
      --passphrase-file or FLOWMAGIC_BACKUP_PASSPHRASE, or one that --encrypt asks for; otherwise \
      it is a tar archive. `flowmagic restore` restores it.

      --json: {"archive", "created", "encrypted", "releases", "keySets"}.

      Example:
        flowmagic backup /backup/flowmagic.backup --store sqlite:flowmagic.db
      """)

  @Argument(help: "The archive to write, or a directory for one with the time as its name.")
  var archive: String

  @Flag(help: "Ask for a passphrase to encrypt the archive with.")
  var encrypt = false

  @OptionGroup var passphrase: PassphraseOptions
  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await OperatorFailure.reporting(options) { settings in
      var given = try passphrase.given(forNewArchive: true)
      if encrypt, given == nil {
        given = try Passphrase.checked(try Passphrase.ask("Passphrase for the archive: "))
        guard try Passphrase.ask("Repeat the passphrase: ") == given else {
          throw ServerSettings.Invalid(
            description: "The passphrases do not match. Nothing was done.")
        }
      }
      let now = Timestamp.now()
      let isDirectory = System.isDirectory(archive)
      let path = isDirectory ? "\(archive)/\(BackupJob.name(at: now))" : archive
      let writer = BackupWriter(
        store: try Stores.path(of: settings.store), keys: KeyFolder(settings.keys),
        passphrase: given, reserve: settings.site.intake.diskReserve)
      let folder = FolderOwner.folder(of: path)
      let manifest: BackupManifest
      do {
        manifest = try await writer.write(to: path, now: now)
      } catch {
        let leftovers = BackupLeftovers.remove(in: folder).advice
        guard !leftovers.isEmpty else { throw error }
        let lines = [OperatorFailure.message(error, settings)] + leftovers
        throw OperatorFailure.exit(lines.joined(separator: "\n"))
      }
      return options.text(
        [
          "archive": .string(path), "created": .string(manifest.created),
          "encrypted": .bool(given != nil), "releases": .number(JSONNumber(manifest.releases)),
          "keySets": .number(JSONNumber(manifest.issued.keySets)),
        ],
        [
          "Backed up \(settings.shownStore) and \(settings.keys) to \(path).",
          given == nil
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
    return [LogText.plain("\(advice).")]
  }

  private func warnings(of folder: String) -> [String] {
    let leftovers = BackupLeftovers.remove(in: folder).advice
    guard FolderOwner.isShared(folder) else { return leftovers }
    return [
      "Other users of this machine may replace it, and so decide what a restore brings back: "
        + "`chmod go-w '\(folder)'`."
    ] + leftovers
  }
}
