import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct AnnouncingTests {
  private let folder: TemporaryFolder
  private let responses = Locked<[TransportResponse]>([])
  private let requests = Locked(0)

  init() throws { folder = try TemporaryFolder() }

  private func enqueueResponse(_ status: Int, _ body: String = "{}") {
    responses.withLock { $0.append(TransportResponse(status: status, body: Array(body.utf8))) }
  }

  /// Launches the app and returns the problems that it reports.
  private func launch(_ manifest: Manifest) async throws -> [FlowMagicError] {
    let (responses, requests) = (responses, requests)
    let transport = InMemoryTransport { exchange in
      requests.withLock { $0 += 1 }
      let next = responses.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let next {
        exchange.respond(next)
      } else {
        exchange.fail(TransportFailure(.unreachable, "No."))
      }
    }
    let fixture = try ClientFixture(key: Self.key, transport: transport)
    let client = try fixture.client()
    await client.announce(manifest, recordedIn: folder.url.appending(path: "announced"))
    return fixture.events.events.compactMap { event in
      guard let code = event.detail["code"]?.string.flatMap(FlowMagicError.Code.init(rawValue:)),
        let message = event.detail["message"]?.string
      else { return nil }
      return FlowMagicError(code, message)
    }
  }

  private static let key = TestKey()
  private let manifest = Manifest(platform: "ios", version: "1.0", build: "1")
  private let changedManifest = Manifest(
    platform: "ios", version: "1.0", build: "1", screens: [ScreenDeclaration(name: "New")])

  private var requestCount: Int { requests.withLock { $0 } }

  @Test func `an unchanged manifest is not sent again`() async throws {
    enqueueResponse(201)
    #expect(try await launch(manifest).isEmpty)
    #expect(try await launch(manifest).isEmpty)
    #expect(requestCount == 1)
    enqueueResponse(201)
    #expect(try await launch(changedManifest).isEmpty)
    #expect(requestCount == 2)
  }

  @Test func `a rejected manifest is reported at each launch, and sent again only after a change`()
    async throws
  {
    enqueueResponse(409, #"{"detail":"A token has declared it. Change the number."}"#)
    for _ in 1...2 {
      let problems = try await launch(manifest)
      #expect(problems.map(\.code) == [.announcementRejected])
      #expect(problems.first?.message.contains("Change the number.") == true)
    }
    #expect(requestCount == 1)
    enqueueResponse(200)
    #expect(try await launch(changedManifest).isEmpty)
    #expect(requestCount == 2)
  }

  @Test func `the next launch retries if the server could not respond`() async throws {
    #expect(try await launch(manifest).isEmpty)
    enqueueResponse(503)
    #expect(try await launch(manifest).isEmpty)
    enqueueResponse(201)
    #expect(try await launch(manifest).isEmpty)
    #expect(try await launch(manifest).isEmpty)
    #expect(requestCount == 3)
  }
}
