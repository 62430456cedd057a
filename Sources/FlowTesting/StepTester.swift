public import FlowMagic
public import Testing

/// Performs a `Step` in a test, with answers in the place of a person.
///
/// ```swift
/// let tester = StepTester([
///   .leaving(SelectContact.self, .next, output: "Ada"),
///   .goingBack(from: EnterAmount.self),
///   .leaving(SelectContact.self, .next, output: "Bob"),
///   .leaving(EnterAmount.self, .next, output: 5),
/// ])
/// let receipt = try await tester.perform(SendMoney(), account)
/// ```
///
/// Each answer is for the screen that is asked for next. A screen that nobody answers, and an
/// answer that nobody asks for, fail the test.
public final class StepTester: Sendable {
  private let script: Locked<Script>
  private let onFailure: FlowTestFailure.Handler
  private let made: SourceLocation

  /// Makes a tester.
  ///
  /// - Parameters:
  ///   - answers: The answers, in order.
  ///   - onFailure: What a failed expectation does: by default, records an issue of Swift Testing.
  ///   - sourceLocation: The line that hears of failures.
  public init(
    _ answers: [ScriptedAnswer],
    onFailure: @escaping FlowTestFailure.Handler = FlowTestFailure.record,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    script = Locked(Script(answers: answers))
    self.onFailure = onFailure
    made = sourceLocation
  }

  /// The names of the screens that were shown, in order.
  public var shown: [String] { script.withLock { $0.shown } }

  /// Performs a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - input: What it begins with.
  /// - Returns: What it produces.
  /// - Throws: What it throws; a ``FlowTestFailure`` when it asks for a screen that nobody answers.
  public func perform<S: Step>(_ step: S, _ input: S.Input) async throws -> S.Output {
    while true {
      script.withLock { $0.begin() }
      let result: Result<S.Output, any Error>
      do {
        result = .success(
          try await Asking.$current.withValue(self) { try await step.perform(input) })
      } catch {
        result = .failure(error)
      }
      let isAgain = script.withLock { $0.isGoingBack && !$0.isLeft }
      if isAgain { continue }
      let left = script.withLock { $0.answers }
      if !left.isEmpty, (try? result.get()) != nil {
        let list = left.map { "  - \($0.screen)" }.joined(separator: "\n")
        let message = "The step ended, but these screens were never asked for:\n\(list)"
        onFailure(FlowTestFailure(message: message, sourceLocation: made))
      }
      return try result.get()
    }
  }

  /// Performs a step that begins with nothing.
  ///
  /// - Parameter step: The step.
  /// - Returns: What it produces.
  /// - Throws: What `perform` with an input throws.
  public func perform<S: Step>(_ step: S) async throws -> S.Output where S.Input == Void {
    try await perform(step, ())
  }
}

/// What a person would do on the screen that a step asks for.
public struct ScriptedAnswer: Sendable {
  let screen: Name
  /// Whether the content is right, and how the screen is left; nil goes back.
  let reply: @Sendable (any Sendable) throws -> Reply?

  /// Leaves a screen by a port.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - port: The port.
  ///   - output: What the screen produces.
  /// - Returns: The answer.
  public static func leaving<S: Screen>(
    _ screen: S.Type, _ port: S.Port, output: S.Output? = nil
  ) -> ScriptedAnswer {
    ScriptedAnswer(screen: Name(S.name)) { _ in
      Reply(port: Name(port.rawValue), output: try output.map { try JSON(encoding: $0) })
    }
  }

  /// Leaves a screen as its content suggests.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - answer: Looks at the content, and says how the screen is left.
  /// - Returns: The answer.
  public static func on<S: Screen>(
    _ screen: S.Type, _ answer: @escaping @Sendable (S.Content) throws -> Leaving<S>
  ) -> ScriptedAnswer {
    ScriptedAnswer(screen: Name(S.name)) { content in
      guard let content = content as? S.Content else { return nil }
      return try Reply(answer(content))
    }
  }

  /// Goes back from a screen.
  ///
  /// - Parameter screen: The screen.
  /// - Returns: The answer.
  public static func goingBack<S: Screen>(from screen: S.Type) -> ScriptedAnswer {
    ScriptedAnswer(screen: Name(S.name)) { _ in nil }
  }
}

private struct Script {
  var answers: [ScriptedAnswer]
  var log = StepLog()
  var shown: [String] = []
  var isGoingBack = false
  var isLeft = false

  mutating func begin() {
    log.rewind()
    isGoingBack = false
    isLeft = false
  }

  mutating func reply(
    to question: Question, _ made: SourceLocation
  ) throws -> Reply {
    if isGoingBack { throw WentBack() }
    if let reply = log.replay(question.screen.name) { return reply }
    shown.append(question.screen.name.string)
    guard let answer = answers.first, answer.screen == question.screen.name else {
      let wanted = answers.first.map { "an answer for \($0.screen)" } ?? "no more answers"
      let message = "The step asked for \(question.screen.name), but the test has \(wanted)."
      throw FlowTestFailure(message: message, sourceLocation: made)
    }
    answers.removeFirst()
    guard let reply = try answer.reply(question.content) else {
      isGoingBack = true
      isLeft = !log.takeBack()
      throw WentBack()
    }
    log.append(.answer(screen: question.screen.name, reply))
    return reply
  }
}

extension StepTester: AskingHost {
  package func ask(_ question: Question) async throws -> Reply {
    try Task.checkCancellation()
    return try script.withLock { try $0.reply(to: question, made) }
  }

  package func remembered() async throws -> JSON? {
    script.withLock { $0.log.replayValue() }
  }

  package func remember(_ value: JSON) async throws {
    script.withLock { $0.log.append(.value(value)) }
  }
}
