import FlowMagic

/// Shows the navigator's step in the terminal and hands keys to it, until the person leaves.
@MainActor
final class ShopRunner {
  private let navigator: Navigator
  private let host: ScreenHost<Page>
  /// What was typed, by the identity of the step on the path: who goes back finds it again.
  private var states: [Int: PageState] = [:]
  private var drawn: [String] = []
  private var news: String?
  private var reader = KeyReader()
  private(set) var isLive = false

  init(_ navigator: Navigator) throws {
    self.navigator = navigator
    host = try ShopPages.host(navigator)
    navigator.onError { [weak self] error in self?.tell("\(error)") }
  }

  /// Runs until the person leaves or the terminal is gone.
  func run() async {
    Terminal.enter()
    defer { Terminal.leave() }
    let changes = Task { @MainActor [weak self] in
      guard let changes = self?.navigator.changes() else { return }
      for await _ in changes { self?.draw() }
    }
    defer { changes.cancel() }
    for await bytes in Keyboard.bytes() {
      let keys = bytes.isEmpty ? reader.keysAfterSilence() : reader.keys(in: bytes)
      for key in keys where press(key) == .quit { return }
      draw()
    }
  }

  /// Shows a sentence in the line above until the next key.
  func tell(_ sentence: String) {
    news = sentence
    draw()
  }

  /// Says whether the server is heard.
  func connection(isLive: Bool) {
    guard self.isLive != isLive else { return }
    self.isLive = isLive
    draw()
  }

  private func press(_ key: Key) -> PageState.Request? {
    news = nil
    if navigator.outcome != nil {
      if key == .quit { return .quit }
      navigator.restart()
      return nil
    }
    guard let step = navigator.current, let page = host.view else {
      return key == .quit ? .quit : nil
    }
    var state = states[step.id] ?? PageState()
    let request = state.press(key, on: page)
    states[step.id] = state
    switch request {
    case .quit: return .quit
    case .back:
      if !navigator.back() { news = "This is where it begins; Ctrl-C leaves the shop." }
    case nil: break
    }
    return nil
  }

  private func page() -> (Page, PageState) {
    if let outcome = navigator.outcome {
      let page = Page(
        title: "That was it", words: ["The flow ended: \(outcome.string).", "Any key begins anew."])
      return (page, PageState())
    }
    guard let step = navigator.current, let page = host.view else {
      return (Page(title: "One moment…"), PageState())
    }
    return (page, states[step.id] ?? PageState())
  }

  private func draw() {
    let (columns, rows) = Terminal.size
    let view = PageView(columns: columns, rows: rows, color: Terminal.hasColor)
    let (page, state) = page()
    let lines = view.lines(page, state, status)
    guard lines != drawn else { return }
    drawn = lines
    Terminal.write("\u{1B}[H" + lines.joined(separator: "\r\n") + "\u{1B}[J")
  }

  private var status: PageView.Status {
    let number = navigator.state.session?.release.number
    let release = number.map { "release \($0)" } ?? "the app's own flow"
    let step = navigator.current.map { "  \($0.flow.string) › \($0.step.string)" } ?? ""
    return PageView.Status(
      application: "Shop", release: release + step, isLive: isLive, news: news)
  }
}

/// What is typed, read on a thread of its own because reading waits.
enum Keyboard {
  /// The bytes as they come; an empty piece when nothing followed for a moment.
  static func bytes() -> AsyncStream<[UInt8]> {
    AsyncStream { continuation in
      let thread = KeyboardThread(continuation)
      continuation.onTermination = { _ in thread.stop() }
      thread.start()
    }
  }
}
