import FlowStore
import Foundation

/// The unfinished files of backups, which a killed process leaves in the archives' folder:
/// `ARCHIVE.NUMBER.flowmagic-store`, an unencrypted copy of the store, with its journals, and
/// `ARCHIVE.NUMBER.flowmagic-partial`, the archive.
///
/// No other program uses these names; by their content alone, copies that were just begun could not
/// be recognized. The process that writes a backup holds an exclusive lock on the second file, and
/// the system releases it however the process ends: files of an unlocked archive are leftovers. The
/// number is random, so that no backup uses names that another process is still removing.
///
/// Processes that look for leftovers take shared locks only: these do not conflict with each other,
/// and network file systems allow them on files that are open for reading.
package enum BackupLeftovers {
  /// The end of the name of an unfinished archive.
  static let partialSuffix = ".flowmagic-partial"
  /// The ends of the names of a copy of the store and its journals.
  static let copySuffixes = ["", "-wal", "-shm", "-journal"].map { ".flowmagic-store" + $0 }
  /// The ends of the names of all unfinished files of a backup.
  static let suffixes = copySuffixes + [partialSuffix]

  /// The files that were not removed although they may be leftovers.
  package struct Remaining: Sendable, Equatable {
    /// The paths of files that this user may not open or remove, such as those of root.
    package var forbiddenFiles: [String]
    /// The paths of files on a file system without locks.
    package var filesWithoutLocks: [String]

    package init(forbiddenFiles: [String] = [], filesWithoutLocks: [String] = []) {
      self.forbiddenFiles = forbiddenFiles
      self.filesWithoutLocks = filesWithoutLocks
    }

    /// Sentences for the operator; none if there are no files.
    package var advice: [String] {
      let start = "A killed backup may have left these files, with a copy of the store that is not "
      var sentences: [String] = []
      if !forbiddenFiles.isEmpty {
        sentences.append(
          start + "encrypted, and this user may not remove them. If no backup is running there, "
            + "run as their owner or as root: \(Self.command(forbiddenFiles))")
      }
      if !filesWithoutLocks.isEmpty {
        sentences.append(
          start + "encrypted. They are not removed, because file locks do not work on this disk, "
            + "which would show whether a backup is running. If none is running there, run: "
            + Self.command(filesWithoutLocks))
      }
      return sentences.map { LogText.sanitized($0) }
    }

    private static func command(_ files: [String]) -> String {
      "`rm -- \(ShellWord.quoted(files))`"
    }
  }

  /// Removes the leftovers in a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder of archives.
  ///   - whenOpened: Runs before each file is locked, for tests.
  /// - Returns: What could not be removed.
  @discardableResult
  package static func remove(in folder: String, whenOpened: () -> Void = {}) -> Remaining {
    var remaining = Remaining()
    let stems = Set(names(in: folder).compactMap { stem(of: $0) })
    for stem in stems.sorted() {
      let unremoved = remove("\(folder)/\(stem)", whenOpened)
      remaining.forbiddenFiles += unremoved.forbiddenFiles
      remaining.filesWithoutLocks += unremoved.filesWithoutLocks
    }
    return remaining
  }

  /// The path of a new partial archive, different each time.
  package static func newPartial(of archive: String) -> String {
    "\(archive).\(UInt64.random(in: 0...UInt64.max))\(partialSuffix)"
  }

  /// Whether a process is writing an archive with this name.
  package static func isInUse(_ archive: String, in folder: String) -> Bool {
    names(in: folder).contains { name in
      guard let stem = stem(of: name), name.hasSuffix(partialSuffix),
        // NB: `one.backup.7` does not belong to an archive `one`.
        stem[..<(stem.lastIndex(of: ".") ?? stem.endIndex)] == archive
      else { return false }
      let file = open("\(folder)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { return false }
      defer { close(file) }
      return lockShared(file) == EWOULDBLOCK
    }
  }

  /// Takes a shared lock without waiting; returns 0, or the code of the error: `EWOULDBLOCK` while
  /// a backup is running, any other if locks do not work.
  private static func lockShared(_ descriptor: Int32) -> Int32 {
    while flock(descriptor, LOCK_SH | LOCK_NB) != 0 {
      guard errno == EINTR else { return errno }
    }
    return 0
  }

  private static func names(in folder: String) -> [String] {
    (try? PrivateFiles.names(in: folder)) ?? []
  }

  /// The part of an unfinished file's name that its siblings share, the archive's name and the
  /// number; nil for any other file.
  private static func stem(of name: String) -> String? {
    guard let suffix = suffixes.first(where: { name.hasSuffix($0) }) else { return nil }
    let stem = name.dropLast(suffix.count)
    guard let dot = stem.lastIndex(of: ".") else { return nil }
    let number = stem[dot...].dropFirst()
    let isNumber = !number.isEmpty && number.utf8.allSatisfy { (48...57).contains($0) }
    return isNumber ? String(stem) : nil
  }

  /// Removes the files of a backup, unless it is running.
  private static func remove(_ stem: String, _ whenOpened: () -> Void) -> Remaining {
    let files = suffixes.map { stem + $0 }
    let partial = stem + Self.partialSuffix
    let descriptor = open(partial, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    // NB: if the partial archive does not exist, the other files are leftovers, because a backup
    // creates it first and removes it last.
    if descriptor < 0, errno == ENOENT { return removeAll(files) }
    guard descriptor >= 0 else { return Remaining(forbiddenFiles: files.filter(FilePaths.isTaken)) }
    defer { close(descriptor) }
    whenOpened()
    switch lockShared(descriptor) {
    case 0:
      // NB: another process may have removed it by now, and a different file may have its name.
      return PrivateFiles.isNamed(descriptor, partial) ? removeAll(files) : Remaining()
    case EWOULDBLOCK: return Remaining()
    default: return Remaining(filesWithoutLocks: files.filter(FilePaths.isTaken))
    }
  }

  private static func removeAll(_ files: [String]) -> Remaining {
    // NB: `unlink` removes a link, never its target.
    Remaining(forbiddenFiles: files.filter { unlink($0) != 0 && errno != ENOENT })
  }
}
