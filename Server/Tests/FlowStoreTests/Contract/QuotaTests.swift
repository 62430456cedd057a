import Accounts
import FlowStore
import Testing

/// The quotas of an organization and its applications.
@Suite(.serialized) struct QuotaTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let urls = ["sqlite:file", "sqlite::memory:"]

  /// A store with the shop and these quotas.
  private func shop(_ url: String, _ limits: [Quotas.Kind: Int]) async throws -> any Store {
    var quotas = Quotas.none
    for (kind, limit) in limits { quotas[kind] = limit }
    let store = try await Stores.open(
      url == "sqlite:file" ? "sqlite:\(folder.path("quotas.db"))" : url, quotas: quotas)
    try await Shop.add(to: store)
    return store
  }

  private func app(_ id: String) -> Application {
    Application(id: id, organization: "acme", name: id, created: 1)
  }

  @Test(arguments: urls)
  func `an organization at its quota of applications learns nothing about other ids`(
    url: String
  ) async throws {
    let store = try await shop(url, [.applications: 2])
    try await store.add(
      Organization(id: "rival", name: "Rival", created: 1), audit: Shop.entry("added"))
    try await store.add(app("two"), environments: ["live"], audit: Shop.entry("added"))
    // The id `two` is taken, which an organization at its quota does not learn.
    for id in ["three", "two"] {
      let error = await storeError { () async throws(StoreError) in
        try await store.add(app(id), environments: ["live"], audit: Shop.entry("added"))
      }
      #expect(error?.code == .quotaReached)
      #expect(error?.quota == Quotas.ReachedQuota(kind: .applications, limit: 2, count: 2))
      #expect(error?.message.contains("has 2 applications") == true)
      #expect(error?.message.contains("--application-quota") == true)
    }
    try await store.add(
      Application(id: "other", organization: "rival", name: "Other", created: 1),
      environments: ["live"], audit: Shop.entry("added"))
    #expect(try await store.applications(of: "acme").count == 2)
  }

  @Test(arguments: urls)
  func `concurrent additions do not exceed a quota`(url: String) async throws {
    let store = try await shop(url, [.applications: 4, .sdkKeys: 3])
    let added = await withTaskGroup { group in
      for number in 0..<20 {
        group.addTask {
          await storeError { () async throws(StoreError) in
            try await store.add(
              app("app-\(number)"), environments: ["live"], audit: Shop.entry("added"))
          } == nil
        }
        group.addTask {
          await storeError { () async throws(StoreError) in
            try await store.add(Shop.key("pk_\(number)"), audit: Shop.entry("added"))
          } == nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(added == 3 + 3)
    #expect(try await store.applications(of: "acme").count == 4)
    #expect(try await store.sdkKeys(of: "shop").count == 3)
  }

  @Test(arguments: urls)
  func `environments count, including those added with an application`(url: String) async throws {
    let store = try await shop(url, [.environments: 2])
    let overLimit = await errorCode { () async throws(StoreError) in
      try await store.add(
        Environment(application: "shop", name: "beta"), audit: Shop.entry("added"))
    }
    #expect(overLimit == .quotaReached)
    let withApplication = await errorCode { () async throws(StoreError) in
      try await store.add(app("two"), environments: ["a", "b", "c"], audit: Shop.entry("added"))
    }
    #expect(withApplication == .quotaReached)
    #expect(try await store.application("two") == nil, "nothing was added")
  }

  @Test(arguments: urls)
  func `a revoked SDK key frees quota, and the list of revoked keys stays short`(
    url: String
  ) async throws {
    let store = try await shop(url, [.sdkKeys: 1])
    try await store.add(Shop.key("pk_0"), audit: Shop.entry("added"))
    let second = await storeError { () async throws(StoreError) in
      try await store.add(Shop.key("pk_x"), audit: Shop.entry("added"))
    }
    #expect(second?.quota?.kind == .sdkKeys)
    #expect(second?.message.contains("Revoke one") == true)
    for number in 1...(Quotas.maximumInactive + 5) {
      #expect(try await store.revokeSDKKey("pk_\(number - 1)", at: 1, audit: Shop.entry("ended")))
      try await store.add(Shop.key("pk_\(number)"), audit: Shop.entry("added"))
    }
    let keys = try await store.sdkKeys(of: "shop")
    #expect(keys.count == Quotas.maximumInactive + 1)
    #expect(keys.count { $0.revoked == nil } == 1)
    #expect(keys.first?.id == "pk_\(Quotas.maximumInactive + 5)", "the newest stay")
  }

  @Test(arguments: urls)
  func `one user cannot use up an organization's tokens, and expired ones do not count`(
    url: String
  ) async throws {
    let store = try await shop(url, [.tokens: 3, .userTokens: 1])
    func add(_ token: APIToken) async -> Quotas.Kind? {
      await storeError { () async throws(StoreError) in
        try await store.add(token, audit: Shop.entry("added"))
      }?.quota?.kind
    }
    #expect(await add(Shop.token("a1", of: Shop.ada)) == nil)
    #expect(await add(Shop.token("a2", of: Shop.ada)) == .userTokens)
    #expect(await add(Shop.token("b1", of: Shop.bob)) == nil)
    #expect(await add(Shop.token("r1")) == nil)
    #expect(await add(Shop.token("r2")) == .tokens)
    // `r1` expires at 9000, which frees quota.
    let later = APIToken(
      id: "r3", organization: "acme", name: "CI", hash: [1], scopes: ["read"], created: 9000)
    #expect(await add(later) == nil)
    for id in ["a1", "r3"] {
      _ = try await store.revokeToken(id, at: 9, audit: Shop.entry("ended"))
    }
    #expect(await add(Shop.token("a3", of: Shop.ada)) == nil)
  }

  @Test(arguments: urls)
  func `an archived build is removed for a new one`(url: String) async throws {
    let store = try await shop(url, [.builds: 2])
    for build in ["1", "2"] {
      #expect(try await store.put(Shop.manifest(build: build), audit: Shop.entry("added")))
    }
    let error = await storeError { () async throws(StoreError) in
      _ = try await store.put(Shop.manifest(build: "3"), audit: Shop.entry("added"))
    }
    #expect(error?.quota?.kind == .builds)
    #expect(error?.message.contains("Archive builds") == true)
    #expect(
      try await store.put(Shop.manifest(build: "2", body: #"{"a":1}"#), audit: Shop.entry("added")),
      "what a known build declares may change")
    _ = try await store.archiveBuild(
      Shop.manifest(build: "1"), at: 5, audit: Shop.entry("archived"))
    #expect(try await store.put(Shop.manifest(build: "3"), audit: Shop.entry("added")))
    #expect(try await store.builds(of: "shop").map(\.build) == ["3", "2"])
  }

  @Test(arguments: urls)
  func `releases, draft, manifests and pictures share one quota, and a rollback needs none`(
    url: String
  ) async throws {
    let store = try await shop(url, [.storage: 100])
    try await Shop.publish(1...2, to: store)  // 23 bytes each
    _ = try await store.put(
      Shop.manifest(build: "1", body: String(repeating: "m", count: 14)),
      audit: Shop.entry("added"))
    _ = try await store.put(picture("Home", 10))
    func draft(_ size: Int, after revision: Int) async -> Quotas.ReachedQuota? {
      await storeError { () async throws(StoreError) in
        _ = try await store.replaceDraft(
          of: "shop", revision: revision, body: [UInt8](repeating: 32, count: size), author: "Ada",
          at: 1)
      }?.quota
    }
    #expect(await draft(31, after: 0) == Quotas.ReachedQuota(kind: .storage, limit: 100, count: 70))
    #expect(await draft(30, after: 0) == nil)
    #expect(await draft(31, after: 1)?.count == 100)
    #expect(await draft(20, after: 1) == nil, "a smaller one is always accepted")
    let release = await storeError { () async throws(StoreError) in
      try await store.publish(Shop.release(3), audit: Shop.entry("published"))
    }
    #expect(release?.quota?.kind == .storage)
    try await store.publish(Shop.release(3, rollbackOf: 1), audit: Shop.entry("rolled-back"))
    // A removal frees quota: 23 * 3 + 14 + 10 + 20, minus picture and draft.
    _ = try await store.removeSnapshots(of: ["Home"], in: "shop")
    try await store.removeDraft(of: "shop", revision: 2, author: "Ada", at: 2)
    #expect(await draft(17, after: 0) == nil)
    #expect(await draft(18, after: 4)?.count == 100)
  }

  private func picture(_ screen: String, _ size: Int) -> Snapshot {
    Snapshot(
      application: "shop", screen: screen, type: "image/png", tag: "t\(size)", width: 1, height: 1,
      at: 1, body: [UInt8](repeating: 1, count: size))
  }

  @Test(arguments: urls)
  func `replacing a picture or a manifest counts the difference`(
    url: String
  ) async throws {
    let store = try await shop(url, [.storage: 50])
    for size in [30, 50, 10, 40] {
      #expect(try await store.put(picture("Home", size)) == .stored)
    }
    for size in [10, 2, 9] {
      let body = String(repeating: "m", count: size)
      _ = try await store.put(
        Shop.manifest(build: "1", body: body), audit: Shop.entry("added"))
    }
    let full = await errorCode { () async throws(StoreError) in
      _ = try await store.put(picture("B", 2))
    }
    #expect(full == .quotaReached)
    #expect(try await store.put(picture("B", 1)) == .stored)
  }

  @Test(arguments: urls)
  func `assets count once, and free quota when they are removed`(url: String) async throws {
    let store = try await shop(url, [.storage: 50])
    func put(_ digit: String, _ size: Int) async throws(StoreError) -> StoredAsset.PutResult {
      try await store.put(
        StoredAsset(
          application: "shop", digest: String(repeating: digit, count: 64), type: "image/png",
          width: 1, height: 1, size: size, added: 1, body: [UInt8](repeating: 1, count: size)))
    }
    #expect(try await put("a", 30) == .stored)
    #expect(try await put("a", 30) == .alreadyStored)
    let full = await errorCode { () async throws(StoreError) in _ = try await put("b", 21) }
    #expect(full == .quotaReached)
    #expect(
      try await store.removeAsset(String(repeating: "a", count: 64), of: "shop") == .removed)
    #expect(try await put("b", 50) == .stored)
  }

  @Test(arguments: urls)
  func `manifests have a total limit, and archived ones are removed first`(
    url: String
  ) async throws {
    let store = try await shop(url, [:])
    func put(_ build: String, _ size: Int) async -> StoreError.Code? {
      await errorCode { () async throws(StoreError) in
        _ = try await store.put(
          Shop.manifest(build: build, body: String(repeating: "m", count: size)),
          audit: Shop.entry("manifest.added"))
      }
    }
    let third = StoredManifest.maximumBytes / 3
    for build in ["1", "2", "3"] { #expect(await put(build, third) == nil) }
    #expect(await put("4", third) == .quotaReached)
    #expect(await put("1", third) == nil, "in place of the same build")
    #expect(await put("1", third + 3) == .quotaReached)
    #expect(
      try await store.announce(
        StoredManifest(
          application: "shop", platform: "ios", version: "2.3.0", build: "dev",
          body: Array(repeating: 0x6D, count: third), received: 1, announcedIn: "staging"))
        == .stored,
      "announcements have a limit of their own")
    #expect(await put("dev", third) == .quotaReached, "in place of an announcement")
    _ = try await store.archiveBuild(
      Shop.manifest(build: "2"), at: 400, audit: Shop.entry("build.archived"))
    #expect(await put("4", third) == nil)
    let builds = try await store.builds(of: "shop").filter { $0.announcedIn == nil }.map(\.build)
    #expect(Set(builds) == ["1", "3", "4"])
  }

  @Test func `a server has quotas unless its operator disables them`() {
    for kind in Quotas.Kind.allCases {
      #expect(Quotas.standard[kind] ?? 0 > 0, "\(kind)")
      #expect(Quotas.none[kind] == nil)
    }
  }
}
