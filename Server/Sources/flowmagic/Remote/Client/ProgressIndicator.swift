/// Shows in a terminal that the command is waiting for a server.
struct ProgressIndicator {
  /// Whether standard error is a terminal.
  let isEnabled: Bool

  /// The indicator of one request.
  struct Activity {
    fileprivate let task: Task<Void, Never>?

    /// Removes the indicator.
    func stop() { task?.cancel() }
  }

  /// Starts the indicator, which appears after a second.
  func start(_ server: ServerURL) -> Activity {
    guard isEnabled else { return Activity(task: nil) }
    let text = StyledText.sanitized("Waiting for \(server)")
    let task = Task.detached {
      var seconds = 0
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        seconds += 1
        Self.write("\r\(text) … \(seconds) s\u{1B}[K")
      }
      if seconds > 0 { Self.write("\r\u{1B}[K") }
    }
    return Activity(task: task)
  }

  private static func write(_ text: String) {
    try? System.write(Array(text.utf8), to: System.stderr)
  }
}
