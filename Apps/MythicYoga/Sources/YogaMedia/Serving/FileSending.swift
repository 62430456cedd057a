import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writing to a socket directly, without a channel's pending writes.
enum FileSending {
  /// Sends a response's head and a part of a file, as much as the socket takes now.
  ///
  /// Both leave in the same packets, and the system takes the file's bytes from its cache. What is
  /// left of them afterwards has to be sent by the channel. Sends nothing on systems other than
  /// Linux.
  ///
  /// - Returns: False if the connection is broken.
  static func transfer(
    _ head: inout ByteBuffer, _ file: CInt, _ part: inout Range<Int>, to socket: CInt
  ) -> Bool {
    #if os(Linux)
      let flags = CInt(MSG_MORE) | CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
      let sent = repeating {
        head.withUnsafeReadableBytes { send(socket, $0.baseAddress, $0.count, flags) }
      }
      guard let sent else { return false }
      head.moveReaderIndex(forwardBy: sent)
      guard head.readableBytes == 0 else { return true }
      // NB: the channel's socket does not block, and NIO ignores SIGPIPE.
      var offset = off_t(part.lowerBound)
      guard let count = repeating({ sendfile(socket, file, &offset, part.count) }) else {
        return false
      }
      part = (part.lowerBound + count)..<part.upperBound
    #endif
    return true
  }

  #if os(Linux)
    /// The number of bytes that were written, zero if the socket is full; nil for an error, or a
    /// file that became shorter.
    private static func repeating(_ write: () -> Int) -> Int? {
      while true {
        let count = write()
        if count > 0 { return count }
        if count == 0 { return nil }
        if errno == EAGAIN || errno == EWOULDBLOCK { return 0 }
        guard errno == EINTR else { return nil }
      }
    }
  #endif
}
