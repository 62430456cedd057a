import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

@Suite struct AttributeTests {
  private static let path = "/v1/apps/shop/attributes"

  /// Sends a batch with the start of a session for each of these values of `attributes`.
  private func startSessions(_ site: Site, _ sessions: [JSON?], batch: Int = 0) async throws {
    let id = "0b6c2f3e-7c0a-4a52-9f3d-2f4f2f7f5a\(batch + 10)"
    let events = sessions.map { attributes -> JSON in
      var event: JSONObject = [
        "id": "5a0f2a52-52f5-4a8f-8a8e-0d6b9ad4a001", "at": 1_800_000_000_000,
        "type": "session-started",
      ]
      event["attributes"] = attributes
      return .object(event)
    }
    let response = try await site.send(
      .post, EventTests.path, as: .app, ["Idempotency-Key": id],
      body: [
        "batch": .string(id), "build": ["platform": "ios", "version": "1.0", "build": "1"],
        "events": .array(events),
      ])
    #expect(response.status == 202, "\(response.text)")
  }

  private func list(_ site: Site) async throws -> [JSON] {
    let response = try await site.send(.get, Self.path, as: .read)
    #expect(response.status == 200)
    return response.json["attributes"]?.array ?? []
  }

  private func entry(
    _ name: String, _ types: [JSON], declared: Bool = false, isPrivate: Bool = false,
    _ values: [(JSON, Int)] = []
  ) -> JSON {
    [
      "name": .string(name), "types": .array(types), "declared": .bool(declared), "seen": true,
      "private": .bool(isPrivate), "tooMany": false,
      "values": .array(values.map { ["value": $0.0, "sessions": .number(JSONNumber($0.1))] }),
      "lastSeen": "2027-01-15T08:00:00Z",
    ]
  }

  @Test func `reported values are counted, most frequent first`() async throws {
    let site = try await Site()
    try await startSessions(
      site,
      [["country": "DE", "beta": true], ["country": "AT", "age": 7], ["country": "DE"], nil])
    #expect(
      try await list(site) == [
        entry("age", ["number"], [(7, 1)]), entry("beta", ["boolean"], [(true, 1)]),
        entry("country", ["string"], [("DE", 2), ("AT", 1)]),
      ])
  }

  @Test func `a repeated batch counts once`() async throws {
    let site = try await Site()
    try await startSessions(site, [["country": "DE"]])
    try await startSessions(site, [["country": "DE"]])
    try await startSessions(site, [["country": "DE"]], batch: 1)
    #expect(try await list(site) == [entry("country", ["string"], [("DE", 2)])])
  }

  @Test func `private attributes have a type and no values`() async throws {
    let site = try await Site()
    let personal: JSON = ["type": "string", "private": true]
    try await startSessions(
      site, [["userId": personal, "note": ["type": "string"]], ["userId": "u-1", "note": "x"]])
    #expect(
      try await list(site) == [
        entry("note", ["string"], [("x", 1)]), entry("userId", ["string"], isPrivate: true),
      ])
  }

  @Test func `attack: attributes with canonically equivalent names are kept apart`() async throws {
    let site = try await Site()
    // U+212A is equal to `K` as a `String`, but has other bytes.
    let forged: Name = "\u{212A}redit"
    try await startSessions(site, [["Kredit": ["type": "number", "private": true]], [forged: 5]])
    try await startSessions(site, [[forged: 5]], batch: 1)
    #expect(
      try await list(site) == [
        entry("Kredit", ["number"], isPrivate: true), entry(forged.string, ["number"], [(5, 2)]),
      ])
  }

  @Test func `unusable attributes and values are skipped, and events are stored`() async throws {
    let site = try await Site()
    let unusable: [JSON?] = [
      [], "x", 7, .null, ["": "empty", "nul\u{0}": "x"],
      [Name(String(repeating: "n", count: 65)): 1],
      ["long": .string(String(repeating: "x", count: 65))], ["list": ["a"]], ["none": .null],
      ["odd": ["type": "planet"]], ["odd": [:]], ["fine": "yes"],
    ]
    try await startSessions(site, unusable)
    #expect(
      try await list(site) == [
        entry("fine", ["string"], [("yes", 1)]), entry("long", ["string"]),
      ])
    #expect(try await site.store.eventBatches(of: "shop", after: 0, limit: 9).first?.count == 12)
  }

  @Test func `at most fifty values are shown`() async throws {
    let site = try await Site()
    try await startSessions(site, (0..<60).map { ["n": .number(JSONNumber($0))] })
    #expect(try await list(site).first?["values"]?.array?.count == 50)
  }

  @Test func `builds, draft and releases declare attributes, and a declared type comes first`()
    async throws
  {
    let site = try await Site()
    var manifest = Flows.manifest().object ?? JSONObject()
    manifest["attributes"] = ["appVersion": "version", "plan": "string"]
    try await site.send(.post, "/v1/apps/shop/manifests", body: .object(manifest))
    var live = Flows.document().object ?? JSONObject()
    live["attributes"] = ["released": "date"]
    try await site.publish(.object(live))
    var draft = live
    draft["attributes"] = ["drafted": "boolean", "plan": "integer"]
    try await site.putDraft(.object(draft))
    try await startSessions(site, [["appVersion": "1.0", "released": true]])
    let attributes = try await list(site)
    let expected: [JSON] = [
      ["appVersion", ["version"], true], ["drafted", ["boolean"], false],
      ["plan", ["string", "integer"], false], ["released", ["date", "boolean"], true],
    ]
    let listed = attributes.map { attribute -> JSON in
      .array([attribute["name"] ?? .null, attribute["types"] ?? .null, attribute["seen"] ?? .null])
    }
    #expect(listed == expected)
    #expect(attributes.allSatisfy { $0["declared"] == true })
    #expect(attributes[2]["lastSeen"] == nil)
  }

  @Test func `the number of attributes of an application is limited`() async throws {
    let site = try await Site()
    let sessions = (0..<1000).map { number -> JSON in
      var attributes = JSONObject()
      for part in 0..<10 {
        attributes[Name("a\(number / 4 * 10 + part)")] = .number(JSONNumber(number))
      }
      return .object(attributes)
    }
    try await startSessions(site, sessions)
    let stored = try await site.store.attributes(of: "shop")
    #expect(stored.count == AttributeLimits.maximumAttributes)
  }
}
