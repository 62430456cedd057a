import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writes to a socket directly, bypassing the channel's pending writes.
enum FileSending {
  /// Sends a response's head and a part of a file, as much as the socket accepts now.
  ///
  /// Both are sent in the same packets, and the system reads the file's bytes from its cache. What
  /// `head` and `part` still contain afterwards has to be sent by the channel. Sends nothing on
  /// systems other than Linux.
  ///
  /// - Returns: False if the connection is broken.
  static func transfer(
    _ head: inout ByteBuffer, _ file: CInt, _ part: inout Range<Int>, to socket: CInt
  ) -> Bool {
    #if os(Linux)
      let flags = CInt(MSG_MORE) | CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
      let sentCount = retryingInterrupted {
        head.withUnsafeReadableBytes { send(socket, $0.baseAddress, $0.count, flags) }
      }
      guard let sentCount else { return false }
      head.moveReaderIndex(forwardBy: sentCount)
      guard head.readableBytes == 0 else { return true }
      // NB: the channel's socket does not block, and NIO ignores SIGPIPE.
      var offset = off_t(part.lowerBound)
      guard let count = retryingInterrupted({ sendfile(socket, file, &offset, part.count) }) else {
        return false
      }
      part = (part.lowerBound + count)..<part.upperBound
    #endif
    return true
  }

  #if os(Linux)
    /// The number of bytes that were written, zero if the socket is full; nil for an error, or a
    /// file that became shorter.
    private static func retryingInterrupted(_ write: () -> Int) -> Int? {
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
