import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ConnectionHandler {
  /// Counts a tick, and extends the deadline of a client that is reading; returns whether it reads
  /// its responses more slowly than it must.
  func countReadTick(_ context: ChannelHandlerContext) -> Bool {
    let isTooSlow = readRate.tick(loop.limits) { Self.unreadByteCount(context) }
    guard !isTooSlow, readRate.hasBacklog else { return isTooSlow }
    // A client that is still reading a response fast enough is neither idle nor late.
    switch phase {
    case .ready: deadline = max(deadline, loop.now + loop.limits.idle)
    case .closing: deadline = max(deadline, loop.now + loop.limits.linger)
    case .forwarding, .streaming: break
    }
    return false
  }

  /// Resets a connection: unsent data is discarded, including what the kernel has buffered.
  func reset(_ context: ChannelHandlerContext) {
    if let provider = context.channel as? any SocketOptionProvider {
      _ = provider.setSoLinger(linger(l_onoff: 1, l_linger: 0))
    }
    context.close(promise: nil)
  }

  /// The number of bytes that the client has not read: those in the channel's buffer and, on Linux,
  /// those in the kernel's send buffer, which the client has not acknowledged.
  private static func unreadByteCount(_ context: ChannelHandlerContext) -> Int {
    let buffered = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
    var queued: CInt = 0
    #if os(Linux)
      try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(
        of: NIOBSDSocket.Handle.self
      ) { socket in
        // NB: if the kernel does not report them, they count as read; the other limits still apply.
        if ioctl(socket, UInt(TIOCOUTQ), &queued) != 0 { queued = 0 }
      }
    #endif
    return (buffered ?? 0) + Int(queued)
  }
}
