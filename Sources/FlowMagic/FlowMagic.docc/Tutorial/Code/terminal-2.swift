import FlowMagic
import Foundation

/// A screen as shown in the terminal, with the action for the line that is typed.
struct Page {
  var text: String
  var answer: (String) -> Void
}

@MainActor
func makePages(_ navigator: Navigator) throws -> ScreenHost<Page> {
  try ScreenHost(navigator) {
    For(Welcome.self) { welcome in
      Page(text: "\(welcome.content.headline). Press Return to continue, t for the tour.") { line in
        welcome.fire(line == "t" ? .tour : .next)
      }
    }
    For(Tour.self) { tour in
      Page(text: "All plans have free calls. Press Return to continue.") { _ in tour.fire(.next) }
    }
    For(Email.self) { email in
      Page(text: "What is your email address?") { line in email.fire(.next, output: line) }
    }
    For(Summary.self) { summary in
      Page(text: "We’ll write to \(summary.needs). Press Return to sign up.") { _ in
        summary.fire(.send)
      }
    }
  }
}

/// Shows the current page after each change, and passes typed lines to it.
@MainActor
func run(_ navigator: Navigator) async throws {
  let pages = try makePages(navigator)
  let drawing = Task {
    for await state in navigator.changes() {
      let release = state.session?.release.number.map { "release \($0)" } ?? "the app's own flow"
      if let outcome = state.outcome {
        print("[\(release)] Ended with \(outcome.string).")
      } else if let page = pages.view {
        print("[\(release)] \(page.text)")
      }
    }
  }
  for await line in typedLines() { pages.view?.answer(line) }
  drawing.cancel()
}

/// The typed lines, read on a thread of their own because reading blocks.
func typedLines() -> AsyncStream<String> {
  AsyncStream { continuation in
    Thread.detachNewThread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
  }
}
