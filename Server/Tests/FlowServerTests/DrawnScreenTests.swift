import FlowCore
import FlowMagic
import FlowServer
import HTTPTypes
import NIOCore
import Testing

/// Drawn screens in documents: accepted, verified against builds, delivered.
@Suite struct DrawnScreenTests {
  private static let path = PublishingTests.path
  private static let button: JSON = [
    "type": "button", "title": "Continue", "do": [["fire": "next"]],
  ]

  private static func document(_ blocks: [JSON]) -> JSON {
    [
      "schema": 1,
      "flows": [
        [
          "id": "main", "start": "goal",
          "steps": [
            ["id": "goal", "screen": "Goal", "ports": ["next": [["finish": "done"]]]]
          ],
        ]
      ],
      "screens": [["name": "Goal", "root": ["type": "column", "children": .array(blocks)]]],
    ]
  }

  private static func manifest(build: String, blocks: JSON?) -> JSON {
    var manifest: JSONObject = [
      "schema": 1, "platform": "ios", "version": "1.0", "build": .string(build),
      "screens": [["name": "Info", "ports": ["next"]]],
    ]
    manifest["blocks"] = blocks
    return .object(manifest)
  }

  private func site(blocks: JSON? = ["level": 1]) async throws -> Site {
    let site = try await Site()
    let response = try await site.send(
      .post, "/v1/apps/shop/manifests", body: Self.manifest(build: "1", blocks: blocks))
    #expect(response.status == 201, "\(response.text)")
    return site
  }

  @Test func `a drawn screen is published, and apps receive it unchanged`() async throws {
    let site = try await site()
    let document = Self.document([Self.button])
    let response = try await site.send(.post, Self.path, body: ["document": document])
    #expect(response.status == 201, "\(response.text)")
    let release = try await site.send(.get, "/v1/apps/shop/releases/1", as: .app)
    #expect(release.json["screens"] == document["screens"])
    let live = try #require(
      site.services.currentReleases.current(application: "shop", environment: "production"))
    let signed = try SignedRelease(parsing: Array(buffer: live.envelope))
    try signed.verify(with: [await site.services.signer.publicKey])
    #expect(try JSON(parsing: Array(signed.document.utf8))["screens"] == document["screens"])
  }

  @Test func `a drawn screen without the button that fires its port cannot be published`()
    async throws
  {
    let site = try await site()
    let text: JSON = ["type": "text", "text": "Choose a goal"]
    let response = try await site.send(
      .post, Self.path, body: ["document": Self.document([text])])
    #expect(response.code == "findings")
    #expect(response.json["findings"]?.array?.map { $0["code"] } == ["unknown-port"])
  }

  @Test func `a finding names the builds that do not support blocks`() async throws {
    let site = try await site(blocks: nil)
    let body: JSON = ["document": Self.document([Self.button])]
    let unsupported = try await site.send(.post, Self.path, body: body)
    #expect(unsupported.code == "findings")
    #expect(unsupported.text.contains("no build in use can show drawn screens"))
    try await site.recordSessions(10, of: "1")
    site.clock.advance(by: 60)
    try await site.send(
      .post, "/v1/apps/shop/manifests",
      body: Self.manifest(build: "2", blocks: ["level": 1]))
    let response = try await site.send(.post, Self.path, body: body)
    #expect(response.code == "warnings", "\(response.text)")
    let finding = response.json["findings"]?.array?.first
    #expect(finding?["code"] == "missing-screen-in-build")
    #expect(finding?["arguments"]?["builds"]?["names"] == ["ios 1.0 (1)"])
  }

  @Test func `a screen whose only button a build in use would not show cannot be published`()
    async throws
  {
    let site = try await site()
    try await site.recordSessions(10, of: "1")
    site.clock.advance(by: 60)
    try await site.send(
      .post, "/v1/apps/shop/manifests",
      body: Self.manifest(
        build: "2", blocks: ["level": 1, "custom": [["name": "StarRating"]]]))
    let stars: JSON = ["type": "custom", "name": "StarRating", "children": [Self.button]]
    let response = try await site.send(
      .post, Self.path, body: ["document": Self.document([stars])])
    #expect(response.code == "findings")
    #expect(response.json["findings"]?.array?.map { $0["code"] } == ["block-not-in-build"])
    let withFallback: JSON = [
      "type": "custom", "name": "StarRating", "children": [Self.button], "else": Self.button,
    ]
    let published = try await site.send(
      .post, Self.path, body: ["document": Self.document([withFallback])])
    #expect(published.status == 201, "\(published.text)")
  }

  @Test func `the difference of two releases names the block`() async throws {
    let site = try await site()
    let text: JSON = ["type": "text", "text": "Choose a goal"]
    for blocks in [[Self.button], [text, Self.button]] {
      try await site.send(.post, Self.path, body: ["document": Self.document(blocks)])
    }
    let response = try await site.send(.get, "/v1/apps/shop/releases/2/diff")
    #expect(
      response.json["changes"]?.array?.map { $0["sentence"] }
        == ["On drawn screen “Goal”, “text Choose a goal” is new."])
  }

  @Test(
    arguments: [
      5, ["level": "1"], ["level": 1, "custom": ["Stars"]], ["level": 1, "data": [["name": ""]]],
      ["level": 1, "actions": .array([JSON](repeating: ["name": "buy"], count: 201))],
    ] as [JSON])
  func `a manifest with malformed block declarations is rejected`(
    blocks: JSON
  ) async throws {
    let site = try await Site()
    let response = try await site.send(
      .post, "/v1/apps/shop/manifests", body: Self.manifest(build: "1", blocks: blocks))
    #expect(response.code == "malformed-body")
  }
}
