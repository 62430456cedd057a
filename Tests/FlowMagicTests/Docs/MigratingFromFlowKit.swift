import FlowMagic
import Testing

struct SignUpAnswers: FlowOutput {
  var email: String?
}

struct TextInput: Screen {
  static let name = "TEXT_INPUT"
  enum Port: String, ActionPort { case next }
  struct Content: Codable, Sendable {
    var title: String
    var placeholder: String
    var skipButtonText: String?
  }
  static let output = \SignUpAnswers.email
}

struct Info: Screen {
  static let name = "INFO"
  enum Port: String, ActionPort { case next }
  struct Content: Codable, Sendable { var title: String }
}

struct SignUpSummary: Screen {
  static let name = "SUMMARY"
  enum Port: String, ActionPort { case next }
  static let needs = Needs(\SignUpAnswers.email)
}

/// A minimal view: a title and a tap action.
struct Page {
  let title: String
  let tap: () -> Void

  init(_ title: String, tap: @escaping () -> Void) {
    self.title = title
    self.tap = tap
  }
}

@MainActor struct MigratingFromFlowKit {
  @Test func `a FlowKit sign-up runs to its end`() async throws {
    let screens = try ScreenRegistry {
      TextInput.self
      Info.self
      SignUpSummary.self
    }
    let document = try FlowDocument(
      parsing: """
        { "id": "SIGN_UP_FLOW", "initialStepId": "info", "steps": [
          { "id": "info", "type": "INFO", "nextStep": "email", "content": { "title": "Welcome" } },
          { "id": "email", "type": "TEXT_INPUT", "nextStep": "summary",
            "content": { "title": "Email", "placeholder": "you@…" } },
          { "id": "summary", "type": "SUMMARY", "content": {} } ] }
        """)
    var log: [String] = []
    let navigator = try Navigator(screens: screens, default: document)
    navigator.onShow { step in log.append("will show \(step.step)") }
    navigator.onError { error in log.append("\(error)") }
    navigator.onFinish { log.append("email: \($0.outputs(SignUpAnswers.self).email ?? "none")") }
    await navigator.start()
    let host = try ScreenHost(navigator) {
      For(Info.self) { info in Page(info.content.title) { info.fire(.next) } }
      For(TextInput.self) { input in
        Page(input.content.title) { input.fire(.next, output: "a@b.c") }
      }
      For(SignUpSummary.self) { summary in Page("Your email: \(summary.needs)") {} }
    }
    host.view?.tap()
    host.view?.tap()
    #expect(host.view?.title == "Your email: a@b.c")
    navigator.screen(SignUpSummary.self)?.fire(.next)
    #expect(
      log == [
        "will show info", "will show email", "will show summary", "email: a@b.c",
      ])
  }

  @Test func `the same flow in code has the same screens`() throws {
    let signUp = try Flow("SIGN_UP_FLOW") {
      ScreenStep(Info.self, id: "info", content: .init(title: "Welcome")).on(.next, to: "email")
      ScreenStep(TextInput.self, id: "email", content: .init(title: "Email", placeholder: "you@…"))
        .on(.next, to: "summary")
      ScreenStep(SignUpSummary.self, id: "summary")
    }
    #expect(signUp.steps.map(\.screen) == ["INFO", "TEXT_INPUT", "SUMMARY"])
  }
}
