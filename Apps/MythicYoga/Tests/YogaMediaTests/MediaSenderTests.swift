import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import Testing
import YogaMedia

/// Repeated requests, which the connection answers, over real sockets.
@Suite(.timeLimit(.minutes(10))) struct MediaSenderTests {
  private static let large = (0..<1_600_000).map { UInt8(truncatingIfNeeded: $0 &* 13 >> 3) }

  /// What a test changes while the service runs.
  private final class World: Sendable {
    let time = NIOLockedValueBox(Date(timeIntervalSince1970: 1_800_000_000))
    let viewer = NIOLockedValueBox("")

    func pass(_ seconds: TimeInterval) { time.withLockedValue { $0 += seconds } }
  }

  private struct Site: Sendable {
    let client: any TestClientProtocol
    let fixture: MediaFixture
    let grants: MediaGrants
    let world: World
    let link: String

    func get(_ headers: HTTPFields = [:]) async throws -> TestResponse {
      try await client.execute(uri: link, method: .get, headers: headers)
    }
  }

  private static func run(
    viewer: String = "", _ test: @escaping @Sendable (Site) async throws -> Void
  ) async throws {
    let (fixture, world) = (try MediaFixture(large), World())
    world.viewer.withLockedValue { $0 = viewer }
    let now: @Sendable () -> Date = { world.time.withLockedValue { $0 } }
    let grants = MediaGrants(now: now)
    let router = Router()
    MediaRoutes(library: fixture.library, links: fixture.links, grants: grants, now: now)
      .add(to: router) { _, _ in world.viewer.withLockedValue { $0 } }
    router.get("/slow") { _, _ in "slow" }
    let app = Application(
      router: router,
      server: .http1(
        configuration: .init(additionalChannelHandlers: [MediaSender(grants: grants)])),
      configuration: .init(address: .hostname("127.0.0.1", port: 0)))
    let link = fixture.links.url(
      for: .video, of: "agni/mantra", viewer: viewer, expires: fixture.now.addingTimeInterval(600))
    try await app.test(.live) { client in
      try await test(
        Site(client: client, fixture: fixture, grants: grants, world: world, link: link))
    }
  }

  @Test func `a repeated request has the same response as the first`() async throws {
    try await Self.run { site in
      let tag = try await site.get([.range: "bytes=0-0"]).headers[.eTag] ?? ""
      let requests: [HTTPFields] = [
        [:], [.range: "bytes=0-"], [.range: "bytes=500000-1599998"], [.range: "bytes=-7"],
        [.range: "bytes=1600000-"], [.range: "bytes=0-1,3-4"], [.ifNoneMatch: tag],
        [.range: "bytes=5-9", .ifRange: tag], [.range: "bytes=5-9", .ifRange: "\"other\""],
      ]
      for headers in requests {
        // Two seconds later the same request is checked again.
        site.world.pass(3)
        let before = site.grants.repeated
        let first = try await site.get(headers)
        #expect(site.grants.repeated == before)
        _ = try await site.get([.range: "bytes=0-0"])
        let again = try await site.get(headers)
        #expect(site.grants.repeated > before)
        #expect(again.status == first.status && again.body == first.body, "\(headers)")
        for name in [
          HTTPField.Name.contentRange, .contentLength, .contentType, .eTag, .lastModified,
          .acceptRanges, .xContentTypeOptions,
        ] { #expect(again.headers[name] == first.headers[name], "\(headers) \(name)") }
        #expect(again.headers[.cacheControl]?.hasPrefix("private") == true)
      }
    }
  }

  @Test func `a session that ends loses its videos after two seconds`() async throws {
    try await Self.run(viewer: "mira") { site in
      let opened = try await site.get().status
      #expect(opened == .ok)
      site.world.viewer.withLockedValue { $0 = "" }
      // Another browser, or the same one without its cookie, has no grant.
      let without = try await site.get([.cookie: "a=b"]).status
      #expect(without == .forbidden)
      site.world.pass(MediaGrants.lifetime)
      let before = site.grants.repeated
      let ended = try await site.get().status
      #expect(ended == .forbidden)
      let again = try await site.get().status
      #expect(again == .forbidden)
      #expect(site.grants.repeated == before)
    }
  }

  @Test func `a link expires at its second, also for repeated requests`() async throws {
    try await Self.run { site in
      site.world.pass(599)
      for _ in 0..<2 {
        let status = try await site.get().status
        #expect(status == .ok)
      }
      #expect(site.grants.repeated == 1)
      site.world.pass(1)
      let expired = try await site.get().status
      #expect(expired == .forbidden)
    }
  }

  @Test func `a replaced file is sent whole, the old one or the new one`() async throws {
    try await Self.run { site in
      let first = try await site.get()
      try site.fixture.write([1, 2, 3], to: .video)
      let old = try await site.get()
      #expect(old.body == first.body && old.headers[.eTag] == first.headers[.eTag])
      site.world.pass(MediaGrants.lifetime)
      let new = try await site.get()
      #expect(Array(new.body.readableBytesView) == [1, 2, 3])
      #expect(new.headers[.eTag] != first.headers[.eTag])
    }
  }

  @Test func `other requests of the connection are answered as before`() async throws {
    try await Self.run { site in
      for _ in 0..<3 {
        let other = try await site.get([.range: "bytes=9-99999"]).status
        #expect(other == .partialContent)
        let slow = try await site.client.execute(uri: "/slow", method: .get)
        #expect(String(buffer: slow.body) == "slow")
        let head = try await site.client.execute(uri: site.link, method: .head)
        #expect(head.status == .ok && head.headers[.contentLength] == "1600000")
      }
      #expect(site.grants.repeated == 2)
    }
  }
}
