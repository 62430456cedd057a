import FlowCore
import FlowServer
import HTTPTypes
import Testing

/// The users who have an application open, and their locations.
@Suite(.timeLimit(.minutes(10))) struct PresenceTests {
  private func names(_ data: JSON?) -> [String] {
    (data?["users"]?.array ?? []).compactMap { $0["name"]?.string }
  }

  @Test func `users see each other arrive, move and leave`() async throws {
    let site = try await Site(withUsers: true)
    let first = try await StreamLog(site, as: .viewer, client: "page0001")
    await first.events(until: "ready")
    let second = try await StreamLog(site, as: .editor, client: "page0002")
    #expect(names(await first.event("presence") { names($0).count == 2 }) == ["viewer", "editor"])
    let start = await second.events(until: "ready").first { $0.kind == "presence" }
    #expect(names(start?.data) == ["viewer", "editor"])

    let moved = try await site.send(
      .put, "/v1/apps/shop/presence", as: .editor,
      body: [
        "client": "page0002", "view": "list", "flow": "main", "step": "hello", "editing": true,
      ])
    #expect(moved.status == 204)
    let users = await first.event("presence") { $0["users"]?.array?.last?["view"] == "list" }
    let editor = try #require(users?["users"]?.array?.last)
    #expect(editor["flow"] == "main")
    #expect(editor["step"] == "hello")
    #expect(editor["editing"] == true)

    try await second.close()
    #expect(names(await first.event("presence") { names($0).count == 1 }) == ["viewer"])
  }

  @Test func `a page that reconnects is present once, and stays when the old stream ends`()
    async throws
  {
    let site = try await Site(withUsers: true)
    let log = try await StreamLog(site, as: .viewer, client: "page0001")
    await log.events(until: "ready")
    let old = try await StreamLog(site, as: .editor, client: "page0002")
    await old.events(until: "ready")
    let new = try await StreamLog(site, as: .editor, client: "page0002")
    await new.events(until: "ready")
    try await old.close()
    await old.events(until: "none")
    try site.open("page0003", as: .owner)
    let users = await log.event("presence") { names($0).contains("owner") }
    #expect(names(users) == ["viewer", "editor", "owner"])
  }

  @Test func `programs and pages without an id are not shown`() async throws {
    let site = try await Site(withUsers: true)
    let log = try await StreamLog(site, as: .admin, client: "page0001")
    let withoutPageID = try await StreamLog(site, as: .editor)
    #expect(names(await withoutPageID.event("presence")) == [])
    #expect(names(await log.event("presence")) == [])
  }

  @Test func `nobody moves another user's page`() async throws {
    let site = try await Site(withUsers: true)
    try site.open("page0001", as: .viewer)
    let response = try await site.send(
      .put, "/v1/apps/shop/presence", as: .editor,
      body: ["client": "page0001", "view": "history"])
    #expect(response.status == 404)
    #expect(response.code == "not-found")
  }

  @Test(
    arguments: [
      ["client": "short", "view": "list"], ["client": "page0001", "view": "moon"],
      ["client": "page0001"], ["view": "list"],
      ["client": "page0001", "view": "list", "editing": "yes"],
      ["client": "page0001", "view": "list", "step": .string(String(repeating: "x", count: 501))],
    ] as [JSON])
  func `an invalid request is rejected`(body: JSON) async throws {
    let site = try await Site(withUsers: true)
    try site.open("page0001", as: .viewer)
    let response = try await site.send(.put, "/v1/apps/shop/presence", as: .viewer, body: body)
    #expect(response.code == "malformed-body", "\(response.text)")
  }
}
