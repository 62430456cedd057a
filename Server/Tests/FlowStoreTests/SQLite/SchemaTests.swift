import Accounts
import FlowStore
import Foundation
import GRDB
import Testing

@Suite(.serialized) struct SchemaTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("flowmagic.db")
  }

  /// The statements that create the file's tables, indexes, views and triggers.
  private func tables(of name: String) throws -> [String] {
    let queue = try DatabaseQueue(path: folder.path(name))
    defer { try? queue.close() }
    let statements = try queue.read {
      try String.fetchAll(
        $0, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
    }
    // SQLite also stores comments and line breaks, which have no meaning.
    return statements.map { statement in
      statement.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.hasPrefix("--") }.joined(separator: " ")
    }
  }

  private func version() throws -> Int? {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
  }

  /// The schema of a later release, with one more migration.
  private static let next = SQLiteSchema(
    migrations: SQLiteSchema.current.migrations + [
      """
      ALTER TABLE release ADD COLUMN size INTEGER;
      CREATE INDEX release_by_time ON release (published);
      """
    ])

  @Test func `a file with schema 1 opens with the data of its applications`() async throws {
    try Schema1File.write(to: path)
    let store = try await Stores.open("sqlite:\(path)")
    #expect(try await store.organizations() == [Shop.organization])
    #expect(try await store.applications(of: "acme") == [Shop.app])
    #expect(try await store.environments(of: "shop").map(\.current) == [nil, 2])
    #expect(try await store.currentReleases() == [Shop.release(2, rollbackOf: 1)])
    #expect(try await store.manifests(of: "shop") == [Shop.manifest(build: "451")])
    #expect(try await store.draft(of: "shop")?.revision == 7)
    #expect(try await store.activeSDKKeys() == [Shop.key("pk_one")])
    #expect(try await store.token("t1") == Shop.token("t1"))
    #expect(try await store.append([Shop.batch("a")]) == [false])
    let uses = try await store.buildUse(of: "shop", environment: "production", since: 0)
    #expect(uses == [Shop.use(build: "451", day: 0, sessions: 3)])
    let entries = try await store.audit(of: "acme", application: nil, before: nil, limit: 9)
    #expect(entries.map(\.action) == ["release.published"])
    #expect(try await store.attributes(of: "shop").map(\.name) == ["country"])
    #expect(try await store.assets(of: "shop").map(\.environments) == [["production"]])
    #expect(try await store.screenTemplates(of: "acme").map(\.name) == ["Welcome"])
    try await Shop.publish(3...3, to: store)
  }

  @Test func `a token without a user belongs to the organization`() async throws {
    try Schema1File.write(to: path)
    let store = try await Stores.open("sqlite:\(path)")
    let token = try #require(try await store.token("t1"))
    #expect(token.organization == "acme")
    #expect(token.user == nil)
    #expect(token.lastUsed == nil)
  }

  @Test func `a file with schema 1 opens with its users, and accepts a layout`() async throws {
    try Schema1File.write(to: path)
    let store = try await Stores.open("sqlite:\(path)")
    let members = try await store.accounts.read { try $0.members(of: "acme") }
    #expect(members.map(\.user.name) == ["Ada"])
    #expect(try await store.token("t2")?.lastUsed == 555)
    #expect(
      try await store.layout(of: "shop") == ["main": FlowLayout(steps: ["a": .init(x: 1, y: 2)])])
    let change = LayoutChange(
      flows: ["main": .changed(steps: ["a": .init(x: 3, y: 4)], collapsed: nil)])
    _ = try await store.changeLayout(of: "shop", by: change, limit: 9)
    try await store.close()
    let reopened = try await Stores.open("sqlite:\(path)")
    #expect(
      try await reopened.layout(of: "shop") == ["main": FlowLayout(steps: ["a": .init(x: 3, y: 4)])]
    )
    #expect(try await reopened.accounts.read { try $0.members(of: "acme").count } == 1)
  }

  /// `count` is the number of migrations of the server that opens the file.
  @Test(arguments: [(2, Schema1File.write)])
  func `an older file ends up with the tables of a new one`(
    count: Int, write: @Sendable (String) throws -> Void
  ) async throws {
    let schema = SQLiteSchema(migrations: Array(Self.next.migrations.prefix(count)))
    try write(path)
    try await SQLiteStore(path: path, schema: schema).close()
    try await SQLiteStore(path: folder.path("new.db"), schema: schema).close()
    #expect(try tables(of: "flowmagic.db") == tables(of: "new.db"))
  }

  /// A released migration is never edited; a change to the tables is a new one.
  @Test(arguments: [(1, Schema1File.write)])
  func `released migrations are unchanged`(
    count: Int, write: @Sendable (String) throws -> Void
  ) async throws {
    try write(path)
    let released = SQLiteSchema(migrations: Array(SQLiteSchema.current.migrations.prefix(count)))
    try await SQLiteStore(path: folder.path("released.db"), schema: released).close()
    #expect(try tables(of: "flowmagic.db") == tables(of: "released.db"))
  }

  @Test func `a file runs missing migrations and keeps its rows`() async throws {
    try Schema1File.write(to: path)
    let store = try SQLiteStore(path: path, schema: Self.next)
    #expect(try await store.currentReleases() == [Shop.release(2, rollbackOf: 1)])
    try await store.close()
    #expect(try version() == Self.next.version)
    #expect(try tables(of: "flowmagic.db").contains { $0.contains("size INTEGER") })
  }

  @Test func `a failed migration leaves the file unchanged`() async throws {
    try Schema1File.write(to: path)
    let broken = SQLiteSchema(
      migrations: SQLiteSchema.current.migrations + [
        "CREATE TABLE half (id INTEGER) STRICT; INSERT INTO nowhere VALUES (1);"
      ])
    let code = await errorCode { () async throws(StoreError) in
      _ = try SQLiteStore(path: path, schema: broken)
    }
    #expect(code == .unavailable)
    #expect(try version() == 1)
    #expect(try tables(of: "flowmagic.db").contains { $0.contains("half") } == false)
    let store = try SQLiteStore(path: path)
    #expect(try await store.organizations() == [Shop.organization])
  }

  @Test func `a file of a newer server is rejected and left unchanged`() async throws {
    try await SQLiteStore(path: path, schema: Self.next).close()
    let bytes = try folder.bytes(of: "flowmagic.db")
    let error = await storeError { () async throws(StoreError) in
      _ = try SQLiteStore(path: path)
    }
    #expect(error?.code == .newerSchema)
    let current = SQLiteSchema.current.version
    let message = try #require(error?.message)
    #expect(message.contains("has schema \(current + 1), and"), "\(message)")
    #expect(message.contains("supports schemas up to \(current):"), "\(message)")
    #expect(message.contains("start the newer server"), "\(message)")
    #expect(try folder.bytes(of: "flowmagic.db") == bytes)
  }

  /// Before the first release, there were seven migrations.
  @Test(arguments: 2...7)
  func `a development build's file with a higher version is rejected, with what to do about it`(
    version: Int
  ) async throws {
    try Schema1File.write(to: path)
    let queue = try DatabaseQueue(path: path)
    try await queue.write {
      try $0.execute(
        sql: """
          ALTER TABLE sdk_key RENAME COLUMN sequence TO arrival;
          PRAGMA user_version = \(version)
          """)
    }
    try queue.close()
    let bytes = try folder.bytes(of: "flowmagic.db")
    let opened = await storeError { () async throws(StoreError) in
      _ = try SQLiteStore(path: path)
    }
    let read = await storeError { () async throws(StoreError) in
      _ = try StoreReader(path: path)
    }
    for error in [opened, read] {
      #expect(error?.code == .newerSchema)
      let message = error?.message ?? ""
      #expect(message.contains("has schema \(version), and"), "\(message)")
      #expect(message.contains("or a development build from before the first"), "\(message)")
      #expect(message.contains("start with a new store"), "\(message)")
    }
    #expect(try folder.bytes(of: "flowmagic.db") == bytes)
  }

  /// Before the first release, migration 1 was changed in place.
  @Test(arguments: [
    ("DROP TABLE issued_number", "lacks the table issued_number and 3 more."),
    (
      "ALTER TABLE environment DROP COLUMN allows_following",
      "the column environment.allows_following."
    ),
    ("ALTER TABLE sdk_key RENAME COLUMN sequence TO arrival", "the column sdk_key.sequence."),
  ])
  func `a file of a build from before the first release is rejected and left unchanged`(
    change: String, missing: String
  ) async throws {
    try Schema1File.write(to: path)
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: change) }
    try queue.close()
    let bytes = try folder.bytes(of: "flowmagic.db")
    let error = await storeError { () async throws(StoreError) in
      _ = try SQLiteStore(path: path)
    }
    #expect(error?.code == .unreleasedSchema)
    #expect(error?.message.contains(missing) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("start with a new store") == true)
    let read = await errorCode { () async throws(StoreError) in _ = try StoreReader(path: path) }
    #expect(read == .unreleasedSchema)
    #expect(try folder.bytes(of: "flowmagic.db") == bytes)
    #expect(try version() == 1)
  }

  /// A change by hand, what the message says about it, and the statement that it advises.
  @Test(arguments: [
    (
      "DROP INDEX organization_of_creator", "lacks the index organization_of_creator, which",
      "CREATE INDEX organization_of_creator ON organization (creator);"
    ),
    (
      "DROP TRIGGER api_token_ends_with_membership; DROP INDEX organization_of_creator",
      "the index organization_of_creator, the trigger api_token_ends_with_membership, which",
      "CREATE TRIGGER api_token_ends_with_membership AFTER DELETE ON membership"
    ),
    ("PRAGMA user_version = 2", "but its user_version is 2", "PRAGMA user_version = 1"),
    (
      "CREATE INDEX release_by_time ON release (published)", "also the index release_by_time",
      "Remove that"
    ),
  ])
  func `a file that someone has changed by hand is rejected with advice, and left unchanged`(
    change: String, difference: String, advice: String
  ) async throws {
    try Schema1File.write(to: path)
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: change) }
    try queue.close()
    let bytes = try folder.bytes(of: "flowmagic.db")
    let error = await storeError { () async throws(StoreError) in
      _ = try SQLiteStore(path: path, schema: Self.next)
    }
    #expect(error?.code == .changedSchema)
    #expect(error?.message.contains(difference) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains(advice) == true, "\(error?.message ?? "")")
    let read = await errorCode { () async throws(StoreError) in
      _ = try StoreReader(path: path, schema: Self.next)
    }
    #expect(read == .changedSchema)
    #expect(try folder.bytes(of: "flowmagic.db") == bytes)
  }

  @Test func `the error for a current file whose version someone has lowered names its schema`()
    async throws
  {
    try await SQLiteStore(path: path, schema: Self.next).close()
    let version = Self.next.version
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "PRAGMA user_version = 1") }
    try queue.close()
    let error = await storeError { () async throws(StoreError) in
      _ = try SQLiteStore(path: path, schema: Self.next)
    }
    #expect(error?.code == .changedSchema)
    #expect(error?.message.contains("the tables of schema \(version)") == true)
    let reopened = try DatabaseQueue(path: path)
    try await reopened.write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
    try reopened.close()
    try await SQLiteStore(path: path, schema: Self.next).close()
  }

  @Test func `the schema of a current file is recognized despite another table`() async throws {
    try await SQLiteStore(path: path, schema: Self.next).close()
    let version = Self.next.version
    let queue = try DatabaseQueue(path: path)
    try await queue.write {
      try $0.execute(sql: "CREATE TABLE notes (text TEXT); PRAGMA user_version = 1")
    }
    try queue.close()
    let error = await storeError { () async throws(StoreError) in
      _ = try SQLiteStore(path: path, schema: Self.next)
    }
    #expect(error?.code == .changedSchema)
    #expect(error?.message.contains("PRAGMA user_version = \(version)") == true)
    // Matches “Remove” and “remove”.
    #expect(error?.message.contains("emove") == false)
    let reopened = try DatabaseQueue(path: path)
    try await reopened.write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
    try reopened.close()
    try await SQLiteStore(path: path, schema: Self.next).close()
  }

  /// If someone has also lowered the version, a table may be the server's and contain data.
  @Test(arguments: ["", "DROP TRIGGER release_no_update; "])
  func `the error never advises removing tables of a later schema`(
    change: String
  ) async throws {
    try Schema1File.write(to: path)
    let next = SQLiteSchema(
      migrations: Array(SQLiteSchema.current.migrations.prefix(1)) + [
        "CREATE TABLE one (id INTEGER) STRICT; CREATE TABLE two (id INTEGER) STRICT;"
      ])
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: change + "CREATE TABLE one (id INTEGER) STRICT") }
    try queue.close()
    let error = await storeError { () async throws(StoreError) in
      _ = try SQLiteStore(path: path, schema: next)
    }
    #expect(error?.code == .changedSchema)
    #expect(error?.message.contains("also the table one, which") == true)
    #expect(error?.message.contains("Restore a backup.") == true)
    // Matches “Remove” and “remove”.
    #expect(error?.message.contains("emove") == false)
  }

  @Test func `the error has the statement that creates a dropped trigger`() async throws {
    try await SQLiteStore(path: path).close()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "DROP TRIGGER release_no_update") }
    try queue.close()
    let error = await storeError { () async throws(StoreError) in
      _ = try SQLiteStore(path: path)
    }
    let message = try #require(error?.message)
    let start = try #require(message.range(of: "CREATE TRIGGER release_no_update"))
    let reopened = try DatabaseQueue(path: path)
    try await reopened.write { try $0.execute(sql: String(message[start.lowerBound...])) }
    try reopened.close()
    try await SQLiteStore(path: path).close()
  }

  @Test(arguments: [0, -1])
  func `a file without a schema version is rejected as damaged`(version: Int) async throws {
    try Schema1File.write(to: path)
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
    try queue.close()
    let opened = await errorCode { () async throws(StoreError) in _ = try SQLiteStore(path: path) }
    let read = await errorCode { () async throws(StoreError) in _ = try StoreReader(path: path) }
    #expect([opened, read] == [.damaged, .damaged])
  }

  @Test func `a release is never changed or deleted, not even by hand`() async throws {
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    try await Shop.publish(1...1, to: store)
    for statement in [
      "UPDATE release SET note = ''", "UPDATE release SET digest = zeroblob(32)",
      "DELETE FROM release",
    ] {
      await #expect(throws: DatabaseError.self) {
        try await store.database.write { try $0.execute(sql: statement) }
      }
    }
    #expect(try await store.release(1, of: "shop") == Shop.release(1))
  }
}
