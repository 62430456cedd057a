import HTTPTypes
import NIOCore
import NIOHTTPTypes

extension ConnectionHandler {
  /// A request that was forwarded to the application's routes.
  struct ForwardedRequest {
    /// Whether the routes' pipeline has been added behind this handler.
    var isPipelineInstalled = false
    var body = BodyScanner(.none)
    /// The body's bytes so far, and the ticks spent waiting for the client.
    var bodyBytes = 0
    var bodyTicks = 0
    /// The body's bytes that had arrived when the response was complete.
    var bytesBeforeResponse = 0
    var closesConnection = false
    /// The index of the request's origin in the allowed origins; nil for none.
    var origin: Int?
    /// What the pipeline has read of the request, and what it has written.
    var isHeadRead = false
    var isRequestRead = false
    var hasResponseBegun = false
    var isResponseWritten = false
    /// Whether the response is a stream, which ends when the client closes its side.
    var isStream = false
  }

  /// Forwards a request's head and the part of its body that has arrived.
  func startForwarding(
    _ head: RequestHead, _ bytes: inout ByteBuffer, _ context: ChannelHandlerContext
  ) {
    // Responses of the fast path are flushed before waiting for the routes.
    flushIfNeeded(context)
    loop.counters.add(to: .forwardedRequests)
    phase = .forwarding
    forwarding = ForwardedRequest(
      isPipelineInstalled: forwarding.isPipelineInstalled, body: BodyScanner(head.framing),
      closesConnection: head.closesConnection,
      origin: bytes.withUnsafeReadableBytes { FastPath.origin(of: head, $0, loop) })
    if !forwarding.isPipelineInstalled {
      forwarding.isPipelineInstalled = true
      let client = ClientConnectionState()
      self.client = client
      // The client may have closed its side while this request waited in the buffer.
      if hasInputEnded { client.markDisconnected() }
      loop.installRoutes(context.channel, client)
    }
    guard let start = bytes.readSlice(length: head.length) else { return }
    deadline = forwarding.body.hasEnded ? .max : loop.now + loop.limits.body
    if head.expectsContinue, !forwarding.body.hasEnded, bytes.readableBytes == 0 {
      // The routes may still reject the request, but its body is read in any case.
      write(Self.continueResponse, context)
      flushIfNeeded(context)
    }
    context.fireChannelRead(wrapInboundOut(start))
    forward(&bytes, context)
  }

  /// Forwards the bytes that belong to the body, and no others.
  func forward(_ bytes: inout ByteBuffer, _ context: ChannelHandlerContext) {
    guard phase == .forwarding, !forwarding.body.hasEnded, bytes.readableBytes > 0 else { return }
    let length: Int
    switch bytes.withUnsafeReadableBytes({ forwarding.body.scan($0) }) {
    case .incomplete:
      length = bytes.readableBytes
      deadline = loop.now + loop.limits.body
    case .ended(let end):
      length = end
      deadline = .max
    case .malformed:
      bytes.clear()
      return refuseBody(.malformedBody, context)
    }
    forwarding.bodyBytes += length
    let ignored = forwarding.bodyBytes - forwarding.bytesBeforeResponse
    if forwarding.isResponseWritten, ignored > Self.ignoredBodyBytes {
      bytes.clear()
      return context.close(promise: nil)
    }
    if let part = bytes.readSlice(length: length) { context.fireChannelRead(wrapInboundOut(part)) }
  }

  /// The maximum number of a body's bytes that are read after its response, so that the connection
  /// can be used again: the largest body that a route accepts.
  private static let ignoredBodyBytes = RequestBodyDeclaration.documentLimit

  private static let continueResponse = ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")

  /// Closes a connection whose body is malformed or too slow; responds with a problem unless a
  /// response has begun.
  func refuseBody(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    guard !forwarding.hasResponseBegun else {
      countRefusal(refusal)
      return context.close(promise: nil)
    }
    refuse(refusal, context, origin: forwarding.origin)
    flushIfNeeded(context)
  }

  // MARK: Slow bodies

  /// Counts a tick; returns whether the client sends the body more slowly than it must.
  ///
  /// Ticks in which the routes do not read are not counted against the client.
  func countBodyTick() -> Bool {
    guard !forwarding.body.hasEnded, isReadPending else { return false }
    forwarding.bodyTicks += 1
    let limits = loop.limits
    let required = Double(max(0, forwarding.bodyTicks - limits.bodyGrace)) * limits.bodyRate
    return Double(forwarding.bodyBytes) < required || forwarding.bodyTicks > limits.bodyTotal
      || loop.now > deadline
  }

  // MARK: Events of the pipeline

  func pipelineDidRead(_ part: HTTPRequestPart) {
    switch part {
    case .head:
      // The pipeline has parsed bytes as two requests that this handler has parsed as one.
      if forwarding.isHeadRead || phase != .forwarding { closeNow() }
      forwarding.isHeadRead = true
    case .body: break
    case .end:
      forwarding.isRequestRead = true
      resumeIfComplete()
    }
  }

  func pipelineDidStartStream() {
    forwarding.isStream = true
    if hasInputEnded { closeNow() }
  }

  /// Returns whether the response must announce that it is the connection's last one.
  func pipelineWillRespond() -> Bool {
    forwarding.hasResponseBegun = true
    guard loop.isDraining else { return false }
    forwarding.closesConnection = true
    return true
  }

  func pipelineDidRespond() {
    forwarding.isResponseWritten = true
    forwarding.bytesBeforeResponse = forwarding.bodyBytes
    resumeIfComplete()
  }

  private func resumeIfComplete() {
    guard phase == .forwarding, forwarding.isResponseWritten, forwarding.isRequestRead,
      forwarding.body.hasEnded,
      let context
    else { return }
    let closesConnection = forwarding.closesConnection
    // Deferred, because the response's last bytes are still to be flushed in this tick of the event
    // loop.
    context.eventLoop.assumeIsolated().execute {
      guard self.phase == .forwarding, let context = self.context else { return }
      if closesConnection { return self.finish(context) }
      self.phase = .ready
      // NB: `resume` sets no deadline if bytes are pending, and an empty line does not set one.
      self.deadline = self.loop.now + self.loop.limits.idle
      self.resume(context)
    }
  }
}

/// Observes the application's pipeline, and notifies the connection's first handler when a request
/// has been read and when its response has been written.
final class ForwardingObserver: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private var connectionHandler: ConnectionHandler?

  func handlerAdded(context: ChannelHandlerContext) {
    connectionHandler = try? context.pipeline.syncOperations.handler(type: ConnectionHandler.self)
  }

  func handlerRemoved(context: ChannelHandlerContext) { connectionHandler = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    connectionHandler?.pipelineDidRead(unwrapInboundIn(data))
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      if connectionHandler?.pipelineWillRespond() ?? false {
        head.headerFields[.connection] = "close"
      }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
      if head.headerFields[.contentType] == "text/event-stream" {
        connectionHandler?.pipelineDidStartStream()
      }
    case .end:
      context.write(data, promise: promise)
      connectionHandler?.pipelineDidRespond()
    case .body: context.write(data, promise: promise)
    }
  }
}
