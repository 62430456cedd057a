import FlowStore
import GRDB
import Testing

/// The retention of events, by volume and age.
@Suite(.serialized) struct RetentionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func batch(_ key: String, at: Int = 600, size: Int = 1000) -> EventBatch {
    EventBatch(
      application: "shop", environment: "production", key: key, count: 1,
      body: [UInt8](repeating: 0x20, count: size), received: at,
      uses: [Shop.use(build: "1", day: at / 86_400, sessions: 1)])
  }

  @Test(arguments: StoreKind.all)
  func `a quota rejects what exceeds it, and nothing already stored`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    #expect(try await store.append([batch("a")], quota: 3000) == [true])
    #expect(try await store.append([batch("b")], quota: 3000) == [true])
    let code = await errorCode { () async throws(StoreError) in
      _ = try await store.append([batch("c")], quota: 3000)
    }
    #expect(code == .quotaReached)
    #expect(try await store.append([batch("a")], quota: 3000) == [false])
    #expect(try await store.eventVolume(of: "shop") == 2 * 1256)
    #expect(try await store.eventBatches(of: "shop", after: 0, limit: 9).map(\.key) == ["a", "b"])
    let uses = try await store.buildUse(of: "shop", environment: "production", since: 0)
    #expect(uses.map(\.sessions) == [2], "refused batches are not counted")
    #expect(try await store.append([batch("c")]) == [true], "without a quota nothing is refused")
  }

  @Test(arguments: StoreKind.all)
  func `old events are removed in steps, their counts stay, and quota is freed`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    for number in 0..<450 { _ = try await store.append([batch("old\(number)", at: 1000)]) }
    _ = try await store.append([batch("new", at: 2000)])
    var steps = 1
    while try await store.removeEvents(receivedBefore: 2000, now: 3000) { steps += 1 }
    #expect(steps == 3, "200 of them at a time")
    #expect(try await store.eventBatches(of: "shop", after: 0, limit: 9).map(\.key) == ["new"])
    #expect(try await store.eventVolume(of: "shop") == 1256)
    let uses = try await store.buildUse(of: "shop", environment: "production", since: 0)
    #expect(uses.map(\.sessions) == [451])
    // A batch that an app sends again after that time is new, because its key has been deleted.
    #expect(try await store.append([batch("old1", at: 2000)]) == [true])
  }

  @Test(arguments: StoreKind.all)
  func `events with a future time do not stop removals, and are removed with later arrivals`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    // The clock was wrong when the first 250 arrived, and for `wrong` and `last`.
    for number in 0..<250 { _ = try await store.append([batch("f\(number)", at: 90_000)]) }
    for number in 0..<250 { _ = try await store.append([batch("old\(number)", at: 1000)]) }
    for (key, time) in [("wrong", 90_000), ("new", 2000), ("last", 90_000)] {
      _ = try await store.append([batch(key, at: time)])
    }
    func keys() async throws -> [String] {
      try await store.eventBatches(of: "shop", after: 0, limit: 1000).map(\.key)
    }
    #expect(try await store.removeEvents(receivedBefore: 1000, now: 1500) == false)
    #expect(try await keys().count == 503, "nothing is old yet")
    var steps = 1
    while try await store.removeEvents(receivedBefore: 2000, now: 3000) { steps += 1 }
    #expect(steps == 3, "200 of them at a time")
    #expect(try await keys() == ["wrong", "new", "last"])
    #expect(try await store.eventVolume(of: "shop") == 3 * 1256)
    while try await store.removeEvents(receivedBefore: 2001, now: 3001) {}
    #expect(try await keys() == ["last"])
    // Once the clock has passed its time, it is removed like any other.
    while try await store.removeEvents(receivedBefore: 90_001, now: 91_000) {}
    #expect(try await keys().isEmpty)
  }

  @Test(arguments: StoreKind.all)
  func `an event with a past time removes none that arrived before it`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    for (key, time) in [("a", 5000), ("early", 1), ("b", 5001), ("c", 6000)] {
      _ = try await store.append([batch(key, at: time)])
    }
    while try await store.removeEvents(receivedBefore: 4000, now: 6000) {}
    let remaining = try await store.eventBatches(of: "shop", after: 0, limit: 9)
    #expect(remaining.map(\.key) == ["a", "b", "c"])
  }

  @Test(arguments: StoreKind.all)
  func `counts of builds are removed by their day`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    for day in 1...300 {
      _ = try await store.append([
        Shop.batch("d\(day)", uses: [Shop.use(build: "1", day: day, sessions: 1)])
      ])
    }
    while try await store.removeBuildUse(before: 290 * 86_400) {}
    let uses = try await store.buildUse(of: "shop", environment: "production", since: 0)
    #expect(uses.map(\.sessions) == [11])
  }

  @Test(arguments: StoreKind.all)
  func `undeclared builds are counted up to a limit, and declared ones always`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    _ = try await store.put(Shop.manifest(build: "real"), audit: Shop.entry("manifest.added"))
    let forged = (0..<BuildUse.undeclaredLimit + 50).map {
      Shop.use(build: "forged \($0)", day: 3, sessions: 1)
    }
    _ = try await store.append([Shop.batch("a", uses: forged)])
    _ = try await store.append([
      Shop.batch("b", uses: [Shop.use(build: "real", day: 3, sessions: 7), forged[0]])
    ])
    let uses = try await store.buildUse(of: "shop", environment: "production", since: 0)
    #expect(uses.count == BuildUse.undeclaredLimit + 1)
    #expect(uses.first == Shop.use(build: "real", day: 0, sessions: 7))
    #expect(uses.filter { $0.sessions == 2 }.count == 1, "a build that is counted stays counted")
  }

  @Test(arguments: StoreKind.all)
  func `a build is archived once, stays archived when declared again, and can be unarchived`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let build = Shop.manifest(build: "1")
    let unknownBuild = await errorCode { () async throws(StoreError) in
      _ = try await store.archiveBuild(build, at: 5, audit: Shop.entry("build.archived"))
    }
    #expect(unknownBuild == .notFound)
    _ = try await store.put(build, audit: Shop.entry("manifest.added"))
    let entry = Shop.entry("build.archived")
    #expect(try await store.archiveBuild(build, at: 5, audit: entry))
    #expect(try await store.archiveBuild(build, at: 6, audit: entry) == false)
    #expect(try await store.manifests(of: "shop").map(\.archived) == [5])
    let redeclared = Shop.manifest(build: "1", body: #"{"screens":[]}"#)
    #expect(try await store.put(redeclared, audit: Shop.entry("manifest.added")))
    #expect(try await store.builds(of: "shop").map(\.archived) == [5])
    #expect(try await store.archiveBuild(build, at: nil, audit: Shop.entry("build.unarchived")))
    #expect(try await store.builds(of: "shop").map(\.archived) == [nil])
    let entries = try await store.audit(of: "acme", application: "shop", before: nil, limit: 9)
    #expect(entries.filter { $0.action == "build.archived" }.count == 1)
  }

  @Test func `the file shrinks in steps after events were removed`() async throws {
    let path = folder.path("flowmagic.db")
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    for number in 0..<40 {
      _ = try await store.append([batch("k\(number)", at: 1, size: 1 << 20)])
    }
    while try await store.removeEvents(receivedBefore: 2, now: 600) {}
    var steps = 1
    while try await store.reclaimSpace() { steps += 1 }
    #expect(steps > 10, "a mebibyte at a time")
    #expect(await store.status().storeBytes < 8 << 20)
    try await Shop.publish(1...1, to: store)
    let reports = try await store.database.read {
      try String.fetchAll($0, sql: "PRAGMA integrity_check")
    }
    #expect(reports == ["ok"])
  }
}
