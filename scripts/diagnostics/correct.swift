// In every mode: compiles without a warning.
import FlowMagic

struct Answers: FlowOutput {
  var email: String?
  var age: Int?
}

struct Home: Screen {
  enum Port: String, ActionPort { case next }
}

struct Email: Screen {
  enum Port: String, ActionPort { case next, skip }
  struct Content: Codable, Sendable { var title: String }
  static let name = "EMAIL"
  static let output: OutputProperty<Answers, String> = \.email
  static let outputPorts: [Port] = [.next]
  static let needs = Needs(\Answers.age)
  static let defaultContent: JSON? = ["title": "Your email"]
}

struct Summary: Screen {
  typealias Port = NoPort
  static let needs = Needs(\Answers.email)
}

func registered() throws -> ScreenRegistry {
  try ScreenRegistry {
    Home.self
    Email.self
    Summary.self
  }
}

struct AskForEmail: Step {
  func perform() async throws -> String { try await ask(Email.self) }
}

struct AskAgain: Step {
  func perform(_ known: String) async throws -> String {
    try await AskForEmail().perform() == known ? known : ask(Email.self)
  }
}

func performed(_ step: some Step<Void, String>, _ boxed: any Step<Void, String>) async throws {
  _ = try await step.perform() + boxed.perform() + step.perform(())
}

struct Greeting: Screen {
  enum Port: String, ActionPort { case next }
  static let needs = Needs(\Answers.email, \Answers.age)
}

struct IsAdult: RoutedDecision {
  enum Port: String, ActionPort { case adult, child }
  static let needs = Needs(\Answers.age)

  func make(_ context: StepContext<Self>) -> Port { context.needs >= 18 ? .adult : .child }
}

// Needs are read without optionals, in a view, in code, in a preview and in a test.
@MainActor
func read(_ summary: ScreenProxy<Summary>, _ greeting: ScreenProxy<Greeting>) -> String {
  let (email, age) = greeting.needs
  let years: Int = age
  return summary.needs + email + String(years)
}

@MainActor
func fire(_ email: ScreenProxy<Email>, _ home: ScreenProxy<Home>) {
  email.fire(.next, output: "a@b.c")
  email.fire(.skip)
  home.fire(.next)
  home.fire(.next, output: NoOutput())
}

@MainActor
func previewed() -> (ScreenProxy<Summary>, ScreenProxy<Greeting>) {
  (.preview(needs: "a@b.c"), .preview(needs: ("a@b.c", 20)))
}

func tested() -> Bool { IsAdult().make(StepContext(needs: 20)) == .adult }
