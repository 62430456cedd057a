import NIOConcurrencyHelpers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The output of the log's lines.
///
/// A line that cannot be written, because the disk of the log is full or its reader has gone,
/// is lost; the server goes on, and says how many were lost when it can write again.
package final class LogOutput: Sendable {
  private struct State {
    var lost = 0
    /// The end of a line could not be written.
    var isLineOpen = false
  }

  /// The process's standard error.
  package static let standardError: LogOutput = {
    // NB: otherwise a pipe without a reader ends the process instead of failing the write.
    signal(SIGPIPE, SIG_IGN)
    return LogOutput(descriptor: STDERR_FILENO)
  }()

  private let descriptor: CInt
  private let state = NIOLockedValueBox(State())

  /// Writes to an open file, which stays the caller's.
  package init(descriptor: CInt) { self.descriptor = descriptor }

  /// Writes a line, with one call where the system takes it in one, so that lines do not mix.
  ///
  /// - Parameters:
  ///   - line: The line, without its end.
  ///   - notice: A line for how many were lost before.
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

  /// Writes bytes; returns the number written.
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
