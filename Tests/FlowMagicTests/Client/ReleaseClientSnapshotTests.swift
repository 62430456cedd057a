import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReleaseClientSnapshotTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

  /// A fixture for a development build.
  private func fixture() throws -> ClientFixture {
    var fixture = try ClientFixture()
    fixture.configuration.environment = "development"
    return fixture
  }

  /// Sends a snapshot, to which the server gives a response, and returns the error.
  private func sendingError(
    response: TransportResponse, image: [UInt8] = png
  ) async throws -> FlowMagicError? {
    let fixture = try fixture()
    let client = try fixture.client()
    async let sending = error { () async throws(FlowMagicError) in
      try await client.sendSnapshot(image, of: "Home")
    }
    try await fixture.transport.nextExchange().respond(response)
    return await sending
  }

  private func error(
    _ body: () async throws(FlowMagicError) -> Void
  ) async -> FlowMagicError? {
    do { try await body() } catch { return error }
    return nil
  }

  @Test(arguments: [
    (png, "image/png"), ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"),
    (Array("RIFF....WEBP".utf8), "image/webp"),
  ])
  func `a snapshot is sent for its screen with the app's key`(
    image: [UInt8], type: String
  ) async throws {
    let fixture = try fixture()
    let client = try fixture.client()
    async let sending: Void = client.sendSnapshot(image, of: "Sign up/Ä")
    let exchange = try await fixture.transport.nextExchange()

    #expect(exchange.request.method == .put)
    #expect(
      exchange.request.url.absoluteString
        == "https://flows.example.com/v1/apps/shop/screens/Sign%20up%2F%C3%84/snapshot")
    #expect(exchange.request.headers["authorization"] == "Bearer pk_0123456789abcdefABCDEF")
    #expect(exchange.request.headers["content-type"] == type)
    #expect(exchange.request.body == image)
    exchange.respond(status: 204)
    try await sending
  }

  @Test func `a snapshot is sent once, and again for a changed image or another screen`()
    async throws
  {
    let fixture = try fixture()
    let client = try fixture.client()
    for (image, screen) in [(Self.png, "Home"), (Self.png + [4], "Home"), (Self.png, "Login")] {
      async let sending: Void = client.sendSnapshot(image, of: Name(screen))
      try await fixture.transport.nextExchange().respond(status: 204)
      try await sending
      try await client.sendSnapshot(image, of: Name(screen))
    }
    #expect(fixture.transport.count == 3)
  }

  @Test func `a snapshot that was not accepted is sent again`() async throws {
    let fixture = try fixture()
    let client = try fixture.client()
    for status in [503, 204] {
      async let sending = error { () async throws(FlowMagicError) in
        try await client.sendSnapshot(Self.png, of: "Home")
      }
      try await fixture.transport.nextExchange().respond(status: status)
      #expect(await sending?.code == (status == 204 ? nil : .unexpectedResponse))
    }
  }

  @Test func `no snapshot is sent in production`() async throws {
    let fixture = try ClientFixture()
    let client = try fixture.client()
    let rejection = await error { () async throws(FlowMagicError) in
      try await client.sendSnapshot(Self.png, of: "Home")
    }
    #expect(rejection?.code == .snapshotRejected)
    #expect(fixture.transport.count == 0)
  }

  @Test func `a snapshot of more than 1 MiB is not sent`() async throws {
    let fixture = try fixture()
    let client = try fixture.client()
    let large = Self.png + Array(repeating: 0, count: 1 << 20)
    let rejection = await error { () async throws(FlowMagicError) in
      try await client.sendSnapshot(large, of: "Home")
    }
    #expect(rejection?.code == .snapshotRejected)
    #expect(fixture.transport.count == 0)
  }

  @Test(arguments: [
    (403, FlowMagicError.Code.rejectedKey), (404, .rejectedKey), (409, .snapshotRejected),
    (415, .snapshotRejected), (500, .unexpectedResponse),
  ])
  func `the server's reason is reported`(
    status: Int, expected: FlowMagicError.Code
  ) async throws {
    let body = Array(#"{"detail":"Because of reasons."}"#.utf8)
    let rejection = try await sendingError(response: TransportResponse(status: status, body: body))
    #expect(rejection?.code == expected)
    #expect(rejection?.message.hasSuffix("(\(status)): Because of reasons.") == true)
  }

  @Test func `a missing network is reported`() async throws {
    let fixture = try fixture()
    let client = try fixture.client()
    async let sending = error { () async throws(FlowMagicError) in
      try await client.sendSnapshot(Self.png, of: "Home")
    }
    try await fixture.transport.nextExchange().fail(
      TransportFailure(.unreachable, "No network."))
    #expect(await sending?.code == .unreachable)
  }
}
