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

  private struct State {
    var entries: [Key: Entry] = [:]
    var pendingReads: [Key: Task<ByteBuffer, any Error>] = [:]
    var size = 0
    /// The number of uses of blocks so far.
    var useCount = 0
  }

  private let state = NIOLockedValueBox(State())
  private let capacity: Int

  /// Creates a cache with a maximum number of bytes.
  init(capacity: Int) { self.capacity = capacity }

  /// The number of cached bytes.
  var size: Int { state.withLockedValue { $0.size } }

  /// A cached block; nil if it has to be read.
  func cached(_ key: Key) -> ByteBuffer? {
    state.withLockedValue { state in
      guard state.entries[key] != nil else { return nil }
      state.useCount += 1
      state.entries[key]?.lastUse = state.useCount
      return state.entries[key]?.block
    }
  }

  /// A block of a file; the last one is shorter.
  ///
  /// - Throws: ``FileError`` if the file does not match its stamp, or cannot be read.
  func block(_ key: Key, path: String) async throws -> ByteBuffer {
    if let block = cached(key) { return block }
    let task = state.withLockedValue { state in
      if let task = state.pendingReads[key] { return task }
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
      return task
    }
    return try await task.value
  }

  private func finish(_ key: Key, with result: Result<ByteBuffer, any Error>) {
    state.withLockedValue { state in
      state.pendingReads[key] = nil
      guard case .success(let block) = result, block.readableBytes <= capacity else { return }
      state.useCount += 1
      let entry = Entry(block: block, lastUse: state.useCount)
      // NB: a request that missed the block just before it was cached has read it again.
      let replaced = state.entries.updateValue(entry, forKey: key)
      state.size += block.readableBytes - (replaced?.block.readableBytes ?? 0)
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
  /// The file was replaced or modified while it was sent.
  case changed(String)
  /// The file cannot be opened or read: its path and the `errno`.
  case unreadable(String, Int32)
}
