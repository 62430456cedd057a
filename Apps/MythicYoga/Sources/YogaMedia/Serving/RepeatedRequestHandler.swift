import NIOCore
import NIOPosix

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Answers repeated requests for files from a connection's bytes, and forwards all other requests.
///
/// Divides the bytes into requests and processes one at a time, so that responses keep the order of
/// the requests: what follows a request is held until its response is written. From the first bytes
/// that ``RequestFrame`` does not support, everything is forwarded without being parsed, so that a
/// difference between two parsers cannot be used for request smuggling.
final class RepeatedRequestHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  private enum Phase {
    /// Between two requests.
    case ready
    /// The channel sends the rest of a file.
    case sending
    /// The application has a request.
    case forwarding
    /// Everything is forwarded without being parsed.
    case passthrough
    /// The connection is closed, or being closed: everything is dropped.
    case closed
  }

  /// The maximum length of a head that is processed here, in bytes.
  private static let headLimit = 8192

  private let responseCache: MediaResponseCache
  private var context: ChannelHandlerContext?
  private var socket: CInt?
  private var phase = Phase.ready
  /// The number of bytes of the forwarded request's body that have not arrived yet.
  private var remainingBody = 0
  /// Whether the response to the forwarded request has been written.
  private var hasResponded = false
  /// An incomplete head, or requests that wait for an earlier response.
  private var heldBytes = ByteBuffer()
  private var isProcessing = false
  /// Whether bytes were forwarded since the last `channelReadComplete`.
  private var hasForwarded = false
  /// Whether a `read` waits until fewer requests are held.
  private var isReadHeld = false
  /// Whether the client has closed its side, and the later handlers have not been notified.
  private var hasInputEnded = false
  /// Whether the connection should quiesce, and the later handlers have not been notified.
  private var isQuiescing = false
  /// The head of the last response that was sent here, reused to avoid allocations.
  private var response = ByteBuffer()

  init(responseCache: MediaResponseCache) { self.responseCache = responseCache }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    socket = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(
      of: NIOBSDSocket.Handle.self
    ) { $0 }
  }

  func handlerRemoved(context: ChannelHandlerContext) { (self.context, socket) = (nil, nil) }

  func channelInactive(context: ChannelHandlerContext) {
    (socket, phase, heldBytes) = (nil, .closed, ByteBuffer())
    context.fireChannelInactive()
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    if heldBytes.readableBytes > 0 {
      heldBytes.writeBuffer(&bytes)
      processHeldBytes(context)
    } else {
      process(&bytes, context)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    guard hasForwarded else { return }
    hasForwarded = false
    context.fireChannelReadComplete()
  }

  private func processHeldBytes(_ context: ChannelHandlerContext) {
    var bytes = heldBytes
    heldBytes = ByteBuffer()
    process(&bytes, context)
  }

  /// Processes as many requests as possible now; the rest is held.
  private func process(_ bytes: inout ByteBuffer, _ context: ChannelHandlerContext) {
    isProcessing = true
    while bytes.readableBytes > 0 {
      if phase == .ready {
        guard processNext(&bytes, context) else { break }
      } else if phase == .passthrough {
        forward(bytes.readableBytes, of: &bytes, context)
      } else if phase == .closed {
        bytes.clear()
      } else if remainingBody > 0 {
        let count = min(remainingBody, bytes.readableBytes)
        remainingBody -= count
        forward(count, of: &bytes, context)
        finishForwarding()
      } else {
        break
      }
    }
    isProcessing = false
    if bytes.readableBytes > 0 { heldBytes = bytes }
  }

  /// Processes a request or its head; returns false if the head is incomplete.
  private func processNext(_ bytes: inout ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
    let (outcome, part) = bytes.withUnsafeReadableBytes { raw in
      // NB: a limit for complete heads, too, so that the outcome does not depend on how the bytes
      // were split.
      let outcome = RequestFrame.parse(.init(rebasing: raw.prefix(Self.headLimit)))
      guard case .request(let request) = outcome,
        let cached = responseCache.cachedResponse(for: request, in: raw),
        let part = cached.respond(to: request, in: raw, &response)
      else { return (outcome, (MediaResponseCache.OpenFile, Range<Int>)?.none) }
      return (outcome, (cached.file, part))
    }
    switch (outcome, part) {
    case (.incomplete, _):
      guard bytes.readableBytes >= Self.headLimit else { return false }
      phase = .passthrough
    case (.unsupported, _): phase = .passthrough
    case (.request(let request), let (file, part)?):
      bytes.moveReaderIndex(forwardBy: request.headLength)
      responseCache.recordHit()
      context.fireUserInboundEventTriggered(AnsweredRepeatedRequest())
      send(file, part, context)
    case (.request(let request), nil):
      (phase, remainingBody, hasResponded) = (.forwarding, request.bodyLength, false)
      forward(request.headLength, of: &bytes, context)
    }
    return true
  }

  private func forward(
    _ count: Int, of bytes: inout ByteBuffer, _ context: ChannelHandlerContext
  ) {
    guard let slice = bytes.readSlice(length: count) else { return }
    hasForwarded = true
    context.fireChannelRead(wrapInboundOut(slice))
  }

  // MARK: The application's responses

  /// The response to the forwarded request has been written to the socket.
  func applicationResponded() {
    hasResponded = true
    finishForwarding()
    resume()
  }

  /// The application closes the connection after its response; no more requests are answered here.
  func applicationWillClose() { if phase != .closed { phase = .passthrough } }

  private func finishForwarding() {
    if phase == .forwarding, hasResponded, remainingBody == 0 { phase = .ready }
  }

  // MARK: Files

  private func send(
    _ file: MediaResponseCache.OpenFile, _ part: Range<Int>, _ context: ChannelHandlerContext
  ) {
    var remaining = part
    if let socket, context.channel.isActive {
      guard FileSending.transfer(&response, file.descriptor, &remaining, to: socket) else {
        return abort(context)
      }
      if remaining.isEmpty { return }
    }
    // NB: a duplicate, because an `NIOFileHandle` can be used by one connection at a time only.
    let descriptor = dup(file.descriptor)
    // Too many files are open: the connection is closed, and the client can try again.
    guard descriptor >= 0 else { return abort(context) }
    let handle = NIOFileHandle(_deprecatedTakingOwnershipOfDescriptor: descriptor)
    let region = FileRegion(
      fileHandle: handle, readerIndex: remaining.lowerBound, endIndex: remaining.upperBound)
    let sentPromise = context.eventLoop.makePromise(of: Void.self)
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    sentPromise.futureResult.whenComplete { result in
      try? handle.close()
      bound.value.finishedSending(result)
    }
    phase = .sending
    if response.readableBytes > 0 {
      context.write(wrapOutboundOut(.byteBuffer(response)), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.fileRegion(region)), promise: sentPromise)
  }

  private func abort(_ context: ChannelHandlerContext) {
    phase = .closed
    context.close(promise: nil)
  }

  private func finishedSending(_ result: Result<Void, any Error>) {
    guard case .success = result, phase == .sending else { return }
    phase = .ready
    resume()
  }

  // MARK: Waiting

  /// Continues with the input that was held back until a response was written.
  private func resume() {
    guard let context, !isProcessing else { return }
    if isQuiescing, phase == .ready {
      isQuiescing = false
      context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
    processHeldBytes(context)
    endInputIfPossible(context)
    channelReadComplete(context: context)
    if isReadHeld, !mustHoldReads {
      isReadHeld = false
      context.read()
    }
  }

  /// Whether requests wait for an earlier response: no more are read, so that a client that does
  /// not read its responses cannot fill the memory.
  private var mustHoldReads: Bool {
    (phase == .sending || phase == .forwarding) && heldBytes.readableBytes > 0
  }

  func read(context: ChannelHandlerContext) {
    if mustHoldReads {
      isReadHeld = true
    } else {
      context.read()
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent where phase == .sending:
      // The connection ends when its file has been sent.
      isQuiescing = true
    case ChannelEvent.inputClosed:
      hasInputEnded = true
      endInputIfPossible(context)
      channelReadComplete(context: context)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  /// Forwards the end of the input, after which the application closes the connection: not before
  /// a file has been sent.
  private func endInputIfPossible(_ context: ChannelHandlerContext) {
    guard hasInputEnded, phase != .sending else { return }
    hasInputEnded = false
    if phase != .closed { phase = .passthrough }
    processHeldBytes(context)
    context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
  }
}
