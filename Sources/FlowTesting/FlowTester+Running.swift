public import FlowMagic
public import Testing

extension FlowTester {
  /// Runs the code of the current step: `Work`, or a `RoutedStep` with scripted actions for the
  /// screens that it presents.
  ///
  /// ```swift
  /// await flow.run(Charge.self)
  /// await flow.run(SendMoney.self, [
  ///   .fire(EnterAmount.self, .next, output: 5), .fire(Confirm.self, .yes),
  /// ])
  /// flow.expect(Confirmation.self)
  /// ```
  ///
  /// The code runs until it leaves the step, or until it presents a screen after the last action;
  /// that screen is then current, and another `run` continues from it. Between runs, a test may go
  /// back, publish or relaunch. An error thrown by the code is a problem that the test has to
  /// expect, except a `CancellationError` or a `BackNavigationError`.
  ///
  /// - Parameters:
  ///   - screen: The step's screen, which must be current.
  ///   - actions: The user's actions on the screens that the step presents from now on, in order.
  ///   - sourceLocation: The line of the test.
  public func run<S: Screen>(
    _ screen: S.Type, _ actions: [ScriptedAction] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard expect(screen, sourceLocation: sourceLocation) else { return }
    guard let step = state.current, step.screen == Name(S.name),
      let code = reducer.code(of: step)
    else {
      return fail(
        "\(S.name) has no code to run. Register it as `Work` or as a `RoutedStep`.", sourceLocation)
    }
    let script = CodeScript(reducer, step, actions)
    await script.run(code)
    proceed("\(S.name) ran", sourceLocation) { $0 = script.reducer }
    if let message = script.failure { fail(message, sourceLocation) }
  }
}

/// Thrown to end the step's code: when the actions are used up, when one is for another screen, or
/// when the step has left the path.
private struct ScriptEnded: Error {}

/// The progress of a script.
private struct ScriptProgress {
  var reducer: NavigatorReducer
  var actions: [ScriptedAction]
  var isGoingBack = false
  var isStopped = false
  var failure: String?

  init(_ reducer: NavigatorReducer, _ actions: [ScriptedAction]) {
    self.reducer = reducer
    self.actions = actions
  }

  mutating func present(_ request: ScreenRequest, _ step: ShownStep) throws -> AnyScreenExit {
    if isStopped { throw ScriptEnded() }
    if isGoingBack { throw BackNavigationError() }
    if let exit = try reducer.present(request, in: step.id) { return exit }
    guard let action = actions.first else {
      isStopped = true
      throw ScriptEnded()
    }
    guard action.screen == request.screen.name else {
      isStopped = true
      failure =
        "\(step.screen) presented \(request.screen.name), but the test has an action for "
        + "\(action.screen)."
      throw ScriptEnded()
    }
    actions.removeFirst()
    guard let exit = try action.exit(request.content) else {
      isGoingBack = true
      if !reducer.back() {
        isStopped = true
        failure = "There is nothing to go back to from \(request.screen.name)."
      }
      throw BackNavigationError()
    }
    reducer.recordAnswer(exit, of: request.screen.name, in: step.id)
    return exit
  }

  /// Applies the result of a run.
  ///
  /// - Returns: Whether the step runs again.
  mutating func finishRun(
    _ result: Result<AnyScreenExit, any Error>, of step: ShownStep
  ) -> Bool {
    if isStopped { return false }
    if !isGoingBack { reducer.finishCode(of: step, result) }
    return reducer.isRunning(step)
  }
}

/// Runs the code of a step with scripted actions.
private final class CodeScript: StepPresenter {
  private let step: ShownStep
  private let progress: Locked<ScriptProgress>

  init(_ reducer: NavigatorReducer, _ step: ShownStep, _ actions: [ScriptedAction]) {
    self.step = step
    progress = Locked(ScriptProgress(reducer, actions))
  }

  var reducer: NavigatorReducer { progress.withLock { $0.reducer } }
  var failure: String? { progress.withLock { $0.failure } }

  func run(_ code: RunnableCode) async {
    while true {
      progress.withLock { progress in
        progress.isGoingBack = false
        if code.presentsScreens { progress.reducer.beginRun(of: step.id, name: step.screen) }
      }
      let result: Result<AnyScreenExit, any Error>
      do {
        let presenter: (any StepPresenter)? = code.presentsScreens ? self : nil
        let exit = try await StepEnvironment.$presenter.withValue(presenter) {
          try await code.run()
        }
        result = .success(exit)
      } catch {
        result = .failure(error)
      }
      guard progress.withLock({ $0.finishRun(result, of: step) }) else { break }
    }
    progress.withLock { progress in
      guard progress.failure == nil, !progress.actions.isEmpty else { return }
      let list = progress.actions.map { "  - \($0.screen)" }.joined(separator: "\n")
      progress.failure = "\(step.screen) ended without presenting these screens:\n\(list)"
    }
  }

  func present(_ request: ScreenRequest) async throws -> AnyScreenExit {
    try Task.checkCancellation()
    return try progress.withLock { try $0.present(request, step) }
  }

  func beginEffect(_ name: Name) async throws -> StepLog.Effect {
    try progress.withLock { progress in
      guard let effect = progress.reducer.beginEffect(name, in: step.id) else {
        throw ScriptEnded()
      }
      return effect
    }
  }

  func finishEffect(_ effect: StepLog.Effect, _ result: JSON) async throws {
    progress.withLock { $0.reducer.finishEffect(effect, result, in: step.id) }
  }
}
