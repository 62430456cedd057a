import FlowServer
import NIOConcurrencyHelpers
import NIOCore
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct FastPathTests {
  @Test func `the current release is served byte for byte`() async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      let response = try await client.response(to: TestServer.request())
      #expect(response.status == 200)
      #expect(response.body == #"{"n":1}"#)
      #expect(response.fields["etag"] == #""1-100""#)
      #expect(response.fields["cache-control"] == "public, max-age=0, s-maxage=5")
      #expect(response.fields["vary"] == "authorization")
      #expect(response.fields["content-type"] == "application/json")
      #expect(response.fields["access-control-allow-origin"] == "*")
      #expect(response.fields["date"]?.hasSuffix(" GMT") == true)
      #expect(server.routedRequests.withLockedValue { $0.isEmpty })
    }
  }

  @Test func `a key is accepted with its public key appended`() async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      let key = TestServer.key
      let path = TestServer.releasePath
      let request =
        "GET \(path) HTTP/1.1\r\nhost: x\r\nAUTHORIZATION: bearer \(key).AbC-_\r\n\r\n"
      #expect(try await client.response(to: request).body == #"{"n":1}"#)
    }
  }

  @Test func `HEAD returns the headers of GET`() async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      let full = try await client.response(to: TestServer.request())
      let head = try await client.response(to: TestServer.request(method: "HEAD"), hasBody: false)
      #expect(head.status == 200)
      #expect(head.fields["content-length"] == full.fields["content-length"])
      #expect(head.fields["etag"] == full.fields["etag"])
      // The response to HEAD has no body: the next response follows directly.
      #expect(
        try await client.response(to: TestServer.request("/healthz")).body == #"{"status":"ok"}"#)
    }
  }

  static let knownTags = [
    #""1-100""#, #"W/"1-100""#, "*", #""0-1", "1-100""#, #""a,b" , W/"1-100" ,"#, #","1-100""#,
  ]

  @Test(arguments: knownTags)
  func `a client with the current release gets 304`(tags: String) async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      let response = try await client.response(
        to: TestServer.request(TestServer.releasePath, "If-None-Match: \(tags)\r\n"), hasBody: false
      )
      #expect(response.status == 304)
      #expect(response.fields["etag"] == #""1-100""#)
      #expect(response.fields["content-length"] == nil)
      #expect(try await client.response(to: TestServer.request()).status == 200)
    }
  }

  static let otherTags = [
    #""1-101""#, "1-100", #""1-100"#, "", #"w/"1-100""#, #"*, "1-100""#, #""1-100" "x""#,
  ]

  @Test(arguments: otherTags)
  func `a client with another release gets the current one`(tags: String) async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      let request = TestServer.request(TestServer.releasePath, "If-None-Match: \(tags)\r\n")
      #expect(try await client.response(to: request).status == 200)
    }
  }

  @Test func `a published release is in the next response`() async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      for number in 2..<100 {
        server.currentReleases.publish(
          [UInt8]("release \(number)".utf8), number: number, issued: 100)
        #expect(try await client.response(to: TestServer.request()).body == "release \(number)")
      }
    }
  }

  @Test func `an older release does not replace a newer one`() async throws {
    let currentReleases = CurrentReleases()
    currentReleases.publish([2], number: 2, issued: 100)
    currentReleases.publish([1], number: 1, issued: 200)
    #expect(currentReleases.current(application: "shop", environment: "production")?.number == 2)
    currentReleases.publish([3], number: 2, issued: 101)
    #expect(
      currentReleases.current(application: "shop", environment: "production")?.etag == #""2-101""#)
  }

  @Test func `requests that the fast path does not handle reach the router`() async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      let path = TestServer.releasePath
      for request in [
        "GET \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer fm_token\r\n\r\n",
        "GET \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer pk_unknown\r\n\r\n",
        "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n",
        // With a key in the URL, a cache would store a copy for each key.
        "GET \(path)?key=\(TestServer.key) HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET \(path)?key=\(TestServer.key)&more=1 HTTP/1.1\r\nHost: x\r\n\r\n",
        TestServer.request("/v1/apps/shop/environments/staging/release"),
        TestServer.request("/v1/apps/other/environments/production/release"),
        TestServer.request(path + "/"),
        TestServer.request(path, "Expect: nothing\r\n"),
        TestServer.request(path, "Content-Length: 2\r\n") + "ab",
        TestServer.request(path, method: "DELETE"),
      ] { #expect(try await client.response(to: request).status == 202, "\(request)") }
      #expect(server.routedRequests.withLockedValue { $0.count } == 11)
    }
  }

  @Test func `pipelined requests are answered in order`() async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      let post = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
      let chunked =
        "PUT /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: x\r\n\r\n"
      try await client.send(
        TestServer.request() + post + TestServer.request("/healthz") + chunked + "\r\n"
          + TestServer.request())
      #expect(try await client.readResponse().body == #"{"n":1}"#)
      #expect(try await client.readResponse().body == "passed /echo hello")
      #expect(try await client.readResponse().body == #"{"status":"ok"}"#)
      #expect(try await client.readResponse().body == "passed /echo abcde")
      #expect(try await client.readResponse().body == #"{"n":1}"#)
    }
  }

  @Test func `a hundred pipelined requests get a hundred responses`() async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      try await client.send(String(repeating: TestServer.request(), count: 100))
      for _ in 0..<100 { #expect(try await client.readResponse().body == #"{"n":1}"#) }
    }
  }

  @Test func `requests may be split anywhere`() async throws {
    try await TestServer.run { server in
      let requests = [UInt8](
        (TestServer.request()
          + "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "3\r\nabc\r\n0\r\n\r\n"
          + TestServer.request(TestServer.releasePath, "If-None-Match: *\r\n")
          + TestServer.request()).utf8)
      let client = try await server.client()
      for cut in 1..<requests.count {
        try await client.send([UInt8](requests[..<cut]))
        try await client.send([UInt8](requests[cut...]))
        #expect(try await client.readResponse().body == #"{"n":1}"#, "cut at \(cut)")
        #expect(try await client.readResponse().body == "passed /echo abc")
        #expect(try await client.readResponse(hasBody: false).status == 304)
        #expect(try await client.readResponse().body == #"{"n":1}"#)
      }
    }
  }

  @Test func `an empty line before a request may also be split`() async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      for request in [TestServer.request(), TestServer.request("/other")] {
        let expected = try await client.response(to: request)
        for line in ["\r\n", "\r\n\r\n"] {
          let bytes = [UInt8]((line + request).utf8)
          for cut in 1...line.utf8.count {
            try await client.send([UInt8](bytes[..<cut]))
            try await client.send([UInt8](bytes[cut...]))
            let response = try await client.readResponse()
            #expect(response.status == expected.status, "cut at \(cut)")
            #expect(response.body == expected.body)
          }
        }
      }
    }
  }

  @Test func `a carriage return before a request is rejected`() async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      try await client.send("\r")
      try await client.send(TestServer.request())
      #expect(try await client.readResponse().status == 400)
      #expect(await client.readToEnd() == "")
    }
  }

  @Test(arguments: ["100-continue", "100-Continue"])
  func `a client that expects 100 gets it before it sends its body`(expected: String) async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      let head = "HTTP/1.1\r\nHost: x\r\nExpect: \(expected)\r\n"
      for _ in 0..<2 {
        try await client.send("POST /echo \(head)Content-Length: 2\r\n\r\n")
        #expect(try await client.read(upTo: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(try await client.response(to: "ab").body == "passed /echo ab")
      }
      // There is no body to wait for, or it has already arrived.
      #expect(try await client.response(to: "GET /echo \(head)\r\n").body == "passed /echo ")
      let whole = try await client.response(to: "POST /echo \(head)Content-Length: 2\r\n\r\nab")
      #expect(whole.body == "passed /echo ab")
    }
  }

  @Test func `a client that half-closes its connection still gets its responses`() async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      try await client.send(
        TestServer.request() + "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n!")
      try await client.endSending()
      #expect(try await client.readResponse().body == #"{"n":1}"#)
      #expect(try await client.readResponse().body == "passed /echo !")
      #expect(await client.readToEnd() == "")
    }
  }

  @Test func `a client that does not read its responses is disconnected`() async throws {
    var limits = DeliveryLimits()
    limits.tickInterval = .milliseconds(10)
    limits.stallTimeout = .milliseconds(50)
    try await TestServer.run(limits) { server in
      server.currentReleases.publish(
        [UInt8](repeating: 0x20, count: 100_000), number: 2, issued: 100)
      let client = try await server.client(isReading: false)
      // NB: the server stops reading too, so not all of the requests can be sent.
      let requests = String(repeating: TestServer.request(), count: 100)
      await #expect(throws: (any Error).self) {
        for _ in 0..<10_000 { try await client.send(requests) }
      }
      #expect(server.currentReleases.counts.timeouts == 1)
    }
  }
}
