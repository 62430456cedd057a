import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import NIOCore
import Testing

/// No organization can use up the streams that others on the server need.
@Suite(.timeLimit(.minutes(10))) struct OrganizationShareTests {
  /// Runs a server with eight streams, whose keys `pk_a`, `pk_b` and `pk_c` belong to three
  /// organizations.
  private static func run(
    _ limits: DeliveryLimits, _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    var limits = limits
    limits.streams = 8
    try await TestServer.run(limits) { server in
      for name in ["a", "b", "c"] { server.currentReleases.addKey("pk_\(name)", of: name) }
      try await body(server)
    }
  }

  /// Opens streams with a key until one is refused; returns the open streams and the refusal.
  private static func fill(
    _ server: TestServer, _ key: String
  ) async throws -> (open: [TestClient], refusal: TestClient.Response) {
    var open: [TestClient] = []
    while true {
      let client = try await server.client()
      try await client.send(
        "GET \(TestServer.streamPath)?key=\(key) HTTP/1.1\r\nHost: x\r\n\r\n")
      let response = try await client.readResponse()
      guard response.status == 200 else { return (open, response) }
      open.append(client)
    }
  }

  @Test func `attack: one app's SDK key leaves streams for the apps of others`() async throws {
    try await Self.run(DeliveryLimits()) { server in
      server.admission.setOrganizations(["a", "b", "c"])
      let flood = try await Self.fill(server, "pk_a")
      #expect(flood.open.count == 4)
      #expect(flood.refusal.status == 429)
      #expect(flood.refusal.fields["retry-after"] == "5")
      #expect(flood.refusal.body.contains(#""code":"too-many-streams""#))
      #expect(flood.refusal.body.contains("--streams-per-organization"))
      // Two organizations that take their maximum still leave streams for a third.
      let second = try await Self.fill(server, "pk_b")
      let third = try await Self.fill(server, "pk_c")
      #expect([second.open.count, third.open.count] == [2, 1])
      #expect(server.admission.streamsByOrganization == ["a": 4, "b": 2, "c": 1])
      #expect(server.admission.streamsRefused == [.organization: 3])
    }
  }

  @Test func `with one organization, it may open all streams`() async throws {
    try await Self.run(DeliveryLimits()) { server in
      server.admission.setOrganizations(["a"])
      let all = try await Self.fill(server, "pk_a")
      #expect(all.open.count == 8)
      #expect(all.refusal.status == 503)
      #expect(server.admission.streamsRefused == [.server: 1])
    }
  }

  @Test func `an operator sets the limit of streams of an organization`() async throws {
    var limits = DeliveryLimits()
    limits.streamsPerOrganization = 6
    try await Self.run(limits) { server in
      server.admission.setOrganizations(["a", "b"])
      let first = try await Self.fill(server, "pk_a")
      let second = try await Self.fill(server, "pk_b")
      #expect([first.open.count, second.open.count] == [6, 2])
      #expect([first.refusal.status, second.refusal.status] == [429, 503])
    }
  }

  @Test func `attack: one organization's tokens leave change streams for another organization`()
    async throws
  {
    var limits = DeliveryLimits()
    limits.routeStreams = 8
    limits.streamsPerCaller = 3
    let site = try await Site(limits: limits)
    var open: [StreamLog] = []
    var refused: [Int] = []
    for _ in 0..<4 {
      let token = try await site.addToken("acme", .read)
      for _ in 0..<2 {
        let log = try await StreamLog(site, token: token)
        if log.status == 200 { open.append(log) } else { refused.append(log.status) }
      }
    }
    #expect(open.count == 4)
    #expect(refused == [429, 429, 429, 429])
    #expect(try await StreamLog(site, as: .rival, app: "market").status == 200)
  }

  @Test func `attack: an app's key cannot use up the streams that members need`() async throws {
    var limits = DeliveryLimits()
    limits.routeStreams = 4
    limits.streamsPerOrganization = 1000
    let site = try await Site(limits: limits)
    site.services.streams.setOrganizations(["acme"])
    try await site.publish()
    var open: [StreamLog] = []
    for _ in 0..<4 {
      open.append(
        try await StreamLog(site, as: .app, path: "environments/production/stream"))
    }
    #expect(open.map(\.status) == [200, 200, 429, 429])
    #expect(try await StreamLog(site, as: .admin).status == 200)
  }

  @Test func `an organization's first application counts immediately`() async throws {
    var limits = DeliveryLimits()
    limits.routeStreams = 4
    let site = try await Site(limits: limits)
    site.services.streams.setOrganizations(["acme"])
    let response = try await site.send(
      .post, "/v1/apps", as: .rival, body: ["id": "second", "name": "Second"])
    #expect(response.status == 201, "\(response.text)")
    var open: [StreamLog] = []
    for _ in 0..<3 { open.append(try await StreamLog(site, as: .admin)) }
    #expect(open.map(\.status) == [200, 200, 429])
  }

  @Test func `metrics show the limits that were reached, and the streams of each organization`()
    async throws
  {
    var limits = DeliveryLimits()
    limits.streamsPerOrganization = 1
    let site = try await Site(limits: limits)
    let first = try await StreamLog(site, as: .admin)
    #expect(try await StreamLog(site, as: .admin).status == 429)
    let all = await site.services.metricsText()
    #expect(all.contains(#"flowmagic_streams_refused_total{limit="organization"} 1"#))
    #expect(all.contains(#"flowmagic_streams_refused_total{limit="server"} 0"#))
    #expect(all.contains(#"flowmagic_organization_streams{organization="acme"} 1"#))
    let forEveryone = await site.services.metricsText(namesApplications: false)
    #expect(forEveryone.contains("acme") == false)
    withExtendedLifetime(first) {}
  }
}
