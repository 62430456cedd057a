import FlowServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension System {
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The terminal's width in columns; nil if unknown.
  package static func columns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Opens the controlling terminal, for when standard input is something else.
  package static func openControllingTerminal() throws(Failure) -> Int32 {
    try openForReading("/dev/tty")
  }

  /// A terminal's settings, to be restored.
  package struct TerminalSettings {
    fileprivate var attributes: termios
  }

  /// Turns off echo, and returns the settings before; nil if the descriptor is not a terminal.
  package static func disableEcho(_ descriptor: Int32) -> TerminalSettings? {
    var before = termios()
    guard tcgetattr(descriptor, &before) == 0 else { return nil }
    var settings = before
    settings.c_lflag &= ~tcflag_t(ECHO)
    // TCSADRAIN keeps type-ahead, so that pasting several answers works.
    _ = tcsetattr(descriptor, TCSADRAIN, &settings)
    return TerminalSettings(attributes: before)
  }

  /// Restores a terminal's settings.
  package static func restore(_ settings: TerminalSettings?, _ descriptor: Int32) {
    guard var settings else { return }
    _ = tcsetattr(descriptor, TCSADRAIN, &settings.attributes)
  }
}

/// Signal handling.
package enum Interrupts {
  // NB: written once by one thread, before anything is read.
  /// Becomes readable on Ctrl-C; -1 before `catchInterrupts`.
  package private(set) nonisolated(unsafe) static var interruptPipe: Int32 = -1
  private nonisolated(unsafe) static var interruptPipeInput: Int32 = -1

  /// Makes writing to a closed pipe an error instead of a signal.
  package static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Ignores SIGHUP, which would otherwise end the process.
  package static func ignoreHangUps() { signal(SIGHUP, SIG_IGN) }

  /// Makes Ctrl-C interrupt waiting for input instead of ending the process.
  ///
  /// The signal is written to a pipe, so that one that arrives just before the wait is not lost.
  package static func catchInterrupts() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    interruptPipe = ends[0]
    interruptPipeInput = ends[1]
    var action = sigaction()
    #if os(Linux)
      action.__sigaction_handler.sa_handler = { _ in Interrupts.handle() }
    #else
      action.__sigaction_u.__sa_handler = { _ in Interrupts.handle() }
    #endif
    sigaction(SIGINT, &action, nil)
    // A parent process may have blocked the signal in the thread that started this one.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Makes Ctrl-C end the process again.
  package static func restoreDefault() { signal(SIGINT, SIG_DFL) }

  /// Runs in the signal handler: only async-signal-safe calls.
  private static func handle() {
    let before = errno
    var byte: UInt8 = 0
    _ = SystemCall.writeBytes(interruptPipeInput, &byte, 1)
    errno = before
  }

  /// Waits for input; false if Ctrl-C was pressed first.
  package static func wait(for descriptor: Int32) -> Bool {
    guard interruptPipe >= 0 else { return true }
    var events = [
      pollfd(fd: interruptPipe, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&events, 2, -1) < 0 && errno == EINTR {}
    return events[0].revents == 0
  }
}
