import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore
import Testing

/// The origins of web pages that may use an SDK key.
@Suite struct CrossOriginTests {
  private static let shop = "https://shop.example.com"
  private static let stranger = "https://evil.example.com"
  private static let release = "/v1/apps/shop/environments/production/release"

  private static func limits(_ text: String) throws -> DeliveryLimits {
    var limits = DeliveryLimits()
    limits.origins = try AllowedOrigins(text)
    return limits
  }

  @Test(arguments: [
    ("*", "*"), ("none", "none"), ("https://a.example", "https://a.example"),
    (
      "HTTPS://A.example:443, http://b:80,http://localhost:3000",
      "https://a.example,http://b,http://localhost:3000"
    ),
    ("capacitor://localhost", "capacitor://localhost"),
    ("https://[::1]:8443", "https://[::1]:8443"),
  ])
  func `origins are normalized as by browsers`(text: String, normalized: String) throws {
    #expect(try AllowedOrigins(text).description == normalized)
  }

  @Test(arguments: [
    "", ",", "shop.example.com", "https://", "https://a/", "https://a/b", "*,https://a",
    "none,https://a", "null", "https://*.example.com", "https://a b", "https://ü.example",
    "https://a\r\nX: y", "://a", "1s://a",
  ])
  func `an invalid origin is rejected`(text: String) {
    do throws(AllowedOrigins.Failure) {
      let origins = try AllowedOrigins(text)
      Issue.record("\(text) was parsed as \(origins)")
    } catch {
      #expect(error.message.contains("origin"), "\(error.message)")
    }
  }

  @Test func `on the fast path, pages of allowed origins may read responses, and others not`()
    async throws
  {
    try await TestServer.run(try Self.limits("https://a.example,\(Self.shop)")) { server in
      let client = try await server.client()
      for method in ["GET", "HEAD"] {
        for _ in 0..<2 {
          let allowed = try await client.response(
            to: TestServer.request(
              TestServer.releasePath, "Origin: \(Self.shop)\r\n", method: method),
            hasBody: method == "GET")
          #expect(allowed.status == 200)
          #expect(allowed.fields["access-control-allow-origin"] == Self.shop)
          #expect(allowed.fields["access-control-expose-headers"] == "etag")
          #expect(allowed.fields["vary"] == "authorization, origin")
          for fields in ["Origin: \(Self.stranger)\r\n", "Origin: null\r\n", ""] {
            let other = try await client.response(
              to: TestServer.request(TestServer.releasePath, fields, method: method),
              hasBody: method == "GET")
            #expect(other.status == 200)
            #expect(other.fields["access-control-allow-origin"] == nil)
            #expect(other.fields["vary"] == "authorization, origin")
          }
        }
      }
      let known = try await client.response(
        to: TestServer.request(
          TestServer.releasePath, "Origin: \(Self.shop)\r\nIf-None-Match: *\r\n"), hasBody: false)
      #expect(known.status == 304)
      #expect(known.fields["access-control-allow-origin"] == Self.shop)
      #expect(server.routedRequests.withLockedValue { $0.isEmpty }, "everything came from memory")
    }
  }

  @Test func `a stream's head names the origin that may read it`() async throws {
    try await TestServer.run(try Self.limits(Self.shop)) { server in
      let allowed = try await server.streamingClient("Origin: \(Self.shop)\r\n")
      #expect(try await allowed.readHead().fields["access-control-allow-origin"] == Self.shop)
      let other = try await server.streamingClient("Origin: \(Self.stranger)\r\n")
      #expect(try await other.readHead().fields["access-control-allow-origin"] == nil)
    }
  }

  /// Responses sent before any route sees the request, and requests that cause them.
  private static let refusals: [(status: Int, request: String)] = [
    (400, "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nOrigin: %\r\n\r\n"),
    (431, "GET / HTTP/1.1\r\nOrigin: %\r\nX: " + String(repeating: "x", count: 9000)),
    (501, "POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\norigin:%\r\n\r\n"),
    (505, "GET / HTTP/9.9\r\nORIGIN: \t% \r\n\r\n"),
    (408, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nOrigin: %\r\n\r\n"),
    (429, TestServer.request(TestServer.streamPath, "Origin: %\r\n")),
  ]

  @Test(arguments: refusals.indices, [shop, stranger])
  func `a page can read why it was refused before routing`(
    index: Int, origin: String
  ) async throws {
    let (status, request) = Self.refusals[index]
    var limits = try Self.limits("https://a.example,\(Self.shop)")
    limits.tickInterval = .milliseconds(10)
    limits.bodyTimeout = .milliseconds(20)
    limits.streamsPerOrganization = 0
    try await TestServer.run(limits) { server in
      let client = try await server.client()
      try await client.send(request.replacing("%", with: origin))
      let response = try await client.readResponse()
      #expect(response.status == status)
      let isAllowed = origin == Self.shop
      #expect(response.fields["access-control-allow-origin"] == (isAllowed ? origin : nil))
      #expect(
        response.fields["access-control-expose-headers"] == (isAllowed ? "retry-after" : nil))
      #expect(response.fields["vary"] == "origin")
      #expect(response.fields["access-control-allow-credentials"] == nil)
      #expect(server.routedRequests.withLockedValue { $0.isEmpty })
    }
  }

  @Test(arguments: [shop, stranger, nil])
  func `a page can read that its network has too many connections`(origin: String?) async throws {
    var limits = try Self.limits(Self.shop)
    limits.connectionsPerNetwork = 1
    limits.tickInterval = .milliseconds(10)
    limits.lingerTimeout = origin == nil ? .milliseconds(20) : .minutes(10)
    try await TestServer.run(limits) { server in
      let first = try await server.client()
      #expect(try await first.response(to: TestServer.request()).status == 200)
      let second = try await server.client()
      // Without a request, nobody would read the response, and the connection is closed.
      if let origin { try await second.send(TestServer.request("/", "Origin: \(origin)\r\n")) }
      let response = try await second.readResponse()
      #expect(response.status == 429)
      #expect(response.body.contains(#""code":"too-many-connections""#))
      #expect(
        response.fields["access-control-allow-origin"] == (origin == Self.shop ? origin : nil))
      #expect(server.routedRequests.withLockedValue { $0.isEmpty })
    }
  }

  @Test func `a published release is in the next response to every allowed origin`() async throws {
    try await TestServer.run(try Self.limits("\(Self.shop),https://b.example")) { server in
      let client = try await server.client()
      for number in 1...3 {
        if number > 1 {
          server.currentReleases.publish(
            [UInt8](#"{"n":\#(number)}"#.utf8), number: number, issued: 100 + number)
        }
        for origin in [Self.shop, "https://b.example"] {
          let response = try await client.response(
            to: TestServer.request(TestServer.releasePath, "Origin: \(origin)\r\n"))
          #expect(response.body == #"{"n":\#(number)}"#)
          #expect(response.fields["access-control-allow-origin"] == origin)
        }
      }
    }
  }

  @Test func `routes share responses to SDK keys with allowed origins, and none to sessions`()
    async throws
  {
    let site = try await Site(withUsers: true, limits: try Self.limits(Self.shop))
    try await site.publish()
    let policy = try #require(HTTPField.Name("Cross-Origin-Resource-Policy"))
    for path in [Self.release, "/v1/apps/shop/releases/1", "/v1/keys"] {
      let allowed = try await site.send(.get, path, as: .app, ["Origin": Self.shop])
      #expect(allowed.status == 200)
      #expect(allowed.headers[.accessControlAllowOrigin] == Self.shop, "\(path)")
      #expect(allowed.headers[.accessControlAllowCredentials] == nil)
      #expect(allowed.headers[.vary]?.contains("origin") == true, "\(path)")
      #expect(allowed.headers[policy] == "cross-origin")
      let other = try await site.send(.get, path, as: .app, ["Origin": Self.stranger])
      #expect(other.headers[.accessControlAllowOrigin] == nil, "\(path)")
      #expect(other.headers[.vary]?.contains("origin") == true, "\(path)")
      #expect(other.headers[policy] == "same-origin")
    }
    for path in [Self.release, "/v1/me", "/v1/apps"] {
      let session = try await site.send(.get, path, as: .owner, ["Origin": Self.shop])
      #expect(session.status == 200)
      #expect(session.headers[.accessControlAllowOrigin] == nil, "\(path)")
      #expect(session.headers[.accessControlAllowCredentials] == nil)
    }
  }

  @Test func `a page can read the error response to a request with a key`() async throws {
    let site = try await Site(limits: try Self.limits(Self.shop))
    let response = try await site.send(
      .post, "/v1/apps/shop/events", as: .app, ["Origin": Self.shop], body: [:])
    #expect(response.status == 400)
    #expect(response.headers[.accessControlAllowOrigin] == Self.shop)
    #expect(response.headers[.accessControlExposeHeaders]?.contains("Retry-After") == true)
  }

  @Test(arguments: ["*", "none", shop])
  func `a preflight request gets the cross-origin headers only for an allowed origin`(
    setting: String
  ) async throws {
    let site = try await Site(limits: try Self.limits(setting))
    for origin in [Self.shop, Self.stranger] {
      let response = try await site.send(
        .options, "/v1/apps/shop/events", as: .anonymous,
        ["Origin": origin, "Access-Control-Request-Method": "POST"])
      #expect(response.status == 204)
      let isAllowed = setting == "*" || setting == origin
      let expected = setting == "*" ? "*" : origin
      #expect(response.headers[.accessControlAllowOrigin] == (isAllowed ? expected : nil))
      #expect((response.headers[.accessControlAllowHeaders] != nil) == isAllowed)
      #expect((response.headers[.vary] == "origin") == (setting != "*"))
      #expect(response.headers[.accessControlAllowCredentials] == nil)
      let session = try await site.send(
        .options, "/v1/tokens", as: .anonymous, ["Origin": origin])
      #expect(session.headers[.accessControlAllowOrigin] == nil)
    }
  }
}
