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
