import FlowCore

/// Runs a step in code for a navigator and waits for its screens.
///
/// The answers and shown screens of the step are part of the navigator's state, stored with the
/// step of the path that the runner belongs to.
@MainActor
final class StepRunner: StepPresenter {
  /// The step of the path that the runner belongs to.
  let owner: ShownStep.ID
  /// The name of a ``RoutedStep``; nil for a step that a view performs.
  let name: Name?
  private unowned let navigator: Navigator
  private var continuation: CheckedContinuation<AnyScreenExit, any Error>?
  /// Whether the user went back and the step has not yet been replayed.
  private var isGoingBack = false
  /// Whether the user left the step, or it was cancelled.
  private var hasEnded = false

  init(_ navigator: Navigator, owner: ShownStep.ID, name: Name?) {
    self.navigator = navigator
    self.owner = owner
    self.name = name
  }

  /// Performs a step until it ends; replays it from its start each time the user goes back.
  func perform<Output: Sendable>(
    _ body: @Sendable () async throws -> Output
  ) async throws -> Output {
    while true {
      navigator.reducer.beginRun(of: owner, name: name)
      isGoingBack = false
      do {
        let output = try await StepEnvironment.$presenter.withValue(self) { try await body() }
        if !isGoingBack { return output }
      } catch {
        if !isGoingBack || hasEnded { throw error }
      }
      if hasEnded { throw BackNavigationError() }
      try Task.checkCancellation()
    }
  }

  /// Whether a screen of the step is shown that the user can leave; otherwise the step is working.
  var isWaiting: Bool { continuation != nil }

  /// Whether the user can go back.
  var canGoBack: Bool { name == nil ? isWaiting : navigator.reducer.canGoBack }

  /// Whether the step has presented a screen.
  var hasScreens: Bool { !screens.isEmpty }

  private var screens: [ShownStep] { navigator.reducer.state.visits[owner]?.screens ?? [] }

  /// Resumes the step with the port that the current screen fired; a double tap is ignored.
  func fire(_ port: Name, output: JSON?, from id: ShownStep.ID) {
    guard let screen = screens.last, id == screen.id, let continuation else {
      if navigator.reducer.isRepeatedPress(port, of: id) { return }
      if let screen = screens.last, id == screen.id {
        return navigator.report(FlowMagicError.firedDuringWork(port, by: screen.screen))
      }
      let message = "\(port) was fired by a screen that is no longer shown. It was ignored."
      return navigator.report(FlowMagicError(.staleScreen, message))
    }
    self.continuation = nil
    let exit = AnyScreenExit(port: port, output: output)
    navigator.change { [owner] in $0.recordAnswer(exit, of: screen.screen, in: owner) }
    continuation.resume(returning: exit)
  }

  /// Goes back one screen, or leaves the step if it is the first.
  func back() -> Bool { goBack(over: 1) }

  /// Goes back to one of the step's screens.
  func back(to id: ShownStep.ID) -> Bool {
    guard let index = screens.firstIndex(where: { $0.id == id }), index < answerCount else {
      return false
    }
    return goBack(over: answerCount - index)
  }

  /// Goes back out of the step.
  func leave() -> Bool { goBack(over: answerCount + 1) }

  private var answerCount: Int { navigator.reducer.state.visits[owner]?.log.answers.count ?? 0 }

  private func goBack(over count: Int) -> Bool {
    guard let continuation else { return false }
    self.continuation = nil
    isGoingBack = true
    hasEnded = count > answerCount
    if hasEnded {
      navigator.updateObservedProperties()
      navigator.notifyListeners()
    } else {
      navigator.change { [owner] in _ = $0.undoAnswers(count, in: owner) }
    }
    continuation.resume(throwing: BackNavigationError())
    return true
  }

  /// Ends the step; whatever its code does from now on is ignored.
  func cancel() {
    hasEnded = true
    isGoingBack = true
    resume(throwing: CancellationError())
  }

  private func resume(throwing error: any Error) {
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(throwing: error)
  }

  private func requireRunning() throws {
    try Task.checkCancellation()
    if hasEnded { throw CancellationError() }
    if isGoingBack { throw BackNavigationError() }
  }

  @MainActor func present(_ request: ScreenRequest) async throws -> AnyScreenExit {
    try requireRunning()
    guard continuation == nil else {
      throw FlowMagicError(
        .alreadyPresenting,
        "A step presented \(request.screen.name) while it is already presenting another screen. "
          + "Present one screen after the other.")
    }
    let replayed = try navigator.present(request, in: owner)
    if let replayed { return replayed }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        continuation = $0
        navigator.updateObservedProperties()
        navigator.notifyListeners()
      }
    } onCancel: {
      Task { @MainActor in self.resume(throwing: CancellationError()) }
    }
  }

  @MainActor func beginEffect(_ name: Name) async throws -> StepLog.Effect {
    try requireRunning()
    guard let effect = navigator.change({ [owner] in $0.beginEffect(name, in: owner) }) else {
      throw CancellationError()
    }
    return effect
  }

  @MainActor func finishEffect(_ effect: StepLog.Effect, _ result: JSON) async throws {
    // NB: a finished effect is stored even if the user has gone back meanwhile: it is reused unless
    // an earlier answer changes.
    navigator.change { [owner] in $0.finishEffect(effect, result, in: owner) }
    try requireRunning()
  }
}

extension Navigator {
  /// Performs a step written in Swift; its screens are pushed onto the path.
  ///
  /// When it has ended, the flow's own step is visible again; fire its port with the result. The
  /// step's answers are not saved; use a ``RoutedStep`` if they must survive a relaunch.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - input: The step's input.
  /// - Returns: The step's output.
  /// - Throws: Any error thrown by the step; ``BackNavigationError`` when the user went back out of
  ///   it, and `CancellationError` when the task was cancelled or the flow navigated elsewhere;
  ///   `already-presenting` if a step is running already, `no-presenter` before the start.
  public func perform<S: Step>(_ step: S, _ input: S.Input) async throws -> S.Output {
    guard stepRunner == nil else {
      throw FlowMagicError(
        .alreadyPresenting, "A step is running already. Perform this one inside it.")
    }
    guard let owner = reducer.state.current?.id else {
      throw FlowMagicError(
        .noPresenter, "The navigator shows nothing yet. Call `start()` and perform the step then.")
    }
    let runner = StepRunner(self, owner: owner, name: nil)
    stepRunner = runner
    defer { end(runner) }
    return try await runner.perform { try await step.perform(input) }
  }

  /// Performs a step without an input.
  ///
  /// - Parameter step: The step.
  /// - Returns: The step's output.
  /// - Throws: Any error thrown by `perform` with an input.
  public func perform<S: Step>(_ step: S) async throws -> S.Output where S.Input == Void {
    try await perform(step, ())
  }

  /// Presents a screen of a step, or returns its exit in an earlier run.
  fileprivate func present(
    _ request: ScreenRequest, in owner: ShownStep.ID
  ) throws -> AnyScreenExit? {
    try change { reducer in Result { try reducer.present(request, in: owner) } }.get()
  }

  private func end(_ runner: StepRunner) {
    guard stepRunner === runner else { return }
    stepRunner = nil
    change { reducer in
      if reducer.state.visits[runner.owner]?.screens.isEmpty == false {
        reducer.state.lastChange = .pop
      }
      reducer.endVisit(of: runner.owner)
    }
  }
}
