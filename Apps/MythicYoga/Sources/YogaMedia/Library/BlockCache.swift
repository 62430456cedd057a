import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads files in blocks, with an LRU cache.
///
/// Many users watch the same few videos: a cached block is sent to the socket without being copied,
/// and a missing one is read once for all waiting requests, on a thread that may block.
final class BlockCache: Sendable {
  /// The size of a block, in bytes.
  static let blockSize = 1 << 19

  struct Key: Hashable, Sendable {
    let stamp: FileStamp
    let index: Int
  }

  private struct Entry {
    var block: ByteBuffer
    /// The value of `useCount` when the block was used last.
    var lastUse: Int
  }

  private enum Lookup {
    case cached(ByteBuffer)
    case pending(Task<ByteBuffer, any Error>)
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var pendingReads: [Key: Task<ByteBuffer, any Error>] = [:]
    var size = 0
    /// The number of uses of blocks so far.
    var useCount = 0

    /// Returns a cached block, and marks it as the last used one; nil if it has to be read.
    mutating func use(_ key: Key) -> ByteBuffer? {
      guard let block = entries[key]?.block else { return nil }
      useCount += 1
      entries[key]?.lastUse = useCount
      return block
    }
  }

  private let state = NIOLockedValueBox(State())
  private let capacity: Int

  /// Creates a cache with a maximum number of bytes.
  init(capacity: Int) { self.capacity = capacity }

  /// The number of cached bytes.
  var size: Int { state.withLockedValue { $0.size } }

  /// Returns a block of a file; the last one may be shorter.
  ///
  /// - Throws: ``FileError`` if the file does not match its stamp, or cannot be read.
  func block(_ key: Key, path: String) async throws -> ByteBuffer {
    let lookup = state.withLockedValue { state -> Lookup in
      if let block = state.use(key) { return .cached(block) }
      if let task = state.pendingReads[key] { return .pending(task) }
      let task = Task { [self] in
        let result: Result<ByteBuffer, any Error>
        do {
          let block = try await NIOThreadPool.singleton.runIfActive { try Self.read(key, path) }
          result = .success(block)
        } catch {
          result = .failure(error)
        }
        finish(key, with: result)
        return try result.get()
      }
      state.pendingReads[key] = task
      return .pending(task)
    }
    switch lookup {
    case .cached(let block): return block
    case .pending(let task): return try await task.value
    }
  }

  private func finish(_ key: Key, with result: Result<ByteBuffer, any Error>) {
    state.withLockedValue { state in
      state.pendingReads[key] = nil
      guard case .success(let block) = result, block.readableBytes <= capacity else { return }
      state.useCount += 1
      state.entries[key] = Entry(block: block, lastUse: state.useCount)
      state.size += block.readableBytes
      // A linear search suffices: there are a few hundred entries, and each search follows a read
      // from disk.
      while state.size > capacity,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.entries[oldest.key] = nil
        state.size -= oldest.value.block.readableBytes
      }
    }
  }

  private static func read(_ key: Key, _ path: String) throws -> ByteBuffer {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError.unreadable(path, errno) }
    defer { close(descriptor) }
    guard FileStamp(descriptor: descriptor) == key.stamp else { throw FileError.changed(path) }
    let start = key.index * blockSize
    let length = min(blockSize, key.stamp.size - start)
    guard length > 0 else { throw FileError.changed(path) }
    var block = ByteBufferAllocator().buffer(capacity: length)
    while block.readableBytes < length {
      let offset = off_t(start + block.readableBytes)
      let missing = length - block.readableBytes
      let count = try block.writeWithUnsafeMutableBytes(minimumWritableBytes: missing) { bytes in
        let count = pread(descriptor, bytes.baseAddress, missing, offset)
        guard count >= 0 else { throw FileError.unreadable(path, errno) }
        return count
      }
      guard count > 0 else { throw FileError.changed(path) }
    }
    return block
  }
}

/// The reason why a file's bytes are not available.
enum FileError: Error {
  /// The file at a path was replaced or modified while it was sent.
  case changed(String)
  /// The file cannot be opened or read: its path and the `errno`.
  case unreadable(String, Int32)
}
