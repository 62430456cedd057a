import Atomics
import NIOCore

extension ConnectionHandler {
  /// The state of a connection that receives releases.
  struct Stream {
    let key: ActiveKey
    /// The network whose limit it counts against.
    let network: ClientNetwork?
    /// The newest release that was written, or that the client already had when it connected.
    var release: LiveRelease?
    /// Whether a newer release exists that could not be written yet.
    var isBehind = false
    var heartbeats: HeartbeatSchedule
    var ignoredBytes = 0

    func isOlder(than other: LiveRelease) -> Bool {
      guard let release else { return true }
      return release.sequence < other.sequence
    }
  }

  var isStream: Bool { stream != nil }

  var isRevoked: Bool { stream?.key.isRevoked.load(ordering: .acquiring) ?? false }

  var releaseNumber: Int? { stream?.release?.number }

  // MARK: Starting and ending

  func startStream(_ start: FastPath.StreamStart, _ context: ChannelHandlerContext) {
    let key = start.key
    let client = start.client ?? network
    if let refusal = loop.admission.admit(key, from: client) {
      return refuse(.tooManyStreams(refusal), context, origin: start.origin)
    }
    phase = .streaming
    deadline = .max
    var stream = Stream(
      key: key, network: client,
      heartbeats: HeartbeatSchedule(
        startingAt: loop.now, interval: loop.limits.heartbeatInterval))
    shrinkBuffers(context.channel)
    write(loop.streamResponse(forOrigin: start.origin), context)
    if let current = loop.current(of: key) {
      stream.release = current
      if !start.isCurrent { write(current.event, context) }
    }
    self.stream = stream
    loop.addStream(self, key: key)
    guard loop.isDraining else { return }
    // The reconnect delay is sent only when the kernel has taken all earlier bytes.
    flushIfNeeded(context)
    endStreamForReconnect()
  }

  /// Shrinks the channel's buffers, because there are many streams and most of them are idle.
  ///
  /// NB: with these watermarks "writable" means that the kernel has taken all bytes.
  private func shrinkBuffers(_ channel: any Channel) {
    guard let options = channel.syncOptions else { return }
    // A failed option costs memory or time; the stream works without it.
    try? options.setOption(ChannelOptions.writeBufferWaterMark, value: .init(low: 1, high: 1))
    try? options.setOption(
      ChannelOptions.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 64))
    try? options.setOption(
      ChannelOptions.socketOption(.so_sndbuf),
      value: SocketOptionValue(loop.settings.streamSendBuffer))
  }

  /// The time in which a client whose key was revoked must read the bytes in flight.
  private static let closeTimeout = TimeAmount.milliseconds(500)

  /// Ends the stream of a revoked key.
  ///
  /// If the kernel has not taken all bytes, the connection is reset at once; otherwise the client
  /// has `closeTimeout` to read the rest.
  func endStream() {
    guard let context else { return }
    leaveStream()
    // NB: for a stream, "writable" means that the kernel has taken all bytes.
    guard isWritable else { return reset(context) }
    finish(context)
    context.eventLoop.assumeIsolated().scheduleTask(in: Self.closeTimeout) {
      guard let context = self.context else { return }
      self.reset(context)
    }
  }

  /// Ends the stream at shutdown, and asks the client to reconnect after a random delay.
  func endStreamForReconnect() {
    guard phase == .streaming, let context else { return }
    let window = Int(loop.settings.drainWindow.nanoseconds / 1_000_000)
    let after = 500 + Int.random(in: 0...max(1, window))
    if isWritable {
      write(ByteBuffer(string: "event: goodbye\ndata: {\"reconnectAfter\":\(after)}\n\n"), context)
    }
    leaveStream()
    finish(context)
  }

  func leaveStream() {
    guard let stream else { return }
    self.stream = nil
    loop.removeStream(self, key: stream.key, from: stream.network)
  }

  // MARK: Sending

  /// Writes a release, or records that the client is behind if earlier bytes are still unsent.
  func send(_ release: LiveRelease) {
    guard let context, phase == .streaming, stream?.isOlder(than: release) ?? false else { return }
    if isWritable {
      stream?.release = release
      stream?.isBehind = false
      stream?.heartbeats.recordEvent(at: loop.now, interval: loop.limits.heartbeatInterval)
      loop.counters.add(to: .eventsSent)
      write(release.event, context)
      flushIfNeeded(context)
    } else {
      if stream?.isBehind ?? false { loop.counters.add(to: .eventsSkipped) }
      stream?.isBehind = true
    }
  }

  /// Sends the newest release if the client has missed one and all earlier bytes are sent.
  func catchUp() {
    guard let stream, stream.isBehind, let newest = loop.current(of: stream.key) else { return }
    send(newest)
  }

  func sendHeartbeat(_ context: ChannelHandlerContext) {
    guard let stream, stream.heartbeats.isDue(at: loop.now) else { return }
    self.stream?.heartbeats.recordHeartbeat(at: loop.now, interval: loop.limits.heartbeatInterval)
    guard isWritable else { return }
    readRate.recordWrite(Self.heartbeat.readableBytes)
    context.writeAndFlush(wrapOutboundOut(Self.heartbeat), promise: nil)
  }

  private static let heartbeat = ByteBuffer(string: ": \n\n")
}
