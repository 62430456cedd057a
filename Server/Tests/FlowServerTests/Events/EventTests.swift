import Accounts
import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

@Suite struct EventTests {
  static let path = "/v1/apps/shop/events"

  private func send(
    _ site: Site, _ body: JSON, key: String? = Scenario.batchID
  ) async throws -> Site.Response {
    let headers = key.map { ["Idempotency-Key": $0] } ?? [:]
    return try await site.send(.post, Self.path, as: .app, headers, body: body)
  }

  private func changed(_ name: Name, _ value: JSON?) -> JSON {
    var object = Scenario.batch.object ?? JSONObject()
    object[name] = value
    return .object(object)
  }

  @Test func `a batch is stored unchanged and once`() async throws {
    let site = try await Site()
    #expect(try await send(site, Scenario.batch).status == 202)
    let second = try await send(site, Scenario.batch, key: Scenario.batchID.uppercased())
    #expect(second.status == 202)
    #expect(second.json["accepted"] == 1)
    let batches = try await site.store.eventBatches(of: "shop", after: 0, limit: 10)
    #expect(batches.count == 1)
    #expect(batches.first?.body == Scenario.batch.utf8(.compact))
    let use = try await site.store.buildUse(of: "shop", environment: "production", since: 0)
    #expect(use.map(\.sessions) == [1])
    #expect(await site.services.metricsText().contains("flowmagic_events_accepted_total 1\n"))
  }

  /// A batch with one exposure.
  private func exposure(_ members: JSONObject) -> JSON {
    var event: JSONObject = [
      "id": "5a0f2a52-52f5-4a8f-8a8e-0d6b9ad4a002", "at": 1, "type": "exposure",
      "experiment": "short-form", "variant": "long", "previous": "short", "attribute": "userId",
    ]
    for member in members.members { event[member.key] = member.value }
    let custom: JSON = [
      "id": .string(Scenario.batchID), "at": 1, "type": "custom", "value": "kept",
    ]
    return changed("events", [.object(event), custom])
  }

  /// Sends an exposure, and returns it as stored, with the text of its batch.
  private func sendExposure(
    _ members: JSONObject, to site: Site
  ) async throws -> (JSON, String) {
    #expect(try await send(site, exposure(members)).status == 202)
    let batch = try #require(
      try await site.store.eventBatches(of: "shop", after: 0, limit: 10).first)
    let events = try #require(try JSON(parsing: batch.body)["events"]?.array)
    #expect(events.last?["value"] == "kept", "other events are unchanged")
    return (events[0], String(decoding: batch.body, as: UTF8.self))
  }

  @Test func `the unit of an exposure is hashed again with a secret of the server`() async throws {
    let (first, text) = try await sendExposure(["unit": "AAAAAAAAAAAAAAAAAAAAAA"], to: Site())
    #expect(first["unit"]?.string?.utf8.count == 22)
    #expect(!text.contains("AAAAAAAAAAAAAAAAAAAAAA"))
    #expect(first["variant"] == "long" && first["previous"] == "short")
    let site = try await Site()
    let (same, _) = try await sendExposure(["unit": "AAAAAAAAAAAAAAAAAAAAAA"], to: site)
    let unit = site.services.accounts.keys.pseudonym(
      of: ["shop", "userId", #""AAAAAAAAAAAAAAAAAAAAAA""#])
    #expect(same["unit"] == .string(unit))
  }

  @Test func `an exposure with the value itself is stored without it`() async throws {
    let (event, text) = try await sendExposure(["value": "mira-4711"], to: Site())
    #expect(event["value"] == nil)
    #expect(event["unit"]?.string?.utf8.count == 22)
    #expect(!text.contains("mira-4711"))
  }

  @Test func `only the specified members of an exposure are stored`() async throws {
    let (event, text) = try await sendExposure(
      [
        "unit": "AAAAAAAAAAAAAAAAAAAAAA", "flow": "main", "step": "a", "port": "next", "route": 0,
        "attributes": ["email": "mira@example.com"], "userId": "mira-4711",
      ], to: Site())
    #expect(event["route"] == 0 && event["flow"] == "main")
    #expect(!text.contains("mira"))
  }

  @Test func `an event of an unknown type is stored`() async throws {
    let site = try await Site()
    let events: JSON = [
      ["id": "5a0f2a52-52f5-4a8f-8a8e-0d6b9ad4a001", "at": 1, "type": "from-the-future", "x": 1]
    ]
    #expect(try await send(site, changed("events", events)).status == 202)
    let batches = try await site.store.eventBatches(of: "shop", after: 0, limit: 10)
    #expect(batches.map(\.body) == [changed("events", events).utf8(.compact)])
  }

  @Test func `sessions count in the last 30 days, regardless of the device's clock`() async throws {
    let site = try await Site()
    for (index, at) in [0, 9_999_999_999_999].enumerated() {
      let id = "0b6c2f3e-7c0a-4a52-9f3d-2f4f2f7f5a2\(index)"
      let events: JSON = [
        ["id": .string(id), "at": .number(JSONNumber(at)), "type": "session-started"]
      ]
      var batch = changed("events", events).object ?? JSONObject()
      batch["batch"] = .string(id)
      #expect(try await send(site, .object(batch), key: id).status == 202)
    }
    let since = site.clock.now - 30 * 86400
    let use = try await site.store.buildUse(of: "shop", environment: "production", since: since)
    #expect(use.map(\.sessions).reduce(0, +) == 2)
  }

  static let mistakes: [(Name, JSON?)] = [
    ("batch", nil), ("batch", "x"), ("build", nil), ("build", []), ("build", ["platform": "ios"]),
    ("build", ["platform": "", "version": "1", "build": "1"]),
    ("build", ["platform": "i\u{202E}os", "version": "1", "build": "1"]),
    ("build", ["platform": "ios", "version": "1\u{1B}[31m", "build": "1"]),
    ("build", ["platform": "ios", "version": "1", "build": "1\n"]),
    ("events", nil), ("events", [1]),
    ("events", [[:]]), ("events", [["id": "x", "at": 1, "type": "edge"]]),
    ("events", [["id": "5a0f2a52-52f5-4a8f-8a8e-0d6b9ad4a001", "at": "now", "type": "edge"]]),
    ("events", [["id": "5a0f2a52-52f5-4a8f-8a8e-0d6b9ad4a001", "at": -1, "type": "edge"]]),
    (
      "events",
      [["id": "5a0f2a52-52f5-4a8f-8a8e-0d6b9ad4a001", "at": 253_402_300_800_000, "type": "edge"]]
    ),
    (
      "events",
      [["id": "5a0f2a52-52f5-4a8f-8a8e-0d6b9ad4a001", "at": 1, "release": -1, "type": "edge"]]
    ),
    (
      "events",
      [["id": "5a0f2a52-52f5-4a8f-8a8e-0d6b9ad4a001", "at": 1, "session": 7, "type": "edge"]]
    ),
    (
      "events",
      [["id": "5a0f2a52-52f5-4a8f-8a8e-0d6b9ad4a001", "at": 1, "session": [:], "type": "new"]]
    ),
  ]

  @Test func `a batch with an invalid event is rejected as a whole`() async throws {
    let site = try await Site()
    for (name, value) in Self.mistakes {
      let response = try await send(site, changed(name, value))
      #expect(response.status == 400, "\(name): \(response.text)")
    }
    #expect(try await send(site, Scenario.batch, key: nil).code == "invalid-parameter")
    #expect(
      try await send(site, Scenario.batch, key: "5a0f2a52-52f5-4a8f-8a8e-0d6b9ad4a001").status
        == 400)
    #expect(try await site.store.eventBatches(of: "shop", after: 0, limit: 10).isEmpty)
  }

  @Test func `a thousand events are accepted and one more is not`() async throws {
    let site = try await Site()
    let event: JSON = ["id": "5a0f2a52-52f5-4a8f-8a8e-0d6b9ad4a001", "at": 1, "type": "edge"]
    let fullBatch = JSON.array(Array(repeating: event, count: 1000))
    #expect(try await send(site, changed("events", fullBatch)).status == 202)
    let oversizedBatch = JSON.array(Array(repeating: event, count: 1001))
    #expect(try await send(site, changed("events", oversizedBatch)).status == 400)
  }

  @Test func `a body of more than 1 MiB is rejected`() async throws {
    let site = try await Site()
    let text = JSON.string(String(repeating: "x", count: 1 << 20))
    #expect(try await send(site, changed("more", text)).status == 413)
  }

  @Test func `a full disk is reported, and nothing counts as accepted`() async throws {
    let site = try await Site(store: FailingStore(StoreError(.diskFull, "Full.")))
    let response = try await send(site, Scenario.batch)
    #expect(response.status == 507)
    #expect(response.code == "store-full")
    #expect(await site.services.metricsText().contains("flowmagic_events_accepted_total 0\n"))
  }
}
