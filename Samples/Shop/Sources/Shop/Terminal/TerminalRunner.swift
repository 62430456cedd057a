import FlowMagic
import Foundation

/// Shows the navigator's current step in the terminal and handles keys until the user quits.
@MainActor
final class TerminalRunner {
  private let application: String
  private let navigator: Navigator
  private let host: ScreenHost<Page>
  /// The state of each page by its step's identity, so that input survives going back.
  private var states: [Int: PageState] = [:]
  private var drawnLines: [String] = []
  /// The status line's message until the next key.
  private(set) var message: String?
  /// The errors so far, as descriptions for developers.
  var problems: [String] = []
  private var parser = KeyParser()
  private(set) var isLive = false
  private var isRunning = false

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - application: The app's name in the status line.
  ///   - navigator: The navigator.
  ///   - host: Creates the pages.
  init(_ application: String, _ navigator: Navigator, _ host: ScreenHost<Page>) {
    self.application = application
    self.navigator = navigator
    self.host = host
    navigator.onError { [weak self] error in self?.show(error) }
  }

  /// Runs until the user quits or the terminal closes.
  func run() async {
    Terminal.enter()
    isRunning = true
    defer {
      isRunning = false
      Terminal.leave()
    }
    let changes = Task { @MainActor [weak self] in
      guard let changes = self?.navigator.changes() else { return }
      for await _ in changes { self?.draw() }
    }
    defer { changes.cancel() }
    for await bytes in Keyboard.bytes() {
      let keys = bytes.isEmpty ? parser.finish() : parser.parse(bytes)
      for key in keys where press(key) == .quit { return }
      draw()
    }
  }

  /// Shows the error's message for users in the status line until the next key, and records its
  /// description for developers.
  private func show(_ error: any Error) {
    message = error.localizedDescription
    problems.append("\(error)")
    draw()
  }

  /// Shows whether the server is connected.
  func setLive(_ isLive: Bool) {
    guard self.isLive != isLive else { return }
    self.isLive = isLive
    draw()
  }

  private func press(_ key: Key) -> PageState.Request? {
    message = nil
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
      if !navigator.back() { message = "This is the first page. Press Ctrl-C to quit." }
    case nil: break
    }
    return nil
  }

  private func page() -> (Page, PageState) {
    if navigator.outcome != nil {
      let page = Page(
        title: "Finished",
        paragraphs: ["That is all, thank you.", "Press any key to restart."])
      return (page, PageState())
    }
    guard let step = navigator.current, let page = host.view else {
      return (Page(title: "One moment…"), PageState())
    }
    return (page, states[step.id] ?? PageState())
  }

  private func draw() {
    guard isRunning else { return }
    let (columns, rows) = Terminal.size
    let view = PageView(columns: columns, rows: rows, hasColor: Terminal.hasColor)
    let (page, state) = page()
    let lines = view.lines(page, state, status)
    guard lines != drawnLines else { return }
    drawnLines = lines
    Terminal.write("\u{1B}[H" + lines.joined(separator: "\r\n") + "\u{1B}[J")
  }

  private var status: PageView.Status {
    let number = navigator.state.session?.release.number
    let release = number.map { "release \($0)" } ?? "the app's own flow"
    let step = navigator.current.map { "  \($0.flow.string) › \($0.step.string)" } ?? ""
    return PageView.Status(
      application: application, release: release + step, isLive: isLive, message: message)
  }
}

/// The keyboard, read on its own thread because reading blocks.
enum Keyboard {
  /// Returns the bytes as they arrive, and an empty chunk after each pause.
  static func bytes() -> AsyncStream<[UInt8]> {
    AsyncStream { continuation in
      let thread = KeyboardThread(continuation)
      continuation.onTermination = { _ in thread.stop() }
      thread.start()
    }
  }
}
