import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import YogaMedia

/// An in-memory connection, on which the test is the client, the socket and the application.
///
/// It can be used on one thread only.
final class MemoryConnection {
  /// Delays writes while it is full, and counts reads.
  private final class Socket: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = IOData
    var isFull = false
    var readCount = 0
    private var pendingWrites: [(NIOAny, EventLoopPromise<Void>?)] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if isFull {
        pendingWrites.append((data, promise))
      } else {
        context.write(data, promise: promise)
      }
    }

    func read(context: ChannelHandlerContext) {
      readCount += 1
      context.read()
    }

    func resumeWrites(_ context: ChannelHandlerContext) {
      isFull = false
      for (data, promise) in pendingWrites { context.write(data, promise: promise) }
      pendingWrites = []
      context.flush()
    }
  }

  /// Records the events that the application receives.
  private final class Events: ChannelInboundHandler {
    typealias InboundIn = HTTPRequestPart
    var names: [String] = []
    var answeredCount = 0

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if event is AnsweredRepeatedRequest {
        answeredCount += 1
        return
      }
      names.append(event is ChannelShouldQuiesceEvent ? "quiesce" : "\(event)")
    }
  }

  private let channel = EmbeddedChannel()
  private let socket = Socket()
  private let log = Events()

  init(_ responseCache: MediaResponseCache) throws {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(socket)
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: false, withErrorHandling: false)
    try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
    try pipeline.addHandler(MediaSender(responseCache: responseCache))
    try pipeline.addHandler(log)
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
  }

  deinit { _ = try? channel.finish() }

  /// The events that the application has received.
  var events: [String] { log.names }

  /// The number of events that reported a request answered without the application.
  var answeredCount: Int { log.answeredCount }

  /// Requests a read; returns whether the connection reads from the socket.
  func requestRead() -> Bool {
    let before = socket.readCount
    channel.read()
    return socket.readCount > before
  }

  /// Receives bytes from the client.
  func receive(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

  /// Returns what the application has received since the last call: the paths of requests, and
  /// bodies.
  func takeForwarded() throws -> [String] {
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

  /// Returns what the client has received since the last call: bodies of the application, and
  /// `file 0..<9` for parts of files.
  func takeSent() throws -> [String] {
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

  /// Fills the socket, so that writes are delayed.
  func fillSocket() { socket.isFull = true }

  /// Empties the socket, and performs the delayed writes.
  func emptySocket() throws {
    socket.resumeWrites(try channel.pipeline.syncOperations.context(handler: socket))
  }

  /// Fires an event: the client has closed its side, or the server is shutting down.
  func trigger(_ event: any Sendable) { channel.pipeline.fireUserInboundEventTriggered(event) }
}
