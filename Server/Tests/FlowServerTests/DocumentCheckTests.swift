import FlowCore
import FlowServer
import Foundation
import HTTPTypes
import Synchronization
import Testing

/// Hostile documents delay only their own organization, and their names and lists are limited.
@Suite struct DocumentCheckTests {
  /// Blocks threads until it is opened.
  private final class Latch: Sendable {
    private let condition = NSCondition()
    private let isOpen = Mutex(false)

    func wait() {
      condition.lock()
      defer { condition.unlock() }
      while !isOpen.withLock({ $0 }) { condition.wait() }
    }

    func open() {
      condition.lock()
      defer { condition.unlock() }
      isOpen.withLock { $0 = true }
      condition.broadcast()
    }
  }

  @MainActor @Test
  func `attack: documents that take forever do not delay other organizations`()
    async throws
  {
    let checks = DocumentChecks(limit: 3)
    let latch = Latch()
    let hostile = (1...3).map { number in
      Task {
        try await checks.run(for: "hostile") { () -> Int in
          latch.wait()
          return number
        }
      }
    }
    await letStartedTasksRun()
    #expect(checks.count(of: "hostile") == 3)
    let other = try await checks.run(for: "acme") { "checked" }
    #expect(other == "checked")
    let refused = await Task { try await checks.run(for: "hostile") { 4 } }.result
    #expect(throws: Problem.self) { try refused.get() }
    latch.open()
    var sum = 0
    for task in hostile { sum += try await task.value }
    #expect(sum == 6)
    let next = try await checks.run(for: "hostile") { 5 }
    #expect(next == 5)
  }

  @MainActor @Test
  func `attack: an organization with too many checks gets 429, and its apps are still served`()
    async throws
  {
    let site = try await Site()
    let latch = Latch()
    let checks = site.services.documentChecks
    let held = (1...32).map { _ in Task { try await checks.run(for: "acme") { latch.wait() } } }
    await letStartedTasksRun()
    #expect(checks.count(of: "acme") == 32)
    let path = "/v1/apps/shop/verification"
    let refused = try await site.send(.post, path, body: Flows.document())
    #expect(refused.status == 429)
    #expect(refused.code == "too-many-documents")
    #expect(refused.headers[.retryAfter] == "5")
    let application = try await site.send(.get, "/v1/apps/shop")
    #expect(application.status == 200)
    let flow = try await site.send(.get, "/applications/shop/screenFlow", as: .app)
    #expect(flow.status == 200, "apps have a separate queue")
    latch.open()
    for task in held { try await task.value }
    let response = try await site.send(.post, path, body: Flows.document())
    #expect(response.status == 200)
  }

  @Test func `attack: large bodies of one organization leave space for others`() async throws {
    let bodies = LargeBodyLimiter(limit: 6, perOrganization: 8)
    func fill(_ organization: String) async throws -> Int {
      do {
        return try await bodies.withReservation(for: organization) {
          1 + (try await fill(organization))
        }
      } catch let problem as Problem {
        #expect(problem.code == .tooManyDocuments)
        return 0
      }
    }
    let firstFill = try await fill("hostile")
    #expect(firstFill == 3)
    let others = try await bodies.withReservation(for: "a") {
      try await bodies.withReservation(for: "a") {
        try await bodies.withReservation(for: "a") { try await fill("b") }
      }
    }
    #expect(others == 2)
    let secondFill = try await fill("hostile")
    #expect(secondFill == 3, "finished requests are no longer counted")
    let limitedBodies = LargeBodyLimiter(limit: 64, perOrganization: 2)
    let second = try await limitedBodies.withReservation(for: "a") {
      try await limitedBodies.withReservation(for: "a") {
        do {
          _ = try await limitedBodies.withReservation(for: "a") {
            Issue.record("a third body was accepted")
          }
        } catch let problem as Problem {
          #expect(problem.code == .tooManyDocuments)
        }
        return try await limitedBodies.withReservation(for: "b") { 1 }
      }
    }
    #expect(second == 1)
  }

  /// Documents that each have a name of `length` bytes in a different place.
  private static func documents(nameLength length: Int) -> [JSON] {
    let name = String(repeating: "n", count: length)
    func document(
      flow: String = "f", step: String = "a", screen: String = "A", port: String = "p",
      target: JSON = ["finish": "done"], extra: JSONObject = JSONObject()
    ) -> JSON {
      var object: JSONObject = [
        "schema": 1,
        "flows": [
          [
            "id": .string(flow), "start": .string(step),
            "steps": [
              [
                "id": .string(step), "screen": .string(screen),
                "ports": .object(JSONObject([.init(key: Name(port), value: [target])])),
              ]
            ],
          ]
        ],
      ]
      for member in extra.members { object[member.key] = member.value }
      return .object(object)
    }
    let keyed = JSON.object(JSONObject([.init(key: Name(name), value: 1)]))
    return [
      document(flow: name), document(step: name), document(screen: name), document(port: name),
      document(target: ["to": .string(name)]), document(target: ["finish": .string(name)]),
      document(extra: ["other": [["deep": keyed]]]),
      document(extra: ["screens": [["name": .string(name)]]]),
    ]
  }

  @Test func `attack: an error quotes only a short part of a document`() async throws {
    let site = try await Site()
    let digits = String(repeating: "9", count: 1 << 20)
    for body in [
      #"{"schema":\#(digits),"flows":[]}"#, #"{"schema":0.\#(digits),"flows":[]}"#,
      #"{"schema":1,"flows":[],"\#(digits)"#, #"{"schema":1,"origin":"\#(digits)","flows":[]}"#,
    ] {
      let response = try await site.send(
        .post, "/v1/apps/shop/verification", bytes: Array(body.utf8))
      #expect(response.status == 400)
      #expect(response.body.count < 3 * Problem.maximumDetailBytes)
    }
  }

  @Test func `attack: names are limited to 500 bytes, because findings repeat them`() async throws {
    let site = try await Site()
    for (index, document) in Self.documents(nameLength: 501).enumerated() {
      for (path, body) in [
        ("/v1/apps/shop/verification", document),
        ("/v1/apps/shop/environments/staging/releases", ["document": document]),
      ] {
        let response = try await site.send(.post, path, body: body)
        #expect(response.code == "malformed-body", "\(index) \(path): \(response.text)")
        #expect(response.text.utf8.count < 600)
      }
      let draft = try await site.send(
        .put, "/v1/apps/shop/draft", ["If-None-Match": "*"], body: document)
      #expect(draft.code == "malformed-body", "\(index): \(draft.text)")
    }
    for document in Self.documents(nameLength: 500) {
      let response = try await site.send(.post, "/v1/apps/shop/verification", body: document)
      #expect(response.status == 200, "\(response.text)")
    }
  }

  @Test func `attack: languages are limited to 200, because findings list the missing ones`()
    async throws
  {
    let site = try await Site()
    func document(_ locales: [String], strings: [String] = ["en"]) -> JSON {
      var object = Flows.document().object ?? JSONObject()
      object["locales"] = .array(locales.map { .string($0) })
      object["strings"] = .object(
        JSONObject(strings.map { JSONObject.Member(key: Name($0), value: ["k": "x"]) }))
      return .object(object)
    }
    let tooManyLocales = (0...200).map { "l\($0)" }
    for refused in [
      document(tooManyLocales), document(["en"], strings: tooManyLocales),
      document(["en", String(repeating: "l", count: 101)]),
    ] {
      let response = try await site.send(.post, "/v1/apps/shop/verification", body: refused)
      #expect(response.code == "malformed-body", "\(response.text.prefix(200))")
    }
    let response = try await site.send(
      .post, "/v1/apps/shop/verification", body: document(Array(tooManyLocales.dropFirst())))
    #expect(response.status == 200, "\(response.text.prefix(200))")
  }

  @Test func `attack: the declarations of a manifest are limited, which keeps comparison fast`()
    async throws
  {
    let site = try await Site()
    func manifest(screens: JSON = [], blocks: JSON = ["level": 1]) -> JSON {
      [
        "schema": 1, "platform": "ios", "version": "1", "build": "1", "screens": screens,
        "blocks": blocks,
      ]
    }
    func many(_ count: Int) -> JSON { .array((0..<count).map { .string("n\($0)") }) }
    func action(_ outcomes: JSON, _ provides: JSON) -> JSON {
      ["level": 1, "actions": [["name": "buy", "outcomes": outcomes, "provides": provides]]]
    }
    let long: JSON = .string(String(repeating: "n", count: 501))
    func padded(_ number: Int) -> JSON {
      .string("\(number)" + String(repeating: "n", count: 400))
    }
    for refused in [
      manifest(screens: [["name": "A", "ports": many(1_001)]]),
      manifest(screens: [["name": long, "ports": []]]),
      manifest(screens: [["name": "A", "ports": [long]]]),
      manifest(screens: [["name": "A", "ports": .array((0..<100).map(padded))]]),
      manifest(blocks: action(many(101), [:])), manifest(blocks: action([], ["done": many(101)])),
      manifest(blocks: action([long], [:])),
    ] {
      let response = try await site.send(.post, "/v1/apps/shop/manifests", body: refused)
      #expect(response.code == "malformed-body", "\(response.text)")
    }
    let largest = manifest(
      screens: [["name": "A", "ports": many(1_000)]], blocks: action(many(100), ["n1": many(100)]))
    let response = try await site.send(.post, "/v1/apps/shop/manifests", body: largest)
    #expect(response.status == 201, "\(response.text)")
  }
}
