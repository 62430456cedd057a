import NIOCore

/// The first handler of a connection: answers requests of the fast path directly from their bytes,
/// and forwards all others, one at a time, to the HTTP pipeline behind it.
///
/// A connection is in one phase at a time. In `ready` it reads the next head. In `forwarding`, the
/// application's routes process a request; bytes after its body are held until the response is
/// written, so responses keep the order of requests and the pipeline never sees two requests at
/// once. In `streaming` it receives releases until it ends. In `closing`, the last response is
/// being written.
final class ConnectionHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  enum Phase {
    case ready
    case forwarding
    case streaming
    case closing
  }

  /// How a connection is counted.
  enum Admission {
    case served
    case refused
    case none
  }

  let loop: DeliveryLoop
  var countedAs = Admission.none
  var context: ChannelHandlerContext?
  var phase = Phase.ready
  /// The index among the loop's connections, and among its streams of the same environment.
  var index = 0
  var streamIndex = 0
  /// The tick of the loop after which the connection is closed; `.max` for never.
  var deadline = Int.max
  /// The rate at which the client reads responses.
  var readRate = ReadRate()
  /// The reason why the connection is refused, sent in response to its first request, or when none
  /// arrives in time; nil if it is not refused.
  private var refusal: Refusal?
  /// The channel's writability; on a stream, whether the kernel has taken all bytes.
  private(set) var isWritable = true
  /// The network whose limit the connection counts against; nil on a Unix socket, behind our own
  /// proxies, and for a refused connection.
  var network: ClientNetwork?
  var stream: Stream?
  var forwarding = ForwardedRequest()
  /// The client as the routes know it; nil until a request is forwarded.
  var client: ClientConnectionState?

  /// Bytes that are not processed yet: a partial head, or requests after the current one.
  private var pendingBytes = ByteBuffer()
  private var isInsideHead = false
  /// Whether the pending bytes are only the first half of an empty line: no head has begun.
  private var hasPartialEmptyLine = false
  private var isReadSuspended = false
  /// Whether the client's next bytes are awaited; only then does time count against the client.
  private(set) var isReadPending = false
  private(set) var hasInputEnded = false
  private var needsFlush = false
  private var sampleStart: NIODeadline?
  private var isRegistered = false

  init(loop: DeliveryLoop) { self.loop = loop }

  // MARK: Connecting and disconnecting

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelActive(context: ChannelHandlerContext) {
    isRegistered = true
    deadline = loop.now + loop.limits.head
    if loop.settings.trustedProxies == 0 {
      network = ClientNetwork(context.channel.remoteAddress)
    }
    let acceptance = loop.add(self)
    if case .refused(let refusal) = acceptance {
      refuseConnection(refusal, context)
    } else if case .dropped = acceptance {
      context.close(promise: nil)
    } else if loop.isGraceOver {
      context.close(promise: nil)
    }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    leaveStream()
    client?.markDisconnected()
    pendingBytes = ByteBuffer()
    if isRegistered {
      isRegistered = false
      loop.remove(self)
    }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  // MARK: Reading

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    isReadPending = false
    switch phase {
    case .ready:
      sampleStart = loop.startOfSample()
      guard pendingBytes.readableBytes > 0 else { return process(&bytes, context) }
      // Only a line feed can complete a head.
      let mayComplete =
        !isInsideHead || hasPartialEmptyLine || bytes.readableBytesView.contains(0x0A)
      pendingBytes.writeBuffer(&bytes)
      if mayComplete || pendingBytes.readableBytes >= loop.limits.headBytes {
        processPendingBytes(context)
      }
    case .forwarding:
      if pendingBytes.readableBytes == 0, !forwarding.body.hasEnded { forward(&bytes, context) }
      pendingBytes.writeBuffer(&bytes)
    case .streaming: ignore(bytes.readableBytes, context)
    case .closing: break
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if forwarding.isPipelineInstalled { context.fireChannelReadComplete() }
    flushIfNeeded(context)
    guard let sampleStart else { return }
    self.sampleStart = nil
    if phase == .ready, !isInsideHead { loop.counters.fastPathLatency.add(.now() - sampleStart) }
  }

  /// Suspends reading while requests are held that cannot be processed yet.
  func read(context: ChannelHandlerContext) {
    if pendingBytes.readableBytes > 0, !isInsideHead, phase == .forwarding || phase == .ready {
      isReadSuspended = true
    } else {
      isReadPending = true
      context.read()
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event as? ChannelEvent {
    case .inputClosed:
      hasInputEnded = true
      client?.markDisconnected()
      switch phase {
      case .ready where pendingBytes.readableBytes == 0 || isInsideHead: finish(context)
      case .forwarding where !forwarding.body.hasEnded || forwarding.isStream:
        context.close(promise: nil)
      case .streaming, .closing: context.close(promise: nil)
      case .ready, .forwarding: break
      }
    case .outputClosed:
      // Our side is closed, by `finish` or by the routes; the client has `linger` to close its own.
      phase = .closing
      deadline = loop.now + loop.limits.linger
    case nil:
      context.fireUserInboundEventTriggered(event)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    isWritable = context.channel.isWritable
    if isWritable {
      if phase == .streaming {
        catchUp()
      } else {
        resume(context)
      }
    }
    context.fireChannelWritabilityChanged()
  }

  // MARK: Processing requests

  private func processPendingBytes(_ context: ChannelHandlerContext) {
    var bytes = pendingBytes
    pendingBytes = ByteBuffer()
    process(&bytes, context)
  }

  /// Processes as many requests as possible now; the rest stays pending.
  private func process(_ bytes: inout ByteBuffer, _ context: ChannelHandlerContext) {
    let wasInsideHead = isInsideHead && !hasPartialEmptyLine
    isInsideHead = false
    hasPartialEmptyLine = false
    var count = 0
    while phase == .ready, bytes.readableBytes > 0, isWritable {
      hasPartialEmptyLine = !skipEmptyLines(&bytes)
      // After an empty line, the next head has not begun.
      guard bytes.readableBytes > 0 else { break }
      guard !hasPartialEmptyLine, processRequest(&bytes, context) else {
        isInsideHead = true
        break
      }
      count += 1
    }
    switch phase {
    case .ready:
      pendingBytes = bytes.readableBytes > 0 ? bytes : ByteBuffer()
      if hasInputEnded, pendingBytes.readableBytes == 0 || isInsideHead { return finish(context) }
      // NB: empty lines change no deadline; otherwise a client could keep its connection open with
      // them.
      if refusal != nil {
        break
      } else if isInsideHead, !hasPartialEmptyLine, !wasInsideHead || count > 0 {
        deadline = loop.now + loop.limits.head
      } else if count > 0 {
        deadline = loop.now + loop.limits.idle
      }
    case .forwarding: pendingBytes = bytes.readableBytes > 0 ? bytes : ByteBuffer()
    case .streaming, .closing: break
    }
  }

  /// Skips empty lines, which some clients send after a body (RFC 9112, 2.2).
  ///
  /// - Returns: False if only the first half of an empty line has arrived.
  private func skipEmptyLines(_ bytes: inout ByteBuffer) -> Bool {
    while bytes.readableBytes >= 2,
      bytes.getInteger(at: bytes.readerIndex, as: UInt16.self) == 0x0D0A
    { bytes.moveReaderIndex(forwardBy: 2) }
    return bytes.readableBytes != 1
      || bytes.getInteger(at: bytes.readerIndex, as: UInt8.self) != 0x0D
  }

  /// Processes one request; returns false if its head is incomplete.
  private func processRequest(_ bytes: inout ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
    let action = bytes.withUnsafeReadableBytes { FastPath.action(for: $0, on: loop) }
    if case .wait = action { return false }
    if let refusal {
      refuse(refusal, context, origin: origin(in: bytes))
      return true
    }
    switch action {
    case .wait: return false
    case .refuse(let refusal):
      refuse(refusal, context, origin: origin(in: bytes))
    case .response(let response, let counter, let length):
      bytes.moveReaderIndex(forwardBy: length)
      write(response, context)
      if let counter { loop.counters.add(to: counter) }
    case .stream(let start, let length):
      bytes.moveReaderIndex(forwardBy: length)
      startStream(start, context)
    case .forward(let head):
      startForwarding(head, &bytes, context)
    }
    return true
  }

  /// Returns the index of the first request's origin in the allowed origins; nil for none.
  private func origin(in bytes: ByteBuffer) -> Int? {
    bytes.withUnsafeReadableBytes { FastPath.origin(in: $0, on: loop) }
  }

  /// Processes the pending bytes.
  func resume(_ context: ChannelHandlerContext) {
    guard phase == .ready else { return }
    if loop.isGraceOver { return finish(context) }
    if pendingBytes.readableBytes > 0 {
      processPendingBytes(context)
      if phase == .forwarding { context.fireChannelReadComplete() }
      flushIfNeeded(context)
    } else if hasInputEnded {
      return finish(context)
    } else {
      deadline = loop.now + loop.limits.idle
    }
    guard isReadSuspended else { return }
    isReadSuspended = false
    context.channel.read()
  }

  // MARK: Writing and ending

  func write(_ buffer: ByteBuffer, _ context: ChannelHandlerContext) {
    loop.counters.add(buffer.readableBytes, to: .bytesSent)
    readRate.recordWrite(buffer.readableBytes)
    context.write(wrapOutboundOut(buffer), promise: nil)
    needsFlush = true
  }

  /// Passes on the bytes that the routes' pipeline writes.
  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    readRate.recordWrite(unwrapOutboundIn(data).readableBytes)
    context.write(data, promise: promise)
  }

  func flushIfNeeded(_ context: ChannelHandlerContext) {
    guard needsFlush else { return }
    needsFlush = false
    context.flush()
  }

  /// Refuses the connection: at once, or, if the response depends on a request's origin, with the
  /// first request, or after `linger` if none arrives.
  private func refuseConnection(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    guard loop.settings.origins.variesByOrigin else { return refuse(refusal, context) }
    self.refusal = refusal
    deadline = loop.now + loop.limits.linger
  }

  /// Responds with a problem, readable by pages of the given allowed origin.
  func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext, origin: Int? = nil) {
    countRefusal(refusal)
    write(
      refusal.response(
        date: loop.date, retryAfter: loop.settings.retryAfterSeconds,
        originLines: loop.settings.origins.refusalHeaderLines(origin)), context)
    finish(context)
  }

  /// Counts a refused request; refusals due to a limit of connections or streams are counted where
  /// the limit is checked.
  func countRefusal(_ refusal: Refusal) {
    switch refusal {
    case .tooManyStreams, .tooManyConnections, .tooManyConnectionsOfNetwork: break
    case .bodyTooSlow: loop.counters.add(to: .timeouts)
    default: loop.counters.add(to: .malformedRequests)
    }
  }

  /// Closes the connection once all pending writes are flushed.
  ///
  /// Only our side is closed first: the client may still be sending, and closing both would discard
  /// the response on its way.
  func finish(_ context: ChannelHandlerContext) {
    guard phase != .closing else { return }
    phase = .closing
    // A limit for the flush; the time to linger begins once our side is closed.
    deadline = loop.now + loop.limits.stall
    pendingBytes = ByteBuffer()
    needsFlush = false
    let channel = context.channel
    let mode: CloseMode = hasInputEnded ? .all : .output
    let flushPromise = context.eventLoop.makePromise(of: Void.self)
    let linger = loop.isDraining ? loop.settings.drainLinger : nil
    flushPromise.futureResult.whenComplete { _ in
      channel.close(mode: mode, promise: nil)
      guard let linger else { return }
      channel.eventLoop.scheduleTask(in: linger) { channel.close(promise: nil) }
    }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: flushPromise)
  }

  func closeNow() { context?.close(promise: nil) }

  /// Ignores bytes that a client sends during a stream, and closes the connection after 16 KiB.
  private func ignore(_ count: Int, _ context: ChannelHandlerContext) {
    stream?.ignoredBytes += count
    if stream?.ignoredBytes ?? 0 > 16_384 { context.close(promise: nil) }
  }

  // MARK: Time

  func tick() {
    guard let context else { return }
    if countReadTick(context) {
      loop.counters.add(to: phase == .streaming ? .streamsDropped : .timeouts)
      reset(context)
    } else if phase == .streaming {
      sendHeartbeat(context)
    } else if phase == .forwarding, countBodyTick() {
      refuseBody(.bodyTooSlow, context)
    } else if loop.now > deadline, let refusal, phase == .ready {
      refuse(refusal, context)
      flushIfNeeded(context)
    } else if loop.now > deadline {
      if phase != .closing { loop.counters.add(to: .timeouts) }
      context.close(promise: nil)
    }
  }

  /// Closes the connection if it is idle, because its time for a request at shutdown is over.
  func endGrace() {
    guard let context, phase == .ready else { return }
    if isInsideHead, !hasPartialEmptyLine {
      deadline = min(deadline, loop.now + loop.limits.linger)
    } else {
      finish(context)
    }
  }
}
