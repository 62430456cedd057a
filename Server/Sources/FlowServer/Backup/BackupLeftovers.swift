import Foundation

/// The unfinished files of backups, which a killed process leaves in the archives' folder:
/// `ARCHIVE.PID.store`, an unencrypted copy of the store, and `ARCHIVE.PID.partial`, the archive.
///
/// Whoever makes a backup holds a lock on the second one. The system releases it however the
/// process ends, so that the files without a lock are leftovers; process ids do not show that,
/// because another container has its own.
enum BackupLeftovers {
  static let partial = ".partial"
  static let copies = [".store", ".store-wal", ".store-shm", ".store-journal"]

  /// Removes the leftovers of scheduled archives, of the archive with this name, and of others that
  /// consist of both files.
  static func remove(in folder: String, of archive: String? = nil) {
    let names = Set((try? PrivateFiles.names(in: folder)) ?? [])
    let stems = Set(names.compactMap { stem(of: $0, archive, in: names) })
    for found in stems { remove("\(folder)/\(found)") }
  }

  /// Whether a process is writing an archive with this name.
  static func isInUse(_ archive: String, in folder: String) -> Bool {
    let names = Set((try? PrivateFiles.names(in: folder)) ?? [])
    return names.contains { name in
      guard name.hasPrefix(archive + "."), name.hasSuffix(partial),
        stem(of: name, archive, in: names) != nil
      else { return false }
      let file = open("\(folder)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { return false }
      defer { close(file) }
      return flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
  }

  /// The part of an unfinished file's name that its siblings have, too; nil for any other file.
  private static func stem(
    of name: String, _ archive: String?, in names: Set<String>
  ) -> String? {
    guard let suffix = ([partial] + copies).first(where: { name.hasSuffix($0) }) else { return nil }
    let stem = name.dropLast(suffix.count)
    guard let dot = stem.lastIndex(of: ".") else { return nil }
    let process = stem[dot...].dropFirst().utf8
    guard !process.isEmpty, process.allSatisfy({ (48...57).contains($0) }) else { return nil }
    let base = String(stem[..<dot])
    let isBackup = names.contains(stem + partial) && names.contains(stem + copies[0])
    return isBackup || base == archive || BackupJob.second(ofArchive: base) != nil
      ? String(stem) : nil
  }

  private static func remove(_ stem: String) {
    let descriptor = open(stem + partial, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 || errno == ENOENT else { return }
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
    // NB: `unlink` removes a link, never what it leads to.
    for rest in copies + [partial] { unlink(stem + rest) }
  }
}
