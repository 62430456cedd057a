import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

/// Checks every byte that an app sends or stores for sending.
@MainActor @Suite(.timeLimit(.minutes(5))) struct SentBytesTests {
  /// Four splits in a chain, each by a different attribute.
  private static let splits = """
    { "schema": 1, "application": "shop", "flows": [ { "id": "main", "start": "s0", "steps": [
      \(["userId", "email", "hobby", "country"].enumerated().map { index, attribute in
        """
        { "id": "s\(index)", "screen": "Home", "content": { "headline": "Hello" }, "ports": {
          "login": [ { "split": { "experiment": "x\(index)", "by": "\(attribute)", "variants": [
            { "key": "one", "weight": 1, "to": "s\(index + 1)" } ] } },
            { "to": "s\(index + 1)" } ] } }
        """
      }.joined(separator: ",")),
      { "id": "s4", "screen": "Email", "ports": { "next": [ { "finish": "done" } ] } } ] } ] }
    """
  private static let context: JSONObject = [
    "userId": "mira-4711", "email": "mira@example.com", "hobby": "beekeeping",
    "phone": "+49 30 8675309", "country": "Liechtenstein", "account": 4_711_471_147,
  ]
  /// Values that no server may receive; `country` is reported, but only in `session-started`.
  private static let secrets = [
    "mira-4711", "mira@example.com", "beekeeping", "8675309", "4711471147", "entered@example.com",
  ]

  /// Everything that was sent: URLs, header fields and bodies.
  fileprivate final class SentData: Sendable {
    let texts = Locked<[String]>([])
    let batches = Locked<[JSON]>([])
  }

  private func runSession() async throws -> (sent: SentData, onDisk: String) {
    let sentData = SentData()
    let transport = InMemoryTransport { exchange in
      let request = exchange.request
      let headerText = request.headers.map { "\($0): \($1)" }.joined(separator: "\n")
      let body = String(decoding: request.body, as: UTF8.self)
      sentData.texts.withLock { $0.append("\(request.url)\n\(headerText)\n\(body)") }
      if request.method == .post, let batch = try? JSON(parsing: request.body) {
        sentData.batches.withLock { $0.append(batch) }
      }
      exchange.respond(TransportResponse(status: request.method == .post ? 202 : 404))
    }
    var fixture = try QueueFixture(transport: transport)
    fixture.configuration.batchInterval = .seconds(3_600)
    let queue = fixture.queue()
    let navigator = try Navigator(
      screens: shopScreens(), default: FlowDocument(parsing: Self.splits), context: Self.context,
      privateAttributes: PrivateAttributes(["hobby"]), events: queue)
    await navigator.start()
    for _ in 0..<4 { try #require(navigator.screen(Home.self)).fire(.login) }
    try #require(navigator.screen(Email.self)).fire(.next, output: "entered@example.com")
    #expect(navigator.outcome == "done")
    let folder = fixture.folder
    let onDisk = try folder.names.map { String(decoding: try folder.bytes($0), as: UTF8.self) }
    await queue.flush()
    return (sentData, onDisk.joined(separator: "\n"))
  }

  @Test func `an app neither sends nor stores for sending the value of a private attribute`()
    async throws
  {
    let (sentData, onDisk) = try await runSession()

    let texts = sentData.texts.withLock { $0 } + [onDisk]
    #expect(onDisk.contains("exposure"))
    #expect(texts.contains { $0.contains("/events") && $0.contains("exposure") })
    for text in texts {
      for secret in Self.secrets { #expect(!text.contains(secret), "\(secret) in \(text)") }
      // A value that may be reported appears in `session-started`, and nowhere else.
      #expect(text.components(separatedBy: "Liechtenstein").count <= 2)
    }
  }

  @Test func `an exposure identifies its unit by a hash, the same on all of a user's devices`()
    async throws
  {
    let first = try await runSession().sent.exposures
    let second = try await runSession().sent.exposures

    #expect(first.map { $0["experiment"] } == ["x0", "x1", "x2", "x3"])
    #expect(first.map { $0["attribute"] } == ["userId", "email", "hobby", "country"])
    #expect(first.allSatisfy { $0["value"] == nil && $0["unit"]?.string?.utf8.count == 22 })
    #expect(first.map { $0["unit"] } == second.map { $0["unit"] })
    #expect(Set(first.compactMap { $0["unit"]?.string }).count == 4)
  }

  @Test func `two applications have different hashes of the same user`() throws {
    let event = FlowEvent(
      .exposure, detail: ["attribute": "userId", "value": "mira-4711", "unit": "forged"])

    let units = (["shop", "bank"] as [Name]).map { event.withHashedUnit(of: $0).detail["unit"] }

    #expect(units[0] != units[1])
    #expect(units.allSatisfy { $0 != "forged" && $0 != nil })
    let custom = FlowEvent(.custom, detail: ["value": "the app's own"])
    #expect(custom.withHashedUnit(of: "shop") == custom)
  }
}

extension SentBytesTests.SentData {
  fileprivate var exposures: [JSON] {
    batches.withLock { $0 }.flatMap { $0["events"]?.array ?? [] }.filter {
      $0["type"] == "exposure"
    }
  }
}
