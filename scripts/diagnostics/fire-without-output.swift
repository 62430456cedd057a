// error: in Swift 5 mode as `OutputProperty<Answers, Int>`
import FlowMagic

struct Email: Screen {
  enum Port: String, ActionPort { case next }
}

@MainActor
func submit(_ email: ScreenProxy<Email>) { email.fire(.next, output: "a@b.c") }
