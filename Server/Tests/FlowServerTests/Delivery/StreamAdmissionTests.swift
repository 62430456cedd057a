import FlowCore
import FlowServer
import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import Testing

/// All streams count against shared limits and end when their reader loses access, on the fast path
/// and in routes.
@Suite(.timeLimit(.minutes(10))) struct StreamAdmissionTests {
  private static let stream = "environments/production/stream"

  @Test(arguments: ["HTTP/1.1\r\nHost: x\r\nConnection: close", "HTTP/1.0"])
  func `a stream with Connection close is served on the fast path too`(version: String)
    async throws
  {
    var limits = DeliveryLimits()
    limits.streamsPerOrganization = 1
    try await TestServer.run(limits) { server in
      func open() async throws -> TestClient {
        let client = try await server.client()
        try await client.send(
          "GET \(TestServer.streamPath)?key=\(TestServer.key) \(version)\r\n\r\n")
        return client
      }
      let first = try await open()
      #expect(try await first.nextEvent() == StreamTests.event(1, #"{"n":1}"#))
      #expect(try await open().readResponse().status == 429)
      #expect(server.routedRequests.withLockedValue { $0.isEmpty }, "a request reached the routes")
      server.currentReleases.revokeKey(TestServer.key)
      // Only a heartbeat may still arrive.
      let remainder = await first.readToEnd()
      #expect(remainder.replacing(": \n\n", with: "").isEmpty, "\(remainder)")
    }
  }

  @Test func `an app's stream in a route counts with the others and ends with its key`()
    async throws
  {
    var limits = DeliveryLimits()
    limits.streamsPerOrganization = 1
    let site = try await Site(limits: limits)
    try await site.publish()
    let first = try await StreamLog(site, as: .app, path: Self.stream)
    #expect(first.status == 200)
    await first.events(until: "release")
    #expect(try await StreamLog(site, as: .app, path: Self.stream).status == 429)
    #expect(site.services.streams.streams == 1)
    let response = try await site.send(.delete, "/v1/apps/shop/sdk-keys/\(Site.sdkKey)")
    #expect(response.status == 204)
    #expect(await first.events(until: "none").last?.kind == "goodbye")
  }

  @Test func `a token's stream of releases ends when the token is revoked`() async throws {
    let site = try await Site()
    try await site.publish()
    let text = try await site.addToken("acme", .read)
    let log = try await StreamLog(site, token: text, path: Self.stream)
    await log.events(until: "release")
    let id = try #require(TokenCredential(text)).id
    #expect(try await site.send(.delete, "/v1/tokens/\(id)").status == 204)
    #expect(await log.events(until: "none").last?.kind == "goodbye")
  }

  @Test func `a stream of releases ends with the membership and with the session`() async throws {
    let site = try await Site(withUsers: true)
    try await site.publish()
    let removed = try await StreamLog(site, as: .viewer, path: Self.stream)
    let signedOut = try await StreamLog(site, as: .editor, path: Self.stream)
    for log in [removed, signedOut] { await log.events(until: "release") }
    let user = try #require(site.users[.viewer])
    try await site.send(.delete, "/v1/organizations/acme/members/\(user)")
    #expect(await removed.events(until: "none").last?.kind == "goodbye")
    try await site.send(.post, "/v1/me/sign-out", as: .editor)
    #expect(await signedOut.events(until: "none").last?.kind == "goodbye")
  }

  @Test func `attack: a session in which someone guesses passwords loses its streams immediately`()
    async throws
  {
    let site = try await Site(withUsers: true)
    try await site.publish()
    let log = try await StreamLog(site, as: .editor, path: Self.stream)
    await log.events(until: "release")
    for number in 1...10 {
      let response = try await site.send(
        .post, "/v1/me/confirmation", as: .editor, body: ["password": "wrong pass phrase"])
      #expect(response.code == (number < 10 ? "wrong-credentials" : "no-session"))
    }
    #expect(await log.events(until: "none").last?.kind == "goodbye")
  }

  @Test(arguments: ["changes", stream])
  func `a reader that does not read is disconnected when it loses access`(
    path: String
  ) async throws {
    let site = try await Site()
    try await site.publish()
    let text = try await site.addToken("acme", .read)
    let log = try await StreamLog(site, token: text, path: path, isReading: false)
    let isClosed = NIOLockedValueBox(false)
    log.channel.closeFuture.whenComplete { _ in isClosed.withLockedValue { $0 = true } }
    let id = try #require(TokenCredential(text)).id
    try await site.send(.delete, "/v1/tokens/\(id)")
    while !isClosed.withLockedValue({ $0 }) {
      await log.channel.testingEventLoop.advanceTime(by: .milliseconds(1))
    }
  }

  @Test func `all kinds of streams share the overall limit, and a caller's are counted together`()
    async throws
  {
    var limits = DeliveryLimits()
    limits.streams = 3
    limits.streamsPerCaller = 2
    limits.streamsPerOrganization = 3
    let site = try await Site(limits: limits)
    let changes = try await StreamLog(site, as: .admin)
    let releases = try await StreamLog(site, as: .admin, path: Self.stream)
    #expect([changes.status, releases.status] == [200, 200])
    let third = try await StreamLog(site, as: .admin, path: Self.stream)
    #expect(third.status == 429)
    let app = try await StreamLog(site, as: .app, path: Self.stream)
    #expect(app.status == 200)
    #expect(try await StreamLog(site, as: .read).status == 429)
    #expect(site.services.streams.streams == 3)
    #expect(site.services.streams.streamsRefused == [.caller: 1, .server: 1])
    withExtendedLifetime([changes, releases, app]) {}
  }

  @Test func `a response to HEAD does not count as a stream`() async throws {
    let site = try await Site()
    for _ in 0..<DeliveryLimits().streamsPerCaller + 1 {
      let response = try await site.send(.head, "/v1/apps/shop/\(Self.stream)")
      #expect(response.status == 200)
    }
    #expect(site.services.streams.streams == 0)
  }

  @Test func `of two concurrent publishes, listeners last receive the newer one`()
    async throws
  {
    let currentReleases = CurrentReleases()
    for round in 0..<200 {
      var listeners = (0..<100).map { _ in
        currentReleases.releases(application: "shop", environment: "production")
          .makeAsyncIterator()
      }
      let newest = 2 * round + 2
      await withDiscardingTaskGroup { group in
        for number in [newest - 1, newest] {
          group.addTask { currentReleases.publish([1], number: number, issued: 1) }
        }
      }
      for index in listeners.indices {
        #expect(await listeners[index].next()?.number == newest)
      }
    }
  }
}
