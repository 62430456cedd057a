import Accounts
import FlowCore
import FlowServer
import FlowStore
import Foundation
import HTTPTypes
import Testing

extension JSON {
  fileprivate subscript(index: Int) -> JSON? {
    array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }
}

@Suite struct ResultTests {
  private static let path = "/v1/apps/shop/environments/production/results"

  /// A flow whose first step leads to one of two offers, each of which ends the flow.
  private static let document: JSON = [
    "schema": 1,
    "flows": [
      [
        "id": "main", "start": "hello",
        "steps": [
          [
            "id": "hello", "screen": "Info",
            "ports": [
              "next": [
                [
                  "split": [
                    "experiment": "offer",
                    "variants": [
                      ["key": "long", "weight": 0.75, "to": "long"],
                      ["key": "short", "weight": 0.25, "to": "short"],
                    ],
                  ]
                ]
              ]
            ],
          ],
          ["id": "long", "screen": "Info", "ports": ["next": [["finish": "done"]]]],
          ["id": "short", "screen": "Info", "ports": ["next": [["finish": "done"]]]],
        ],
      ]
    ],
  ]

  private func event(_ type: String, _ session: String, _ members: JSONObject) -> JSON {
    var event: JSONObject = [
      "id": .string(UUID().uuidString), "at": 1_800_000_000_000, "session": .string(session),
      "type": .string(type),
    ]
    for member in members.members { event[member.key] = member.value }
    return .object(event)
  }

  private func stepShown(_ step: String, _ session: String) -> JSON {
    event("step-shown", session, ["flow": "main", "step": .string(step), "screen": "Info"])
  }

  /// The events of a session that sees one of the offers; with `finishes`, the user also orders
  /// something before the end.
  private func sessionEvents(
    _ number: Int, variant: String, finishes: Bool
  ) -> [JSON] {
    let id = "session \(number)"
    let unit: JSON = .string("unit \(number)")
    var events = [
      event("session-started", id, ["flow": "main"]), stepShown("hello", id),
      event(
        "edge", id,
        [
          "flow": "main", "step": "hello", "port": "next", "route": 0,
          "variant": .string(variant), "to": ["flow": "main", "step": .string(variant)],
        ]),
      event(
        "exposure", id,
        ["experiment": "offer", "variant": .string(variant), "attribute": "userId", "unit": unit]),
      stepShown(variant, id),
    ]
    if finishes {
      events.append(event("custom", id, ["name": "ordered", "properties": ["items": 3]]))
      events.append(event("session-finished", id, ["outcome": "done"]))
    }
    return events
  }

  private func send(_ events: [JSON], to site: Site) async throws {
    let batch = UUID().uuidString
    let body: JSON = [
      "batch": .string(batch), "build": ["platform": "ios", "version": "1.0", "build": "1"],
      "events": .array(events),
    ]
    let response = try await site.send(
      .post, "/v1/apps/shop/events", as: .app, ["Idempotency-Key": batch], body: body)
    #expect(response.status == 202, "\(response.text)")
  }

  private func results(_ site: Site, _ query: String = "") async throws -> JSON {
    await site.services.results.catchUp()
    let response = try await site.send(.get, Self.path + query, as: .read)
    #expect(response.status == 200, "\(response.text)")
    return response.json
  }

  @Test func `without events, the experiments of the release are listed without users`()
    async throws
  {
    let site = try await Site()
    #expect(try await results(site)["experiments"] == [])
    try await site.publish(Self.document)
    let results = try await results(site)
    #expect(results["flows"] == [])
    #expect(results["days"] == 30 && results["pendingBatches"] == 0)
    let experiment = results["experiments"]?[0]
    #expect(experiment?["experiment"] == "offer" && experiment?["isLive"] == true)
    #expect(experiment?["hasSampleRatioMismatch"] == nil)
    #expect(
      experiment?["variants"] == [
        ["variant": "long", "share": 0.75, "users": 0, "multipleExposures": 0],
        ["variant": "short", "share": 0.25, "users": 0, "multipleExposures": 0],
      ])
  }

  @Test func `sessions count for steps, ports, routes and outcomes`() async throws {
    let site = try await Site()
    try await site.publish(Self.document)
    try await send(sessionEvents(1, variant: "long", finishes: true), to: site)
    try await send(sessionEvents(2, variant: "short", finishes: false), to: site)
    try await send([stepShown("hello", "session 2")], to: site)
    let results = try await results(site)
    let flow = results["flows"]?[0]
    #expect(flow?["flow"] == "main" && flow?["sessions"] == 2 && flow?["failures"] == 0)
    #expect(flow?["outcomes"] == [["outcome": "done", "sessions": 1]])
    #expect(results["events"] == [["event": "ordered", "sessions": 1]])
    let routes: JSON = [
      ["to": ["flow": "main", "step": "long"], "sessions": 1],
      ["to": ["flow": "main", "step": "short"], "sessions": 1],
    ]
    #expect(
      flow?["steps"] == [
        [
          "step": "hello", "sessions": 2,
          "ports": [["port": "next", "sessions": 2, "routes": routes]],
        ],
        ["step": "long", "sessions": 1, "ports": []],
        ["step": "short", "sessions": 1, "ports": []],
      ])
    #expect(results["countedUntil"]?.string != nil)
  }

  @Test func `a skipped step counts neither as shown nor as left`() async throws {
    let site = try await Site()
    try await site.publish(Self.document)
    let id = "session"
    let exposure: JSONObject = [
      "experiment": "offer", "variant": "long", "attribute": "userId", "unit": "unit",
    ]
    let entry: JSONObject = [
      "flow": "main", "step": "hello", "port": "next", "route": 0, "variant": "long",
      "to": ["flow": "main", "step": "long"],
    ]
    let skip: JSONObject = [
      "flow": "main", "step": "long", "port": "next", "route": 0, "skipped": "hidden",
      "to": ["flow": "main", "step": "short"],
    ]
    try await send(
      [
        event("session-started", id, ["flow": "main"]), stepShown("hello", id),
        event("exposure", id, exposure), event("edge", id, entry), event("edge", id, skip),
        stepShown("short", id),
      ], to: site)
    let results = try await results(site)
    let routes: JSON = [["to": ["flow": "main", "step": "long"], "sessions": 1]]
    #expect(
      results["flows"]?[0]?["steps"] == [
        [
          "step": "hello", "sessions": 1,
          "ports": [["port": "next", "sessions": 1, "routes": routes]],
        ],
        ["step": "short", "sessions": 1, "ports": []],
      ])
    let goals = try #require(results["experiments"]?[0]?["goals"]?.array)
    #expect(goals.contains { $0["step"] == "hello" && $0["port"] == "next" })
    #expect(!goals.contains { $0["step"] == "long" }, "a goal that nobody could reach")
  }

  @Test func `variants are compared by goal, and their users with the weights`() async throws {
    let site = try await Site()
    try await site.publish(Self.document)
    for start in [0, 100, 200, 300] {
      try await send(
        (start..<(start + 100)).flatMap { number in
          sessionEvents(number, variant: number < 200 ? "long" : "short", finishes: number % 4 == 0)
        }, to: site)
    }
    let experiment = try await results(site)["experiments"]?[0]
    #expect(
      experiment?["hasSampleRatioMismatch"] == true,
      "half of the users have the variant of a quarter")
    let goals = try #require(experiment?["goals"]?.array)
    let done = try #require(goals.first { $0["outcome"] == "done" })
    #expect(done["variants"]?[0] == ["users": 50, "rate": 0.25])
    let ordered = try #require(goals.first { $0["event"] == "ordered" })
    #expect(ordered["variants"] == done["variants"])
    #expect(done["variants"]?[1]?["rate"] == 0.25)
    let difference = try #require(done["variants"]?[1]?["difference"])
    #expect(difference["value"] == 0)
    #expect(try #require(difference["low"]?.number?.double) < -0.1)
    #expect(try #require(difference["high"]?.number?.double) > 0.1)
    // All users of the variant `short` reach the step `short`, and no others do.
    let short = try #require(goals.first { $0["step"] == "short" })
    #expect(short["variants"]?[0] == ["users": 0, "rate": 0])
    #expect(try #require(short["variants"]?[1]?["difference"]?["low"]?.number?.double) > 0.5)
  }

  @Test func `an experiment that is no longer in the release stays listed with its users`()
    async throws
  {
    let site = try await Site()
    try await site.publish(Self.document)
    try await send(sessionEvents(1, variant: "long", finishes: true), to: site)
    _ = try await results(site)
    try await site.publish(Flows.document())
    let experiment = try await results(site)["experiments"]?[0]
    #expect(experiment?["isLive"] == false)
    #expect(experiment?["variants"] == [["variant": "long", "users": 1, "multipleExposures": 0]])
  }

  @Test func `results are limited to the requested days`() async throws {
    let site = try await Site()
    try await site.publish(Self.document)
    try await send(sessionEvents(1, variant: "long", finishes: true), to: site)
    _ = try await results(site)
    site.clock.advance(by: 2 * 86_400)
    #expect(try await results(site, "?days=2")["flows"] == [])
    #expect(try await results(site, "?days=3")["flows"]?[0]?["sessions"] == 1)
    for days in ["0", "401", "x"] {
      let refused = try await site.send(.get, Self.path + "?days=\(days)", as: .read)
      #expect(refused.code == "invalid-parameter")
    }
  }

  @Test func `events that results cannot count are ignored`() async throws {
    let site = try await Site()
    try await site.publish(Self.document)
    try await send(
      [
        event("step-shown", "s", ["flow": 1, "step": "hello"]),
        event("step-shown", "s", ["flow": "main\u{1F}x", "step": "hello"]),
        event("step-shown", "s", ["flow": "main\u{202E}x", "step": "hello"]),
        event("step-shown", "s", ["flow": .string(String(repeating: "x", count: 300))]),
        event("edge", "s", ["flow": "main", "step": "hello", "port": "next", "to": 7]),
        event("exposure", "s", ["experiment": "offer"]),
        event("session-finished", "s", ["outcome": "done"]),
        event("novel", "s", ["flow": "main"]),
      ], to: site)
    let results = try await results(site)
    #expect(results["flows"] == [])
    #expect(results["pendingBatches"] == 0)
  }

  @Test func `attack: made-up goals are limited to those that most users reached`() async throws {
    let site = try await Site()
    try await site.publish(Self.document)
    try await send(sessionEvents(1, variant: "long", finishes: true), to: site)
    for start in stride(from: 0, to: 1_200, by: 200) {
      let id = "attack \(start)"
      let exposure: JSONObject = [
        "experiment": "offer", "variant": "long", "attribute": "userId", "unit": .string(id),
      ]
      try await send(
        [event("exposure", id, exposure), event("custom", id, ["name": "ordered"])]
          + (start..<(start + 200)).map {
            event("custom", id, ["name": .string("made-up \($0)")])
          }, to: site)
    }
    let results = try await results(site)
    #expect(results["events"]?.array?.count == 1_201)
    let goals = try #require(results["experiments"]?[0]?["goals"]?.array)
    #expect(goals.count == 1_000)
    #expect(goals.first { $0["event"] == "ordered" }?["variants"]?[0]?["users"] == 7)
  }

  /// U+212A is equal to `K` as a `String`, and `o` + U+0308 to `ö`.
  @Test func `attack: names that only look like the release's count as undeclared names`()
    async throws
  {
    let site = try await Site()
    let variants: JSON = [
      ["key": "K", "weight": 0.75, "finish": "OK"], ["key": "L", "weight": 0.25, "finish": "OK"],
    ]
    let split: JSON = ["experiment": "Kasse", "variants": variants]
    let step: JSON = ["id": "Kontakt", "screen": "Info", "ports": ["next": [["split": split]]]]
    try await site.publish(
      ["schema": 1, "flows": [["id": "\u{F6}ffnen", "start": "Kontakt", "steps": [step]]]])
    let exposure: JSONObject = [
      "experiment": "Kasse", "variant": "K", "attribute": "userId", "unit": "u",
    ]
    let forgery: JSONObject = [
      "experiment": "Kasse", "variant": "\u{212A}", "attribute": "userId", "unit": "v",
    ]
    try await send(
      [
        event("session-started", "real", ["flow": "\u{F6}ffnen"]),
        event("step-shown", "real", ["flow": "\u{F6}ffnen", "step": "Kontakt"]),
        event("exposure", "real", exposure), event("session-finished", "real", ["outcome": "OK"]),
        event("session-started", "forged", ["flow": "o\u{308}ffnen"]),
        event("step-shown", "forged", ["flow": "\u{F6}ffnen", "step": "\u{212A}ontakt"]),
        event("exposure", "forged", forgery),
      ], to: site)
    let results = try await results(site)
    #expect(results["flows"]?[0]?["flow"] == "o\u{308}ffnen")
    let flow = results["flows"]?[1]
    #expect(flow?["flow"] == "\u{F6}ffnen" && flow?["sessions"] == 1)
    #expect(flow?["outcomes"] == [["outcome": "OK", "sessions": 1]])
    #expect(
      flow?["steps"] == [
        ["step": "Kontakt", "sessions": 1, "ports": []],
        ["step": "\u{212A}ontakt", "sessions": 1, "ports": []],
      ])
    #expect(
      results["experiments"]?[0]?["variants"] == [
        ["variant": "K", "share": 0.75, "users": 1, "multipleExposures": 0],
        ["variant": "L", "share": 0.25, "users": 0, "multipleExposures": 0],
        ["variant": "\u{212A}", "users": 1, "multipleExposures": 0],
      ])
  }

  @Test func `attack: canonically equivalent forms of a name are limited like made-up names`()
    async throws
  {
    let site = try await Site()
    let name = String(repeating: "\u{DC}", count: 12)
    let step: JSON = [
      "id": .string(name), "screen": "Info", "ports": ["next": [["finish": "done"]]],
    ]
    try await site.publish(
      ["schema": 1, "flows": [["id": "main", "start": .string(name), "steps": [step]]]])
    // Each bit of a number selects the form of one letter; the number 0 is the name itself.
    func form(_ number: Int) -> String {
      var text = ""
      for bit in 0..<12 { text += number & (1 << bit) == 0 ? "\u{DC}" : "U\u{308}" }
      return text
    }
    for start in [0, 800, 1_600] {
      try await send(
        (start..<(start + 800)).map { stepShown(form($0), "session \($0)") }, to: site)
    }
    let steps = try #require(try await results(site)["flows"]?[0]?["steps"]?.array)
    #expect(steps.count == ResultLimits.undeclaredItems + 1)
    #expect(steps.first { $0["step"] == .string(name) }?["sessions"] == 1)
  }

  @Test(.timeLimit(.minutes(5)))
  func `batches that were not counted when they arrived are counted after the next refresh`()
    async throws
  {
    let site = try await Site()
    try await site.publish(Self.document)
    let job = Task { try await ResultsJob(services: site.services).run() }
    defer { job.cancel() }
    func isCounted(sessions: Int) async throws -> Bool {
      let results = try await site.send(.get, Self.path, as: .read).json
      return results["flows"]?[0]?["sessions"] == .number(JSONNumber(sessions))
    }
    try await send(sessionEvents(1, variant: "long", finishes: true), to: site)
    while try await !isCounted(sessions: 1) { await Task.yield() }
    // The batch is stored without a request to count it, as if counting had failed.
    let body: JSON = ["events": .array(sessionEvents(2, variant: "long", finishes: true))]
    _ = try await site.store.append(
      [
        EventBatch(
          application: "shop", environment: "production", key: UUID().uuidString, count: 1,
          body: Array(body.text(.canonical).utf8), received: site.clock.now)
      ], quota: nil)
    let folder = KeyFolder(FileManager.default.temporaryDirectory.path + "/keys-\(UUID())")
    await RefreshJob(services: site.services, folder: folder).refresh()
    while try await !isCounted(sessions: 2) { await Task.yield() }
  }
}
