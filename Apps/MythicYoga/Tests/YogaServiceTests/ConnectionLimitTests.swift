import Accounts
import AccountsWeb
import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import Testing
import YogaService

/// Clients that hold connections without using them; the price tracker has more tests of the same
/// limits.
@Suite(.timeLimit(.minutes(10))) struct ConnectionLimitTests {
  private static let shortTimeout = Duration.milliseconds(20)
  private static let start = 1_900_000_000
  /// The content of the only file, which everyone may read, and the head of a request for it.
  private static let picture = "a picture"
  private static let pictureRequest =
    "GET /media/open/agni/mantra/poster.webp HTTP/1.1\r\nHost: a\r\n"

  /// Runs a server whose limits no test reaches, except those that it changes.
  private static func run(
    _ change: (inout ConnectionLimits) -> Void, _ test: (_ port: Int) async throws -> Void
  ) async throws {
    let path = NSTemporaryDirectory() + "yoga-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var settings = YogaServer.Settings()
    settings.origin = YogaSite.origin
    settings.port = 0
    settings.mediaFolder = path + "/media"
    // The clocks stand still, so that an authorized request stays authorized.
    settings.clock = { Self.start }
    settings.mediaClock = { Date(timeIntervalSince1970: TimeInterval(Self.start)) }
    settings.connectionLimits.headTimeout = .seconds(3600)
    settings.connectionLimits.idleTimeout = .seconds(3600)
    settings.connectionLimits.lingerTimeout = .seconds(3600)
    settings.connectionLimits.tick = .milliseconds(10)
    change(&settings.connectionLimits)
    let server = try YogaServer(
      folder: ServiceFolder(path: path), settings: settings,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let video = settings.mediaFolder + "/agni/mantra"
    try FileManager.default.createDirectory(atPath: video, withIntermediateDirectories: true)
    try Data(picture.utf8).write(to: URL(filePath: video + "/poster.webp"))
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let app = server.application { channel in
      continuation.yield(channel.localAddress?.port ?? 0)
      continuation.finish()
    }
    let running = Task {
      defer { continuation.finish() }
      try await app.run()
    }
    defer { running.cancel() }
    guard let port = await ports.first(where: { _ in true }) else {
      return try await running.value
    }
    try await test(port)
    running.cancel()
    _ = await running.result
  }

  private static func connect(port: Int) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
  }

  /// Sends a text, and returns what is received until the server closes the connection.
  private static func receive(after text: String, port: Int) async throws -> String {
    try await connect(port: port).executeThenClose { inbound, outbound in
      var bytes = ByteBuffer()
      do {
        if !text.isEmpty { try await outbound.write(ByteBuffer(string: text)) }
        for try await part in inbound { bytes.writeImmutableBuffer(part) }
      } catch {
        // The server has closed the connection before the text was sent.
      }
      return String(buffer: bytes)
    }
  }

  @Test(arguments: ["", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX-"])
  func `attack: a connection is closed if its first request does not arrive`(
    start: String
  ) async throws {
    try await Self.run({ $0.headTimeout = Self.shortTimeout }) { port in
      let text = try await Self.receive(after: start, port: port)
      #expect(text.isEmpty)
    }
  }

  @Test(arguments: ["", "GET / HT"])
  func `attack: a connection is closed if its next request does not arrive`(
    start: String
  ) async throws {
    try await Self.run({ $0.idleTimeout = Self.shortTimeout }) { port in
      let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
      let text = try await Self.receive(after: request + start, port: port)
      #expect(text.hasPrefix("HTTP/1.1 303"))
    }
  }

  @Test func `attack: a connection is closed if a body does not arrive after its response`()
    async throws
  {
    try await Self.run({ $0.lingerTimeout = Self.shortTimeout }) { port in
      let head =
        "POST /api/sync HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        + "Content-Length: 1000\r\n\r\n{"
      let text = try await Self.receive(after: head, port: port)
      #expect(text.hasPrefix("HTTP/1.1 401"))
    }
  }

  /// Whether a connection that sends only repeated requests stays open after the timeout of a first
  /// request; nil if its first request was too late.
  private static func isOpenAfterHeadTimeout(port: Int) async throws -> Bool? {
    let first = try await receive(
      after: pictureRequest + "Connection: close\r\n\r\n", port: port)
    guard first.hasSuffix(picture) else { return nil }
    return try await connect(port: port).executeThenClose { inbound, outbound -> Bool? in
      let request = ByteBuffer(string: pictureRequest + "\r\n")
      var (text, received) = ("", 0)
      do {
        try await outbound.write(request)
        for try await part in inbound {
          text += String(buffer: part)
          guard text.hasSuffix(picture) else { continue }
          guard received == 0 else { return text.hasPrefix("HTTP/1.1 200") }
          (text, received) = ("", 1)
          // Wait until the server has closed two connections that were opened later.
          for _ in 0..<2 { _ = try await receive(after: "", port: port) }
          try await outbound.write(request)
        }
      } catch {
        // The server has closed the connection.
      }
      return received == 0 ? nil : false
    }
  }

  @Test func `a connection stays open if all its requests are repeated ones`() async throws {
    try await Self.run({ $0.headTimeout = .milliseconds(200) }) { port in
      var isOpen: Bool?
      // Repeat if the first request was too late.
      for _ in 0..<100 where isOpen == nil {
        isOpen = try await Self.isOpenAfterHeadTimeout(port: port)
      }
      #expect(isOpen == true)
    }
  }

  @Test(arguments: [(1024, 192), (4096, 1728), (1_048_576, 10_000)])
  func `connections leave room for the files that they send`(openFiles: Int, connections: Int) {
    #expect(YogaServer.connectionLimits(openFiles: openFiles).connections == connections)
  }
}
