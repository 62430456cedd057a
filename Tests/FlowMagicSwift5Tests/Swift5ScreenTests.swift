import FlowMagic
import Testing

// This target is compiled in Swift 5 mode, in which key path literals are not `Sendable`.

struct Answers: FlowOutput { var email: String? }

struct Typed: Screen {
  enum Port: String, ActionPort { case next }
  static let output: OutputProperty<Answers, String> = \.email
  static let needs = Needs(\Answers.email)
}

struct Untyped: Screen {
  enum Port: String, ActionPort { case next }
  typealias Output = String
  static let output = \Answers.email
}

struct Bare: Screen {
  enum Port: String, ActionPort { case next }
  static let output = \Answers.email
}

struct Swift5ScreenTests {
  @Test func `a screen with an explicit type of its output declares it`() throws {
    let screen = try ScreenRegistry { Typed.self }.manifest().screens[0]
    #expect(screen.provides.map(\.key) == ["email"])
    #expect(screen.needs.map(\.key) == ["email"])
  }

  @Test(arguments: [RegisteredScreen(Untyped.self), RegisteredScreen(Bare.self)])
  func `an output that would be ignored is rejected with the screen and a fix`(
    _ screen: RegisteredScreen
  ) {
    #expect {
      try ScreenRegistry([screen])
    } throws: {
      let error = $0 as? FlowMagicError
      return error?.code == .invalidScreen
        && error?.message.contains(screen.name.string) == true
        && error?.message.contains("OutputProperty<Answers, String>") == true
    }
  }
}
