import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

@Suite struct AssetTests {
  private static let path = "/v1/apps/shop/assets"
  private static let day = 86_400

  private func add(
    _ site: Site, _ bytes: [UInt8] = Pictures.png(), type: String = "image/png"
  ) async throws -> Site.Response {
    try await site.send(.post, Self.path, as: .draft, ["Content-Type": type], bytes: bytes)
  }

  /// A document with an asset `hero` that has a digest.
  private func document(_ digest: String, type: String? = "image/png") throws -> JSON {
    var document = try FlowDocument(parsing: Flows.document().utf8(.compact))
    var asset: JSONObject = ["sha256": .string(digest)]
    asset["type"] = type.map { .string($0) }
    document.unknown["assets"] = ["hero": .object(asset)]
    document.unknown["screens"] = [
      [
        "name": "Welcome",
        "root": ["type": "column", "children": [["type": "image", "image": "hero", "alt": "A"]]],
      ]
    ]
    return document.json
  }

  private func publish(_ site: Site, _ document: JSON) async throws -> Site.Response {
    try await site.send(
      .post, "/v1/apps/shop/environments/staging/releases",
      body: ["document": document, "acceptWarnings": true])
  }

  @Test func `a picture is served without its metadata, cacheable forever, without a credential`()
    async throws
  {
    let site = try await Site()
    let sent = Pictures.png(Pictures.chunk("tEXt", Array("GPS\048.2".utf8)))
    let added = try await add(site, sent, type: "text/html")
    #expect(added.status == 201)
    let path = try #require(added.json["path"]?.string)
    let digest = try #require(added.json["sha256"]?.string)
    #expect(path == "/assets/shop/\(digest)" && added.headers[.location] == path)
    #expect(added.json["width"] == 3 && added.json["height"] == 2)
    #expect(added.json["type"] == "image/png")
    let response = try await site.send(.get, path, as: .anonymous)
    #expect(response.status == 200 && response.body == Pictures.png())
    #expect(response.headers[.contentType] == "image/png")
    #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
    #expect(response.headers[.xContentTypeOptions] == "nosniff")
    let policy = try #require(HTTPField.Name("Cross-Origin-Resource-Policy"))
    #expect(response.headers[policy] == "cross-origin")
    #expect(response.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
    #expect(response.headers[.setCookie] == nil)
    let tag = try #require(response.headers[.eTag])
    let revalidation = try await site.send(.get, path, as: .anonymous, ["If-None-Match": tag])
    #expect(revalidation.status == 304 && revalidation.body.isEmpty)
  }

  @Test func `the same picture is stored once, with or without metadata`() async throws {
    let site = try await Site()
    let first = try await add(site)
    let second = try await add(site, Pictures.png(Pictures.chunk("tIME", [1, 2, 3])))
    #expect(first.status == 201 && second.status == 200)
    #expect(first.json == second.json)
    let list = try await site.send(.get, Self.path, as: .read).json["assets"]?.array
    #expect(list?.count == 1)
  }

  @Test func `each application has its own pictures`() async throws {
    let site = try await Site()
    let digest = try #require(try await add(site).json["sha256"]?.string)
    for path in ["/assets/market/\(digest)", "/assets/shop/\(digest.dropLast())", "/assets/shop/x"]
    {
      #expect(try await site.send(.get, path, as: .anonymous).code == "unknown-asset", "\(path)")
    }
  }

  @Test func `a rejected picture is reported with a fix`() async throws {
    let site = try await Site()
    let rotated = try await add(site, PictureFileTests.rotated[1])
    #expect(rotated.status == 415 && rotated.code == "unsupported-picture")
    #expect(rotated.text.contains("Save it upright"))
    #expect(try await add(site, Array("<svg/>".utf8)).code == "unsupported-picture")
    let large = Pictures.png(Pictures.chunk("IDAT", Array(repeating: 0, count: 2 << 20)))
    #expect(try await add(site, large).code == "body-too-large")
    #expect(try await site.store.assets(of: "shop").isEmpty)
  }

  @Test func `a document with a missing picture is not published`() async throws {
    let site = try await Site()
    let digest = try #require(try await add(site).json["sha256"]?.string)
    let other = String(repeating: "0", count: 64)
    let refused = try await publish(site, document(other))
    #expect(refused.status == 422 && refused.code == "missing-asset")
    #expect(refused.json["assets"] == ["hero"])
    #expect(refused.text.contains("POST /v1/apps/shop/assets"))
    #expect(try await publish(site, document(other, type: nil)).code == "missing-asset")
    #expect(
      try await publish(site, document(other, type: "video/mp4")).status == 201,
      "videos are stored elsewhere")
    #expect(try await publish(site, document(digest)).status == 201)
  }

  @Test func `attack: a digest, which is part of a URL, must be a SHA-256 hash`() async throws {
    let site = try await Site()
    let path = "../../../portal/x" + String(repeating: "a", count: 47)
    for digest: JSON in [.string(path), "ABC", 1, .null] {
      var document = try FlowDocument(parsing: Flows.document().utf8(.compact))
      let size: JSON = ["sha256": digest, "width": 1]
      document.unknown["assets"] = ["hero": ["type": "video/mp4", "sizes": [size]]]
      let refused = try await publish(site, document.json)
      #expect(refused.status == 400)
      #expect(refused.text.contains("asset \\\"hero\\\""), "\(refused.text)")
    }
  }

  @Test func `sizes and variants of an asset are checked too`() async throws {
    let site = try await Site()
    let digest = try #require(try await add(site).json["sha256"]?.string)
    let small = try #require(
      try await add(site, Pictures.png(red: 1)).json["sha256"]?.string)
    var document = try FlowDocument(parsing: Flows.document().utf8(.compact))
    func asset(_ size: String) -> JSON {
      [
        "sha256": .string(digest), "type": "image/png",
        "sizes": [["sha256": .string(size), "type": "image/png", "width": 1]],
      ]
    }
    document.unknown["assets"] = ["hero": asset(String(repeating: "0", count: 64))]
    #expect(try await publish(site, document.json).code == "missing-asset")
    document.unknown["assets"] = ["hero": asset(small)]
    #expect(try await publish(site, document.json).status == 201)
    #expect(
      try await site.send(.delete, Self.path + "/\(small)", as: .draft).code == "asset-in-use")
  }

  @Test func `the list shows where a picture is used`() async throws {
    let site = try await Site()
    let digest = try #require(try await add(site).json["sha256"]?.string)
    func use() async throws -> JSON? {
      try await site.send(.get, Self.path, as: .read).json["assets"]?.array?.first?["use"]
    }
    let unused: JSON = ["names": [], "screens": [], "environments": [], "releases": 0]
    #expect(try await use() == unused)
    try await site.send(
      .put, "/v1/apps/shop/draft", ["If-None-Match": "*"], body: try document(digest))
    #expect(
      try await use()
        == ["names": ["hero"], "screens": ["Welcome"], "environments": [], "releases": 0])
    #expect(try await publish(site, document(digest)).status == 201)
    #expect(try await publish(site, document(digest)).status == 201)
    let used = try await use()
    #expect(used?["environments"] == ["staging"] && used?["releases"] == 2)
  }

  @Test func `a picture is removed only if neither the draft nor a release uses it`() async throws {
    let site = try await Site()
    let digest = try #require(try await add(site).json["sha256"]?.string)
    let path = Self.path + "/\(digest)"
    let draft = "/v1/apps/shop/draft"
    try await site.send(.put, draft, ["If-None-Match": "*"], body: try document(digest))
    let drafted = try await site.send(.delete, path, as: .draft)
    #expect(drafted.status == 409 && drafted.text.contains("The draft uses"))
    try await site.send(.delete, draft, ["If-Match": "\"1\""])
    #expect(try await site.send(.delete, path, as: .draft).status == 204)
    #expect(try await site.send(.delete, path, as: .draft).code == "unknown-asset")
    #expect(try await site.send(.get, "/assets/shop/\(digest)", as: .anonymous).status == 404)
    _ = try await add(site)
    #expect(try await publish(site, document(digest)).status == 201)
    #expect(try await publish(site, Flows.document()).status == 201)
    let released = try await site.send(.delete, path, as: .draft)
    #expect(
      released.code == "asset-in-use" && released.text.contains("Release 1 uses"),
      "a rollback to it must stay possible")
    let rollback = try await site.send(
      .post, "/v1/apps/shop/environments/staging/rollback", body: ["to": 1])
    #expect(rollback.status == 201)
    let live = try await site.send(.get, Self.path, as: .read).json["assets"]?.array?.first
    #expect(live?["use"]?["environments"] == ["staging"])
  }

  @Test func `an unused picture is removed after 30 days, a used one is kept`() async throws {
    let site = try await Site()
    let unused = try #require(try await add(site).json["sha256"]?.string)
    let drafted = try #require(try await add(site, Pictures.png(red: 1)).json["sha256"]?.string)
    let released = try #require(try await add(site, Pictures.png(red: 2)).json["sha256"]?.string)
    try await site.send(
      .put, "/v1/apps/shop/draft", ["If-None-Match": "*"], body: try document(drafted))
    #expect(try await publish(site, document(released)).status == 201)
    let start = site.clock.now
    func remaining(after days: Int) async throws -> Set<String> {
      while try await site.store.removeUnusedAssets(at: start + days * Self.day) {}
      return Set(try await site.store.assets(of: "shop").map(\.digest))
    }
    #expect(try await remaining(after: 29) == [unused, drafted, released])
    #expect(try await remaining(after: 31) == [drafted, released])
    #expect(try await remaining(after: 300) == [drafted, released])
  }
}
