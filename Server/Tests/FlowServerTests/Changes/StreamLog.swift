import FlowCore
import FlowServer
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

/// A stream of events that is read in the background during a test.
final class StreamLog: Sendable {
  /// An event as a reader receives it.
  struct Event: Equatable, Sendable {
    let kind: String
    let data: JSON
  }

  private let reading: Task<Void, any Error>
  private let stream: AsyncStream<String>
  let channel: NIOAsyncTestingChannel
  let status: Int

  /// Opens a stream through the whole pipeline.
  init(
    _ site: Site, as role: Site.Role = .admin, client: String? = nil, app: String = "shop",
    token: String? = nil, path: String = "changes", isReading: Bool = true
  ) async throws {
    var fields = HTTPFields()
    if let credential = token ?? site.credentials[role] {
      fields[.authorization] = "Bearer \(credential)"
    } else if let cookie = site.cookies[role] {
      site.addBrowserHeaders(to: &fields, cookie: cookie, as: role)
    }
    let query = client.map { "?client=\($0)" } ?? ""
    let request = Request(
      head: HTTPRequest(
        method: .get, scheme: "http", authority: "test", path: "/v1/apps/\(app)/\(path)\(query)",
        headerFields: fields), body: RequestBody(buffer: ByteBuffer()))
    channel = NIOAsyncTestingChannel()
    var logger = LogFormat.human.logger("test", level: .critical)
    logger[metadataKey: "hb.request.id"] = "7"
    let context = ServerContext(
      source: ApplicationRequestContextSource(channel: channel, logger: logger))
    let response = try await site.responder.respond(to: request, context: context)
    status = response.status.code
    let (stream, texts) = AsyncStream.makeStream(of: String.self)
    self.stream = stream
    reading = Task {
      defer { texts.finish() }
      try await response.body.write(Writer(texts: texts, isReading: isReading))
    }
  }

  deinit { reading.cancel() }

  /// Closes the client's connection.
  func close() async throws { try await channel.close() }

  private struct Writer: ResponseBodyWriter {
    let texts: AsyncStream<String>.Continuation
    /// Whether the client reads; one that does not blocks the writer until it is disconnected.
    let isReading: Bool
    mutating func write(_ buffer: ByteBuffer) async throws {
      texts.yield(String(buffer: buffer))
      guard !isReading else { return }
      for await _ in AsyncStream<Void>.makeStream().stream {}
    }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }

  /// Returns the events up to one of this kind for which the condition is true, and those written
  /// together with it; all remaining ones if the stream ends first.
  @discardableResult
  func events(
    until kind: String, where condition: (JSON) -> Bool = { _ in true }
  ) async -> [Event] {
    var received: [Event] = []
    for await text in stream {
      for block in text.split(separator: "\n\n") {
        let lines = block.split(separator: "\n")
        guard let name = lines.first(where: { $0.hasPrefix("event: ") }),
          let data = lines.first(where: { $0.hasPrefix("data: ") })
        else { continue }
        let json = (try? JSON(parsing: String(data.dropFirst(6)))) ?? .null
        received.append(Event(kind: String(name.dropFirst(7)), data: json))
      }
      if let last = received.last(where: { $0.kind == kind }), condition(last.data) {
        return received
      }
    }
    return received
  }

  /// Returns the data of the next event of a kind for which the condition is true; nil if the
  /// stream ends first.
  func event(_ kind: String, where condition: (JSON) -> Bool = { _ in true }) async -> JSON? {
    await events(until: kind, where: condition).last { $0.kind == kind && condition($0.data) }?.data
  }
}
