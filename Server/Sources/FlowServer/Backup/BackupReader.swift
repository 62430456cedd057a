import FlowStore
import Foundation

/// Reads an archive: checks every byte against its manifest, and extracts the files.
package struct BackupReader: Sendable {
  private let path: String
  private let passphrase: String?
  private let reserve: Int?

  /// Creates a reader for the archive at a path.
  ///
  /// `reserve` is the space in bytes to leave free where the files are extracted; nil for the
  /// server's default.
  package init(_ path: String, passphrase: String?, reserve: Int? = nil) {
    self.path = path
    self.passphrase = passphrase
    self.reserve = reserve
  }

  /// Whether the archive is encrypted with a passphrase.
  package static func isEncrypted(_ path: String) throws -> Bool {
    do {
      return try InputFile(path).read(SealedStream.magic.count) == SealedStream.magic
    } catch {
      throw BackupFailure("The archive cannot be read: \(error).")
    }
  }

  /// Extracts the store to a new file, and the keys into a new folder.
  ///
  /// - Throws: `BackupFailure` if the archive does not match its manifest exactly.
  package func extract(store: String, keys: String) throws -> BackupManifest {
    do {
      return try extract(from: try source(), store, keys)
    } catch let failure as BackupFailure {
      throw BackupFailure("\(path): \(failure.description)")
    }
  }

  private func source() throws -> any ByteSource {
    let file = try InputFile(path)
    guard try Self.isEncrypted(path) else {
      // An attacker who can write to the backups' storage could replace an archive with their own.
      guard passphrase == nil else {
        throw BackupFailure(
          "The archive is not encrypted, although there is a passphrase for it: someone may have "
            + "replaced it. To restore it as it is, give no passphrase.")
      }
      return file
    }
    guard let passphrase else { throw BackupFailure("The archive needs its passphrase.") }
    return try DecryptingSource(file, passphrase: passphrase)
  }

  private func extract(
    from source: any ByteSource, _ store: String, _ keys: String
  ) throws -> BackupManifest {
    let tar = TarReader(source)
    let manifest = try manifest(tar)
    try requireSpace(for: manifest, beside: store)
    // NB: owned by this process's user until all of it is given to the server's user at once.
    try PrivateFiles.makeNewFolder(keys)
    var expected = manifest.files[...]
    while let entry = try tar.next() {
      guard let file = expected.popFirst(), file.name == entry.name, file.size == entry.size,
        BackupManifest.isKnown(entry.name)
      else { throw BackupFailure("Its files differ from its manifest.") }
      let output = try Self.target(of: entry.name, store, keys).map { try OutputFile($0) }
      let digest = try tar.read(entry) { try output?.write($0) }
      guard digest == file.sha256 else {
        throw BackupFailure("Its file \(entry.name) is damaged: the digest does not match.")
      }
      try output?.finish()
    }
    guard expected.isEmpty else { throw BackupFailure("It is incomplete.") }
    return manifest
  }

  /// Refuses to extract what would use the space that a running server needs.
  private func requireSpace(
    for manifest: BackupManifest, beside store: String
  ) throws(BackupFailure) {
    let folder = FolderOwner.folder(of: store)
    guard let disk = DiskSpace(of: folder) else { return }
    let size = manifest.files.reduce(0) { sum, file in
      let (newSum, isTooLarge) = sum.addingReportingOverflow(file.size)
      return isTooLarge || file.size < 0 || sum < 0 ? -1 : newSum
    }
    guard disk.exceedsUnreservedSpace(size, reserve: reserve) else { return }
    let requiredSpace = size < 0 ? "an impossible size" : DiskSpace.text(required: size)
    throw BackupFailure(
      "The disk of \(folder) is too full to extract it, even for `--verify`: its files "
        + "need \(requiredSpace), and \(DiskSpace.text(free: disk.free)) are free, including the "
        + "space that is reserved for a server. Free some space.")
  }

  /// The path to extract a file of the archive to; nil for a file that is not the server's, which
  /// older versions included if it was in the folder of keys.
  private static func target(of name: String, _ store: String, _ keys: String) -> String? {
    if name == BackupManifest.storeName { return store }
    let file = String(name.dropFirst(BackupManifest.keysPrefix.count))
    return KeyFolder.isKeyFile(file) ? "\(keys)/\(file)" : nil
  }

  private func manifest(_ tar: TarReader) throws -> BackupManifest {
    guard let first = try tar.next(), first.name == BackupManifest.name, first.size < 16 << 20
    else { throw BackupFailure("It is not an archive of `flowmagic backup`.") }
    var bytes: [UInt8] = []
    let line = BackupManifest.digestLine(try tar.read(first) { bytes += $0 })
    guard try digestLine(tar, size: line.count) == line,
      let manifest = try? JSONDecoder().decode(BackupManifest.self, from: Data(bytes))
    else { throw BackupFailure("Its manifest is damaged.") }
    guard manifest.format == 1 else {
      throw BackupFailure("It was written by a newer version of flowmagic; use that version.")
    }
    guard Timestamp.seconds(from: manifest.created) != nil else {
      throw BackupFailure("Its manifest is damaged.")
    }
    return manifest
  }

  /// The file with the manifest's digest, which follows the manifest.
  private func digestLine(_ tar: TarReader, size: Int) throws -> [UInt8] {
    guard let entry = try tar.next(), entry.name == BackupManifest.digestName, entry.size == size
    else { return [] }
    var bytes: [UInt8] = []
    _ = try tar.read(entry) { bytes += $0 }
    return bytes
  }
}
