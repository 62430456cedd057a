import FlowCore
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Events on disk until the server has them: a folder with one file for each batch.
///
/// The file that grows is `<number>-<batch id>.open`; a full one is renamed to `.batch` and never
/// changes again; one that the server refused ends as `.refused`. The id is there from the first
/// event on, so whatever crashes when, a batch is always sent under the same id.
///
/// An event is handed to the system before `append` returns, so it survives a crash of the app;
/// `makeDurable` before sending makes it survive a power cut, which may cost what was recorded
/// since.
package final class EventJournal: @unchecked Sendable {
  /// What became of appended events.
  package struct Growth: Sendable {
    /// Whether the open file has its first events.
    package var isFirst = false
    /// Whether a file is full.
    package var isFull = false
    /// Whether the disk did not take it.
    package var hasFailed = false
  }

  private let directory: String
  private let header: [UInt8]
  private let limits: EventQueueConfiguration
  private let makeID: @Sendable () -> String

  /// Lines on their way to the file, in order; whoever holds `files` writes them.
  private let pending = Locked<Pending>(Pending())
  /// Guards everything below.
  private let files = NSLock()
  private var open: OpenFile?
  private var nextNumber: Int?

  private struct Pending {
    var lines: [[UInt8]] = []
    var dropped = 0
    var failure: String?
  }

  private struct OpenFile {
    let descriptor: Int32
    let path: String
    var count = 0
    var bytes: Int
  }

  package init(_ configuration: EventQueueConfiguration, makeID: @escaping @Sendable () -> String) {
    directory = configuration.directory.path
    limits = configuration
    self.makeID = makeID
    header = JSON.object(["build": .object(configuration.build)]).utf8(.compact) + [0x0A]
  }

  deinit { if let open { close(open.descriptor) } }

  // MARK: Appending

  /// Keeps an event, a JSON object in one line.
  ///
  /// Costs one `write` to the system's memory. Never waits for another thread: if one is writing,
  /// that one takes this line with it.
  package func append(_ line: [UInt8]) -> Growth {
    pending.withLock { pending in
      pending.lines.append(line)
      if pending.lines.count > limits.memoryEvents {
        pending.lines.removeFirst()
        pending.dropped += 1
      }
    }
    return drain()
  }

  private func drain() -> Growth {
    var growth = Growth()
    // NB: looks again after unlocking, for lines whose threads found the lock taken.
    while pending.withLock({ !$0.lines.isEmpty }), files.try() {
      let isWritten = writePending(&growth)
      files.unlock()
      if !isWritten {
        growth.hasFailed = true
        break
      }
    }
    return growth
  }

  /// Writes what is pending; false if the disk does not take it, which stays pending then.
  private func writePending(_ growth: inout Growth) -> Bool {
    while let line = pending.withLock({ $0.lines.isEmpty ? nil : $0.lines.removeFirst() }) {
      do throws(DurableFile.Failure) {
        try write(line, &growth)
      } catch {
        let sentence = error.description
        pending.withLock { pending in
          pending.lines.insert(line, at: 0)
          pending.failure = sentence
        }
        return false
      }
    }
    return true
  }

  private func write(_ line: [UInt8], _ growth: inout Growth) throws(DurableFile.Failure) {
    var file: OpenFile
    if let open { file = open } else { file = try openFile() }
    do throws(DurableFile.Failure) {
      try DurableFile.write(line + [0x0A], to: file.descriptor, file.path)
    } catch {
      // What is half written must not stand before the next line.
      if ftruncate(file.descriptor, off_t(file.bytes)) != 0 { seal(file) }
      throw error
    }
    file.count += 1
    file.bytes += line.count + 1
    open = file
    if file.count == 1 { growth.isFirst = true }
    if file.count >= limits.batchEvents || file.bytes >= limits.batchBytes {
      seal(file)
      growth.isFull = true
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
      // Tells other processes that this file is not what a crash left behind; one of them may have
      // thought so just before.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, access(path, F_OK) == 0 else {
        throw DurableFile.Failure("cannot keep for this process", path)
      }
      try DurableFile.write(header, to: descriptor, path)
    } catch {
      close(descriptor)
      unlink(path)
      throw error
    }
    nextNumber = number + 1
    let file = OpenFile(descriptor: descriptor, path: path, bytes: header.count)
    open = file
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

  // MARK: Sealing

  /// Closes the file that grows, so that it can be sent.
  package func seal() {
    withFiles {
      // What found the lock taken belongs to what is sealed now.
      var growth = Growth()
      _ = writePending(&growth)
      if let open, open.count > 0 { seal(open) }
    }
  }

  /// Takes the lock, and afterwards writes what came meanwhile.
  private func withFiles(_ body: () -> Void) {
    files.lock()
    body()
    files.unlock()
    _ = drain()
  }

  private func seal(_ file: OpenFile) {
    let name = String(file.path.dropLast(".open".count))
    // If the name stays, the next start finds the file as one that a crash left behind.
    _ = rename(file.path, name + ".batch")
    close(file.descriptor)
    open = nil
  }

  /// Seals what earlier runs left open; files that another process has open stay.
  package func recover() {
    // NB: takes no lock; the file that this process has open is flocked like that of another.
    for entry in list() where entry.kind == .open {
      let descriptor = Self.open(entry.path, O_RDWR | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        _ = rename(entry.path, String(entry.path.dropLast(".open".count)) + ".batch")
      }
      close(descriptor)
    }
  }

  // MARK: What is there

  /// A file of the journal.
  package struct Entry: Sendable, Equatable {
    /// What a file is.
    package enum Kind: String, Sendable { case open, batch, refused }
    package let number: Int
    package let id: String
    package let kind: Kind
    package let path: String
  }

  /// The files, the oldest first.
  package func list() -> [Entry] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.compactMap { name -> Entry? in
      let parts = name.split(separator: ".")
      guard parts.count == 2, let kind = Entry.Kind(rawValue: String(parts[1])),
        let dash = parts[0].firstIndex(of: "-"), let number = Int(parts[0][..<dash])
      else { return nil }
      let id = String(parts[0][parts[0].index(after: dash)...])
      return Entry(number: number, id: id, kind: kind, path: "\(directory)/\(name)")
    }.sorted { ($0.number, $0.id) < ($1.number, $1.id) }
  }

  /// Reads a file; nil if it is gone or cannot be read.
  package func read(_ entry: Entry) -> EventBatch? {
    guard let bytes = try? DurableFile.read(entry.path, limit: 64 << 20) else { return nil }
    return EventBatch(id: entry.id, journal: bytes)
  }

  /// Makes a file survive a power cut.
  package func makeDurable(_ entry: Entry) {
    let descriptor = Self.open(entry.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
    DurableFile.syncDirectory(of: entry.path)
  }

  /// Forgets a file that the server has.
  package func remove(_ entry: Entry) { unlink(entry.path) }

  /// Keeps a file that the server refused, out of the way.
  package func setAside(_ entry: Entry) {
    _ = rename(entry.path, String(entry.path.dropLast(".batch".count)) + ".refused")
  }

  /// Removes the oldest files until the rest fits; refused ones first, the one that is being sent
  /// not at all.
  ///
  /// - Returns: How many events went that the server never had a chance to take.
  package func makeRoom(besides kept: Entry? = nil) -> Int {
    var entries = list().filter { $0.kind != .open && $0 != kept }
    entries = entries.filter { $0.kind == .refused } + entries.filter { $0.kind == .batch }
    var sizes = entries.map { Self.size(of: $0.path) }
    var total = sizes.reduce(0, +)
    var lost = 0
    while total > limits.diskBytes, !entries.isEmpty {
      let entry = entries.removeFirst()
      total -= sizes.removeFirst()
      if entry.kind == .batch { lost += read(entry)?.events.count ?? 0 }
      unlink(entry.path)
    }
    return lost
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// What the disk still does not take, to be sent from memory; nil if it takes everything.
  package func takeUnwritten() -> EventBatch? {
    var lines: [[UInt8]] = []
    withFiles {
      var growth = Growth()
      if writePending(&growth) { return }
      lines = pending.withLock { pending in
        let lines = Array(pending.lines.prefix(limits.batchEvents))
        pending.lines.removeFirst(lines.count)
        return lines
      }
    }
    guard !lines.isEmpty else { return nil }
    return EventBatch(
      id: makeID(), build: JSON.object(limits.build).utf8(.compact), events: lines)
  }

  /// What went wrong since the last call: events that memory had no room for, the disk's words.
  package func takeTroubles() -> (dropped: Int, failure: String?) {
    pending.withLock { pending in
      defer {
        pending.dropped = 0
        pending.failure = nil
      }
      return (pending.dropped, pending.failure)
    }
  }
}
