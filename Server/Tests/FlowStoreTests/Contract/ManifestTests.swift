import FlowStore
import Testing

@Suite(.serialized) struct ManifestTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StoreKind.all)
  func `manifests are listed newest first, by arrival and not by clock`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let first = Shop.manifest(build: "1")
    let second = Shop.manifest(build: "2")
    let earlier = StoredManifest(
      application: "shop", platform: "android", version: "1", build: "1", body: [0, 255],
      received: 5)
    for manifest in [first, second, earlier] {
      #expect(try await store.put(manifest, audit: Shop.entry("manifest.put")))
    }
    #expect(try await store.manifests(of: "shop") == [earlier, second, first])
    let builds = try await store.builds(of: "shop")
    #expect(builds.map(\.platform) == ["android", "ios", "ios"])
    #expect(builds.allSatisfy { $0.body.isEmpty })
  }

  @Test(arguments: StoreKind.all)
  func `a new manifest replaces the same build's previous one`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let old = Shop.manifest(build: "1")
    let other = Shop.manifest(build: "2")
    let new = Shop.manifest(build: "1", body: #"{"screens":[]}"#)
    for manifest in [old, other, new] {
      #expect(try await store.put(manifest, audit: Shop.entry("manifest.put")))
    }
    #expect(try await store.manifests(of: "shop") == [new, other])
  }

  @Test(arguments: StoreKind.all)
  func `an unchanged manifest writes nothing, not even an audit entry`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let manifest = Shop.manifest(build: "1")
    #expect(try await store.put(manifest, audit: Shop.entry("manifest.put")))
    #expect(try await store.put(manifest, audit: Shop.entry("manifest.put")) == false)
    let entries = try await store.audit(of: "acme", application: "shop", before: nil, limit: 9)
    #expect(entries.map(\.action) == ["manifest.put", "application.added"])
  }

  @Test(arguments: StoreKind.all)
  func `a manifest without an application is rejected`(_ kind: StoreKind) async throws {
    let store = try await kind.empty(in: folder)
    let code = await errorCode { () async throws(StoreError) in
      _ = try await store.put(Shop.manifest(build: "1"), audit: Shop.entry("manifest.put"))
    }
    #expect(code == .notFound)
  }

  private func announcement(
    build: String, body: String = "{}", in environment: String = "development"
  ) -> StoredManifest {
    let manifest = Shop.manifest(build: build, body: body)
    return StoredManifest(
      application: manifest.application, platform: manifest.platform, version: manifest.version,
      build: build, body: manifest.body, received: manifest.received, announcedIn: environment)
  }

  @Test(arguments: StoreKind.all)
  func `an announcement replaces announcements and nothing else`(_ kind: StoreKind) async throws {
    let store = try await kind.shop(in: folder)
    let declared = Shop.manifest(build: "1")
    #expect(try await store.put(declared, audit: Shop.entry("manifest.put")))
    #expect(try await store.announce(announcement(build: "1", body: "[]")) == .conflict)
    #expect(try await store.announce(announcement(build: "1")) == .unchanged)
    #expect(try await store.announce(announcement(build: "2")) == .stored)
    #expect(try await store.announce(announcement(build: "2")) == .unchanged)
    let other = announcement(build: "2", body: "[]")
    #expect(try await store.announce(other) == .stored)
    #expect(try await store.manifests(of: "shop") == [other, declared])
    let entries = try await store.audit(of: "acme", application: "shop", before: nil, limit: 9)
    #expect(entries.map(\.action) == ["manifest.put", "application.added"])
  }

  @Test(arguments: StoreKind.all)
  func `a declared manifest replaces an announcement, even the same one`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let announced = announcement(build: "1")
    #expect(try await store.announce(announced) == .stored)
    _ = try await store.archiveBuild(announced, at: 400, audit: Shop.entry("build.archived"))
    #expect(try await store.manifests(of: "shop").map(\.announcedIn) == ["development"])
    let declared = Shop.manifest(build: "1")
    #expect(try await store.put(declared, audit: Shop.entry("manifest.put")))
    // Only the announcement was archived.
    #expect(try await store.manifests(of: "shop") == [declared])
  }

  @Test(arguments: StoreKind.all)
  func `announcements have a limit of their own, and replace no declared build`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let declared = Shop.manifest(build: "declared")
    #expect(try await store.put(declared, audit: Shop.entry("manifest.put")))
    for build in 0..<(StoredManifest.maximumAnnounced + 5) {
      #expect(try await store.announce(announcement(build: "\(build)")) == .stored)
    }
    let builds = try await store.builds(of: "shop")
    #expect(builds.count == StoredManifest.maximumAnnounced + 1)
    #expect(builds.first?.build == "\(StoredManifest.maximumAnnounced + 4)")
    #expect(builds.last?.build == "declared")
  }
}
