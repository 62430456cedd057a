import Accounts
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import YogaService
import YogaWeb

/// The server itself: proxies in front, the icons, and the key of a FlowMagic server.
@Suite(.timeLimit(.minutes(10))) struct ServingTests {
  @Test(arguments: [
    (false, ["203.0.113.7"], "unknown"),  // the tests' connection has no address
    (true, ["203.0.113.7"], "203.0.113.7"),
    (true, ["198.51.100.1, 203.0.113.7"], "203.0.113.7"),
    (true, ["198.51.100.1", " 2001:db8::1 "], "2001:db8::1"),
    (true, [], "unknown"),
  ])
  func `the client is the last address in X-Forwarded-For, only behind a proxy`(
    isBehindProxy: Bool, forwarded: [String], client: String
  ) async throws {
    let router = Router(context: YogaContext.self)
    router.add(middleware: PeerMiddleware(isBehindProxy: isBehindProxy))
    router.get("/") { request, _ in YogaUsers.client(request.headers).address }
    try await Application(router: router).test(.router) { server in
      var headers = HTTPFields()
      for value in forwarded {
        headers.append(HTTPField(name: try #require(.init("X-Forwarded-For")), value: value))
      }
      // A value that the client sends itself is ignored.
      headers[try #require(.init("Yoga-Peer"))] = "192.0.2.1"
      let response = try await server.execute(uri: "/", method: .get, headers: headers)
      #expect(String(buffer: response.body) == client)
    }
  }

  @Test func `the page for signing in that emails name opens without a visit`() async throws {
    try await YogaSite.run { site in
      var browser = site.browser()
      try await browser.open("/account/start")
      #expect(browser.path == "/yoga/start")
    }
  }

  @Test(arguments: ["/", "/yoga", "/yoga/offline"])
  func `A HEAD request has the response of GET without its body`(path: String) async throws {
    try await YogaSite.run { site in
      let get = try await site.client.execute(uri: path, method: .get)
      let head = try await site.client.execute(uri: path, method: .head)
      #expect(head.status == get.status && head.status.code < 400)
      #expect(head.headers[.contentType] == get.headers[.contentType])
      #expect(head.body.readableBytes == 0)
    }
  }

  @Test func `the icons are PNG files of their sizes, and uploads cannot be SVG`() async throws {
    try await YogaSite.run { site in
      for icon in AppIcon.all {
        let response = try await site.client.execute(uri: icon.path, method: .get)
        #expect(response.status == .ok && response.headers[.contentType] == "image/png")
        let bytes = Array(response.body.readableBytesView)
        #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
        func number(at start: Int) -> Int {
          bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        #expect(number(at: 16) == icon.side && number(at: 20) == icon.side)
        let secondResponse = try await site.client.execute(uri: icon.path, method: .get)
        #expect(secondResponse.body == response.body)
      }
      // Although the service renders its own SVG files, it rejects those of users.
      var mira = try await site.register()
      for type in ["image/png", "image/svg+xml"] {
        try await mira.send(
          .post, "/account/picture", type: type,
          body: ByteBuffer(bytes: AppIcon.appleTouchIcon.svg))
        #expect(mira.status == 422)
      }
    }
  }

  @Test(arguments: ["", "abc", "pk_123", "pk_aaaaaaaaaaaaaaaaaaaaaa.nonsense"])
  func `a malformed SDK key is described`(key: String) throws {
    let problem = try #require(YogaServer.problem(withKey: key))
    #expect(problem.contains("SDK key") && problem.contains("Copy the whole key."))
  }
}
