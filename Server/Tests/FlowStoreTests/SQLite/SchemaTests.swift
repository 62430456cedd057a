import Accounts
import FlowStore
import Foundation
import GRDB
import Testing

@Suite(.serialized) struct SchemaTests {
  private let folder: Folder
  private let path: String

  init() throws {
    folder = try Folder()
    path = folder.path("flowmagic.db")
  }

  /// What SQLite says of the file's tables, indexes and triggers.
  private func tables(of name: String) throws -> [String] {
    let queue = try DatabaseQueue(path: folder.path(name))
    defer { try? queue.close() }
    return try queue.read {
      try String.fetchAll(
        $0, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
    }
  }

  private func version() throws -> Int? {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
  }

  private static let next = SQLiteSchema(
    steps: SQLiteSchema.current.steps + ["ALTER TABLE release ADD COLUMN size INTEGER"])

  @Test func `a file written by the first release opens with everything in it`() async throws {
    try FirstFile.write(to: path)
    let store = try await Stores.open("sqlite:\(path)")
    #expect(try await store.organizations() == [Shop.company])
    #expect(try await store.applications(of: "acme") == [Shop.app])
    #expect(try await store.environments(of: "shop").map(\.current) == [nil, 2])
    #expect(try await store.currentReleases() == [Shop.release(2, rollbackOf: 1)])
    #expect(try await store.manifests(of: "shop") == [Shop.manifest(build: "451")])
    #expect(try await store.draft(of: "shop")?.revision == 7)
    #expect(try await store.activeSDKKeys() == [Shop.key("pk_one")])
    #expect(try await store.token("t1") == Shop.token("t1"))
    #expect(try await store.append([Shop.batch("a")]) == [false])
    let uses = try await store.use(of: "shop", environment: "production", since: 0)
    #expect(uses == [Shop.use(build: "451", day: 0, sessions: 3)])
    let entries = try await store.audit(of: "acme", application: nil, before: nil, limit: 9)
    #expect(entries.map(\.action) == ["release.published"])
    try await Shop.publish(3...3, to: store)
  }

  @Test func `a file written by the first release takes in people, and its tokens are robots'`()
    async throws
  {
    try FirstFile.write(to: path)
    let store = try await Stores.open("sqlite:\(path)")
    let token = try await store.token("t1")
    #expect(token?.person == nil)
    #expect(token?.lastUsed == nil)
    try await store.accounts.change {
      try $0.put(Shop.ada)
      try $0.put(Shop.membership())
    }
    try await store.close()
    let again = try await Stores.open("sqlite:\(path)")
    #expect(
      try await again.accounts.read { try $0.members(of: "acme").map(\.person) } == [Shop.ada])
  }

  @Test func `a file of the release with people opens with them, and takes in a layout`()
    async throws
  {
    try SecondFile.write(to: path)
    let store = try await Stores.open("sqlite:\(path)")
    let members = try await store.accounts.read { try $0.members(of: "acme") }
    #expect(members.map(\.person.name) == ["Ada"])
    #expect(try await store.token("t2")?.lastUsed == 555)
    #expect(try await store.currentReleases() == [Shop.release(2, rollbackOf: 1)])
    #expect(try await store.layout(of: "shop") == [:])
    let change = LayoutChange(
      flows: ["main": .changed(steps: ["a": .init(x: 1, y: 2)], collapsed: nil)])
    _ = try await store.changeLayout(of: "shop", by: change, limit: 9)
    try await store.close()
    let again = try await Stores.open("sqlite:\(path)")
    #expect(
      try await again.layout(of: "shop") == ["main": FlowLayout(steps: ["a": .init(x: 1, y: 2)])])
  }

  @Test(arguments: [FirstFile.write, SecondFile.write])
  func `a file of an earlier release ends up with the tables of a new one`(
    write: @Sendable (String) throws -> Void
  ) async throws {
    try write(path)
    try await SQLiteStore(path: path).close()
    try await SQLiteStore(path: folder.path("new.db")).close()
    #expect(try tables(of: "flowmagic.db") == tables(of: "new.db"))
  }

  /// A step that has been in a release is never edited; a change of the tables is a new step.
  @Test(arguments: [(1, FirstFile.write), (2, SecondFile.write)])
  func `the first steps are what they were when they were released`(
    count: Int, write: @Sendable (String) throws -> Void
  ) async throws {
    try write(path)
    let then = SQLiteSchema(steps: Array(SQLiteSchema.current.steps.prefix(count)))
    try await SQLiteStore(path: folder.path("then.db"), schema: then).close()
    #expect(try tables(of: "flowmagic.db") == tables(of: "then.db"))
  }

  @Test func `a file takes the steps it lacks and keeps what is in it`() async throws {
    try FirstFile.write(to: path)
    let store = try SQLiteStore(path: path, schema: Self.next)
    #expect(try await store.currentReleases() == [Shop.release(2, rollbackOf: 1)])
    try await store.close()
    #expect(try version() == Self.next.version)
    #expect(try tables(of: "flowmagic.db").contains { $0.contains("size INTEGER") })
  }

  @Test func `a step that fails leaves the file in the form before`() async throws {
    try FirstFile.write(to: path)
    let broken = SQLiteSchema(
      steps: SQLiteSchema.current.steps + [
        "CREATE TABLE half (id INTEGER) STRICT; INSERT INTO nowhere VALUES (1);"
      ])
    let code = await refusal { () async throws(StoreError) in
      _ = try SQLiteStore(path: path, schema: broken)
    }
    #expect(code == .unavailable)
    #expect(try version() == 1)
    #expect(try tables(of: "flowmagic.db").contains { $0.contains("half") } == false)
    let store = try SQLiteStore(path: path)
    #expect(try await store.organizations() == [Shop.company])
  }

  @Test func `a file of a newer server is refused and left as it is`() async throws {
    try await SQLiteStore(path: path, schema: Self.next).close()
    let bytes = try folder.bytes(of: "flowmagic.db")
    let error = await storeError { () async throws(StoreError) in
      _ = try SQLiteStore(path: path)
    }
    #expect(error?.code == .newerSchema)
    #expect(error?.message.contains("form 5 and this server knows forms up to 4") == true)
    #expect(try folder.bytes(of: "flowmagic.db") == bytes)
  }

  @Test func `a release is never changed or deleted, not even by hand`() async throws {
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    try await Shop.publish(1...1, to: store)
    for statement in ["UPDATE release SET note = ''", "DELETE FROM release"] {
      await #expect(throws: DatabaseError.self) {
        try await store.database.write { try $0.execute(sql: statement) }
      }
    }
    #expect(try await store.release(1, of: "shop") == Shop.release(1))
  }
}
