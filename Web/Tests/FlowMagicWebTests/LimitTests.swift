import FlowMagicWeb
import Testing

/// Requests that are too large, too slow, too frequent or invalid, and unsafe settings.
@Suite struct LimitTests {
  private func form(_ client: RawClient, length: Int, _ body: String) -> String {
    "POST /sign-up/email HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\nConnection: close\r\n"
      + "Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n"
      + "Content-Length: \(length)\r\n\r\n" + body
  }

  @Test func `a form with too large a content length is rejected before it is read`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      let response = try await client.send(form(client, length: 70_000, "fm="))
      #expect(response.status == 413)
      #expect(response.body.contains("<h1") && response.body.contains("That is too much"))
    }
  }

  @Test func `a form without a content length is rejected once it is too large`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      let chunk = String(repeating: "a", count: 0x4000)
      let response = try await client.send(
        "POST /sign-up/email HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\nConnection: close\r\n"
          + "Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n"
          + String(repeating: "4000\r\n\(chunk)\r\n", count: 5) + "0\r\n\r\n")
      #expect(response.status == 413)
    }
  }

  @Test func `a form that does not arrive in time is rejected`() async throws {
    try await Site.run(
      Documents.signUp(), TestClock(), { $0.bodyTimeout = .milliseconds(50) }
    ) { client, _ in
      let response = try await client.send(form(client, length: 100, "fm="))
      #expect(response.status == 408)
      #expect(response.body.contains("The connection is too slow"))
    }
  }

  @Test func `thousands of unknown fields are rejected, and a hundred are ignored`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let fields = (0..<2_000).map { ("field.f\($0)", "x") }
      try await browser.post([("fm", browser.state), ("press", "next")] + fields)
      #expect(browser.status == 400)
      try await browser.open("/sign-up")
      try await browser.post(
        [("fm", browser.state), ("press", "next"), ("field.email", "ada@example.org")]
          + (0..<100).map { ("field.f\($0)", "x") })
      #expect(browser.heading == "Your goal")
    }
  }

  @Test(arguments: ["fm=%", "fm=%zz", "fm=%ff%fe", "%00=a&press=next"])
  func `a body that is not a form is rejected`(_ body: String) async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let response = try await browser.send("POST", "/sign-up/email", body: body)
      #expect(response.status == 400)
    }
  }

  @Test func `values that are not among the options are rejected`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await browser.press("next", ["email": "ada@example.org", "goal": "2", "admin": "true"])
      try await browser.press("next", ["goal": "\"fly\""])
      #expect(browser.status == 422)
      #expect(browser.page.contains("Choose one of the options."))
    }
  }

  @Test(arguments: ["", "nothing", "/root", "back\u{0}", "more"])
  func `a press of a button that is not on the page changes nothing`(_ key: String) async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await browser.press(key, ["email": "ada@example.org"])
      #expect(browser.heading == "Your email")
    }
  }

  @Test func `a visitor who presses too often is asked to wait a second`() async throws {
    let clock = TestClock()
    try await Site.run(Documents.signUp(), clock, { $0.pressesPerSecond = 3 }) { client, _ in
      var busy = TestBrowser(client)
      try await busy.open("/sign-up")
      for _ in 0..<4 { try await busy.press("next", ["email": "ada"]) }
      #expect(busy.status == 429)
      #expect(busy.lastResponse?.header("retry-after") == "1")
      clock.advance(by: 1)
      try await busy.open("/sign-up")
      try await busy.press("next", ["email": "ada@example.org"])
      #expect(busy.heading == "Your goal")
    }
  }

  @Test func `unsafe settings are rejected`() throws {
    #expect(throws: WebHostError.self) { try SealingKeys(current: "c2hvcnQ=") }
    for change: (inout FlowHostSettings) -> Void in [
      { $0.origin = "http://shop.example" }, { $0.origin = "https://shop.example/path" },
      { $0.path = "start/" }, { $0.allowedHosts = ["a; script-src *"] },
      { $0.mediaHosts = ["https://cdn.example"] },
    ] {
      #expect(throws: WebHostError.self) {
        try FlowHost(Documents.signUp(), settings: Site.settings(TestClock(), change))
      }
    }
  }
}
