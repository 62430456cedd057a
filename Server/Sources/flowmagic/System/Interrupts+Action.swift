import Foundation

extension Interrupts {
  /// Calls the action when Ctrl-C is pressed; pressed once more, it ends the process at once.
  static func atKeyboard(_ action: @escaping @Sendable () -> Void) {
    catchKeyboard()
    let waiter = Thread {
      _ = wait(for: wakened)
      endAtNextKeyboard()
      action()
    }
    waiter.start()
  }
}
