import Accounts
import FlowStore
import Testing

@Suite(.serialized) struct AssetTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func asset(_ digit: String, in application: String = "shop") -> StoredAsset {
    StoredAsset(
      application: application, digest: String(repeating: digit, count: 64), type: "image/webp",
      width: 3, height: 4, size: 5, added: 600, body: [1, 2, 3, 4, 5])
  }

  private func release(
    _ number: Int, _ assets: [StoredAsset], rollbackOf: Int? = nil
  ) -> StoredRelease {
    StoredRelease(
      application: "shop", environment: "production", number: number, body: [1], note: "",
      author: .system, published: 700, rollbackOf: rollbackOf, assets: assets.map(\.digest))
  }

  private func publish(_ release: StoredRelease, to store: any Store) async throws {
    try await store.publish(release, audit: Shop.entry("release.published"))
  }

  @Test(arguments: StoreKind.all)
  func `an asset is stored once, and lists have no bytes`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    #expect(try await store.put(asset("a")) == .stored)
    #expect(try await store.put(asset("a")) == .alreadyStored)
    #expect(try await store.asset(asset("a").digest, of: "shop") == asset("a"))
    #expect(try await store.asset(asset("a").digest, of: "other") == nil)
    let list = try await store.assets(of: "shop")
    #expect(list.map(\.digest) == [asset("a").digest] && list.first?.body == [])
    #expect(list.first?.size == 5)
    let digests = [asset("b").digest, asset("a").digest]
    #expect(try await store.missingAssets(among: digests, of: "shop") == [asset("b").digest])
  }

  @Test(arguments: StoreKind.all)
  func `a release keeps its assets, and needs them unless it is a rollback`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    _ = try await store.put(asset("a"))
    let code = await errorCode { () async throws(StoreError) in
      try await store.publish(
        release(1, [asset("b")]), audit: Shop.entry("release.published"))
    }
    #expect(code == .conflict)
    #expect(try await store.release(1, of: "shop") == nil, "nothing was published")
    try await publish(release(1, [asset("a")]), to: store)
    #expect(
      try await store.removeAsset(asset("a").digest, of: "shop") == .inUse(release: 1))
    let listed = try await store.assets(of: "shop").first
    #expect(listed?.releases == 1 && listed?.environments == ["production"])
    try await publish(release(2, [asset("a"), asset("b")], rollbackOf: 1), to: store)
    #expect(
      try await store.removeAsset(asset("a").digest, of: "shop") == .inUse(release: 2))
  }

  @Test(arguments: StoreKind.all)
  func `an unused asset is removed`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    #expect(try await store.removeAsset(asset("a").digest, of: "shop") == .missing)
    _ = try await store.put(asset("a"))
    #expect(try await store.removeAsset(asset("a").digest, of: "shop") == .removed)
    #expect(try await store.assets(of: "shop").isEmpty)
  }

  @Test(arguments: StoreKind.all)
  func `an asset of an unknown application is rejected`(_ kind: StoreKind) async throws {
    let store = try await kind.empty(in: folder)
    let code = await errorCode { () async throws(StoreError) in
      _ = try await store.put(asset("a"))
    }
    #expect(code == .notFound)
  }
}
