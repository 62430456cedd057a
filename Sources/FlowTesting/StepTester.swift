public import FlowMagic
public import Testing

/// Performs a `Step` in a test, with scripted actions instead of a user.
///
/// ```swift
/// let tester = StepTester([
///   .fire(SelectContact.self, .next, output: "Ada"),
///   .back(from: EnterAmount.self),
///   .fire(SelectContact.self, .next, output: "Bob"),
///   .fire(EnterAmount.self, .next, output: 5),
/// ])
/// let receipt = try await tester.perform(SendMoney(), account)
/// ```
///
/// Each action is for the next screen that the step presents. The test fails for a screen without
/// an action and for an action without its screen.
public final class StepTester: Sendable {
  private let script: Locked<Script>
  private let onFailure: FlowTestFailure.Handler
  private let creation: SourceLocation

  /// Creates a tester.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order.
  ///   - onFailure: Handles a failed expectation; records an issue of Swift Testing by default.
  ///   - sourceLocation: The line at which failures are reported.
  public init(
    _ actions: [ScriptedAction],
    onFailure: @escaping FlowTestFailure.Handler = FlowTestFailure.record,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    script = Locked(Script(actions: actions))
    self.onFailure = onFailure
    creation = sourceLocation
  }

  /// The names of the screens that the step presented, in order.
  public var presentedScreens: [String] { script.withLock { $0.presentedScreens } }

  /// Performs a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - input: The step's input.
  /// - Returns: The step's output.
  /// - Throws: Any error thrown by the step; a ``FlowTestFailure`` if it presents a screen without
  ///   an action.
  public func perform<S: Step>(_ step: S, _ input: S.Input) async throws -> S.Output {
    try await perform { try await step.perform(input) }
  }

  /// Performs a step of a flow document.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - context: The step's content and the outputs of the session so far.
  /// - Returns: The exit of the step.
  /// - Throws: Any error thrown by the step; a ``FlowTestFailure`` if it presents a screen without
  ///   an action.
  public func perform<S: RoutedStep>(
    _ step: S, _ context: StepContext<S>
  ) async throws -> ScreenExit<S> {
    try await perform { try await step.perform(context) }
  }

  private func perform<Output>(_ body: () async throws -> Output) async throws -> Output {
    while true {
      script.withLock { $0.beginRun() }
      let result: Result<Output, any Error>
      do {
        result = .success(
          try await StepEnvironment.$presenter.withValue(self) { try await body() })
      } catch {
        result = .failure(error)
      }
      let isReplay = script.withLock { $0.isGoingBack && !$0.hasEnded }
      if isReplay { continue }
      let unused = script.withLock { $0.actions }
      if !unused.isEmpty, (try? result.get()) != nil {
        let list = unused.map { "  - \($0.screen)" }.joined(separator: "\n")
        let message = "The step ended without presenting these screens:\n\(list)"
        onFailure(FlowTestFailure(message: message, sourceLocation: creation))
      }
      return try result.get()
    }
  }

  /// Performs a step without an input.
  ///
  /// - Parameter step: The step.
  /// - Returns: The step's output.
  /// - Throws: Any error thrown by `perform` with an input.
  public func perform<S: Step>(_ step: S) async throws -> S.Output where S.Input == Void {
    try await perform(step, ())
  }
}

/// An action of the user on a screen that a step presents.
public struct ScriptedAction: Sendable {
  let screen: Name
  /// Returns the exit of the screen, given its content; nil to go back.
  let exit: @Sendable (any Sendable) throws -> AnyScreenExit?

  /// Fires a port of a screen.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - port: The port.
  ///   - output: The screen's output.
  /// - Returns: The action.
  public static func fire<S: Screen>(
    _ screen: S.Type, _ port: S.Port, output: S.Output? = nil
  ) -> ScriptedAction {
    ScriptedAction(screen: Name(S.name)) { _ in
      AnyScreenExit(port: Name(port.rawValue), output: try output.map { try JSON(encoding: $0) })
    }
  }

  /// Leaves a screen with an exit that depends on its content.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - exit: Receives the content and returns the exit of the screen.
  /// - Returns: The action.
  public static func on<S: Screen>(
    _ screen: S.Type, _ exit: @escaping @Sendable (S.Content) throws -> ScreenExit<S>
  ) -> ScriptedAction {
    ScriptedAction(screen: Name(S.name)) { content in
      guard let content = content as? S.Content else { return nil }
      return try AnyScreenExit(exit(content))
    }
  }

  /// Goes back from a screen.
  ///
  /// - Parameter screen: The screen.
  /// - Returns: The action.
  public static func back<S: Screen>(from screen: S.Type) -> ScriptedAction {
    ScriptedAction(screen: Name(S.name)) { _ in nil }
  }
}

private struct Script {
  var actions: [ScriptedAction]
  var log = StepLog()
  var presentedScreens: [String] = []
  var isGoingBack = false
  var hasEnded = false
  /// The number of effects so far, which makes their keys unique.
  var effectCount = 0

  mutating func beginRun() {
    log.rewind()
    isGoingBack = false
    hasEnded = false
  }

  mutating func takeExit(
    of request: ScreenRequest, _ creation: SourceLocation
  ) throws -> AnyScreenExit {
    if isGoingBack { throw BackNavigationError() }
    if let exit = log.replay(request) { return exit }
    presentedScreens.append(request.screen.name.string)
    guard let action = actions.first, action.screen == request.screen.name else {
      let next = actions.first.map { "an action for \($0.screen)" } ?? "no more actions"
      let message = "The step presented \(request.screen.name), but the test has \(next)."
      throw FlowTestFailure(message: message, sourceLocation: creation)
    }
    actions.removeFirst()
    guard let exit = try action.exit(request.content) else {
      isGoingBack = true
      hasEnded = !log.undo()
      throw BackNavigationError()
    }
    log.recordAnswer(request.screen.name, exit)
    return exit
  }
}

extension StepTester: StepPresenter {
  package func present(_ request: ScreenRequest) async throws -> AnyScreenExit {
    try Task.checkCancellation()
    return try script.withLock { try $0.takeExit(of: request, creation) }
  }

  package func beginEffect(_ name: Name) async throws -> StepLog.Effect {
    script.withLock { script in
      script.effectCount += 1
      return script.log.beginEffect(name, key: "effect \(script.effectCount)")
    }
  }

  package func finishEffect(_ effect: StepLog.Effect, _ result: JSON) async throws {
    script.withLock { $0.log.finish(effect, result) }
  }
}
