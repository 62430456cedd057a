import Accounts
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client exceeds the limits.
final class ConnectionLimiter: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limits: ConnectionLimits
  private let isResponse: @Sendable (Any) -> Bool
  private var context: ChannelHandlerContext?
  private var timer: RepeatedTask?
  private var network: String?
  private var isCounted = false
  /// Whether another connection of the network may replace this one.
  private var isListedAsIdle = false
  /// Whether another one has replaced it, so that no request is accepted.
  private var isReplaced = false
  /// The number of requests without a complete response.
  private var pendingRequests = 0
  /// Whether the end of the last request has not arrived.
  private var isReceiving = false
  private var hasResponded = false
  /// Whether the server has closed its side of the connection.
  private var hasClosedOutput = false
  /// The time since which the server has been waiting for the client.
  private var waitingSince = NIODeadline.now()
  /// The number of response bytes that have not been written to the socket.
  private var unsentBytes = 0
  /// The time at which `unsentBytes` last changed.
  private var lastProgress = NIODeadline.now()

  init(_ limits: ConnectionLimits, _ isResponse: @escaping @Sendable (Any) -> Bool) {
    (self.limits, self.isResponse) = (limits, isResponse)
  }

  // MARK: Connecting and disconnecting

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    if context.channel.isActive { start(context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    stop()
    self.context = nil
  }

  func channelActive(context: ChannelHandlerContext) {
    start(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    stop()
    context.fireChannelInactive()
  }

  private func start(_ context: ChannelHandlerContext) {
    guard timer == nil else { return }
    network = context.channel.remoteAddress?.ipAddress.map { Client(address: $0).network }
    guard limits.registry.register(network, limits) else {
      limits.registry.logRefusal(of: network, limits, on: context.eventLoop)
      return context.close(promise: nil)
    }
    isCounted = true
    waitingSince = .now()
    let tick = TimeAmount(limits.tick)
    let limiter = NIOLoopBound(self, eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleRepeatedTask(initialDelay: tick, delay: tick) { _ in
      limiter.value.check()
    }
  }

  private func stop() {
    timer?.cancel()
    timer = nil
    guard isCounted else { return }
    isCounted = false
    limits.registry.unregister(ObjectIdentifier(self), network, limits)
  }

  // MARK: Replacing idle connections

  private func listAsIdle(_ context: ChannelHandlerContext) {
    let isIdle = hasResponded && !hasClosedOutput && pendingRequests == 0 && !isReceiving
    guard isIdle, !isListedAsIdle, isCounted, let network else { return }
    isListedAsIdle = true
    let eventLoop = context.eventLoop
    let limiter = NIOLoopBound(self, eventLoop: eventLoop)
    limits.registry.addIdle(ObjectIdentifier(self), of: network, since: waitingSince) {
      eventLoop.execute { limiter.value.closeReplaced() }
    }
  }

  /// Ends the idle time because of a request; closes the connection if it has been replaced.
  private func stopIdling(_ context: ChannelHandlerContext) {
    guard isListedAsIdle, !isReplaced else { return }
    isListedAsIdle = false
    isReplaced = !limits.registry.removeIdle(ObjectIdentifier(self), of: network)
    if isReplaced { context.close(promise: nil) }
  }

  private func closeReplaced() {
    isReplaced = true
    context?.close(promise: nil)
  }

  // MARK: Requests and responses

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    if case .head = part { stopIdling(context) }
    // Otherwise, the application would handle a request whose response cannot be sent.
    guard !isReplaced else { return }
    switch part {
    case .head:
      pendingRequests += 1
      isReceiving = true
    case .body: break
    case .end: isReceiving = false
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      // NB: the response to a request that cannot be parsed is one without a request.
      pendingRequests = max(0, pendingRequests - 1)
      markResponse()
    }
    context.write(data, promise: promise)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .outputClosed {
      hasClosedOutput = true
      waitingSince = .now()
    } else if isResponse(event) {
      stopIdling(context)
      markResponse()
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func markResponse() {
    hasResponded = true
    waitingSince = .now()
  }

  // MARK: Time

  private func check() {
    guard let context else { return }
    let now = NIODeadline.now()
    let buffered = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
    if let buffered, buffered > 0 {
      if buffered != unsentBytes { (unsentBytes, lastProgress) = (buffered, now) }
      // A client that is still reading a response is not late with its next request.
      waitingSince = now
      if now - lastProgress > TimeAmount(limits.stallTimeout) { context.close(promise: nil) }
      return
    }
    unsentBytes = 0
    guard let timeout, now - waitingSince > TimeAmount(timeout) else { return listAsIdle(context) }
    context.close(promise: nil)
  }

  /// The time that the client has; nil while the application handles a request.
  private var timeout: Duration? {
    if hasClosedOutput { return limits.lingerTimeout }
    if pendingRequests > 0 { return nil }
    if isReceiving { return limits.lingerTimeout }
    return hasResponded ? limits.idleTimeout : limits.headTimeout
  }
}
