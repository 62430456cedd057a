import FlowCore
import FlowServer
import HTTPTypes
import Testing

/// The positions of steps on the canvas, for the whole team.
@Suite(.timeLimit(.minutes(10))) struct LayoutEndpointTests {
  private static let path = "/v1/apps/shop/layout"

  @discardableResult
  private func move(
    _ site: Site, _ flows: JSON, client: String? = nil
  ) async throws -> Site.Response {
    try await site.send(
      .patch, Self.path, as: .draft, client.map { ["X-Client": $0] } ?? [:],
      body: ["flows": flows])
  }

  @Test func `a new layout is empty`() async throws {
    let site = try await Site()
    #expect(try await site.send(.get, Self.path).json == ["flows": [:]])
  }

  @Test func `a change is merged and rounded, and the response has the flows that it affects`()
    async throws
  {
    let site = try await Site()
    try await move(site, ["other": ["steps": ["x": [1, 1]]]])
    try await move(
      site, ["main": ["steps": ["a": [1.5, -2.4], "b": [0, 0]], "collapsed": ["b"]]])
    let response = try await move(site, ["main": ["steps": ["b": .null, "c": [1e6, -1e6]]]])
    let main: JSON = ["steps": ["a": [2, -2], "c": [1_000_000, -1_000_000]], "collapsed": ["b"]]
    #expect(response.status == 200)
    #expect(response.json == ["flows": ["main": main]])
    let all = try await site.send(.get, Self.path).json
    #expect(all == ["flows": ["main": main, "other": ["steps": ["x": [1, 1]], "collapsed": []]]])
    let removal = try await move(site, ["main": .null])
    #expect(removal.json == ["flows": ["main": ["steps": [:], "collapsed": []]]])
  }

  @Test func `others receive the change, with the page that made it`() async throws {
    let site = try await Site()
    let log = try await StreamLog(site)
    await log.events(until: "ready")
    try await move(site, ["main": ["steps": ["a": [1.2, 2], "b": .null]]], client: "page0001")
    #expect(
      await log.event("layout") == [
        "flows": ["main": ["steps": ["a": [1, 2], "b": .null]]], "client": "page0001",
      ])
    try await move(site, ["main": .null, "other": ["collapsed": ["z"]]])
    #expect(
      await log.event("layout") == [
        "flows": ["main": .null, "other": ["steps": [:], "collapsed": ["z"]]]
      ])
  }

  @Test func `concurrent changes are sent in the order in which they apply`() async throws {
    let site = try await Site()
    let log = try await StreamLog(site)
    await log.events(until: "ready")
    await withTaskGroup { group in
      for x in 1...30 {
        group.addTask {
          _ = try? await move(site, ["main": ["steps": ["a": [.init(Double(x)), 0]]]])
        }
      }
    }
    try await move(site, ["main": ["steps": ["last": [0, 0]]]])
    let seen = await log.events(until: "layout") {
      $0["flows"]?["main"]?["steps"]?["last"] != nil
    }
    let steps = seen.compactMap { $0.data["flows"]?["main"]?["steps"]?["a"] }
    let stored = try await site.send(.get, Self.path).json["flows"]?["main"]?["steps"]?["a"]
    #expect(steps.count == 30)
    #expect(steps.last == stored)
  }

  @Test(arguments: [
    "{}", "[]", #"{"flows": []}"#, #"{"flows": {"": {}}}"#, #"{"flows": {"main": 1}}"#,
    #"{"flows": {"main": {"steps": {"a": [1]}}}}"#, #"{"flows": {"main": {"steps": []}}}"#,
    #"{"flows": {"main": {"steps": {"a": [1, 2, 3]}}}}"#,
    #"{"flows": {"main": {"steps": {"a": [1, 1000001]}}}}"#,
    #"{"flows": {"main": {"steps": {"a": [1e999, 1]}}}}"#,
    #"{"flows": {"main": {"steps": {"a": ["1", 1]}}}}"#,
    #"{"flows": {"main": {"steps": {"": [1, 1]}}}}"#,
    #"{"flows": {"main": {"collapsed": [1]}}}"#, #"{"flows": {"main": {"collapsed": "a"}}}"#,
  ])
  func `an invalid layout is rejected and changes nothing`(body: String) async throws {
    let site = try await Site()
    let response = try await site.send(.patch, Self.path, bytes: Array(body.utf8))
    #expect(response.code == "malformed-body", "\(response.text)")
    #expect(try await site.send(.get, Self.path).json == ["flows": [:]])
  }

  @Test func `an application has at most 20,000 positions`() async throws {
    let site = try await Site()
    let steps = (0..<20_000).map {
      JSONObject.Member(key: Name("s\($0)"), value: [.number(JSONNumber($0)), 0])
    }
    let full = try await move(site, ["main": ["steps": .object(JSONObject(steps))]])
    #expect(full.status == 200)
    let overLimit = try await move(site, ["other": ["steps": ["a": [0, 0]]]])
    #expect(overLimit.code == "malformed-body")
    #expect(overLimit.text.contains("20000"))
  }
}
