import FlowCore
import FlowMagic
import FlowMagicWeb
import Foundation
import NIOConcurrencyHelpers
import Testing

/// Pictures in pages, served by the host.
@Suite struct PictureTests {
  /// A server of pictures that can go offline, and records its requests.
  private final class PictureServer: Transport {
    private let pictures: [String: String]
    private let paths = NIOLockedValueBox<[String]>([])
    private let isOffline = NIOLockedValueBox(false)

    init(_ pictures: [String: String]) { self.pictures = pictures }

    var requestedPaths: [String] { paths.withLockedValue { $0 } }
    func goOffline() { isOffline.withLockedValue { $0 = true } }

    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
      paths.withLockedValue { $0.append(request.url.path()) }
      guard !isOffline.withLockedValue({ $0 }) else {
        throw TransportFailure(.unreachable, "The server is offline.")
      }
      guard let body = pictures[request.url.lastPathComponent] else {
        return TransportResponse(status: 404)
      }
      return TransportResponse(status: 200, body: Array(body.utf8))
    }

    func stream(_ request: TransportRequest) -> AsyncThrowingStream<TransportEvent, any Error> {
      AsyncThrowingStream { $0.finish() }
    }
  }

  private static let large = "5da0b838dc90869189a72e8c0abc3315d5b55879f3f5d6885ac73dcf4ad0bc33"
  private static let small = "03aa8ec58ad6caad7e000c7ff1db81559d347227e0115b091faf0c81578371a8"
  private static let dark = "e749e64d16f9dd9f166c192edfd65008ed71ae2b61e08d124f657c3ed8e90044"
  private static let other = String(repeating: "0", count: 64)

  private let server = PictureServer([
    large: "large picture", small: "small picture", dark: "another picture", other: "no matter",
  ])

  private static func file(_ digest: String, _ width: Int) -> String {
    """
    "sha256": "\(digest)", "type": "image/webp", "width": \(width), "height": \(width / 2)
    """
  }

  private func document(_ title: String = "Hello") throws -> FlowDocument {
    try Documents.make(
      """
      {"schema": 1, "defaultLocale": "en",
       "flows": [{"id": "main", "start": "hello", "steps": [
         {"id": "hello", "screen": "Hello", "ports": {"next": [{"finish": "bye"}]}}]}],
       "strings": {"en": {"harbor": "A harbor"}, "de": {"harbor": "Ein Hafen"}},
       "assets": {"hero": {\(Self.file(Self.large, 1600)), "focus": {"x": 20, "y": 50},
         "sizes": [{\(Self.file(Self.small, 400))}],
         "variants": [{\(Self.file(Self.dark, 1600)), "dark": true}]}},
       "screens": [{"name": "Hello", "title": "Hello", "root": {"type": "column", "children": [
         {"type": "text", "text": "\(title)", "role": "heading1"},
         {"type": "image", "image": "hero", "alt": {"$text": "harbor"}, "fit": "fill",
          "ratio": "1:1"},
         {"type": "button", "id": "next", "title": "Go", "do": [{"fire": "next"}]}]}}]}
      """)
  }

  private func run(
    _ folder: URL, _ body: (RawClient, FlowHost) async throws -> Void
  ) async throws {
    let store = PictureStore(
      server: try #require(URL(string: "https://flows.example.com")), application: "shop",
      directory: folder, transport: server)
    try await Site.run(try document(), TestClock(), { $0.pictures = store }, body)
  }

  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private func get(_ digest: String, _ client: RawClient) async throws -> RawResponse {
    try await client.send(
      "GET /-flow/pictures/\(digest) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
  }

  @Test func `a page has a picture's sizes, dark variant and localized text`()
    async throws
  {
    try await inFolder { folder in
      try await run(folder) { client, _ in
        var browser = TestBrowser(client)
        browser.language = "de"
        try await browser.open("/main")
        for part in [
          #"srcset="/-flow/pictures/\#(Self.large) 1600w, /-flow/pictures/\#(Self.small) 400w""#,
          #"width="1600" height="800" alt="Ein Hafen" loading="lazy""#,
          #"media="(prefers-color-scheme: dark)" srcset="/-flow/pictures/\#(Self.dark)""#,
          "fm-focus-x-2",
        ] {
          #expect(browser.page.contains(part), "\(part)")
        }
        let policy = try #require(browser.lastResponse?.header("content-security-policy"))
        #expect(policy.contains("img-src 'self';"))
      }
    }
  }

  @Test func `a picture that was loaded is served offline and after a restart`()
    async throws
  {
    try await inFolder { folder in
      try await run(folder) { client, _ in
        let response = try await get(Self.large, client)
        #expect(response.status == 200 && response.body == "large picture")
        #expect(response.header("content-type") == "image/webp")
        #expect(response.header("cache-control") == "public, max-age=31536000, immutable")
        #expect(response.header("x-content-type-options") == "nosniff")
      }
      server.goOffline()
      try await run(folder) { client, _ in
        #expect(try await get(Self.large, client).body == "large picture")
        let unseen = try await get(Self.small, client)
        #expect(unseen.status == 503 && unseen.header("cache-control") == "no-store")
      }
    }
  }

  @Test func `bytes that do not match the hash in the release are not served`() async throws {
    try await inFolder { folder in
      try await run(folder) { client, _ in
        let response = try await get(Self.dark, client)
        #expect(response.status == 503)
      }
    }
  }

  @Test func `only pictures that pages may show are requested from the server`() async throws {
    try await inFolder { folder in
      try await run(folder) { client, host in
        for name in [Self.other, "..%2F..%2Fv1", String(repeating: "a", count: 64), "x"] {
          #expect(try await get(name, client).status == 404, "\(name)")
        }
        #expect(server.requestedPaths == [])
        // A page that was opened before still shows its picture.
        try host.update(
          Documents.make(
            """
            {"schema": 1, "flows": [{"id": "main", "start": "hello", "steps": [
              {"id": "hello", "screen": "Hello", "ports": {"next": [{"finish": "bye"}]}}]}],
             "screens": [{"name": "Hello", "root": {"type": "button", "id": "next",
               "title": "Go", "do": [{"fire": "next"}]}}]}
            """))
        #expect(try await get(Self.small, client).status == 200)
      }
    }
  }

  @Test func `pictures can come from another host, which the policy allows`() async throws {
    try await Site.run(
      try document(), TestClock(),
      {
        $0.mediaHosts = ["cdn.example"]
        $0.pictureURL = { "https://cdn.example/" + $0.sha256 }
      }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/main")
      #expect(browser.page.contains(#"src="https://cdn.example/\#(Self.large)""#))
      let policy = try #require(browser.lastResponse?.header("content-security-policy"))
      #expect(policy.contains("img-src 'self' https://cdn.example;"))
    }
  }
}
