import Atomics
import NIOCore

extension ConnectionHandler {
  /// A connection that receives releases.
  struct Stream {
    let key: ActiveKey
    /// The network that it is counted for.
    let network: ClientNetwork?
    /// The newest release written, or known to the client when it came.
    var release: LiveRelease?
    /// A newer release is there than the client could be sent.
    var isBehind = false
    var nextBeat: Int
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
    // Heartbeats of streams that came together do not go out together.
    let firstBeat = loop.now + 1 + Int.random(in: 0..<loop.limits.heartbeat)
    var stream = Stream(key: key, network: client, nextBeat: firstBeat)
    makeSmall(context.channel)
    write(loop.greeting(forOrigin: start.origin), context)
    if let current = loop.current(of: key) {
      stream.release = current
      if !start.isCurrent { write(current.event, context) }
    }
    self.stream = stream
    loop.addStream(self, key: key)
    guard loop.isDraining else { return }
    // Nothing is sent behind what the kernel has not taken.
    flushIfNeeded(context)
    sendGoodbye()
  }

  /// Turns the channel's buffers down: a stream waits, and there are many of them.
  ///
  /// NB: with these watermarks "writable" means that the kernel has taken everything.
  private func makeSmall(_ channel: any Channel) {
    guard let options = channel.syncOptions else { return }
    // An option that cannot be set costs memory or time; the stream works without.
    try? options.setOption(ChannelOptions.writeBufferWaterMark, value: .init(low: 1, high: 1))
    try? options.setOption(
      ChannelOptions.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 64))
    try? options.setOption(
      ChannelOptions.socketOption(.so_sndbuf),
      value: SocketOptionValue(loop.settings.streamSendBuffer))
  }

  /// The key was revoked: nothing more is sent.
  func endStream() {
    guard let context else { return }
    leaveStream()
    finish(context)
  }

  func sendGoodbye() {
    guard phase == .streaming, let context else { return }
    let window = Int(loop.settings.drainWindow.nanoseconds / 1_000_000)
    let after = 500 + Int.random(in: 0...max(1, window))
    if isWritable {
      write(ByteBuffer(string: "event: bye\ndata: {\"reconnectAfter\":\(after)}\n\n"), context)
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

  /// Writes a release, or notes that there is a newer one if the last is not read yet.
  func send(_ release: LiveRelease) {
    guard let context, phase == .streaming, stream?.isOlder(than: release) ?? false else { return }
    if isWritable {
      stream?.release = release
      stream?.isBehind = false
      loop.counters.add(to: .eventsSent)
      write(release.event, context)
      flushIfNeeded(context)
    } else {
      if stream?.isBehind ?? false { loop.counters.add(to: .eventsSkipped) }
      stream?.isBehind = true
    }
  }

  /// The client has read everything: it gets the newest release if it has missed one.
  func catchUp() {
    guard let stream, stream.isBehind, let newest = loop.current(of: stream.key) else { return }
    send(newest)
  }

  func sendHeartbeat(_ context: ChannelHandlerContext) {
    guard let stream, loop.now >= stream.nextBeat else { return }
    self.stream?.nextBeat = loop.now + loop.limits.heartbeat
    guard isWritable else { return }
    pace.wrote(Self.heartbeat.readableBytes)
    context.writeAndFlush(wrapOutboundOut(Self.heartbeat), promise: nil)
  }

  private static let heartbeat = ByteBuffer(string: ": \n\n")
}
