import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct ReleaseClientSnapshotTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

  /// A client of a development build.
  private func bench() throws -> ClientBench {
    var bench = try ClientBench()
    bench.configuration.environment = "development"
    return bench
  }

  /// What sending a picture throws when the server answers so.
  private func code(
    answer: TransportResponse, picture: [UInt8] = png
  ) async throws -> FlowMagicError? {
    let bench = try bench()
    let client = try bench.client()
    async let sending = error { () async throws(FlowMagicError) in
      try await client.sendSnapshot(picture, of: "Home")
    }
    try await bench.transport.nextExchange().answer(answer)
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
  func `a picture goes to the screen with the app's key`(
    picture: [UInt8], type: String
  ) async throws {
    let bench = try bench()
    let client = try bench.client()
    async let sending: Void = client.sendSnapshot(picture, of: "Sign up/Ä")
    let exchange = try await bench.transport.nextExchange()

    #expect(exchange.request.method == .put)
    #expect(
      exchange.request.url.absoluteString
        == "https://flows.example.com/v1/apps/shop/screens/Sign%20up%2F%C3%84/snapshot")
    #expect(exchange.request.headers["authorization"] == "Bearer pk_0123456789abcdefABCDEF")
    #expect(exchange.request.headers["content-type"] == type)
    #expect(exchange.request.body == picture)
    exchange.answer(status: 204)
    try await sending
  }

  @Test func `the same picture is sent once, another one and another screen's again`()
    async throws
  {
    let bench = try bench()
    let client = try bench.client()
    for (picture, screen) in [(Self.png, "Home"), (Self.png + [4], "Home"), (Self.png, "Login")] {
      async let sending: Void = client.sendSnapshot(picture, of: Name(screen))
      try await bench.transport.nextExchange().answer(status: 204)
      try await sending
      try await client.sendSnapshot(picture, of: Name(screen))
    }
    #expect(bench.transport.count == 3)
  }

  @Test func `what was not taken is sent again`() async throws {
    let bench = try bench()
    let client = try bench.client()
    for status in [503, 204] {
      async let sending = error { () async throws(FlowMagicError) in
        try await client.sendSnapshot(Self.png, of: "Home")
      }
      try await bench.transport.nextExchange().answer(status: status)
      #expect(await sending?.code == (status == 204 ? nil : .unexpectedAnswer))
    }
  }

  @Test func `no picture leaves a device in production`() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    let refusal = await error { () async throws(FlowMagicError) in
      try await client.sendSnapshot(Self.png, of: "Home")
    }
    #expect(refusal?.code == .snapshotRefused)
    #expect(bench.transport.count == 0)
  }

  @Test func `a picture of more than a mebibyte is not sent`() async throws {
    let bench = try bench()
    let client = try bench.client()
    let large = Self.png + Array(repeating: 0, count: 1 << 20)
    let refusal = await error { () async throws(FlowMagicError) in
      try await client.sendSnapshot(large, of: "Home")
    }
    #expect(refusal?.code == .snapshotRefused)
    #expect(bench.transport.count == 0)
  }

  @Test(arguments: [
    (403, FlowMagicError.Code.refusedKey), (404, .refusedKey), (409, .snapshotRefused),
    (415, .snapshotRefused), (500, .unexpectedAnswer),
  ])
  func `what the server says against it is told`(
    status: Int, expected: FlowMagicError.Code
  ) async throws {
    let body = Array(#"{"detail":"Because of reasons."}"#.utf8)
    let refusal = try await code(answer: TransportResponse(status: status, body: body))
    #expect(refusal?.code == expected)
    #expect(refusal?.message.hasSuffix("(\(status)): Because of reasons.") == true)
  }

  @Test func `no network is told too`() async throws {
    let bench = try bench()
    let client = try bench.client()
    async let sending = error { () async throws(FlowMagicError) in
      try await client.sendSnapshot(Self.png, of: "Home")
    }
    try await bench.transport.nextExchange().fail(
      TransportFailure(.unreachable, "No network."))
    #expect(await sending?.code == .unreachable)
  }
}
