import FlowCore

/// Runs a step for a navigator and presents its screens.
@MainActor
final class StepRunner: StepPresenter {
  private unowned let navigator: Navigator
  private var log = StepLog()
  private var path: [ShownStep] = []
  private var contents: [ShownStep.ID: any Sendable] = [:]
  private var waiting: CheckedContinuation<AnyScreenExit, any Error>?
  /// Whether the user went back and the step has not started its replay yet.
  private var isGoingBack = false
  /// Whether the user left the step, or it was cancelled.
  private var hasEnded = false

  init(_ navigator: Navigator) {
    self.navigator = navigator
  }

  /// Performs the step until it ends; replays it from its start each time the user goes back.
  func perform<S: Step>(_ step: S, _ input: S.Input) async throws -> S.Output {
    while true {
      log.rewind()
      isGoingBack = false
      do {
        let output = try await StepEnvironment.$presenter.withValue(self) {
          try await step.perform(input)
        }
        if !isGoingBack { return output }
      } catch {
        if !isGoingBack || hasEnded { throw error }
      }
      if hasEnded { throw BackNavigationError() }
      try Task.checkCancellation()
    }
  }

  func content(of id: ShownStep.ID) -> (any Sendable)? { contents[id] }

  /// The output of the current screen from before the user went back over it.
  var draft: JSON? { log.draft }

  /// Resumes the step with the port that the current screen fired.
  func fire(_ port: Name, output: JSON?, from id: ShownStep.ID) {
    guard id == path.last?.id, let waiting else {
      let message = "\(port) was fired by a screen that is no longer shown. It was ignored."
      return navigator.report(FlowMagicError(.staleScreen, message))
    }
    self.waiting = nil
    navigator.publish()
    waiting.resume(returning: AnyScreenExit(port: port, output: output))
  }

  /// Whether a screen is shown that the user can leave; if not, the step works.
  var isWaiting: Bool { waiting != nil }

  /// Goes back one screen; out of the step, if it is the first.
  func back() -> Bool { goBack(over: 1) }

  /// Goes back to one of the step's screens.
  func back(to id: ShownStep.ID) -> Bool {
    guard let index = path.firstIndex(where: { $0.id == id }), index < log.screenIndex else {
      return false
    }
    return goBack(over: log.screenIndex - index)
  }

  /// Goes back out of the step.
  func leave() -> Bool { goBack(over: log.screenIndex + 1) }

  private func goBack(over count: Int) -> Bool {
    guard let waiting else { return false }
    self.waiting = nil
    isGoingBack = true
    for _ in 0..<count where !hasEnded { hasEnded = !log.undoLastExit() }
    navigator.publish()
    waiting.resume(throwing: BackNavigationError())
    return true
  }

  /// Cancels the step.
  func cancel() {
    hasEnded = true
    isGoingBack = true
    resume(throwing: CancellationError())
  }

  private func resume(throwing error: any Error) {
    let waiting = waiting
    self.waiting = nil
    waiting?.resume(throwing: error)
  }

  @MainActor func present(_ request: ScreenRequest) async throws -> AnyScreenExit {
    try Task.checkCancellation()
    if isGoingBack { throw BackNavigationError() }
    if let exit = log.replay(request.screen.name) { return exit }
    guard waiting == nil else {
      throw FlowMagicError(
        .alreadyPresenting,
        "A step presented \(request.screen.name) while it is already presenting another screen. "
          + "Present one screen after the other.")
    }
    show(request)
    let exit = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        waiting = $0
        navigator.publish()
      }
    } onCancel: {
      Task { @MainActor in self.resume(throwing: CancellationError()) }
    }
    log.append(.exit(screen: request.screen.name, exit))
    return exit
  }

  @MainActor func storedResult() async throws -> JSON? {
    if isGoingBack { throw BackNavigationError() }
    return log.replayResult()
  }

  @MainActor func storeResult(_ value: JSON) async throws {
    if isGoingBack { throw BackNavigationError() }
    log.append(.result(value))
  }

  private func show(_ request: ScreenRequest) {
    let index = log.screenIndex
    let removed = path.dropFirst(index + 1)
    for step in removed { contents[step.id] = nil }
    path.removeLast(removed.count)
    if path.count > index, path[index].screen != request.screen.name {
      contents[path[index].id] = nil
      path.removeLast()
    }
    if path.count == index { path.append(navigator.presentedStep(request.screen.name)) }
    contents[path[index].id] = request.content
    navigator.show(path, removed.isEmpty ? .push : .pop)
  }
}

extension Navigator {
  /// Performs a step written in Swift; its screens are pushed onto the path.
  ///
  /// When it has ended, the flow's own step is visible again; fire its port with the result.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - input: The step's input.
  /// - Returns: The step's output.
  /// - Throws: What the step throws; ``BackNavigationError`` when the user went back out of it, and
  ///   `CancellationError` when the task was cancelled or the flow navigated elsewhere.
  public func perform<S: Step>(_ step: S, _ input: S.Input) async throws -> S.Output {
    guard stepRunner == nil else {
      throw FlowMagicError(
        .alreadyPresenting, "A step is running already. Perform this one inside it.")
    }
    let runner = StepRunner(self)
    stepRunner = runner
    publish()
    defer { end(runner) }
    return try await runner.perform(step, input)
  }

  /// Performs a step without an input.
  ///
  /// - Parameter step: The step.
  /// - Returns: The step's output.
  /// - Throws: What `perform` with an input throws.
  public func perform<S: Step>(_ step: S) async throws -> S.Output where S.Input == Void {
    try await perform(step, ())
  }

  func presentedStep(_ screen: Name) -> ShownStep {
    lastPresentedID -= 1
    let below = reducer.state.current
    return ShownStep(
      id: lastPresentedID, flow: below?.flow ?? "", step: screen, screen: screen,
      layer: below?.layer ?? .base)
  }

  func show(_ path: [ShownStep], _ change: NavigationChange) {
    presented = path
    reducer.state.lastChange = change
    publish()
    if let last = path.last { hooks.onShow?(last) }
    notifyListeners()
  }

  private func end(_ runner: StepRunner) {
    guard stepRunner === runner else { return }
    stepRunner = nil
    if !presented.isEmpty { reducer.state.lastChange = .pop }
    presented = []
    publish()
    notifyListeners()
  }
}
