import FlowStore
import GRDB
import Testing

/// The writes that load processes have acknowledged, even if they were killed afterwards.
struct AcknowledgedWrites {
  /// The numbers of releases.
  var published: Set<Int> = []
  /// The keys of batches of events.
  var storedBatches: Set<String> = []

  mutating func add(_ process: LoadProcess) {
    published.formUnion(process.published)
    storedBatches.formUnion(process.storedBatches)
  }

  /// Checks that everything acknowledged is stored completely, once and in order, and that SQLite
  /// finds no damage.
  func verify(
    in path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let store = try SQLiteStore(path: path)
    let releases = try await store.releases(of: "shop", environment: nil, before: nil, limit: .max)
    let numbers = releases.map(\.number)
    let batches = try await store.eventBatches(of: "shop", after: 0, limit: .max)
    let keys = Set(batches.map(\.key))
    let use = try await store.buildUse(of: "shop", environment: "production", since: 0)
    let current = try await store.currentRelease(of: "shop", environment: "production")
    let entries = try await store.audit(of: "acme", application: "shop", before: nil, limit: .max)
    let volume = try await store.eventVolume(of: "shop")
    let reports = try await store.database.read { database in
      try String.fetchAll(database, sql: "PRAGMA integrity_check")
        + (try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")).map { "\($0)" }
    }
    try await store.close()

    func expect(_ holds: Bool, _ sentence: Comment) {
      #expect(holds, sentence, sourceLocation: sourceLocation)
    }
    expect(reports == ["ok"], "integrity: \(reports)")
    expect(published.isSubset(of: numbers), "an acknowledged release is missing")
    expect(
      numbers == Array((1...max(1, numbers.count)).reversed()) || numbers.isEmpty,
      "the release numbers have a gap")
    expect(current?.number == numbers.first, "the newest release is not the current one")
    expect(storedBatches.isSubset(of: keys), "an acknowledged batch is missing")
    expect(keys.count == batches.count, "a batch is stored twice")
    expect(use.reduce(0) { $0 + $1.sessions } == batches.count, "sessions do not match batches")
    expect(volume == batches.reduce(0) { $0 + $1.body.count + 256 }, "the volume is wrong")
    let audited = entries.filter { $0.action == "release.published" }.count
    expect(audited == numbers.count, "the audit log does not match the releases")
  }
}
