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
/// A line that cannot be written, because the disk is full or the reader has gone, is dropped; once
/// writing works again, the number of dropped lines is logged.
package final class LogOutput: Sendable {
  private struct State {
    var lost = 0
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
  ///   - notice: Returns a line about the number of lines dropped before.
  package func write(_ line: String, notice: (Int) -> String) {
    state.withLockedValue { state in
      let text = state.lost > 0 ? notice(state.lost) + "\n" + line : line
      let bytes = Array(((state.isLineOpen ? "\n" : "") + text + "\n").utf8)
      let count = write(bytes)
      if count == bytes.count {
        state = State()
      } else {
        state.lost += 1
        if count > 0 { state.isLineOpen = bytes[count - 1] != UInt8(ascii: "\n") }
      }
    }
  }

  /// Writes bytes; returns how many were written.
  private func write(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      var done = 0
      while done < buffer.count {
        let count = SystemCall.writeBytes(descriptor, start + done, buffer.count - done)
        if count > 0 {
          done += count
        } else if count == 0 || errno != EINTR {
          break
        }
      }
      return done
    }
  }
}
