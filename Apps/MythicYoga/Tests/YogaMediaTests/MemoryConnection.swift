import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import YogaMedia

/// A connection in memory, on which the test is the client, the socket and the application.
///
/// For one thread.
final class MemoryConnection {
  /// Holds writes as a full socket does, and counts reads.
  private final class Socket: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = IOData
    var isFull = false
    var reads = 0
    private var waiting: [(NIOAny, EventLoopPromise<Void>?)] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if isFull {
        waiting.append((data, promise))
      } else {
        context.write(data, promise: promise)
      }
    }

    func read(context: ChannelHandlerContext) {
      reads += 1
      context.read()
    }

    func empty(_ context: ChannelHandlerContext) {
      isFull = false
      for (data, promise) in waiting { context.write(data, promise: promise) }
      waiting = []
      context.flush()
    }
  }

  /// Notes the events that the application receives.
  private final class Events: ChannelInboundHandler {
    typealias InboundIn = HTTPRequestPart
    var names: [String] = []
    var answered = 0

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if event is AnsweredRepeatedRequest {
        answered += 1
        return
      }
      names.append(event is ChannelShouldQuiesceEvent ? "quiesce" : "\(event)")
    }
  }

  private let channel = EmbeddedChannel()
  private let socket = Socket()
  private let log = Events()

  init(_ grants: MediaGrants) throws {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(socket)
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: false, withErrorHandling: false)
    try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
    try pipeline.addHandler(MediaSender(grants: grants))
    try pipeline.addHandler(log)
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
  }

  deinit { _ = try? channel.finish() }

  /// The events that the application has received.
  var events: [String] { log.names }

  /// The number of requests that the application was told were answered without it.
  var answered: Int { log.answered }

  /// Whether the connection reads on request.
  var reads: Bool {
    let before = socket.reads
    channel.read()
    return socket.reads > before
  }

  /// Receives bytes from the client.
  func receive(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

  /// What the application has received since the last call: the paths of requests, and bodies.
  func forwarded() throws -> [String] {
    var all: [String] = []
    while let part = try channel.readInbound(as: HTTPRequestPart.self) {
      switch part {
      case .head(let head): all.append(head.path ?? "")
      case .body(let body): all.append(String(buffer: body))
      case .end: break
      }
    }
    return all
  }

  /// Sends a response of the application.
  func respond(_ text: String, closes: Bool = false) throws {
    var fields: HTTPFields = [.contentLength: "1"]
    if closes { fields[.connection] = "close" }
    let head = HTTPResponse(status: .ok, headerFields: fields)
    channel.write(HTTPResponsePart.head(head), promise: nil)
    channel.write(HTTPResponsePart.body(ByteBuffer(string: text)), promise: nil)
    channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
    try channel.throwIfErrorCaught()
  }

  /// What the client has received since the last call: bodies of the application, and
  /// `file 0..<9` for parts of files.
  func sent() throws -> [String] {
    var all: [String] = []
    while let data = try channel.readOutbound(as: IOData.self) {
      switch data {
      case .byteBuffer(let bytes):
        let text = String(buffer: bytes)
        if !text.isEmpty, !text.hasPrefix("HTTP/1.1 ") { all.append(text) }
      case .fileRegion(let region): all.append("file \(region.readerIndex)..<\(region.endIndex)")
      }
    }
    return all
  }

  /// Holds all writes from now on.
  func fill() { socket.isFull = true }

  /// Writes what was held.
  func empty() throws { socket.empty(try channel.pipeline.syncOperations.context(handler: socket)) }

  /// The client ends its side, or the server wants to stop.
  func trigger(_ event: any Sendable) { channel.pipeline.fireUserInboundEventTriggered(event) }
}
