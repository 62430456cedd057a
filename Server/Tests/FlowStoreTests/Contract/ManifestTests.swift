import FlowStore
import Testing

@Suite(.serialized) struct ManifestTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(arguments: StoreKind.all)
  func `manifests come back newest first, by arrival and not by clock`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let first = Shop.manifest(build: "1")
    let second = Shop.manifest(build: "2")
    let earlier = StoredManifest(
      application: "shop", platform: "android", version: "1", build: "1", body: [0, 255],
      received: 5)
    for one in [first, second, earlier] {
      #expect(try await store.put(one, audit: Shop.entry("manifest.put")))
    }
    #expect(try await store.manifests(of: "shop") == [earlier, second, first])
    let builds = try await store.builds(of: "shop")
    #expect(builds.map(\.platform) == ["android", "ios", "ios"])
    #expect(builds.allSatisfy { $0.body.isEmpty })
  }

  @Test(arguments: StoreKind.all)
  func `what a build declares again replaces what it declared`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let old = Shop.manifest(build: "1")
    let other = Shop.manifest(build: "2")
    let new = Shop.manifest(build: "1", body: #"{"screens":[]}"#)
    for one in [old, other, new] {
      #expect(try await store.put(one, audit: Shop.entry("manifest.put")))
    }
    #expect(try await store.manifests(of: "shop") == [new, other])
  }

  @Test(arguments: StoreKind.all)
  func `the same again writes nothing, not even an audit entry`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let manifest = Shop.manifest(build: "1")
    #expect(try await store.put(manifest, audit: Shop.entry("manifest.put")))
    #expect(try await store.put(manifest, audit: Shop.entry("manifest.put")) == false)
    let entries = try await store.audit(of: "acme", application: "shop", before: nil, limit: 9)
    #expect(entries.map(\.action) == ["manifest.put", "application.added"])
  }

  @Test(arguments: StoreKind.all)
  func `a manifest of no application is refused`(_ kind: StoreKind) async throws {
    let store = try await kind.empty(in: folder)
    let code = await refusal { () async throws(StoreError) in
      _ = try await store.put(Shop.manifest(build: "1"), audit: Shop.entry("manifest.put"))
    }
    #expect(code == .notThere)
  }
}
