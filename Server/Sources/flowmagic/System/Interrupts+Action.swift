import Foundation

extension Interrupts {
  /// Calls the action on Ctrl-C; a second Ctrl-C ends the process.
  static func onInterrupt(_ action: @escaping @Sendable () -> Void) {
    catchInterrupts()
    let thread = Thread {
      _ = wait(for: interruptPipe)
      restoreDefault()
      action()
    }
    thread.start()
  }
}
