import FlowStore
import Testing

@Suite(.serialized) struct EventTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all)
  func `batches are returned in the order of arrival, and can be paged`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let keys = (1...5).map { "k\($0)" }
    for key in keys { #expect(try await store.append([Shop.batch(key)]) == [true]) }
    let first = try await store.eventBatches(of: "shop", after: 0, limit: 2)
    #expect(first.map(\.key) == ["k1", "k2"])
    #expect(first.map(\.body) == ["k1", "k2"].map { Shop.batch($0).body })
    #expect(first.map(\.count) == [2, 2])
    let last = try #require(first.last)
    let remaining = try await store.eventBatches(of: "shop", after: last.id, limit: 100)
    #expect(remaining.map(\.key) == ["k3", "k4", "k5"])
    #expect(try await store.eventBatches(of: "other", after: 0, limit: 100).isEmpty)
  }

  @Test(arguments: StoreKind.all)
  func `a repeated batch adds neither events nor sessions`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let use = [Shop.use(build: "1", day: 10, sessions: 3)]
    #expect(try await store.append([Shop.batch("a", uses: use)]) == [true])
    let second = try await store.append([
      Shop.batch("a", uses: use), Shop.batch("b", uses: use), Shop.batch("b", uses: use),
    ])
    #expect(second == [false, true, false])
    #expect(try await store.eventBatches(of: "shop", after: 0, limit: 9).count == 2)
    let uses = try await store.buildUse(of: "shop", environment: "production", since: 0)
    #expect(uses == [Shop.use(build: "1", day: 0, sessions: 6)])
  }

  @Test(arguments: StoreKind.all)
  func `batches of two environments may have the same key`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let batches = [Shop.batch("a"), Shop.batch("a", environment: "staging")]
    #expect(try await store.append(batches) == [true, true])
  }

  @Test(arguments: StoreKind.all)
  func `if one batch of a call is rejected, none is stored`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let code = await errorCode { () async throws(StoreError) in
      _ = try await store.append([Shop.batch("a"), Shop.batch("b", environment: "nowhere")])
    }
    #expect(code == .notFound)
    #expect(try await store.eventBatches(of: "shop", after: 0, limit: 9).isEmpty)
    #expect(try await store.append([Shop.batch("a")]) == [true])
  }

  @Test(arguments: StoreKind.all)
  func `concurrent calls fail and succeed independently`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let codes = await withTaskGroup(of: (Int, StoreError.Code?).self) { group in
      for number in 0..<200 {
        group.addTask {
          let environment = number % 5 == 0 ? "nowhere" : "production"
          let code = await errorCode { () async throws(StoreError) in
            _ = try await store.append([Shop.batch("k\(number)", environment: environment)])
          }
          return (number, code)
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(codes.count == 40)
    #expect(codes.allSatisfy { $0.key % 5 == 0 && $0.value == .notFound })
    let stored = try await store.eventBatches(of: "shop", after: 0, limit: 1000)
    #expect(Set(stored.map(\.key)).count == 160)
    #expect(stored.map(\.id) == stored.map(\.id).sorted())
  }

  @Test(arguments: StoreKind.all)
  func `sessions are summed over days, from the first day requested`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let uses = [
      Shop.use(build: "1", day: 9, sessions: 100), Shop.use(build: "1", day: 10, sessions: 1),
      Shop.use(build: "1", day: 11, sessions: 2), Shop.use(build: "2", day: 11, sessions: 5),
    ]
    _ = try await store.append([Shop.batch("a", uses: uses)])
    _ = try await store.append([Shop.batch("b", environment: "staging", uses: uses)])
    let summed = try await store.buildUse(
      of: "shop", environment: "production", since: 10 * 86_400 + 80_000)
    #expect(
      summed == [
        Shop.use(build: "2", day: 0, sessions: 5), Shop.use(build: "1", day: 0, sessions: 3),
      ])
  }

  @Test(arguments: StoreKind.all)
  func `appending nothing is not an error`(_ kind: StoreKind) async throws {
    let store = try await kind.empty(in: folder)
    #expect(try await store.append([]).isEmpty)
  }
}
