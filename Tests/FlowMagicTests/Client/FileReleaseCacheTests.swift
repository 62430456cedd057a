import FlowMagic
import FlowTesting
import Foundation
import Testing

@Suite struct FileReleaseCacheTests {
  private let folder: TemporaryFolder
  private let cache: FileReleaseCache
  private let key = TestKey()

  init() throws {
    folder = try TemporaryFolder()
    cache = FileReleaseCache(directory: folder.url.appending(path: "shop/production"))
  }

  private func entry(_ number: Int) throws -> CacheEntry { try CacheEntry(key.release(number)) }

  private func path(_ name: String) -> String { "shop/production/\(name)" }

  @Test func `the newest two entries are stored, newest first`() throws {
    #expect(cache.read() == CacheContents())
    for number in 1...5 {
      try cache.write(entry(number))
      let expected = try [number, number - 1].filter { $0 > 0 }.map { try entry($0) }
      #expect(cache.read() == CacheContents(entries: expected))
    }
  }

  @Test func `a change of any byte is detected, and the previous entry remains`() throws {
    try cache.write(entry(1))
    try cache.write(entry(2))
    let bytes = try folder.bytes(path("release-b"))

    for index in bytes.indices {
      // 0x20 changes the case of a letter, such as a digit of the checksum.
      for mask in [UInt8(0x01), 0x80, 0x20] {
        var corrupted = bytes
        corrupted[index] ^= mask
        #expect(throws: (any Error).self, "byte \(index)") { try CacheFile(parsing: corrupted) }
      }
    }
    var corrupted = bytes
    corrupted[bytes.count / 2] ^= 1
    try folder.write(corrupted, path("release-b"))
    #expect(cache.read().entries == [try entry(1)])
    #expect(cache.read().problems.map { $0.code } == [.corruptCache])
  }

  @Test func `a file truncated at any byte is invalid`() throws {
    try cache.write(entry(1))
    let bytes = try folder.bytes(path("release-a"))

    for count in bytes.indices {
      #expect(throws: (any Error).self) { try CacheFile(parsing: Array(bytes.prefix(count))) }
    }
  }

  @Test func `the next write replaces the corrupt file and not the valid one`() throws {
    try cache.write(entry(1))
    try cache.write(entry(2))
    try folder.write([0, 1, 2], path("release-b"))

    try cache.write(entry(3))

    #expect(cache.read() == CacheContents(entries: [try entry(3), try entry(1)]))
  }

  @Test func `a partial write left by a crash is ignored`() throws {
    try cache.write(entry(1))
    try folder.write([1, 2, 3], path("release-b.new"))

    #expect(cache.read() == CacheContents(entries: [try entry(1)]))
    try cache.write(entry(2))
    #expect(cache.read().entries == [try entry(2), try entry(1)])
  }

  @Test func `writing to a folder that cannot be created throws an error`() throws {
    try folder.write([1], "file")
    let cache = FileReleaseCache(directory: folder.url.appending(path: "file/shop"))

    let error = #expect(throws: FlowMagicError.self) { try cache.write(entry(1)) }

    #expect(error?.code == .cacheNotWritten)
    #expect(cache.read() == CacheContents())
  }
}
