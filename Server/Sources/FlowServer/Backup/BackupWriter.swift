import Crypto
import FlowMagic
import FlowStore
import Foundation

/// Writes store, keys and a manifest into one archive, while a server runs or not.
package struct BackupWriter: Sendable {
  private let store: String
  private let keys: KeyFolder
  private let passphrase: String?

  /// Prepares to back up.
  ///
  /// - Parameters:
  ///   - store: The store's file.
  ///   - keys: The folder of its keys.
  ///   - passphrase: To encrypt with; nil for an archive that is not encrypted.
  package init(store: String, keys: KeyFolder, passphrase: String?) {
    self.store = store
    self.keys = keys
    self.passphrase = passphrase
  }

  /// Writes the archive; it has its name only when it is whole and on the disk.
  ///
  /// - Throws: `StoreError`, `KeyFolder.Failure` or `BackupFailure`; then there is no archive.
  package func write(to path: String, now: Int) async throws -> BackupManifest {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw BackupFailure("\(path) is there already; a backup replaces none. Choose another name.")
    }
    let copy = "\(path).\(getpid()).store"
    let partial = "\(path).\(getpid()).partial"
    defer {
      for rest in [copy, copy + "-wal", copy + "-shm", copy + "-journal", partial] { unlink(rest) }
    }
    do {
      // SQLite writes into an empty file, which only its owner may read.
      _ = try OutputFile(copy)
      let reader = try StoreReader(path: store)
      defer { reader.close() }
      try await reader.snapshot(to: copy)
      let manifest = try await write(copy: copy, to: partial, now)
      guard rename(partial, path) == 0 else { throw PrivateFiles.Refusal(path) }
      try PrivateFiles.syncFolder(of: path)
      return manifest
    } catch let refusal as PrivateFiles.Refusal {
      throw BackupFailure("The backup cannot be written: \(refusal).")
    }
  }

  private func write(
    copy: String, to path: String, _ now: Int
  ) async throws -> BackupManifest {
    // NB: the keys after the store, so that they open everything that the store has sealed.
    let files = try keys.backupFiles()
    let copied = try StoreReader(path: copy)
    defer { copied.close() }
    let facts = try await copied.facts()
    let (digest, size) = try Self.digest(copy)
    var floor = try keys.issuedFloor()
    floor.raise(keySets: try keys.load()?.chain.links.count ?? 0, facts.numbers)
    let manifest = BackupManifest(
      created: Timestamp.text(now), server: ServerVersion.text, schema: facts.schema,
      releases: facts.releases, issued: floor,
      files: [.init(name: BackupManifest.store, size: size, sha256: digest)]
        + files.map {
          .init(
            name: BackupManifest.keys + $0.name, size: $0.bytes.count,
            sha256: HexDigits.text(SHA256.hash(data: $0.bytes)))
        })
    let file = try OutputFile(path)
    let sink: any ByteSink =
      if let passphrase { try SealingSink(file, passphrase: passphrase) } else { file }
    let tar = TarWriter(sink, time: now)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    try tar.add(BackupManifest.name, bytes: Array(try encoder.encode(manifest)))
    try tar.add(BackupManifest.store, file: copy, size: size)
    for file in files { try tar.add(BackupManifest.keys + file.name, bytes: file.bytes) }
    try tar.finish()
    return manifest
  }

  /// A file's SHA-256 as hexadecimal digits, and its size in bytes.
  private static func digest(_ path: String) throws -> (String, Int) {
    let file = try InputFile(path)
    var hash = SHA256()
    var size = 0
    while true {
      let bytes = try file.read(1 << 20)
      if bytes.isEmpty { return (HexDigits.text(hash.finalize()), size) }
      hash.update(data: bytes)
      size += bytes.count
    }
  }
}

extension KeyFolder {
  /// The folder's files, without the lock and what an interruption has left.
  fileprivate func backupFiles() throws(Failure) -> [(name: String, bytes: [UInt8])] {
    try locked {
      try PrivateFiles.names(in: path).sorted()
        .filter { $0 != "lock" && !$0.hasSuffix(".tmp") }
        .filter { BackupManifest.isKnown(BackupManifest.keys + $0) }
        .compactMap { name in
          try PrivateFiles.readIfThere("\(path)/\(name)").map { (name, $0) }
        }
    }
  }
}
