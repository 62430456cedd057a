#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension System {
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The terminal's width in columns; nil if the descriptor is no terminal or does not know.
  package static func columns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The terminal that the process belongs to, when standard input is something else.
  package static func openControllingTerminal() throws(Refusal) -> Int32 {
    try openForReading("/dev/tty")
  }

  /// How a terminal was set before it was told not to show what is typed.
  package struct TerminalSettings {
    fileprivate var attributes: termios
  }

  /// From now on the terminal does not show what is typed; nil if it is no terminal.
  package static func silence(_ descriptor: Int32) -> TerminalSettings? {
    var before = termios()
    guard tcgetattr(descriptor, &before) == 0 else { return nil }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    // What was typed ahead stays, so that a pasted sequence of answers works.
    _ = tcsetattr(descriptor, TCSADRAIN, &silent)
    return TerminalSettings(attributes: before)
  }

  /// The terminal shows again what is typed.
  package static func restore(_ settings: TerminalSettings?, _ descriptor: Int32) {
    guard var settings else { return }
    _ = tcsetattr(descriptor, TCSADRAIN, &settings.attributes)
  }
}

/// How the process takes signals.
package enum Interrupts {
  // NB: written once, before anything is read, and by one thread.
  /// The end of a pipe that can be read once Ctrl-C was pressed; -1 while that ends the process.
  package private(set) nonisolated(unsafe) static var wakened: Int32 = -1
  private nonisolated(unsafe) static var waker: Int32 = -1

  /// A reader that goes away gives an error to the writer instead of a signal.
  package static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

  /// A terminal that goes away, or an operator's word that comes before it can be heard, ends
  /// nothing.
  package static func ignoreHangUps() { signal(SIGHUP, SIG_IGN) }

  /// From now on Ctrl-C ends the waiting for input, not the process, so that it can say good-bye.
  ///
  /// The signal goes through a pipe: one that comes just before the wait is not lost.
  package static func catchKeyboard() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    wakened = ends[0]
    waker = ends[1]
    var action = sigaction()
    #if os(Linux)
      action.__sigaction_handler.sa_handler = { _ in Interrupts.wake() }
    #else
      action.__sigaction_u.__sa_handler = { _ in Interrupts.wake() }
    #endif
    sigaction(SIGINT, &action, nil)
    // A program that started this one from a worker thread may have passed on blocked signals.
    var keyboard = sigset_t()
    sigemptyset(&keyboard)
    sigaddset(&keyboard, SIGINT)
    sigprocmask(SIG_UNBLOCK, &keyboard, nil)
  }

  /// From now on Ctrl-C ends the process again.
  package static func endAtNextKeyboard() { signal(SIGINT, SIG_DFL) }

  /// Runs inside the signal: only a system call.
  private static func wake() {
    let before = errno
    var byte: UInt8 = 0
    _ = System.writeOnce(waker, &byte, 1)
    errno = before
  }

  /// Waits for input; false if Ctrl-C came first.
  package static func wait(for descriptor: Int32) -> Bool {
    guard wakened >= 0 else { return true }
    var events = [
      pollfd(fd: wakened, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&events, 2, -1) < 0 && errno == EINTR {}
    return events[0].revents == 0
  }
}
