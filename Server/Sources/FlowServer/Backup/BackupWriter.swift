import Crypto
import FlowMagic
import FlowStore
import Foundation

/// Writes the store, the keys and a manifest to one archive, whether or not a server is running.
package struct BackupWriter: Sendable {
  private let store: String
  private let keys: KeyFolder
  private let passphrase: String?
  private let reserve: Int?
  private let isReadOnly: @Sendable (_ folder: String) -> Bool

  /// Prepares a backup.
  ///
  /// `passphrase` is the one to encrypt with, nil for an unencrypted archive; `reserve` is the
  /// space in bytes to leave free on the store's disk, nil for the server's default; `isReadOnly`
  /// says whether a folder is on a disk that is mounted read-only, nil to ask the system.
  package init(
    store: String, keys: KeyFolder, passphrase: String?, reserve: Int? = nil,
    isReadOnly: (@Sendable (_ folder: String) -> Bool)? = nil
  ) {
    self.isReadOnly = isReadOnly ?? { access($0, W_OK) != 0 && errno == EROFS }
    self.store = store
    self.keys = keys
    self.passphrase = passphrase
    self.reserve = reserve
  }

  /// Writes the archive, which gets its name only once it is complete and synced to disk.
  ///
  /// - Throws: `StoreError`, `KeyFolder.Failure` or `BackupFailure`, including if a server could
  ///   not use the keys; no archive is left then.
  package func write(to path: String, now: Int) async throws -> BackupManifest {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw BackupFailure("\(path) already exists and is not overwritten. Choose another name.")
    }
    try Self.requireFolder(of: path)
    let folder = FolderOwner.folder(of: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    BackupLeftovers.remove(in: folder)
    guard !BackupLeftovers.isInUse(name, in: folder) else { throw Self.archiveInUse(path) }
    try RestoreLeftovers(store: store, keys: keys).requireStore(at: store)
    do {
      let reader = try StoreReader(path: store)
      defer { reader.close() }
      let size = try await reader.snapshotSize()
      try requireSpace(for: path, in: folder, files: 2, of: size)
      let file = try OutputFile.locked { BackupLeftovers.newPartial(of: path) }
      let stem = String(file.path.dropLast(BackupLeftovers.partialSuffix.count))
      let copy = stem + BackupLeftovers.copySuffixes[0]
      defer { for suffix in BackupLeftovers.suffixes { unlink(stem + suffix) } }
      // SQLite writes into an existing empty file, which only its owner may read.
      _ = try OutputFile(copy)
      try await reader.snapshot(to: copy)
      // Apps may have sent many events since the first check.
      try requireSpace(for: path, in: folder, files: 1, of: size)
      let manifest = try await write(copy: copy, to: file, now)
      for suffix in BackupLeftovers.copySuffixes { unlink(stem + suffix) }
      // NB: not to the owner of just any folder, because the archive contains private keys.
      let sources = [FolderOwner.folder(of: store), keys.path]
      if sources.allSatisfy({ FolderOwner.haveSameOwner(folder, $0) }) {
        file.giveToOwner(of: folder)
      }
      try Self.moveIntoPlace(file.path, as: path)
      try PrivateFiles.syncFolder(of: path)
      return withExtendedLifetime(file) { manifest }
    } catch let error as PrivateFiles.FileError {
      throw BackupFailure("The backup cannot be written: \(error).")
    } catch let error as StoreError where error.code == .diskFull {
      // NB: the store is only read, so the failing disk is the archive's, which may be a different
      // one.
      throw BackupFailure(
        "The disk of \(path) is full. A backup needs twice the store's size: free some space, or "
          + "name an archive on another disk. No partial archive was kept.")
    } catch let error where !(error is CancellationError) && isOnReadOnlyDisk {
      throw BackupFailure("\(copyAdvice) The error was: \(error)")
    }
  }

  private var isOnReadOnlyDisk: Bool {
    [FolderOwner.folder(of: store), keys.path].contains { isReadOnly($0) }
  }

  /// How to rescue the files of a disk on which neither store nor keys can be locked.
  private var copyAdvice: String {
    let files = [store, store + "-wal", keys.path, keys.path + ".floor"]
      .filter { FilePaths.isTaken($0) }
    let copies = [store, keys.path].map {
      ShellWord.quoted(URL(fileURLWithPath: $0).lastPathComponent)
    }
    return "The disk is mounted read-only, so no backup can be made of it. Stop the server, copy "
      + "the files to another disk, `cp -a \(ShellWord.quoted(files)) FOLDER`, and make the backup "
      + "of the copy, with `--store sqlite:FOLDER/\(copies[0]) --keys FOLDER/\(copies[1])`."
  }

  private static func archiveInUse(_ path: String) -> BackupFailure {
    BackupFailure(
      "Another backup to \(path) is running. Wait until it has ended, or choose another name. If "
        + "none is running, remove the leftovers of an earlier one: "
        + "\(path).*\(BackupLeftovers.partialSuffix)")
  }

  /// Gives a complete archive its name, unless there is a file with this name by now.
  package static func moveIntoPlace(_ partial: String, as path: String) throws {
    // NB: unlike `rename`, this never replaces a file.
    if link(partial, path) == 0 {
      unlink(partial)
      return
    }
    guard errno != EEXIST, !FileManager.default.fileExists(atPath: path) else {
      throw BackupFailure(
        "Another backup has created \(path) in the meantime; it is not overwritten. Choose another "
          + "name.")
    }
    // Some file systems have no hard links.
    guard rename(partial, path) == 0 else { throw PrivateFiles.FileError(path) }
  }

  /// Refuses to start what would fill the disk, or, on the store's disk, use the reserve for
  /// publishing and signing in.
  private func requireSpace(
    for path: String, in folder: String, files: Int, of size: Int
  ) throws(BackupFailure) {
    guard let disk = DiskSpace(of: folder) else { return }
    let diskReserve = DiskSpace.areOnSameDisk(folder, store) ? reserve : 0
    let (needed, isTooLarge) = size.multipliedReportingOverflow(by: files)
    guard isTooLarge || disk.exceedsUnreservedSpace(needed, reserve: diskReserve) else { return }
    throw BackupFailure(
      "The disk of \(path) is too full. A backup needs twice the store's size of "
        + "\(DiskSpace.text(required: size)), besides what is reserved on the store's disk "
        + "(FLOWMAGIC_DISK_RESERVE): \(DiskSpace.text(free: disk.free)) are free. Free some "
        + "space, or name an archive on another disk. No partial archive was kept.")
  }

  private static func requireFolder(of path: String) throws(BackupFailure) {
    // A path that ends in a slash is that of a folder, for an archive in it.
    let archive = path.hasSuffix("/") ? path + "archive" : path
    let folder = URL(fileURLWithPath: archive).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw BackupFailure(
        "The folder \(folder) does not exist. Create it (mkdir -p \(ShellWord.quoted(folder))), or "
          + "name an archive in another one.")
    }
    guard isFolder.boolValue else {
      throw BackupFailure("\(folder) is not a folder. Name an archive in a folder.")
    }
  }

  private func write(
    copy: String, to file: OutputFile, _ now: Int
  ) async throws -> BackupManifest {
    let copied = try StoreReader(path: copy)
    defer { copied.close() }
    try await requireUndamaged(copied)
    let statistics = try await copied.statistics()
    let chain = try requireUsableKeys(for: statistics)
    let (digest, size) = try Self.digest(copy)
    var floor = try keys.issuedFloor()
    floor.raise(keySetCount: chain?.links.count ?? 0, statistics.numbers)
    // NB: the keys are read after the store, so that they decrypt everything in it, and after the
    // floor, so that they are not older than it says if they are rotated meanwhile.
    let files = try keys.backupFiles()
    let manifest = BackupManifest(
      created: Timestamp.string(now), server: ServerVersion.string, schema: statistics.schema,
      releases: statistics.releases, issued: floor,
      files: [.init(name: BackupManifest.storeName, size: size, sha256: digest)]
        + files.map {
          .init(
            name: BackupManifest.keysPrefix + $0.name, size: $0.bytes.count,
            sha256: HexDigits.string(SHA256.hash(data: $0.bytes)))
        })
    let sink: any ByteSink =
      if let passphrase { try EncryptingSink(file, passphrase: passphrase) } else { file }
    let tar = TarWriter(sink, time: now)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(manifest))
    try tar.add(BackupManifest.name, bytes: bytes)
    let digestOfManifest = HexDigits.string(SHA256.hash(data: bytes))
    try tar.add(
      BackupManifest.digestName, bytes: BackupManifest.digestLine(digestOfManifest))
    try tar.add(BackupManifest.storeName, file: copy, size: size)
    for file in files { try tar.add(BackupManifest.keysPrefix + file.name, bytes: file.bytes) }
    try tar.finish()
    return manifest
  }

  /// Refuses to archive a damaged store, which could not be restored.
  private func requireUndamaged(_ copy: StoreReader) async throws {
    guard let problem = try await copy.problems().first else { return }
    throw BackupFailure(
      "\(store) is damaged, so a backup of it could not be restored: \(problem). Stop the server, "
        + "keep the file, and restore an earlier backup.")
  }

  /// Refuses to archive keys with which no server would start, or which `restore` would refuse, so
  /// that no such archive displaces a usable one; returns the chain of signing keys.
  private func requireUsableKeys(
    for statistics: StoreReader.Statistics
  ) throws(BackupFailure) -> KeyChain? {
    do throws(KeyFolder.Failure) {
      let floor = try keys.issuedFloor()
      if statistics.applications == 0, let issued = floor.issuedNumbers.first {
        throw KeyFolder.Failure(
          description: keys.advice(onEmpty: "The store \(store) is empty", issued))
      }
      let stored = IssuedFloor(keySetCount: 0, statistics.numbers)
      if let number = floor.implausibleNumber(comparedTo: stored) {
        throw KeyFolder.Failure(description: keys.advice(on: number))
      }
      _ = try keys.checkAccountKeys(hasUsers: statistics.users > 0)
      let chain = try keys.load()?.chain
      if chain != nil || statistics.releases == 0 { return chain }
    } catch {
      throw BackupFailure("A server could not use a backup of these keys. \(error)")
    }
    throw BackupFailure(
      "A server could not use a backup of these keys: there are no signing keys in \(keys.path), "
        + "but apps trust the previous ones. Restore the folder from a backup.")
  }

  /// A file's SHA-256 as hexadecimal digits, and its size in bytes.
  private static func digest(_ path: String) throws -> (String, Int) {
    let file = try InputFile(path)
    var hash = SHA256()
    var size = 0
    while true {
      try Task.checkCancellation()
      let bytes = try file.read(1 << 20)
      if bytes.isEmpty { return (HexDigits.string(hash.finalize()), size) }
      hash.update(data: bytes)
      size += bytes.count
    }
  }
}

extension KeyFolder {
  /// The folder's files that are the server's, except the lock and leftovers of interrupted writes.
  fileprivate func backupFiles() throws(Failure) -> [(name: String, bytes: [UInt8])] {
    // NB: the lock would create the folder.
    guard FilePaths.isTaken(path) else { return [] }
    return try withLock {
      try PrivateFiles.names(in: path).sorted().filter { Self.isKeyFile($0) }
        .compactMap { name in
          try PrivateFiles.readIfPresent("\(path)/\(name)").map { (name, $0) }
        }
    }
  }
}
