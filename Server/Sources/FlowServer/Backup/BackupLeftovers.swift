import Foundation

/// The unfinished files of backups, which a killed process leaves in the archives' folder:
/// `ARCHIVE.PID.store`, an unencrypted copy of the store, and `ARCHIVE.PID.partial`, the archive.
///
/// The process that makes a backup holds a lock on the second one, which the system releases
/// however the process ends: files without a lock are leftovers. Process ids do not show that,
/// because each container has its own.
enum BackupLeftovers {
  static let partial = ".partial"
  static let copies = [".store", ".store-wal", ".store-shm", ".store-journal"]
  /// The ends of the names of all unfinished files of a backup.
  static let suffixes = copies + [partial]

  /// Removes the leftovers of scheduled archives, of the archive with this name, and of others that
  /// consist of both files or of an archive that is almost complete.
  static func remove(in folder: String, of archive: String? = nil) {
    let names = Set((try? PrivateFiles.names(in: folder)) ?? [])
    let stems = Set(names.compactMap { stem(of: $0, archive, in: names, of: folder) })
    for found in stems { remove("\(folder)/\(found)") }
  }

  /// Whether a process is writing an archive with this name.
  static func isInUse(_ archive: String, in folder: String) -> Bool {
    let names = (try? PrivateFiles.names(in: folder)) ?? []
    return names.contains { name in
      // NB: `one.backup.7.partial` is not of an archive `one`.
      guard name.hasPrefix(archive + "."), name.hasSuffix(partial),
        isProcess(name.dropFirst(archive.count + 1).dropLast(partial.count))
      else { return false }
      let file = open("\(folder)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { return false }
      defer { close(file) }
      return flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
  }

  /// The part of an unfinished file's name that its siblings share; nil for any other file.
  private static func stem(
    of name: String, _ archive: String?, in names: Set<String>, of folder: String
  ) -> String? {
    guard let suffix = suffixes.first(where: { name.hasSuffix($0) }) else { return nil }
    let stem = name.dropLast(suffix.count)
    guard let dot = stem.lastIndex(of: ".") else { return nil }
    guard isProcess(stem[dot...].dropFirst()) else { return nil }
    let base = String(stem[..<dot])
    let isBackup =
      names.contains(stem + partial)
      && (names.contains(stem + copies[0]) || isArchive("\(folder)/\(stem)\(partial)"))
    return isBackup || base == archive || BackupJob.second(ofArchive: base) != nil
      ? String(stem) : nil
  }

  /// Whether the text is a process id.
  private static func isProcess(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
  }

  /// Whether a file belongs to this user and starts like an archive; other programs, too, have
  /// unfinished files with such names.
  private static func isArchive(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var file = stat()
    guard fstat(descriptor, &file) == 0, file.st_mode & S_IFMT == S_IFREG,
      file.st_mode & 0o077 == 0, file.st_uid == geteuid() || geteuid() == 0
    else { return false }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = bytes.withUnsafeMutableBytes { PrivateFiles.readSome(descriptor, $0) }
    let start = bytes.prefix(max(0, count))
    return start.starts(with: SealedStream.magic)
      || start.starts(with: Array("\(BackupManifest.name)\0".utf8))
  }

  private static func remove(_ stem: String) {
    let descriptor = open(stem + partial, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 || errno == ENOENT else { return }
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
    // NB: `unlink` removes a link, never what it leads to.
    for suffix in suffixes { unlink(stem + suffix) }
  }
}
