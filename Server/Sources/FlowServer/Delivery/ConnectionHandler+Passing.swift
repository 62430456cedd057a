import HTTPTypes
import NIOCore
import NIOHTTPTypes

extension ConnectionHandler {
  /// A request that is with the application's routes.
  struct Passing {
    /// Whether the routes' pipeline is behind this handler.
    var isInstalled = false
    var body = BodyScanner(.none)
    var isLast = false
    /// What the pipeline made of the bytes it was given.
    var hasHead = false
    var isRead = false
    var isAnswered = false
    /// The answer is a stream, which a client that closes its side does not want any more.
    var isStream = false
  }

  /// Hands over a request's head and what is there of its body.
  func startPassing(
    _ head: RequestHead, _ bytes: inout ByteBuffer, _ context: ChannelHandlerContext
  ) {
    // What was answered from bytes goes out before anybody waits for the routes.
    flushIfNeeded(context)
    loop.counters.add(to: .slowRequests)
    phase = .passing
    passing = Passing(
      isInstalled: passing.isInstalled, body: BodyScanner(head.framing), isLast: head.isLast)
    if !passing.isInstalled {
      passing.isInstalled = true
      loop.installRoutes(context.channel)
    }
    guard let start = bytes.readSlice(length: head.length) else { return }
    deadline = passing.body.hasEnded ? .max : loop.now + loop.limits.body
    context.fireChannelRead(wrapInboundOut(start))
    pass(&bytes, context)
  }

  /// Hands over the bytes that belong to the body, and only these.
  func pass(_ bytes: inout ByteBuffer, _ context: ChannelHandlerContext) {
    guard phase == .passing, !passing.body.hasEnded, bytes.readableBytes > 0 else { return }
    let length: Int
    switch bytes.withUnsafeReadableBytes({ passing.body.scan($0) }) {
    case .more:
      length = bytes.readableBytes
      deadline = loop.now + loop.limits.body
    case .ended(let end):
      length = end
      deadline = .max
    case .malformed:
      loop.counters.add(to: .malformedRequests)
      bytes.clear()
      context.close(promise: nil)
      return
    }
    if let part = bytes.readSlice(length: length) { context.fireChannelRead(wrapInboundOut(part)) }
  }

  // MARK: What the pipeline says

  func pipelineRead(_ part: HTTPRequestPart) {
    switch part {
    case .head:
      // A second request in the bytes of one: the pipeline reads them in another way than we do.
      if passing.hasHead || phase != .passing { closeNow() }
      passing.hasHead = true
    case .body: break
    case .end:
      passing.isRead = true
      goOnIfAnswered()
    }
  }

  func pipelineStreams() {
    passing.isStream = true
    if hasInputEnded { closeNow() }
  }

  func pipelineAnswered() {
    passing.isAnswered = true
    goOnIfAnswered()
  }

  private func goOnIfAnswered() {
    guard phase == .passing, passing.isAnswered, passing.isRead, passing.body.hasEnded,
      let context
    else { return }
    let isLast = passing.isLast
    // The answer's last bytes are flushed by who wrote them, in this turn of the loop.
    context.eventLoop.assumeIsolated().execute {
      guard self.phase == .passing, let context = self.context else { return }
      if isLast { return self.finish(context) }
      self.phase = .ready
      self.resume(context)
    }
  }
}

/// Stands in the application's pipeline and tells the front when a request was read and when its
/// answer is written.
final class PassingObserver: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private var front: ConnectionHandler?

  func handlerAdded(context: ChannelHandlerContext) {
    front = try? context.pipeline.syncOperations.handler(type: ConnectionHandler.self)
  }

  func handlerRemoved(context: ChannelHandlerContext) { front = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    front?.pipelineRead(unwrapInboundIn(data))
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    context.write(data, promise: promise)
    switch unwrapOutboundIn(data) {
    case .head(let head) where head.headerFields[.contentType] == "text/event-stream":
      front?.pipelineStreams()
    case .end: front?.pipelineAnswered()
    case .head, .body: break
    }
  }
}
