/// Tells a person at a terminal that the command waits for a server, once that takes a while.
struct WaitingNote {
  /// Whether anybody would see it.
  let isShown: Bool

  /// The note of one request.
  struct Shown {
    fileprivate let task: Task<Void, Never>?

    /// Takes the note away.
    func stop() { task?.cancel() }
  }

  /// Starts to count; nothing is shown in the first second.
  func start(_ location: ServerLocation) -> Shown {
    guard isShown else { return Shown(task: nil) }
    let words = StyledText.harmless("Waiting for \(location)")
    let task = Task.detached {
      var seconds = 0
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        seconds += 1
        Self.write("\r\(words) … \(seconds) s\u{1B}[K")
      }
      if seconds > 0 { Self.write("\r\u{1B}[K") }
    }
    return Shown(task: task)
  }

  private static func write(_ text: String) {
    try? System.write(Array(text.utf8), to: System.errors)
  }
}
