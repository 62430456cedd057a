import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ConnectionHandler {
  /// Called once a tick: whether the client takes its responses slower than it must.
  func isReadingTooSlowly(_ context: ChannelHandlerContext) -> Bool {
    let isTooSlow = pace.isTooSlow(loop.limits) { Self.unread(context) }
    guard !isTooSlow, pace.isBusy else { return isTooSlow }
    // A client that is still taking a response, and fast enough, is neither idle nor late.
    switch phase {
    case .ready: deadline = max(deadline, loop.now + loop.limits.idle)
    case .closing: deadline = max(deadline, loop.now + loop.limits.linger)
    case .forwarding, .streaming: break
    }
    return false
  }

  /// Ends a connection at once: what is still on its way is dropped, in the kernel too.
  func reset(_ context: ChannelHandlerContext) {
    if let provider = context.channel as? any SocketOptionProvider {
      _ = provider.setSoLinger(linger(l_onoff: 1, l_linger: 0))
    }
    context.close(promise: nil)
  }

  /// Bytes that the client has not taken: those in our buffer, and in the kernel's those that were
  /// not acknowledged.
  private static func unread(_ context: ChannelHandlerContext) -> Int {
    let buffered = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
    var queued: CInt = 0
    #if os(Linux)
      try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(
        of: NIOBSDSocket.Handle.self
      ) { socket in
        // NB: what cannot be asked counts as taken; the other limits hold.
        if ioctl(socket, UInt(TIOCOUTQ), &queued) != 0 { queued = 0 }
      }
    #endif
    return (buffered ?? 0) + Int(queued)
  }
}
