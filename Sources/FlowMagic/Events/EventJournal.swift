import FlowCore
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Stores events until the server has accepted them, in a directory with a file for each batch.
///
/// Events are appended to `<number>-<batch id>.open`. A full file is renamed to `.batch` and never
/// changes again; one that the server rejected is renamed to `.rejected`. The id is part of the
/// file's name from the first event on, so a batch keeps its id through crashes.
///
/// An event is passed to the system before `append` returns, or by the thread that is already
/// writing, so it survives a crash of the app. `makeDurable`, called before sending, makes a batch
/// survive a power failure; other events may be lost in one.
package final class EventJournal: @unchecked Sendable {
  /// The result of appending events.
  package struct AppendResult: Sendable {
    /// Whether the open file received its first event.
    package var isFirst = false
    /// Whether a file has become full.
    package var isFull = false
    /// Whether writing failed.
    package var hasFailed = false
  }

  private let directory: String
  private let header: [UInt8]
  private let configuration: EventQueueConfiguration
  private let makeID: @Sendable () -> String

  /// Lines to be written, in order; whichever thread holds `fileLock` writes them.
  private let pending = Locked<Pending>(Pending())
  /// Guards the properties below.
  private let fileLock = NSLock()
  private var currentFile: OpenFile?
  private var nextNumber: Int?
  /// Whether files are closed right after each write, so that none stays locked.
  private var closesAfterWriting = false

  private struct Pending {
    var lines: [[UInt8]] = []
    /// Whether the latest write failed.
    var isFailing = false
    var dropped = 0
    var failure: String?

    /// Drops the oldest lines beyond a limit.
    mutating func drop(beyond limit: Int) {
      guard lines.count > limit else { return }
      dropped += lines.count - limit
      lines.removeFirst(lines.count - limit)
    }

    /// Removes and returns the next line to be written; nil if there is none.
    mutating func takeNext(afterSuccess hasWritten: Bool) -> [UInt8]? {
      if hasWritten { isFailing = false }
      return lines.isEmpty ? nil : lines.removeFirst()
    }
  }

  private struct OpenFile {
    let descriptor: Int32
    let path: String
    var count = 0
    var bytes: Int
  }

  package init(_ configuration: EventQueueConfiguration, makeID: @escaping @Sendable () -> String) {
    directory = configuration.directory.path
    self.configuration = configuration
    self.makeID = makeID
    header = JSON.object(["build": .object(configuration.build)]).utf8(.compact) + [0x0A]
  }

  deinit { if let currentFile { close(currentFile.descriptor) } }

  // MARK: Appending

  /// Appends an event, a JSON object in one line.
  ///
  /// Costs one `write` into the page cache. Never waits for another thread: a thread that is
  /// already writing also writes this line. Lines are dropped only when writing fails; any number
  /// of them may wait for a thread that the system has suspended during a write.
  package func append(_ line: [UInt8]) -> AppendResult {
    pending.withLock { pending in
      pending.lines.append(line)
      if pending.isFailing { pending.drop(beyond: configuration.maximumMemoryEvents) }
    }
    return drain()
  }

  private func drain() -> AppendResult {
    var result = AppendResult()
    // NB: checks again after unlocking, for lines whose threads could not take the lock.
    while pending.withLock({ !$0.lines.isEmpty }), fileLock.try() {
      let isWritten = writePending(&result)
      closeAfterWriting()
      fileLock.unlock()
      if !isWritten {
        result.hasFailed = true
        break
      }
    }
    return result
  }

  /// Writes the pending lines; returns false and keeps them pending if writing fails.
  private func writePending(_ result: inout AppendResult) -> Bool {
    var hasWritten = false
    while let line = pending.withLock({ $0.takeNext(afterSuccess: hasWritten) }) {
      do throws(DurableFile.Failure) {
        try write(line, &result)
        hasWritten = true
      } catch {
        let message = error.description
        pending.withLock { pending in
          pending.lines.insert(line, at: 0)
          pending.isFailing = true
          pending.failure = message
          pending.drop(beyond: configuration.maximumMemoryEvents)
        }
        return false
      }
    }
    return true
  }

  private func write(_ line: [UInt8], _ result: inout AppendResult) throws(DurableFile.Failure) {
    var file: OpenFile
    if let currentFile { file = currentFile } else { file = try openFile() }
    do throws(DurableFile.Failure) {
      try DurableFile.write(line + [0x0A], to: file.descriptor, file.path)
    } catch {
      // The next line must not follow a partial one.
      if ftruncate(file.descriptor, off_t(file.bytes)) != 0 { finish(file) }
      throw error
    }
    file.count += 1
    file.bytes += line.count + 1
    currentFile = file
    if file.count == 1 { result.isFirst = true }
    if file.count >= configuration.maximumBatchEvents || file.bytes >= configuration.batchBytes {
      finish(file)
      result.isFull = true
    }
  }

  private func openFile() throws(DurableFile.Failure) -> OpenFile {
    try DurableFile.makeDirectory(directory)
    let number = nextNumber ?? (list().map { $0.number }.max() ?? 0) + 1
    let digits = String(number)
    let name = String(repeating: "0", count: max(0, 10 - digits.count)) + digits
    let path = "\(directory)/\(name)-\(makeID()).open"
    let descriptor = Self.open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw DurableFile.Failure("cannot write", path) }
    do throws(DurableFile.Failure) {
      // The lock shows other processes that this file is in use and was not left by a crash; one of
      // them may have claimed it just before.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, access(path, F_OK) == 0 else {
        throw DurableFile.Failure("cannot lock", path)
      }
      try DurableFile.write(header, to: descriptor, path)
    } catch {
      close(descriptor)
      unlink(path)
      throw error
    }
    nextNumber = number + 1
    let file = OpenFile(descriptor: descriptor, path: path, bytes: header.count)
    currentFile = file
    return file
  }

  private static func open(_ path: String, _ flags: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, flags, 0o600)
    #elseif canImport(Glibc)
      Glibc.open(path, flags, 0o600)
    #else
      Musl.open(path, flags, 0o600)
    #endif
  }

  // MARK: Finishing files

  /// Finishes the open file, so that it can be sent.
  package func finishFile() {
    withFileLock {
      // Lines whose threads could not take the lock belong to this batch.
      var result = AppendResult()
      _ = writePending(&result)
      if let currentFile, currentFile.count > 0 { finish(currentFile) }
    }
  }

  /// Finishes the open file, and from now on each file right after writing.
  ///
  /// The system terminates a suspended app that holds a lock on a file in a shared container.
  package func releaseLocks() {
    withFileLock {
      closesAfterWriting = true
      var result = AppendResult()
      _ = writePending(&result)
      closeAfterWriting()
    }
  }

  /// Ends ``releaseLocks()``: a file stays open again until it is full.
  package func keepFilesOpen() { withFileLock { closesAfterWriting = false } }

  private func closeAfterWriting() {
    guard closesAfterWriting, let file = currentFile else { return }
    guard file.count == 0 else { return finish(file) }
    unlink(file.path)
    close(file.descriptor)
    currentFile = nil
  }

  /// Runs a closure while holding `fileLock`, then writes the lines that arrived meanwhile.
  private func withFileLock(_ body: () -> Void) {
    fileLock.lock()
    body()
    fileLock.unlock()
    _ = drain()
  }

  /// Closes a file and renames it, so that it is no longer written to.
  private func finish(_ file: OpenFile) {
    let name = String(file.path.dropLast(".open".count))
    // If renaming fails, the next launch recovers the file.
    _ = rename(file.path, name + ".batch")
    close(file.descriptor)
    currentFile = nil
  }

  /// Finishes the files that earlier launches left open; files in use by another process stay.
  package func recover() {
    // NB: needs no lock here; `flock` also protects this process's own open file.
    for file in list() where file.state == .open {
      let descriptor = Self.open(file.path, O_RDWR | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        _ = rename(file.path, String(file.path.dropLast(".open".count)) + ".batch")
      }
      close(descriptor)
    }
  }

  // MARK: Files

  /// A file of the journal.
  package struct File: Sendable, Equatable {
    /// The state of a file; its path extension.
    package enum State: String, Sendable { case open, batch, rejected }
    package let number: Int
    package let id: String
    package let state: State
    package let path: String
  }

  /// The files, oldest first.
  package func list() -> [File] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.compactMap { name -> File? in
      let parts = name.split(separator: ".")
      guard parts.count == 2, let state = File.State(rawValue: String(parts[1])),
        let dash = parts[0].firstIndex(of: "-"), let number = Int(parts[0][..<dash])
      else { return nil }
      let id = String(parts[0][parts[0].index(after: dash)...])
      return File(number: number, id: id, state: state, path: "\(directory)/\(name)")
    }.sorted { ($0.number, $0.id) < ($1.number, $1.id) }
  }

  /// Reads a file; nil if it does not exist or cannot be read.
  package func read(_ file: File) -> EventBatch? {
    guard let bytes = try? DurableFile.read(file.path, limit: 64 << 20) else { return nil }
    return EventBatch(id: file.id, journal: bytes)
  }

  /// Makes a file survive a power failure.
  package func makeDurable(_ file: File) {
    let descriptor = Self.open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    // A disk that does not support syncing must not keep the batch from being sent.
    try? DurableFile.sync(descriptor, file.path)
    close(descriptor)
    DurableFile.syncDirectory(of: file.path)
  }

  /// Removes a file that the server has accepted, or that has no events.
  package func remove(_ file: File) { unlink(file.path) }

  /// Marks a file as rejected by the server.
  package func markRejected(_ file: File) {
    _ = rename(file.path, String(file.path.dropLast(".batch".count)) + ".rejected")
  }

  /// Removes the oldest files until the rest fits the limit.
  ///
  /// Removes rejected files first, and never the open one or the one that is being sent.
  ///
  /// - Returns: The number of events that were removed without having been sent.
  package func evictOldest(except sending: File? = nil) -> Int {
    // NB: an unlocked listing may miss a file that is being renamed, so a newer one would be
    // removed.
    var files: [File] = []
    withFileLock { files = list() }
    files = files.filter { $0.state != .open && $0 != sending }
    files = files.filter { $0.state == .rejected } + files.filter { $0.state == .batch }
    var sizes = files.map { Self.size(of: $0.path) }
    var total = sizes.reduce(0, +)
    var lostEvents = 0
    while total > configuration.maximumDiskBytes, !files.isEmpty {
      let file = files.removeFirst()
      total -= sizes.removeFirst()
      if file.state == .batch { lostEvents += read(file)?.events.count ?? 0 }
      unlink(file.path)
    }
    return lostEvents
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// At most one batch of the lines that still cannot be written, to be sent from memory; nil if
  /// all were written.
  package func takeUnwritten() -> EventBatch? {
    var lines: [[UInt8]] = []
    withFileLock {
      var result = AppendResult()
      if writePending(&result) { return }
      lines = pending.withLock { pending in
        let lines = Array(pending.lines.prefix(configuration.maximumBatchEvents))
        pending.lines.removeFirst(lines.count)
        return lines
      }
    }
    guard !lines.isEmpty else { return nil }
    return EventBatch(
      id: makeID(), build: JSON.object(configuration.build).utf8(.compact), events: lines)
  }

  /// The problems since the last call: the number of events dropped for lack of memory, and the
  /// system's error message.
  package func takeProblems() -> (dropped: Int, failure: String?) {
    pending.withLock { pending in
      defer {
        pending.dropped = 0
        pending.failure = nil
      }
      return (pending.dropped, pending.failure)
    }
  }
}
