import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

@Suite struct TemplateTests {
  private static let path = "/v1/organizations/acme/screen-templates"

  private static func content(_ title: String = "Terms", digest: String? = nil) -> JSON {
    var object: JSONObject = [
      "screen": [
        "name": "Consent",
        "root": ["type": "column", "children": [["type": "text", "text": .string(title)]]],
      ]
    ]
    if let digest {
      object["application"] = "shop"
      object["assets"] = ["hero": ["sha256": .string(digest), "type": "image/png"]]
    }
    return .object(object)
  }

  private func add(
    _ site: Site, _ name: String = "Consent", content: JSON = content()
  ) async throws -> Site.Response {
    try await site.send(
      .post, Self.path, as: .draft, body: ["name": .string(name), "content": content])
  }

  private func id(_ response: Site.Response) throws -> String {
    try #require(response.json["id"]?.string)
  }

  @Test func `a template is returned with its content, which lists omit`() async throws {
    let site = try await Site()
    let added = try await add(site)
    #expect(added.status == 201 && added.headers[.eTag] == "\"1\"")
    let id = try id(added)
    #expect(added.headers[.location] == "\(Self.path)/\(id)")
    let read = try await site.send(.get, "\(Self.path)/\(id)", as: .read)
    #expect(read.json["content"] == Self.content())
    #expect(read.json["author"]?["type"] == "token")
    let list = try await site.send(.get, Self.path, as: .read).json["templates"]?.array
    #expect(list?.count == 1 && list?.first?["content"] == nil)
    #expect(list?.first?["version"] == 1)
  }

  @Test func `a change adds a version, and the earlier one stays readable`() async throws {
    let site = try await Site()
    let id = try id(try await add(site))
    let path = "\(Self.path)/\(id)"
    let changed = try await site.send(
      .patch, path, as: .draft, ["If-Match": "\"1\""], body: ["content": Self.content("New")])
    #expect(changed.status == 200 && changed.json["version"] == 2)
    #expect(changed.headers[.eTag] == "\"2\"")
    let first = try await site.send(.get, path + "?version=1", as: .read)
    #expect(first.json["content"] == Self.content() && first.json["version"] == 1)
    let newest = try await site.send(.get, path, as: .read)
    #expect(newest.json["content"] == Self.content("New"))
    #expect(
      try await site.send(.get, path + "?version=3", as: .read).code == "unknown-template")
  }

  @Test func `neither renaming nor saving the same content adds a version`() async throws {
    let site = try await Site()
    let id = try id(try await add(site))
    let path = "\(Self.path)/\(id)"
    let renamed = try await site.send(
      .patch, path, as: .draft, ["If-Match": "\"1\""], body: ["name": "Privacy"])
    #expect(renamed.json["name"] == "Privacy" && renamed.json["version"] == 1)
    let same = try await site.send(
      .patch, path, as: .draft, ["If-Match": "\"2\""], body: ["content": Self.content()])
    #expect(same.status == 200 && same.headers[.eTag] == "\"2\"")
    #expect(same.json["version"] == 1)
  }

  @Test func `an unseen change is not overwritten`() async throws {
    let site = try await Site()
    let id = try id(try await add(site))
    let path = "\(Self.path)/\(id)"
    let unconditional = try await site.send(.patch, path, as: .draft, body: ["name": "A"])
    #expect(unconditional.status == 428 && unconditional.code == "precondition-required")
    for tag in ["\"9\"", "W/\"1\"", "1"] {
      let old = try await site.send(
        .patch, path, as: .draft, ["If-Match": tag], body: ["name": "A"])
      #expect(old.status == 412 && old.code == "template-changed", "\(tag)")
      let removed = try await site.send(.delete, path, as: .draft, ["If-Match": tag])
      #expect(removed.status == 412, "\(tag)")
    }
    #expect(try await site.send(.get, path, as: .read).json["name"] == "Consent")
  }

  @Test func `an invalid template is rejected with the part that is wrong`() async throws {
    let site = try await Site()
    let wrong: [(JSON, String)] = [
      (["screen": ["name": "A"]], "first block"), ([:], "content.screen"),
      (["screen": "A"], "screen"), (["screen": ["name": "", "root": [:]]], "name"),
      (["screen": ["name": "A", "root": ["type": "text"]]], "/root"),
      (["screen": ["name": "A", "root": ["type": "spacer"]], "flows": []], "flows"),
    ]
    for (content, message) in wrong {
      let refused = try await add(site, content: content)
      #expect(refused.status == 400 && refused.text.contains(message), "\(refused.text)")
    }
    var foreign = try #require(Self.content().object)
    foreign["application"] = "market"
    #expect(try await add(site, content: .object(foreign)).code == "unknown-application")
    #expect(try await add(site, "").status == 400)
    #expect(try await site.store.screenTemplates(of: "acme").isEmpty)
  }

  @Test func `the rejection of a screen without blocks lists what it needs`() async throws {
    let site = try await Site(withUsers: true)
    let refused = try await site.send(
      .post, "/v1/organizations/acme/screen-templates", as: .drafter,
      body: ["name": "Empty", "content": ["screen": ["title": "x", "body": []]]])
    #expect(refused.status == 400)
    #expect(refused.text.contains("with a name and a first block."), "\(refused.text)")
  }

  @Test func `two templates have different names`() async throws {
    let site = try await Site()
    _ = try await add(site)
    #expect(try await add(site).code == "already-exists")
    let other = try id(try await add(site, "Other"))
    let renamed = try await site.send(
      .patch, "\(Self.path)/\(other)", as: .draft, ["If-Match": "\"1\""],
      body: ["name": "Consent"])
    #expect(renamed.code == "already-exists")
  }

  @Test func `the uses are the linked screens of drafts, and apps do not receive the links`()
    async throws
  {
    let site = try await Site()
    let id = try id(try await add(site))
    var document = try FlowDocument(parsing: Flows.document().utf8(.compact))
    let screen = try #require(document.flows.first?.steps.first?.screen.string)
    document.unknown["screens"] = [["name": .string(screen), "root": ["type": "spacer"]]]
    document.unknown["screenTemplates"] = .object([
      Name(screen): ["template": .string(id), "version": 1],
      "Gone": ["template": .string(id), "version": 1],
    ])
    try await site.send(
      .put, "/v1/apps/shop/draft", ["If-None-Match": "*"], body: document.json)
    let uses = try await site.send(.get, "\(Self.path)/\(id)/uses", as: .read)
    let flow = try #require(document.flows.first?.id.string)
    #expect(
      uses.json == [
        "uses": [
          [
            "application": "shop", "name": "The shop", "screen": .string(screen), "version": 1,
            "flows": [.string(flow)],
          ]
        ], "hidden": 0,
      ])
    let served = try ServedDocument.bytes(document.json.utf8(.canonical))
    #expect(!String(decoding: served, as: UTF8.self).contains("screenTemplates"))
  }

  @Test func `a template keeps its pictures until it is removed`() async throws {
    let site = try await Site()
    let asset = try await site.send(
      .post, "/v1/apps/shop/assets", as: .draft, ["Content-Type": "image/png"],
      bytes: Pictures.png())
    let digest = try #require(asset.json["sha256"]?.string)
    let id = try id(try await add(site, content: Self.content(digest: digest)))
    let refused = try await site.send(.delete, "/v1/apps/shop/assets/\(digest)", as: .draft)
    #expect(refused.code == "asset-in-use" && refused.text.contains("Consent"))
    while try await site.store.removeUnusedAssets(at: site.clock.now + 300 * 86_400) {}
    #expect(try await site.store.asset(digest, of: "shop") != nil)
    let removed = try await site.send(
      .delete, "\(Self.path)/\(id)", as: .draft, ["If-Match": "\"1\""])
    #expect(removed.status == 204)
    #expect(
      try await site.send(.delete, "/v1/apps/shop/assets/\(digest)", as: .draft).status == 204)
  }

  @Test func `the audit log records changes of templates`() async throws {
    let site = try await Site()
    let path = "\(Self.path)/\(try id(try await add(site)))"
    try await site.send(
      .patch, path, as: .draft, ["If-Match": "\"1\""], body: ["name": "Privacy"])
    try await site.send(
      .patch, path, as: .draft, ["If-Match": "\"2\""], body: ["content": Self.content("New")])
    try await site.send(.delete, path, as: .draft, ["If-Match": "\"3\""])
    let entries = try await site.send(.get, "/v1/audit", as: .admin).json["entries"]?.array ?? []
    let actions = entries.compactMap { $0["action"]?.string }
      .filter { $0.hasPrefix("screen-template") }
    #expect(
      actions == ["removed", "changed", "renamed", "added"].map { "screen-template.\($0)" })
  }
}
