import HTTPTypes
import NIOCore
import NIOHTTPTypes

extension ConnectionHandler {
  /// A request that was forwarded to the application's routes.
  struct ForwardedRequest {
    /// Whether the routes' pipeline is behind this handler.
    var isInstalled = false
    var body = BodyScanner(.none)
    /// Bytes of the body so far, and ticks that the client was waited for.
    var bodyBytes = 0
    var bodyTicks = 0
    var isLast = false
    /// The index of the sending page's origin among the allowed ones; nil for none.
    var origin: Int?
    /// The state of the pipeline for the forwarded bytes.
    var hasHead = false
    var isRead = false
    var hasResponse = false
    var isResponded = false
    /// The response is a stream, which a client that closes its side does not want any more.
    var isStream = false
  }

  /// Hands over a request's head and what is there of its body.
  func startForwarding(
    _ head: RequestHead, _ bytes: inout ByteBuffer, _ context: ChannelHandlerContext
  ) {
    // Responses of the fast path go out before the routes are waited for.
    flushIfNeeded(context)
    loop.counters.add(to: .slowRequests)
    phase = .forwarding
    forwarding = ForwardedRequest(
      isInstalled: forwarding.isInstalled, body: BodyScanner(head.framing), isLast: head.isLast,
      origin: bytes.withUnsafeReadableBytes { FastPath.origin(of: head, $0, loop) })
    if !forwarding.isInstalled {
      forwarding.isInstalled = true
      loop.installRoutes(context.channel)
    }
    guard let start = bytes.readSlice(length: head.length) else { return }
    deadline = forwarding.body.hasEnded ? .max : loop.now + loop.limits.body
    context.fireChannelRead(wrapInboundOut(start))
    forward(&bytes, context)
  }

  /// Hands over the bytes that belong to the body, and only these.
  func forward(_ bytes: inout ByteBuffer, _ context: ChannelHandlerContext) {
    guard phase == .forwarding, !forwarding.body.hasEnded, bytes.readableBytes > 0 else { return }
    let length: Int
    switch bytes.withUnsafeReadableBytes({ forwarding.body.scan($0) }) {
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
    forwarding.bodyBytes += length
    if let part = bytes.readSlice(length: length) { context.fireChannelRead(wrapInboundOut(part)) }
  }

  // MARK: Slow bodies

  /// Called once a tick: whether the client sends the body slower than it must.
  ///
  /// A time in which the routes do not read counts for nothing: it is not the client's.
  func isBodyTooSlow() -> Bool {
    guard !forwarding.body.hasEnded, isWaiting else { return false }
    forwarding.bodyTicks += 1
    let limits = loop.limits
    let paced = Double(max(0, forwarding.bodyTicks - limits.bodyGrace)) * limits.bodyRate
    return Double(forwarding.bodyBytes) < paced || forwarding.bodyTicks > limits.bodyTotal
      || loop.now > deadline
  }

  /// Ends a connection whose body is too slow, and says so unless there is a response already.
  func endSlowBody(_ context: ChannelHandlerContext) {
    guard !forwarding.hasResponse else {
      loop.counters.add(to: .timeouts)
      return context.close(promise: nil)
    }
    refuse(.bodyTooSlow, context, origin: forwarding.origin)
    flushIfNeeded(context)
  }

  // MARK: Events of the pipeline

  func pipelineRead(_ part: HTTPRequestPart) {
    switch part {
    case .head:
      // A second request in the bytes of one: the pipeline reads them in another way than we do.
      if forwarding.hasHead || phase != .forwarding { closeNow() }
      forwarding.hasHead = true
    case .body: break
    case .end:
      forwarding.isRead = true
      readNextIfResponded()
    }
  }

  func pipelineStreams() {
    forwarding.isStream = true
    if hasInputEnded { closeNow() }
  }

  /// Whether the response has to say that it is the connection's last one.
  func pipelineHasResponse() -> Bool {
    forwarding.hasResponse = true
    guard loop.isDraining else { return false }
    forwarding.isLast = true
    return true
  }

  func pipelineResponded() {
    forwarding.isResponded = true
    readNextIfResponded()
  }

  private func readNextIfResponded() {
    guard phase == .forwarding, forwarding.isResponded, forwarding.isRead, forwarding.body.hasEnded,
      let context
    else { return }
    let isLast = forwarding.isLast
    // The response's last bytes are flushed by who wrote them, in this turn of the loop.
    context.eventLoop.assumeIsolated().execute {
      guard self.phase == .forwarding, let context = self.context else { return }
      if isLast { return self.finish(context) }
      self.phase = .ready
      self.resume(context)
    }
  }
}

/// Observes the application's pipeline: notifies the connection's first handler when a request was
/// read and when its response is written.
final class ForwardingObserver: ChannelDuplexHandler, RemovableChannelHandler {
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
    switch unwrapOutboundIn(data) {
    case .head(var head):
      if front?.pipelineHasResponse() ?? false { head.headerFields[.connection] = "close" }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
      if head.headerFields[.contentType] == "text/event-stream" { front?.pipelineStreams() }
    case .end:
      context.write(data, promise: promise)
      front?.pipelineResponded()
    case .body: context.write(data, promise: promise)
    }
  }
}
