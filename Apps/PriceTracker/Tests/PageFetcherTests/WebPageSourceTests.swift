import PageFetcher
import Synchronization
import Testing

/// Resolves from a table, in which a host's addresses can change each time.
final class TestResolver: Resolver {
  private let answers: Mutex<[String: [[String]]]>
  init(_ answers: [String: [[String]]]) { self.answers = Mutex(answers) }

  func addresses(of host: String) async -> [IPAddress] {
    answers.withLock { answers in
      guard let all = answers[host], let next = all.first else { return [] }
      if all.count > 1 { answers[host] = Array(all.dropFirst()) }
      return next.compactMap { IPAddress($0) }
    }
  }
}

/// Responds from a table by path, and records the requests.
final class TestTransport: Transport {
  private let responses: [String: [TransportResponse]]
  private let state = Mutex<(sent: [TransportRequest], counts: [String: Int])>(([], [:]))
  var requests: [TransportRequest] { state.withLock { $0.sent } }

  init(_ responses: [String: [TransportResponse]]) { self.responses = responses }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let target = request.url.target
    let index = state.withLock { state in
      state.sent.append(request)
      state.counts[target, default: 0] += 1
      return (state.counts[target] ?? 1) - 1
    }
    guard let all = responses[target], !all.isEmpty else { return TransportResponse(status: 404) }
    return all[min(index, all.count - 1)]
  }
}

/// A clock that advances when it is waited for.
final class TestClock: FetchClock {
  private let time = Mutex<(now: Double, waits: [Double])>((0, []))
  var waits: [Double] { time.withLock { $0.waits } }
  func now() -> Double { time.withLock { $0.now } }
  func advance(_ seconds: Double) { time.withLock { $0.now += seconds } }
  func wait(seconds: Double) async throws {
    time.withLock {
      $0.now += seconds; $0.waits.append(seconds)
    }
  }
}

struct WebPageSourceTests {
  static let page = TransportResponse(
    status: 200, contentType: "text/html; charset=\"UTF-8\"", body: [1])

  func source(_ transport: TestTransport) -> WebPageSource {
    source(["shop.example": [["93.184.216.34"]]], transport)
  }

  func source(
    _ resolver: [String: [[String]]], _ transport: TestTransport, _ clock: TestClock = TestClock()
  ) -> WebPageSource {
    let settings = WebPageSettings(hosts: ["shop.example", "www.shop.example"])
    return WebPageSource(
      settings, resolver: TestResolver(resolver), transport: transport, clock: clock)
  }

  @Test func `a page is fetched from the checked address`() async throws {
    let transport = TestTransport(["/a": [Self.page]])
    let response = try await source(transport).page(PageRequest("https://shop.example/a"))
    guard case .page(let page) = response else {
      Issue.record("no page")
      return
    }
    #expect(page.charset == "utf-8")
    #expect(transport.requests.map(\.url.target) == ["/robots.txt", "/a"])
    #expect(transport.requests.allSatisfy { $0.ipAddress == IPAddress("93.184.216.34") })
  }

  @Test func `a host that is not allowed is not requested`() async {
    let transport = TestTransport(["/": [Self.page]])
    for host in ["evil.example", "shop.example.evil.example", "evilshop.example"] {
      await #expect(throws: FetchError.hostNotAllowed(host)) {
        try await source([host: [["8.8.8.8"]]], transport).page(PageRequest("https://\(host)/"))
      }
    }
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: [
    ["127.0.0.1"], ["10.0.0.1"], ["169.254.169.254"], ["::1"], ["8.8.8.8", "192.168.0.1"],
    ["::ffff:10.0.0.1"],
  ])
  func `a host in a private network is not requested`(ipAddresses: [String]) async {
    let transport = TestTransport([:])
    await #expect(throws: FetchError.privateAddress("shop.example")) {
      try await source(["shop.example": [ipAddresses]], transport)
        .page(PageRequest("https://shop.example/"))
    }
    #expect(transport.requests.isEmpty)
  }

  @Test func `a host that moves to a private address between two requests is not requested`() async
  {
    // DNS rebinding: public for robots.txt, private for the page.
    let transport = TestTransport(["/a": [Self.page]])
    let source = source(
      ["shop.example": [["93.184.216.34"], ["93.184.216.34"], ["127.0.0.1"]]], transport)
    _ = try? await source.page(PageRequest("https://shop.example/a"))
    await #expect(throws: FetchError.privateAddress("shop.example")) {
      try await source.page(PageRequest("https://shop.example/a"))
    }
    #expect(transport.requests.allSatisfy { $0.ipAddress.isPublic })
  }

  static let redirects: [(location: String?, error: FetchError)] = [
    ("http://shop.example/", .invalidURL(.notHTTPS)),
    ("https://127.0.0.1/", .invalidURL(.numericHost)),
    ("https://evil.example/", .hostNotAllowed("evil.example")), ("/loop", .tooManyRedirects),
    ("file:///etc/passwd", .invalidURL(.notHTTPS)), (nil, .emptyRedirect),
    ("https://shop.example:22/", .invalidURL(.portNotAllowed)),
    ("https://www.shop.example/", .privateAddress("www.shop.example")),
  ]

  @Test(arguments: redirects)
  func `each redirect is checked again`(row: (location: String?, error: FetchError)) async {
    let transport = TestTransport([
      "/a": [TransportResponse(status: 302, location: row.location)],
      "/loop": [TransportResponse(status: 307, location: "/loop")],
    ])
    let addresses = ["shop.example": [["93.184.216.34"]], "www.shop.example": [["10.0.0.7"]]]
    await #expect(throws: row.error) {
      try await source(addresses, transport).page(PageRequest("https://shop.example/a"))
    }
  }

  @Test func `robots txt is fetched once a day and respected`() async throws {
    let robots = TransportResponse(
      status: 200, body: Array("User-agent: *\nDisallow: /b\nCrawl-delay: 9".utf8))
    let transport = TestTransport(["/robots.txt": [robots], "/a": [Self.page], "/b": [Self.page]])
    let clock = TestClock()
    let source = source(["shop.example": [["93.184.216.34"]]], transport, clock)
    _ = try await source.page(PageRequest("https://shop.example/a"))
    await #expect(throws: FetchError.disallowedByRobots) {
      try await source.page(PageRequest("https://shop.example/b"))
    }
    _ = try await source.page(PageRequest("https://shop.example/a"))
    #expect(transport.requests.map(\.url.target) == ["/robots.txt", "/a", "/a"])
    #expect(clock.waits == [2, 9])
    clock.advance(90_000)
    _ = try await source.page(PageRequest("https://shop.example/a"))
    #expect(transport.requests.filter { $0.url.target == "/robots.txt" }.count == 2)
  }

  @Test func `a robots txt that disallows everything is cached, too`() async {
    let robots = TransportResponse(status: 200, body: Array("User-agent: *\nDisallow: /".utf8))
    let transport = TestTransport(["/robots.txt": [robots]])
    let clock = TestClock()
    let source = source(["shop.example": [["93.184.216.34"]]], transport, clock)
    for _ in 1...2 {
      await #expect(throws: FetchError.disallowedByRobots) {
        try await source.page(PageRequest("https://shop.example/a"))
      }
      clock.advance(3_600)
    }
    #expect(transport.requests.map(\.url.target) == ["/robots.txt"])
  }

  @Test func `a site whose robots txt cannot be fetched is not read`() async {
    let transport = TestTransport([
      "/robots.txt": [TransportResponse(status: 500)], "/a": [Self.page],
    ])
    await #expect(throws: FetchError.disallowedByRobots) {
      try await source(transport).page(PageRequest("https://shop.example/a"))
    }
  }

  @Test func `the pause that a host requests is respected`() async throws {
    let rejection = TransportResponse(status: 429, contentType: "text/html", retryAfter: "120")
    let transport = TestTransport(["/a": [rejection, Self.page]])
    let clock = TestClock()
    let source = source(["shop.example": [["93.184.216.34"]]], transport, clock)
    guard case .page(let page) = try await source.page(PageRequest("https://shop.example/a")) else {
      Issue.record("no page")
      return
    }
    #expect(page.status == 429)
    await #expect(throws: FetchError.pageBackingOff(seconds: 120)) {
      try await source.page(PageRequest("https://shop.example/a"))
    }
    clock.advance(121)
    _ = try await source.page(PageRequest("https://shop.example/a"))
  }

  @Test func `a rejected lookup of one page does not block other pages of the shop`() async throws {
    let rejection = TransportResponse(status: 403, contentType: "text/html", retryAfter: "86400")
    let transport = TestTransport(["/secret": [rejection], "/a": [Self.page]])
    let source = source(transport)
    _ = try await source.page(PageRequest("https://shop.example/secret", purpose: .lookup))
    await #expect(throws: FetchError.pageBackingOff(seconds: 86_400)) {
      try await source.page(PageRequest("https://shop.example/secret", purpose: .lookup))
    }
    for purpose in [FetchPurpose.lookup, .update] {
      _ = try await source.page(PageRequest("https://shop.example/a", purpose: purpose))
    }
    #expect(transport.requests.map(\.url.target) == ["/robots.txt", "/secret", "/a", "/a"])
  }

  /// A clock that never advances, so that no wait ends.
  final class StoppedClock: FetchClock {
    let waits = AsyncStream.makeStream(of: Double.self)
    func now() -> Double { 0 }
    func wait(seconds: Double) async throws {
      waits.continuation.yield(seconds)
      let (never, continuation) = AsyncStream.makeStream(of: Void.self)
      for await _ in never {}
      continuation.finish()
    }
  }

  @Test func `a lookup is rejected rather than queued far ahead, and the update waits briefly`()
    async throws
  {
    let transport = TestTransport(["/a": [Self.page]])
    let clock = StoppedClock()
    var settings = WebPageSettings(hosts: ["shop.example"])
    settings.pauseSeconds = 2
    let source = WebPageSource(
      settings, resolver: TestResolver(["shop.example": [["93.184.216.34"]]]),
      transport: transport, clock: clock)
    await withThrowingTaskGroup(of: FetchError?.self) { group in
      for _ in 0..<1_000 {
        group.addTask {
          do throws(FetchError) {
            _ = try await source.page(PageRequest("https://shop.example/a", purpose: .lookup))
            return nil
          } catch { return error }
        }
      }
      // All but a few are rejected at once; those few wait for their slot.
      var rejections: [FetchError] = []
      while rejections.count < 990, let result = try? await group.next() {
        if let result { rejections.append(result) }
      }
      #expect(
        rejections.allSatisfy { error in
          if case .busy(let seconds) = error { return (1...20).contains(seconds) }
          return false
        })
      let update = Task { try await source.page(PageRequest("https://shop.example/a")) }
      group.addTask {
        _ = try? await update.value
        return nil
      }
      var waits = clock.waits.stream.makeAsyncIterator()
      var longestWait = 0.0
      for _ in 0..<4 { longestWait = max(longestWait, await waits.next() ?? 0) }
      #expect(longestWait <= 10)
      update.cancel()
      group.cancelAll()
    }
  }

  @Test func `an unchanged page is not sent again`() async throws {
    let transport = TestTransport(["/a": [TransportResponse(status: 304)]])
    let request = PageRequest(
      "https://shop.example/a", entityTag: "\"1\"", lastModified: "a\r\nX: y")
    let response = try await source(transport).page(request)
    #expect(response == .notModified)
    let header = try #require(transport.requests.last?.headerFields)
    #expect(header.contains("If-None-Match: \"1\""))
    #expect(!header.contains { $0.contains("X: y") })
  }

  @Test func `an image is not a page`() async {
    let transport = TestTransport(["/a": [TransportResponse(status: 200, contentType: "image/png")]]
    )
    await #expect(throws: FetchError.notHTML("image/png")) {
      try await source(transport).page(PageRequest("https://shop.example/a"))
    }
  }

  @Test func `a page sent by an app is used unchanged`() async throws {
    let response = try await SentPage([1, 2]).page(PageRequest("anything"))
    guard case .page(let page) = response else {
      Issue.record("no page")
      return
    }
    #expect(page.bytes == [1, 2])
    #expect(page.status == 200)
  }
}
