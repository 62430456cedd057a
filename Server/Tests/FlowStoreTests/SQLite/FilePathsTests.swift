import FlowStore
import Foundation
import Testing

@Suite struct FilePathsTests {
  @Test func `all names of a file resolve to one path, and a missing file's to none`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("store.db")
    let link = folder.path("link.db")
    try folder.write([1], to: "store.db")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    let path = try #require(FilePaths.resolved(file))
    #expect(path.hasSuffix("/store.db"))
    #expect(FilePaths.resolved(link) == path)
    #expect(FilePaths.resolved(folder.url.path + "/./store.db") == path)
    #expect(FilePaths.resolved(folder.path("missing.db")) == nil)
  }

  @Test func `a file has the space of its folder's disk, and a missing file has none`() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "store.db")
    let disk = try #require(DiskSpace(of: folder.path("store.db")))
    #expect(disk.free >= 0 && disk.free <= disk.size)
    #expect(disk.size == DiskSpace(of: folder.url.path)?.size)
    #expect(DiskSpace(of: folder.path("missing.db")) == nil)
  }
}
