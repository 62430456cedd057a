import Accounts
import AccountsSQLite
import Foundation
import GRDB
import Testing

@Suite struct FileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("accounts.db")
  }

  @Test func `data is kept after closing and reopening`() async throws {
    let file = try SQLiteAccountsFile(path: path)
    let store = SQLiteAccounts(file)
    try await store.change {
      try $0.put(Samples.ada)
      try $0.put(Samples.session("s1", 1))
      try $0.record(Samples.event("session.began"))
    }
    try file.close()
    let reopened = SQLiteAccounts(try SQLiteAccountsFile(path: path))
    #expect(try await reopened.read { try $0.user("p_ada") } == Samples.ada)
    #expect(try await reopened.read { try $0.session("s1") } == Samples.session("s1", 1))
    let events = try await reopened.read { try $0.events(of: "p_ada", before: nil, limit: 9) }
    #expect(events.count == 1)
  }

  @Test func `data is kept although the file was never closed`() async throws {
    let store = SQLiteAccounts(try SQLiteAccountsFile(path: path))
    try await store.change { try $0.put(Samples.ada) }
    // The state after a crash: the change is in the log beside the file.
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: path + suffix, toPath: folder.path("copy.db") + suffix)
    }
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("copy.db-wal")).count > 0)
    let reopened = SQLiteAccounts(try SQLiteAccountsFile(path: folder.path("copy.db")))
    #expect(try await reopened.read { try $0.user("p_ada") } == Samples.ada)
  }

  @Test func `commits are synced to disk, and foreign keys are enforced`() async throws {
    let file = try SQLiteAccountsFile(path: path)
    func pragma(_ name: String) async throws -> String? {
      try await file.read { try String.fetchOne($0, sql: "PRAGMA \(name)") }
    }
    #expect(try await pragma("synchronous") == "2")
    #expect(try await pragma("journal_mode") == "wal")
    #expect(try await pragma("foreign_keys") == "1")
    #expect(try await pragma("integrity_check") == "ok")
  }

  @Test func `the file and its log are readable by the owner only`() async throws {
    let store = SQLiteAccounts(try SQLiteAccountsFile(path: path))
    try await store.change { try $0.put(Samples.ada) }
    let names = try folder.names()
    #expect(names.contains("accounts.db-wal"))
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test func `a database of another program is rejected and left unchanged`() async throws {
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "CREATE TABLE recipe (name TEXT)") }
    try queue.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: SQLiteAccountsFile.Failure.self) { try SQLiteAccountsFile(path: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test func `a file of a newer version is rejected`() async throws {
    try SQLiteAccountsFile(path: path).close()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "PRAGMA user_version = 3") }
    try queue.close()
    let failure = #expect(throws: SQLiteAccountsFile.Failure.self) {
      try SQLiteAccountsFile(path: path)
    }
    #expect(failure?.description.contains("schema 3") == true)
  }

  @Test func `a file of a development build is rejected and left unchanged`() async throws {
    try SQLiteAccountsFile(path: path).close()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "PRAGMA user_version = 1") }
    try queue.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let failure = #expect(throws: SQLiteAccountsFile.Failure.self) {
      try SQLiteAccountsFile(path: path)
    }
    #expect(failure?.description.contains("was made by a development build") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test func `deleting a user erases each address once, however many events have it`()
    async throws
  {
    let file = try SQLiteAccountsFile(path: path)
    let store = SQLiteAccounts(file)
    try await store.change { writer in
      try writer.put(Samples.ada)
      for at in 1...50 {
        for email in [Samples.ada.email, "ADA@example.com"] {
          try writer.record(
            SecurityEvent(
              at: at, action: "member.changed", user: Samples.ada.id, organization: "acme",
              actor: "bob@example.com", client: Samples.office,
              detail: #"{"email":"\#(email)"}"#))
        }
      }
    }
    try await file.change {
      try $0.execute(
        sql: """
          CREATE TABLE erasure (address TEXT);
          CREATE TRIGGER count_erasures INSTEAD OF INSERT ON erased_address
            BEGIN INSERT INTO erasure VALUES (new.address); END;
          """)
    }
    try await store.change { try $0.removeUser(Samples.ada.id) }
    let erased = try await file.read { try String.fetchAll($0, sql: "SELECT * FROM erasure") }
    #expect(erased.sorted() == ["ADA@example.com", Samples.ada.email])
  }

  @Test func `an unknown value is reported as damage`() async throws {
    let file = try SQLiteAccountsFile(path: path)
    let store = SQLiteAccounts(file)
    try await store.change {
      try $0.put(Samples.ada)
      try $0.put(Samples.membership(role: .viewer))
    }
    for column in ["role = 'admin'", "role = 'viewer', grants = '{}'"] {
      try await file.change { try $0.execute(sql: "UPDATE membership SET \(column)") }
      let error = await #expect(throws: DatabaseError.self) {
        try await store.read { try $0.memberships(of: "p_ada") }
      }
      #expect(error?.resultCode == .SQLITE_CORRUPT)
    }
  }
}
