#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The terminal, which is set to raw mode and restored at exit.
enum Terminal {
  nonisolated(unsafe) private static var original: termios?

  /// Whether standard input and output are a terminal.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Whether to use colors: see no-color.org.
  static var hasColor: Bool {
    getenv("NO_COLOR") == nil && getenv("TERM").map { String(cString: $0) } != "dumb"
  }

  /// Columns and rows; 80×24 if the terminal does not report them.
  static var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Switches to raw mode and to the alternate screen.
  static func enter() {
    var attributes = termios()
    guard tcgetattr(STDIN_FILENO, &attributes) == 0 else { return }
    original = attributes
    cfmakeraw(&attributes)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &attributes)
    atexit { Terminal.leave() }
    write("\u{1B}[?1049h\u{1B}[?25l")
  }

  /// Restores the terminal.
  static func leave() {
    guard var attributes = original else { return }
    original = nil
    write("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &attributes)
  }

  /// Writes the whole text to standard output.
  static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { writeOnce($0) }
      if count < 0 {
        guard errno == EINTR || errno == EAGAIN else { return }
      } else {
        bytes = bytes.dropFirst(count)
      }
    }
  }

  private static func writeOnce(_ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Returns the typed bytes; none after the timeout in milliseconds, nil at the end of the input.
  static func read(waiting milliseconds: Int32) -> [UInt8]? {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, milliseconds) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = buffer.withUnsafeMutableBytes { readOnce($0) }
    if count < 0 { return errno == EINTR ? [] : nil }
    return count == 0 ? nil : Array(buffer[..<count])
  }

  private static func readOnce(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(STDIN_FILENO, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.read(STDIN_FILENO, bytes.baseAddress, bytes.count)
    #else
      Darwin.read(STDIN_FILENO, bytes.baseAddress, bytes.count)
    #endif
  }
}
