import Foundation
import GRDB
import Testing
import YogaService

/// The file with practice data and pictures.
struct YogaStoreTests {
  @Test func `a file of a development build is rejected when it is opened`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/yoga-\(UUID()).db"
    defer {
      for suffix in ["", "-shm", "-wal"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(sql: "CREATE TABLE practice (user TEXT PRIMARY KEY, state BLOB)")
    }
    let queue = try DatabaseQueue(path: path)
    try migrator.migrate(queue)
    try queue.close()
    let failure = #expect(throws: YogaStore.Failure.self) { try YogaStore(path: path) }
    #expect(failure?.description.contains("a development build") == true)
    #expect(failure?.description.hasPrefix(path) == true)
  }
}
