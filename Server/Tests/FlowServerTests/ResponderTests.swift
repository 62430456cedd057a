import Accounts
import FlowCore
import FlowServer
import FlowStore
import Foundation
import HTTPTypes
import NIOCore
import Testing

@Suite struct ResponderTests {
  @Test func `the response to an unknown path is a problem`() async throws {
    let site = try await Site()
    for path in [
      "/nothing", "/v1", "/v1/apps/", "/v1//apps", "/v1/apps/shop/draft/x", "/%2e%2e/etc",
    ] {
      #expect(try await site.send(.get, path).code == "unknown-path", "\(path)")
    }
  }

  @Test func `a fixed segment takes precedence over a parameter`() async throws {
    let site = try await Site()
    // `/apps/{application}/{view}` and similar paths are pages; this is the API's own path.
    #expect(try await site.send(.get, "/v1/apps/shop/draft").code == "no-draft")
    #expect(try await site.send(.get, "/login/failed", as: .anonymous).status == 200)
    #expect(try await site.send(.get, "/auth/google/callback", as: .anonymous).status == 303)
    #expect(try await site.send(.get, "/applications/acme").status == 200)
    #expect(try await site.send(.get, "/applications/shop/screens").status == 200)
  }

  @Test func `the response to an unsupported method lists the allowed ones`() async throws {
    let site = try await Site()
    let response = try await site.send(.patch, "/v1/apps/shop/draft")
    #expect(response.status == 405)
    #expect(response.headers[.allow] == "DELETE, GET, HEAD, PUT")
  }

  @Test func `HEAD is GET without the body`() async throws {
    let site = try await Site()
    let response = try await site.send(.head, "/v1/me")
    #expect(response.status == 200)
    #expect(response.body.isEmpty)
    #expect(response.headers[.contentType] == "application/json")
  }

  @Test func `a preflight request is allowed only where an SDK key gives access`() async throws {
    let site = try await Site()
    let events = try await site.send(.options, "/v1/apps/shop/events", as: .anonymous)
    #expect(events.status == 204)
    #expect(events.headers[.accessControlAllowOrigin] == "*")
    let tokens = try await site.send(.options, "/v1/tokens", as: .anonymous)
    #expect(tokens.headers[.accessControlAllowOrigin] == nil)
  }

  @Test func `a name in the path may be percent-encoded`() async throws {
    let site = try await Site()
    #expect(try await site.send(.get, "/v1/apps/sh%6Fp").status == 200)
    #expect(try await site.send(.get, "/applications/%41CME").status == 200)
    #expect(try await site.send(.get, "/v1/apps/sh%zzp").status == 404)
  }

  static let internalCodes: [StoreError.Code] = [
    .readOnly, .locked, .damaged, .newerSchema, .unreleasedSchema, .changedSchema, .unavailable,
    .diskFull,
  ]

  @Test(arguments: internalCodes)
  func `an error of the store is a problem without the store's message`(
    code: StoreError.Code
  ) async throws {
    let site = try await Site(store: FailingStore(StoreError(code, "at /var/lib/secret.db")))
    let response = try await site.send(.get, "/readyz/writes", as: .anonymous)
    #expect(response.status == (code == .diskFull ? 507 : 503))
    #expect(!response.text.contains("secret"))
  }

  @Test func `metrics count by route and never by values that callers choose`() async throws {
    let site = try await Site()
    try await site.publish()
    try await site.send(.get, "/v1/apps/shop/releases/1")
    try await site.send(HTTPRequest.Method("MADEUP") ?? .trace, "/made/up")
    let text = await site.services.metricsText()
    #expect(
      text.contains(
        "flowmagic_http_requests_total{route=\"readDocument\",method=\"GET\",status=\"200\"} 1\n"))
    #expect(text.contains("{route=\"none\",method=\"other\",status=\"404\"} 1\n"))
    #expect(
      text.contains(
        "flowmagic_application_publishes_total{application=\"shop\",environment=\"production\"} 1\n"
      ))
    #expect(
      text.contains(
        "flowmagic_current_release{application=\"shop\",environment=\"production\"} 1\n"))
    #expect(!text.contains("MADEUP"))
    #expect(
      text.contains(
        "flowmagic_http_request_duration_seconds_bucket{route=\"readDocument\",le=\"+Inf\"} 1\n"))
  }

  @Test func `HSTS is sent as documented`() async throws {
    var settings = Site.accountSettings
    settings.publicURL = "https://test"
    let site = try await Site(accounts: settings)
    let response = try await site.send(.get, "/healthz", as: .anonymous)
    #expect(response.headers[.strictTransportSecurity] == "max-age=63072000")
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../docs/security.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    #expect(page.contains("two years (`max-age=63072000`)"))
    #expect(!page.contains("with subdomains"))
  }

  @Test func `a client that disconnects is not a server error`() {
    #expect(Problem(ChannelError.eof).code.status == 499)
    #expect(Problem(CancellationError()).code.status == 499)
  }

  @Test func `of similar lines, the log has ten per second and the number of skipped ones`() {
    let sampler = LogSampler()
    let first = (0..<15).map { _ in sampler.countLine(route: "sendEvents", status: 429, at: 1) }
    #expect(first == Array(repeating: 0, count: 10) + Array(repeating: nil, count: 5))
    #expect(sampler.countLine(route: "sendEvents", status: 202, at: 1) == 0)
    #expect(sampler.countLine(route: "sendEvents", status: 429, at: 2) == 5)
    #expect(sampler.countLine(route: "sendEvents", status: 429, at: 2) == 0)
    #expect(sampler.skippedLines == 5)
  }

  @Test func `counters exist before they first count something`() async throws {
    let site = try await Site()
    let text = await site.services.metricsText()
    let names = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
    #expect(Set(names).count == names.count, "a family is written twice")
    for line in [
      #"flowmagic_http_requests_total{route="publishRelease",method="POST",status="500"} 0"#,
      #"flowmagic_sign_in_failures_total{reason="wrong-credentials"} 0"#, "flowmagic_mail_queue 0",
      "flowmagic_last_backup_timestamp_seconds 0", "flowmagic_publishes_total 0",
      "flowmagic_release_duration_seconds_count 0",
      "flowmagic_stream_delivery_duration_seconds_count 0",
    ] { #expect(text.contains("\n\(line)\n"), "\(line)") }
    for name in ["process_resident_memory_bytes", "process_open_fds", "process_max_fds"] {
      let line = text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
      #expect(line.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0 > 0, "\(name)")
    }
  }

  @Test func `failed sign-ins are counted`() async throws {
    let site = try await Site(withUsers: true)
    try await site.send(
      .post, "/v1/account/sign-in", as: .anonymous,
      body: ["email": "nobody@example.com", "password": "a wrong password"])
    let text = await site.services.metricsText()
    #expect(text.contains("reason=\"wrong-credentials\"} 1\n"))
  }

  @Test func `public metrics contain no application names`() async throws {
    let site = try await Site()
    try await site.publish()
    let response = try await site.send(.get, "/metrics", as: .anonymous)
    #expect(response.text.contains("flowmagic_publishes_total 1\n"))
    #expect(!response.text.contains("shop"))
  }

  @Test(arguments: ["127.0.0.1:8080", "[::1]:0", ":80", "example:1"])
  func `a formatted address can be parsed again`(text: String) throws {
    let address = try #require(ServerAddress(text))
    #expect(ServerAddress(address.description) == address)
  }

  @Test(arguments: ["", "8080", "a:b", "a:70000", "::1:80", "a:-1"])
  func `an invalid address is rejected`(text: String) {
    #expect(ServerAddress(text) == nil)
  }
}
