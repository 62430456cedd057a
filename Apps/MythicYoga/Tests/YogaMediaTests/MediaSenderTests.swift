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

  /// The settings that a test changes while the service runs.
  private final class TestSettings: Sendable {
    let time = NIOLockedValueBox(Date(timeIntervalSince1970: 1_800_000_000))
    let userID = NIOLockedValueBox("")

    func advance(by seconds: TimeInterval) { time.withLockedValue { $0 += seconds } }
  }

  private struct Site: Sendable {
    let client: any TestClientProtocol
    let fixture: MediaFixture
    let responseCache: MediaResponseCache
    let settings: TestSettings
    let link: String

    var port: Int { client.port ?? 0 }

    func get(_ headers: HTTPFields = [:]) async throws -> TestResponse {
      try await client.execute(uri: link, method: .get, headers: headers)
    }
  }

  /// Runs a test on a service.
  ///
  /// If `answersRepeatedRequests` is false, its connections answer nothing themselves, for
  /// comparison.
  private static func run(
    userID: String = "", fixture: MediaFixture? = nil, answersRepeatedRequests: Bool = true,
    maximumFiles: Int = MediaResponseCache.maximumFiles,
    _ test: @escaping @Sendable (Site) async throws -> Void
  ) async throws {
    let (fixture, settings) = (try fixture ?? MediaFixture(large), TestSettings())
    settings.userID.withLockedValue { $0 = userID }
    let now: @Sendable () -> Date = { settings.time.withLockedValue { $0 } }
    let responseCache = MediaResponseCache(maximumFiles: maximumFiles, now: now)
    let router = Router()
    MediaRoutes(
      library: fixture.library, links: fixture.links, responseCache: responseCache, now: now
    )
    .add(to: router) { _, _ in settings.userID.withLockedValue { $0 } }
    router.get("/slow") { _, _ in "slow" }
    router.post("/slow") { request, _ in try await request.body.collect(upTo: 1 << 20) }
    let app = Application(
      router: router,
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: answersRepeatedRequests
            ? [MediaSender(responseCache: responseCache)] : [])),
      configuration: .init(address: .hostname("127.0.0.1", port: 0)))
    let link = fixture.links.path(
      for: .video, of: "agni/mantra", userID: userID, expires: fixture.now.addingTimeInterval(600))
    try await app.test(.live) { client in
      try await test(
        Site(
          client: client, fixture: fixture, responseCache: responseCache, settings: settings,
          link: link))
    }
  }

  @Test func `a repeated request has the same response as the first`() async throws {
    try await Self.run { site in
      let tag = try await site.get([.range: "bytes=0-0"]).headers[.eTag] ?? ""
      let requests: [HTTPFields] = [
        [:], [.range: "bytes=0-"], [.range: "bytes=500000-1599998"], [.range: "bytes=-7"],
        [.range: "bytes=1600000-"], [.range: "bytes=0-1,3-4"], [.range: "bytes=1 2-3"],
        [.range: "bytes=5-4"], [.ifNoneMatch: tag],
        [.range: "bytes=5-9", .ifRange: tag], [.range: "bytes=5-9", .ifRange: "\"other\""],
      ]
      for headers in requests {
        // After two seconds, the same request is checked again.
        site.settings.advance(by: 3)
        let before = site.responseCache.hitCount
        let first = try await site.get(headers)
        #expect(site.responseCache.hitCount == before)
        _ = try await site.get([.range: "bytes=0-0"])
        let allowed = site.responseCache.hitCount
        let repeatedResponse = try await site.get(headers)
        // Only responses with a body are repeated by the connection.
        let hasBody = first.body.readableBytes > 0
        #expect(site.responseCache.hitCount == allowed + (hasBody ? 1 : 0), "\(headers)")
        #expect(
          repeatedResponse.status == first.status && repeatedResponse.body == first.body,
          "\(headers)")
        for name in [
          HTTPField.Name.contentRange, .contentLength, .contentType, .eTag, .lastModified,
          .acceptRanges, .xContentTypeOptions,
        ] { #expect(repeatedResponse.headers[name] == first.headers[name], "\(headers) \(name)") }
        #expect(repeatedResponse.headers[.cacheControl]?.hasPrefix("private") == true)
      }
    }
  }

  @Test func `two seconds after a session has ended, its requests are rejected`() async throws {
    try await Self.run(userID: "mira") { site in
      let firstStatus = try await site.get().status
      #expect(firstStatus == .ok)
      site.settings.userID.withLockedValue { $0 = "" }
      // Another browser, or the same one without its cookie, has no cached response.
      let without = try await site.get([.cookie: "a=b"]).status
      #expect(without == .forbidden)
      site.settings.advance(by: MediaResponseCache.lifetime)
      let before = site.responseCache.hitCount
      let ended = try await site.get().status
      #expect(ended == .forbidden)
      let status = try await site.get().status
      #expect(status == .forbidden)
      #expect(site.responseCache.hitCount == before)
    }
  }

  @Test func `a request is checked again before its cached response expires`() async throws {
    try await Self.run { site in
      _ = try await site.get()
      // Checked again, repeated, and still allowed by that check when the first one has expired.
      for (seconds, repeated) in [(MediaResponseCache.lifetime - 0.5, 0), (0, 1), (0.75, 2)] {
        site.settings.advance(by: seconds)
        let status = try await site.get().status
        #expect(status == .ok)
        #expect(site.responseCache.hitCount == repeated)
      }
    }
  }

  @Test func `a link expires at its second, also for repeated requests`() async throws {
    try await Self.run { site in
      site.settings.advance(by: 599)
      for _ in 0..<2 {
        let status = try await site.get().status
        #expect(status == .ok)
      }
      #expect(site.responseCache.hitCount == 1)
      site.settings.advance(by: 1)
      let expired = try await site.get().status
      #expect(expired == .forbidden)
    }
  }

  @Test func `a file that is replaced is sent completely in its old or its new version`()
    async throws
  {
    try await Self.run { site in
      let first = try await site.get()
      try site.fixture.write([1, 2, 3], to: .video)
      let old = try await site.get()
      #expect(old.body == first.body && old.headers[.eTag] == first.headers[.eTag])
      site.settings.advance(by: MediaResponseCache.lifetime)
      let new = try await site.get()
      #expect(Array(new.body.readableBytesView) == [1, 2, 3])
      #expect(new.headers[.eTag] != first.headers[.eTag])
    }
  }

  @Test func `attack: a limited number of files stays open, however many are requested at once`()
    async throws
  {
    try await Self.run(fixture: MediaFixture([1]), maximumFiles: 4) { site in
      for number in 0..<10 {
        // Another file, and another client that may read it.
        try site.fixture.write([1], to: .video)
        let status = try await site.get([.cookie: "a=\(number)"]).status
        #expect(status == .ok)
        #expect((1...4).contains(site.responseCache.openFileCount))
      }
    }
  }

  @Test func `requests of other paths and methods are answered by the application`() async throws {
    try await Self.run { site in
      for _ in 0..<3 {
        let other = try await site.get([.range: "bytes=9-99999"]).status
        #expect(other == .partialContent)
        let slow = try await site.client.execute(uri: "/slow", method: .get)
        #expect(String(buffer: slow.body) == "slow")
        let head = try await site.client.execute(uri: site.link, method: .head)
        #expect(head.status == .ok && head.headers[.contentLength] == "1600000")
      }
      #expect(site.responseCache.hitCount == 2)
    }
  }

  /// A request's head, with more fields.
  private static func head(
    _ link: String, _ fields: [String] = [], method: String = "GET"
  ) -> String {
    (["\(method) \(link) HTTP/1.1", "Host: a"] + fields + ["", ""]).joined(separator: "\r\n")
  }

  /// Conversations over one connection, as the pieces that are written one after the other.
  private static func conversations(_ link: String, tag: String) -> [[String]] {
    let range = head(link, ["Range: bytes=7-70000"])
    let variants: [[String]] = [
      [], ["Range: bytes=-1"], ["Range: bytes=1599999-"], ["Range: bytes=1600000-"],
      ["Range: bytes=9-1"], ["Range: lines=1-2"], ["Range: bytes=0-1,5-6"], ["Range: bytes="],
      ["range:BYTES= 5 - 9 "], ["Range: bytes=5-99999999999999999999999"],
      ["Range: bytes=5-9", "If-Range: \(tag)"], ["Range: bytes=5-9", "If-Range: W/\(tag)"],
      ["Range: bytes=5-9", "If-Range: \"other\""], ["If-None-Match: \(tag)"],
      ["Range: bytes=5-9", "Range: bytes=6-9"],
    ]
    let other = head("/slow") + head("/none") + head(link.replacing("mantra", with: "none"))
    let post = head("/slow", ["Content-Length: \(range.utf8.count)"], method: "POST") + range
    let chunked = head("/slow", ["Transfer-Encoding: chunked"], method: "POST") + "0\r\n\r\n"
    let twoLengths = head("/slow", ["Content-Length: 4", "Content-Length: 5"])
    let start = String(range.prefix(30))
    let mixed: [[String]] = [
      [range + other + range + other + range],
      [range, start, String(range.dropFirst(30)) + other, range],
      [range + post + range + post, range],
      [range + head(link, ["Connection: close"])], [range + chunked + range],
      [range + twoLengths + range], [range + "\r\n" + range], [range + start],
    ]
    return variants.map { [range + head(link, $0)] } + mixed
  }

  @Test func `a conversation has the same responses as without the handler`() async throws {
    let expected = NIOLockedValueBox([[RawClient.Response]]())
    let fixture = try MediaFixture(Self.large)
    try await Self.run(fixture: fixture, answersRepeatedRequests: false) { site in
      let tag = try await site.get([.range: "bytes=0-0"]).headers[.eTag] ?? ""
      for pieces in Self.conversations(site.link, tag: tag) {
        let responses = try await RawClient.exchange(pieces, port: site.port)
        expected.withLockedValue { $0.append(responses) }
      }
    }
    try await Self.run(fixture: fixture) { site in
      let tag = try await site.get([.range: "bytes=0-0"]).headers[.eTag] ?? ""
      let expected = expected.withLockedValue { $0 }
      for (index, pieces) in Self.conversations(site.link, tag: tag).enumerated() {
        let before = site.responseCache.hitCount
        let responses = try await RawClient.exchange(pieces, port: site.port)
        #expect(site.responseCache.hitCount > before, "\(pieces)")
        #expect(responses.count == expected[index].count, "\(pieces)")
        for (response, original) in zip(responses, expected[index]) {
          #expect(
            response.status == original.status && response.body == original.body, "\(pieces)")
          #expect(response.fields == original.fields, "\(pieces)")
        }
      }
    }
  }

  @Test func `a client that reads slowly receives every byte`() async throws {
    // More than a socket accepts at once.
    let bytes = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 5) }
    try await Self.run(fixture: MediaFixture(bytes)) { site in
      _ = try await site.get([.range: "bytes=0-0"])
      let responses = try await RawClient.exchange(
        [
          Self.head(site.link) + Self.head(site.link, ["Range: bytes=1-"])
            + Self.head("/slow") + Self.head(site.link, ["Range: bytes=-5"])
        ], port: site.port, buffer: 16_384)
      #expect(site.responseCache.hitCount >= 2)
      let bodies = [bytes[...], bytes[1...], ArraySlice("slow".utf8), bytes.suffix(5)]
      #expect(responses.map(\.body) == bodies.map { ByteBuffer(bytes: $0) })
    }
  }

  @Test func `clients that disconnect do not disturb others`() async throws {
    try await Self.run { site in
      let first = try await site.get()
      let requests = String(repeating: Self.head(site.link), count: 20)
      for _ in 0..<20 { try await RawClient.abandon(requests, port: site.port) }
      let response = try await site.get()
      #expect(response.body == first.body)
    }
  }
}
