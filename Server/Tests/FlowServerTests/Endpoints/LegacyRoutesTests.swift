import FlowCore
import FlowServer
import HTTPTypes
import Testing

/// The legacy API, which is that of the first Flow Magic, an earlier product.
@Suite struct LegacyRoutesTests {
  static let path = "/applications/shop/screenFlow"

  @Test func `a changed screen flow is live in production immediately`() async throws {
    let site = try await Site()
    let before = try await site.send(.get, Self.path)
    #expect(before.json["screenFlow"] == [])
    #expect(before.json["lastUpdatedOn"] == .null)
    let put = try await site.send(.put, Self.path, body: Flows.endless)
    #expect(put.status == 200)
    #expect(put.json["lastUpdatedOn"] == "2027-01-15T08:00:00Z")
    let live = site.services.currentReleases.current(application: "shop", environment: "production")
    #expect(live?.number == 1)
    #expect(try await site.send(.get, Self.path).json == put.json)
  }

  @Test func `the response of GET can be sent back unchanged`() async throws {
    let site = try await Site()
    try await site.send(.put, Self.path, body: Flows.endless)
    let response = try await site.send(.get, Self.path)
    let second = try await site.send(.put, Self.path, bytes: response.body)
    #expect(second.status == 200)
    #expect(second.json == response.json)
    #expect(try await site.send(.get, "/v1/apps/shop/releases/2").status == 404, "no change")
  }

  /// The response of `GET`, with another destination of `Home.Login`.
  private func rerouted(_ site: Site, to view: JSON) async throws -> JSONObject {
    var flow = try #require(try await site.send(.get, Self.path).json.object)
    flow["screenFlow"] = .array(
      (flow["screenFlow"]?.array ?? []).map { row in
        guard row["portName"] == "Home.Login", var row = row.object else { return row }
        row["destinationView"] = view
        return .object(row)
      })
    return flow
  }

  @Test func `members that GET adds are not part of the document`() async throws {
    let site = try await Site()
    try await site.publish(Self.rich(home: ["to": "Login"]))
    var flow = try await rerouted(site, to: "Legal")
    flow["acceptWarnings"] = true

    #expect(try await site.send(.put, Self.path, body: .object(flow)).status == 200)

    let document = try await site.send(.get, "/v1/apps/shop/releases/2").text
    for member in ["lastUpdatedOn", "losses", #""release""#, "acceptWarnings"] {
      #expect(!document.contains(member))
    }
  }

  @Test func `a change that removes all rows is rejected, even if warnings are accepted`()
    async throws
  {
    let site = try await Site()
    try await site.publish(Flows.endless)

    let response = try await site.send(
      .put, Self.path, body: ["id": "shop", "screenFlow": [], "acceptWarnings": true])

    #expect(response.status == 422)
    #expect(response.json["code"] == "findings")
    #expect(try await site.send(.get, Self.path).json["screenFlow"]?.array?.count == 2)
  }

  @Test func `a change that would strand users is rejected until its warnings are accepted`()
    async throws
  {
    let site = try await Site()
    try await site.publish(Flows.endless)
    var flow = try #require(try await site.send(.get, Self.path).json.object)
    flow["screenFlow"] = .array((flow["screenFlow"]?.array ?? []).dropLast())

    let refused = try await site.send(.put, Self.path, body: .object(flow))

    #expect(refused.status == 409)
    #expect(refused.json["code"] == "warnings")
    #expect(refused.json["message"]?.string?.contains("acceptWarnings") == true)
    #expect(refused.json["findings"]?.array?.first?["code"] == "unrouted-port")
    #expect(try await site.send(.get, "/v1/apps/shop/releases/2").status == 404)
    let path = Self.path + "?acceptWarnings=true"
    #expect(try await site.send(.put, path, body: .object(flow)).status == 200)
  }

  @Test func `of two clients with the same base, the second is rejected`() async throws {
    let site = try await Site()
    try await site.publish(Self.rich(home: ["to": "Login"]))
    let tag = try #require(try await site.send(.get, Self.path).headers[.eTag])
    let first = try await rerouted(site, to: "Legal")
    var second = try await rerouted(site, to: "Home")
    site.clock.advance(by: 60)
    #expect(try await site.send(.put, Self.path, body: .object(first)).status == 200)

    for member in ["release", "lastUpdatedOn"] as [Name] {
      var body = second
      body[member == "release" ? "lastUpdatedOn" : "release"] = nil
      let refused = try await site.send(.put, Self.path, body: .object(body))
      #expect(refused.status == 412)
      #expect(refused.json["code"] == "flow-changed")
    }
    // A precondition of the wrong type is not ignored.
    var malformed = second
    malformed["lastUpdatedOn"] = 5
    #expect(try await site.send(.put, Self.path, body: .object(malformed)).status == 400)
    second["release"] = nil
    second["lastUpdatedOn"] = nil
    let stale = try await site.send(.put, Self.path, ["If-Match": tag], body: .object(second))
    #expect(stale.status == 412)
    let current = try #require(try await site.send(.get, Self.path).headers[.eTag])
    #expect(current != tag)
    for header in ["*", current, "W/\(current), \"x\""] {
      let refused = try await site.send(
        .put, Self.path, ["If-None-Match": header], body: .object(second))
      #expect(refused.status == 412, "\(header)")
    }
    let put = try await site.send(.put, Self.path, ["If-Match": current], body: .object(second))
    #expect(put.status == 200)
  }

  /// Sends concurrent changes with the same base, and returns the sorted statuses and codes.
  ///
  /// Of the members `release` and `lastUpdatedOn`, the bodies have only `precondition`.
  private func race(
    _ site: Site, _ headers: [String: String] = [:], precondition: Name?
  ) async throws -> [String] {
    var bodies: [JSON] = []
    for number in 0..<6 {
      var body = try await rerouted(site, to: .string(number % 2 == 0 ? "Legal" : "Home"))
      for member in ["release", "lastUpdatedOn"] as [Name] where member != precondition {
        body[member] = nil
      }
      body["acceptWarnings"] = true
      bodies.append(.object(body))
    }
    return try await withThrowingTaskGroup(of: String.self) { group in
      for body in bodies {
        group.addTask {
          let response = try await site.send(.put, Self.path, headers, body: body)
          return "\(response.status) \(response.json["code"]?.string ?? "")"
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }.sorted()
    }
  }

  @Test func `of concurrent changes with one tag, one succeeds and the others get 412`()
    async throws
  {
    let site = try await Site()
    try await site.publish(Self.rich(home: ["to": "Login"]))
    let conflicts = Array(repeating: "412 flow-changed", count: 5)
    for number in 1...4 {
      let tag = try #require(try await site.send(.get, Self.path).headers[.eTag])
      #expect(try await race(site, ["If-Match": tag], precondition: nil) == ["200 "] + conflicts)
      try await site.publish(Self.rich(home: ["to": "Login"]))
      site.clock.advance(by: 60)
      let precondition: Name = number % 2 == 0 ? "release" : "lastUpdatedOn"
      let responses = try await race(site, precondition: precondition)
      #expect(responses.allSatisfy { ["200 ", "412 flow-changed"].contains($0) }, "\(responses)")
      try await site.publish(Self.rich(home: ["to": "Login"]))
    }
    // Without a precondition the change applies to the current release; a release in between is a
    // conflict.
    let responses = try await race(site, precondition: nil)
    #expect(responses.contains("200 "))
    #expect(responses.allSatisfy { ["200 ", "409 conflict"].contains($0) }, "\(responses)")
  }

  @Test func `the draft gets the change too, and keeps its own changes`() async throws {
    let site = try await Site()
    try await site.publish(Self.rich(home: ["to": "Login"]))
    var draft = try FlowDocument(ParsedJSON(Self.rich(home: ["to": "Login"]).utf8()).root)
    draft.flows[0].steps[0].content = ["title": "Hello"]
    try await site.send(
      .put, "/v1/apps/shop/draft", ["If-None-Match": "*"], body: draft.json)

    let put = try await site.send(
      .put, Self.path, body: .object(try await rerouted(site, to: "Legal")))

    #expect(put.status == 200)
    let response = try await site.send(.get, "/v1/apps/shop/draft")
    let after = try FlowDocument(parsing: response.body)
    var expected = try FlowDocument(ParsedJSON(Self.rich(home: ["to": "Legal"]).utf8()).root)
    expected.flows[0].steps[0].content = ["title": "Hello"]
    #expect(after.flows == expected.flows)
  }

  @Test func `names match regardless of case`()
    async throws
  {
    let site = try await Site()
    let live: JSON = [
      "id": "shop",
      "screenFlow": [
        ["screenName": "home", "portName": "home.login", "destinationView": "news"],
        ["screenName": "home", "portName": "home.help", "destinationView": "login"],
      ],
    ]
    try await site.publish(live)

    let put = try await site.send(
      .put, Self.path,
      body: [
        "id": "shop", "acceptWarnings": true,
        "screenFlow": [
          ["screenName": "Home", "portName": "Home.Login", "destinationView": "Login"],
          ["screenName": "Home", "portName": "help", "destinationView": "login"],
        ],
      ])

    #expect(put.status == 200)
    #expect(
      put.json["screenFlow"] == [
        ["screenName": "home", "portName": "home.help", "destinationView": "login"],
        ["screenName": "home", "portName": "home.login", "destinationView": "login"],
      ])
  }

  @Test func `the screen flow of another application is rejected and changes nothing`() async throws
  {
    let site = try await Site()
    try await site.publish(Flows.endless)
    for id in ["other", "", "sh\u{f6}p", String(repeating: "x", count: 5000)] {
      var flow = try await rerouted(site, to: "Home")
      flow["id"] = .string(id)
      flow["acceptWarnings"] = true
      let refused = try await site.send(.put, Self.path, body: .object(flow))
      #expect(refused.status == 400, "\(id)")
      #expect(refused.json["code"] == "malformed-body")
      let message = try #require(refused.json["message"]?.string)
      #expect(message.contains("\"shop\"") && message.contains("Nothing was changed"))
      #expect(message.utf8.count < 400)
    }
    #expect(try await site.send(.get, "/v1/apps/shop/releases/2").status == 404)
    // Ids match regardless of case, like names.
    var flow = try await rerouted(site, to: "Home")
    flow["id"] = "Shop"
    flow["acceptWarnings"] = true
    #expect(try await site.send(.put, Self.path, body: .object(flow)).status == 200)
  }

  @Test func `two rows with the same port are rejected`() async throws {
    let site = try await Site()
    try await site.publish(Flows.endless)
    let row: (JSON) -> JSON = { screen in
      ["screenName": screen, "portName": "Login", "destinationView": "Login"]
    }
    let response = try await site.send(
      .put, Self.path, body: ["id": "shop", "screenFlow": [row("Home"), row("home")]])
    #expect(response.status == 400)
    let other: JSON = ["screenName": "Home", "portName": "Login", "destinationView": "Home"]
    let duplicated = try await site.send(
      .put, Self.path, body: ["id": "shop", "screenFlow": [row("Home"), other]])
    #expect(duplicated.status == 400)
    #expect(duplicated.text.contains("only the first would apply"))
  }

  @Test func `an app reads the screen flow of its environment with its key`() async throws {
    let site = try await Site()
    try await site.publish(Flows.endless)
    let response = try await site.send(.get, Self.path, as: .app)
    #expect(response.status == 200)
    #expect(response.json["id"] == "shop")
    #expect(response.json["screenFlow"]?.array?.count == 2)
    #expect(response.headers[.accessControlAllowOrigin] == "*")
    #expect(try await site.send(.put, Self.path, as: .app, body: Flows.endless).status == 401)
  }

  @Test func `an error has the format of the legacy API, with the findings`() async throws {
    let site = try await Site()
    try await site.send(
      .post, "/v1/apps/shop/manifests", body: Flows.manifest(screens: ["Home"]))
    let response = try await site.send(.put, Self.path, body: Flows.endless)
    #expect(response.status == 422)
    #expect(response.json["status"] == "Failure")
    #expect(response.json["findings"]?.array?.isEmpty == false)
    let native = try await site.send(.put, Self.path, body: Flows.document())
    #expect(native.status == 400)
  }

  /// A document that the format can represent only partly: it has content, a condition and a
  /// second flow; `home` is the unconditional route of `Home.Login`.
  private static func rich(home: JSON) -> JSON {
    [
      "schema": 1,
      "flows": [
        [
          "id": "shop", "start": "Home",
          "steps": [
            [
              "id": "Home", "screen": "Home", "content": ["title": "Hi"],
              "ports": [
                "Login": [["when": ["country": "DE"], "to": "Legal"], home],
                "Help": [["flow": "help"]],
              ],
            ],
            ["id": "Legal", "screen": "Legal", "ports": ["Ok": [["to": "Login"]]]],
            ["id": "Login", "screen": "Login", "ports": ["Back": [["to": "Home"]]]],
          ],
        ],
        [
          "id": "help", "start": "Help",
          "steps": [["id": "Help", "screen": "Help", "ports": ["next": [["finish": "read"]]]]],
        ],
      ],
    ]
  }

  @Test func `parts that the format cannot represent stay unchanged`() async throws {
    let site = try await Site()
    try await site.publish(Self.rich(home: ["to": "Login", "style": "sheet"]))
    let rows: [JSON] = try await site.send(.get, Self.path).json["screenFlow"]?.array ?? []
    let changed = rows.map { row -> JSON in
      guard row["portName"] == "Home.Login", var row = row.object else { return row }
      row["destinationView"] = "Legal"
      return .object(row)
    }

    let response = try await site.send(
      .put, Self.path, body: ["id": "shop", "screenFlow": .array(changed)])

    #expect(response.status == 200)
    let live = try await site.send(.get, "/v1/apps/shop/releases/2")
    let expected = try FlowDocument(
      ParsedJSON(Self.rich(home: ["to": "Legal", "style": "sheet"]).utf8()).root)
    #expect(try FlowDocument(parsing: live.body).flows == expected.flows)
  }

  @Test func `a missing row removes its route, and a new one adds a step`()
    async throws
  {
    let site = try await Site()
    try await site.publish(Self.rich(home: ["to": "Login"]))

    let response = try await site.send(
      .put, Self.path,
      body: [
        "id": "shop",
        "screenFlow": [
          ["screenName": "Home", "portName": "Home.Login", "destinationView": "News"],
          ["screenName": "Legal", "portName": "Legal.Ok", "destinationView": "Login"],
          ["screenName": "News", "portName": "News.Done", "destinationView": "Home"],
        ], "acceptWarnings": true,
      ])

    #expect(response.status == 200)
    let live = try FlowDocument(parsing: try await site.send(.get, "/v1/apps/shop/releases/2").body)
    let steps = live.flows[0].steps
    #expect(steps.map(\.id) == ["Home", "Legal", "Login", "News"])
    #expect(steps[2].ports.isEmpty)
    #expect(steps[0].content == ["title": "Hi"])
    #expect(live.flows.count == 2)
  }

  @Test(arguments: ["/applications/no one", "/applications?companyName=no one", "/applications"])
  func `an unknown or missing company is a bad request`(path: String) async throws {
    let site = try await Site()
    #expect(try await site.send(.get, path).status == 400)
    #expect(try await site.send(.get, path, as: .anonymous).status == 401)
  }

  @Test(arguments: ["screenFlow", "screens", "nodesInfo"])
  func `an unknown application is a bad request`(part: String) async throws {
    let site = try await Site()
    let response = try await site.send(.get, "/applications/nothing/\(part)")
    #expect(response.status == 400)
    #expect(response.json["status"] == "Failure")
  }

  @Test func `nodes are positioned by their distance from the start`() async throws {
    let site = try await Site()
    try await site.send(
      .post, "/v1/apps/shop/manifests", body: Flows.manifest(screens: ["Home", "Login", "Extra"]))
    try await site.publish(Flows.endless)
    let nodes = try await site.send(.get, "/applications/shop/nodesInfo").json.array ?? []
    #expect(nodes.map { $0["id"] } == ["Home", "Login", "Extra"])
    #expect(nodes[0]["position"]?["x"] == 0)
    #expect((nodes[1]["position"]?["x"]?.number?.double ?? 0) > 0)
    #expect(nodes[0]["data"]?["portNames"]?.array?.contains("Home.Login") == true)
  }
}
