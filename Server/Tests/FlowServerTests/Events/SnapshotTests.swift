import FlowCore
import FlowMagic
import FlowServer
import FlowStore
import HTTPTypes
import Testing

@Suite struct SnapshotTests {
  static let path = "/v1/apps/shop/screens/Info/snapshot"
  private static let staging = "pk_stagingstagingstagings"

  /// A site with a key for staging.
  private func site() async throws -> Site {
    try await .withKey(Self.staging, for: "staging")
  }

  private func send(
    _ site: Site, _ bytes: [UInt8] = PictureHeaderTests.png, to path: String = path,
    token: String? = nil, type: String = "image/png"
  ) async throws -> Site.Response {
    try await site.send(
      .put, path, as: .draft, token: token, ["Content-Type": type], bytes: bytes)
  }

  @Test func `a snapshot is returned unchanged, and with 304 the second time`() async throws {
    let site = try await site()
    #expect(try await send(site).status == 204)
    let response = try await site.send(.get, Self.path, as: .read)
    #expect(response.status == 200)
    #expect(response.body == PictureHeaderTests.png)
    #expect(response.headers[.contentType] == "image/png")
    #expect(response.headers[.cacheControl] == "private, no-cache")
    let tag = try #require(response.headers[.eTag])
    let revalidation = try await site.send(.get, Self.path, as: .read, ["If-None-Match": tag])
    #expect(revalidation.status == 304)
    #expect(revalidation.body.isEmpty)
  }

  @Test func `the format is detected from the bytes, whatever the sender declares`() async throws {
    let site = try await site()
    #expect(try await send(site, PictureHeaderTests.jpeg, type: "text/html").status == 204)
    let response = try await site.send(.get, Self.path, as: .read)
    #expect(response.headers[.contentType] == "image/jpeg")
    for bytes in [[], Array("<script>".utf8), Array(PictureHeaderTests.png.prefix(20))] {
      #expect(try await send(site, bytes).code == "unsupported-picture")
    }
    var wide = PictureHeaderTests.png
    wide[17] = 1
    let refused = try await send(site, wide)
    #expect(refused.status == 415 && refused.text.contains("65794 × 3"))
    #expect(try await site.send(.get, Self.path).headers[.contentType] == "image/jpeg")
  }

  @Test func `screens have the button labels that builds declare, and malformed ones are rejected`()
    async throws
  {
    let site = try await site()
    func manifest(_ label: JSON) -> JSON {
      [
        "schema": 1, "platform": "ios", "version": "1", "build": "1",
        "screens": [["name": "Home", "ports": [["name": "login", "label": label], "skip"]]],
      ]
    }
    func declare(_ label: JSON) async throws -> Site.Response {
      try await site.send(.post, "/v1/apps/shop/manifests", body: manifest(label))
    }
    let label: JSON = ["de": "Anmelden", "en": "Log in"]
    #expect(try await declare(label).status < 300)
    let screens = try await site.send(.get, "/v1/apps/shop/screens", as: .read)
    let home = screens.json["screens"]?.array?.first { $0["name"] == "Home" }
    #expect(home?["labels"] == ["login": label])
    #expect(home?["ports"] == ["login", "skip"])
    let long = JSON.string(String(repeating: "a", count: 101))
    for wrong in [1, "", [:], ["de": 1], ["de": long], long] as [JSON] {
      let response = try await declare(wrong)
      #expect(
        response.code == "malformed-body" && response.text.contains("login"), "\(response.text)")
    }
  }

  @Test func `screens declare their kind, and an unknown kind is rejected`() async throws {
    let site = try await site()
    func declare(_ kind: JSON) async throws -> Site.Response {
      try await site.send(
        .post, "/v1/apps/shop/manifests",
        body: [
          "schema": 1, "platform": "ios", "version": "1", "build": "1",
          "screens": [["name": "Pay", "ports": ["paid"], "kind": kind], ["name": "Home"]],
        ])
    }
    for kind in ScreenKind.allCases {
      #expect(try await declare(.string(kind.rawValue)).status < 300)
      let screens = try await site.send(.get, "/v1/apps/shop/screens", as: .read)
      let kinds = screens.json["screens"]?.array?.map { $0["kind"]?.string }
      #expect(kinds?.contains(kind.rawValue) == true && kinds?.contains(nil) == true)
    }
    for wrong in ["stpe", 1, .null] as [JSON] {
      let response = try await declare(wrong)
      #expect(
        response.code == "malformed-body" && response.text.contains("decision"), "\(response.text)")
    }
  }

  @Test func `a snapshot of 1 MiB is accepted, and one byte more is not`() async throws {
    let site = try await site()
    let largest = PictureHeaderTests.png + Array(repeating: 7, count: (1 << 20) - 29)
    #expect(try await send(site, largest).status == 204)
    #expect(try await send(site, largest + [7]).code == "body-too-large")
  }

  @Test func `a key for staging may send snapshots, and one for production may not`() async throws {
    let site = try await site()
    #expect(try await send(site, token: Self.staging).status == 204)
    let refused = try await send(site, PictureHeaderTests.jpeg, token: Site.sdkKey)
    #expect(refused.code == "wrong-key")
    #expect(
      try await send(site, to: "/v1/apps/market/screens/Info/snapshot", token: Self.staging)
        .code == "unknown-application")
    #expect(try await site.send(.get, Self.path, token: Self.staging).status == 401)
    #expect(try await site.send(.get, Self.path).body == PictureHeaderTests.png)
  }

  @Test func `without an environment named production, snapshots from the last one are rejected`()
    async throws
  {
    let site = try await Site()
    try await site.store.add(
      Application(id: "kiosk", organization: "acme", name: "Kiosk", created: 1),
      environments: ["test", "halls"], audit: site.audit("acme"))
    let keys = ["test": "pk_testtesttesttesttestte", "halls": "pk_hallshallshallshallsha"]
    for (environment, id) in keys {
      try await site.store.add(
        StoredSDKKey(
          id: id, application: "kiosk", environment: environment, name: "", created: 1),
        audit: site.audit("acme"))
    }
    try await site.services.readStore()
    let path = "/v1/apps/kiosk/screens/Info/snapshot"
    #expect(try await send(site, to: path, token: keys["halls"]).code == "wrong-key")
    #expect(try await send(site, to: path, token: keys["test"]).status == 204)
  }

  @Test func `the list of screens has each screen's snapshot`() async throws {
    let site = try await site()
    try await site.send(
      .post, "/v1/apps/shop/manifests", body: Flows.manifest(screens: ["Info", "Home"]))
    #expect(try await send(site).status == 204)
    let screens = try await site.send(.get, "/v1/apps/shop/screens", as: .read).json["screens"]
    let tag = try await site.send(.get, Self.path).headers[.eTag] ?? ""
    #expect(
      screens?.array?.map { $0["snapshot"] ?? .null } == [
        .null,
        [
          "at": "2027-01-15T08:00:00Z", "etag": .string(String(tag.dropFirst().dropLast())),
          "width": 258, "height": 3,
        ],
      ])
  }

  @Test func `a snapshot is removed once`() async throws {
    let site = try await site()
    #expect(try await send(site).status == 204)
    #expect(try await site.send(.delete, Self.path, as: .draft).status == 204)
    #expect(try await site.send(.delete, Self.path, as: .draft).code == "no-snapshot")
    #expect(try await site.send(.get, Self.path).code == "no-snapshot")
  }

  @Test func `a screen's name may be any text of up to 200 bytes`() async throws {
    let site = try await site()
    let names = [("Sign%20up%2FA%C3%84", 204), (String(repeating: "x", count: 200), 204)]
    for (name, status) in names + [(String(repeating: "x", count: 201), 400), ("a%00b", 400)] {
      let path = "/v1/apps/shop/screens/\(name)/snapshot"
      #expect(try await send(site, to: path).status == status, "\(name)")
    }
    #expect(
      try await site.store.snapshots(of: "shop").map(\.screen).contains("Sign up/AÄ"))
  }

  @Test func `snapshots of undeclared screens are replaced first`() async throws {
    let site = try await site()
    let screens = (0..<499).map { "s\($0)" }
    try await site.send(.post, "/v1/apps/shop/manifests", body: Flows.manifest(screens: screens))
    for screen in screens + ["orphan"] {
      let outcome = try await site.store.put(
        Snapshot(
          application: "shop", screen: screen, type: "image/png", tag: "t", width: 1, height: 1,
          at: 1, body: [1]))
      #expect(outcome == .stored)
    }
    #expect(try await send(site).status == 204)
    let stored = try await site.store.snapshots(of: "shop").map(\.screen)
    #expect(stored.count == 500 && !stored.contains("orphan"))
    let other = "/v1/apps/shop/screens/another/snapshot"
    // `Info` is not declared by any build either, so it is removed; then all are declared.
    #expect(try await send(site, to: other).status == 204)
    try await site.send(
      .post, "/v1/apps/shop/manifests", body: Flows.manifest(build: "2", screens: ["another"]))
    let refused = try await send(site)
    #expect(refused.code == "too-many-snapshots")
  }

  /// U+212A is equal to `K` as a `String`, but has other bytes.
  @Test func `attack: a snapshot of a name that only looks like a declared screen is undeclared`()
    async throws
  {
    let site = try await site()
    let screens = (0..<499).map { "K\($0)" }
    try await site.send(.post, "/v1/apps/shop/manifests", body: Flows.manifest(screens: screens))
    for screen in screens + ["\u{212A}0"] {
      let outcome = try await site.store.put(
        Snapshot(
          application: "shop", screen: screen, type: "image/png", tag: "of \(screen)", width: 1,
          height: 1, at: 1, body: [1]))
      #expect(outcome == .stored)
    }
    let list = try await site.send(.get, "/v1/apps/shop/screens", as: .read).json["screens"]
    #expect(list?.array?.first?["snapshot"]?["etag"] == "of K0", "the screen has its own snapshot")
    #expect(try await send(site).status == 204)
    let stored = try await site.store.snapshots(of: "shop").map { Name($0.screen) }
    #expect(stored.count == 500 && !stored.contains("\u{212A}0"), "it is replaced first")
  }

  @Test func `a changed snapshot is published to readers once`() async throws {
    let site = try await site()
    let log = try await StreamLog(site, as: .read)
    await log.events(until: "ready")
    #expect(try await send(site).status == 204)
    #expect(await log.event("snapshot") == ["screen": "Info"])
    #expect(try await send(site).status == 204)
    #expect(try await send(site, to: "/v1/apps/shop/screens/Home/snapshot").status == 204)
    #expect(await log.event("snapshot") == ["screen": "Home"], "an unchanged picture has no event")
    #expect(try await site.send(.delete, Self.path, as: .draft).status == 204)
    #expect(await log.event("snapshot") == ["screen": "Info"])
  }
}
