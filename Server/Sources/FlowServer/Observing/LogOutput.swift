import NIOConcurrencyHelpers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file that log lines are written to.
///
/// A line that cannot be written, because the disk is full, or the reader has gone or no longer
/// reads, is dropped; once writing works again, the number of dropped lines is logged. A request
/// waits at most once for a reader that has stopped.
package final class LogOutput: Sendable {
  private struct State {
    var lostLines = 0
    /// Whether the last line was written only in part.
    var isLineOpen = false
  }

  /// The process's standard error.
  package static let standardError: LogOutput = {
    // NB: otherwise a pipe without a reader would terminate the process instead of failing the
    // write.
    signal(SIGPIPE, SIG_IGN)
    return LogOutput(descriptor: STDERR_FILENO)
  }()

  private let descriptor: CInt
  private let state = NIOLockedValueBox(State())

  /// Writes to an open file, which the caller keeps ownership of.
  package init(descriptor: CInt) { self.descriptor = descriptor }

  /// Writes a line, in a single system call if possible, so that lines of several writers do not
  /// mix.
  ///
  /// `notice` returns a line about the number of lines dropped before.
  package func write(_ line: String, notice: (Int) -> String) {
    state.withLockedValue { state in
      let text = state.lostLines > 0 ? notice(state.lostLines) + "\n" + line : line
      let bytes = Array(((state.isLineOpen ? "\n" : "") + text + "\n").utf8)
      let count = write(bytes, waiting: state.lostLines == 0 ? Self.slowReaderMilliseconds : 0)
      if count == bytes.count {
        state = State()
      } else {
        state.lostLines += 1
        if count > 0 { state.isLineOpen = bytes[count - 1] != UInt8(ascii: "\n") }
      }
    }
  }

  /// The maximum time to wait for a reader that is merely slow, in milliseconds.
  private static let slowReaderMilliseconds: CInt = 1_000
  /// The number of bytes that a pipe accepts without blocking once `poll` reports it as writable.
  private static let chunkSize = 4_096

  /// Whether the next bytes can be written without blocking.
  private func isReady(within milliseconds: CInt) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while true {
      let count = poll(&entry, 1, milliseconds)
      // An error is reported by the write.
      if count >= 0 || errno != EINTR { return count != 0 }
    }
  }

  /// Writes bytes; returns how many were written.
  private func write(_ bytes: [UInt8], waiting milliseconds: CInt) -> Int {
    bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      var written = 0
      while written < buffer.count {
        guard isReady(within: milliseconds) else { break }
        let count = SystemCall.writeBytes(
          descriptor, start + written, min(buffer.count - written, Self.chunkSize))
        if count > 0 {
          written += count
        } else if count == 0 || errno != EINTR {
          break
        }
      }
      return written
    }
  }
}
