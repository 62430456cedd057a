import FlowCore

extension Navigator {
  /// Starts the code of the current step, if it has code in place of a view.
  func startCodeIfNeeded() {
    guard let step = reducer.state.current, step.id != codeStep else { return }
    stopCode()
    codeStep = step.id
    guard reducer.state.isActive, let code = reducer.code(of: step) else { return }
    codeRunID += 1
    let run = codeRunID
    if code.presentsScreens {
      let runner = StepRunner(self, owner: step.id, name: step.screen)
      stepRunner = runner
      start(step, run) { try await runner.perform(code.run) }
    } else {
      start(step, run, code.run)
    }
    updateObservedProperties()
    notifyListeners()
  }

  private func start(
    _ step: ShownStep, _ run: Int, _ body: @escaping @Sendable () async throws -> AnyScreenExit
  ) {
    codeTask = Task { [weak self] in
      let result: Result<AnyScreenExit, any Error>
      do {
        result = .success(try await body())
      } catch {
        result = .failure(error)
      }
      self?.finishCode(of: step, run, result)
    }
  }

  /// Cancels the running code, so that it can be started again.
  func stopCode() {
    codeTask?.cancel()
    codeTask = nil
    codeStep = nil
    codeRunID += 1
    if let stepRunner, stepRunner.name != nil {
      stepRunner.cancel()
      self.stepRunner = nil
    }
  }

  /// Leaves the current step with its code's result; ignored if the step is no longer current.
  private func finishCode(
    of step: ShownStep, _ run: Int, _ result: Result<AnyScreenExit, any Error>
  ) {
    guard run == codeRunID, reducer.state.current?.id == step.id else { return }
    codeTask = nil
    stepRunner = nil
    change { $0.finishCode(of: step, result) }
    // A failed step may become current again by going back; its code then runs again.
    guard reducer.isRunning(step) else { return }
    codeStep = nil
    startCodeIfNeeded()
  }
}

/// The code of a step, ready to run.
package struct RunnableCode: Sendable {
  package let presentsScreens: Bool
  package let run: @Sendable () async throws -> AnyScreenExit
}

extension NavigatorReducer {
  /// The code of a step on the path; nil if it has an interface or is a decision.
  package func code(of step: ShownStep) -> RunnableCode? {
    guard let values = contents[step.id] else { return nil }
    let state = state
    switch screens[step.screen]?.code {
    case .work(let body):
      return RunnableCode(presentsScreens: false) { try await body(values, state) }
    case .step(let body):
      return RunnableCode(presentsScreens: true) { try await body(values, state) }
    case .decision, nil: return nil
    }
  }

  /// Whether a step is current and its code has not failed.
  package func isRunning(_ step: ShownStep) -> Bool {
    state.isActive && state.current?.id == step.id && failedStep != step.id
  }

  /// Leaves a step with its code's result; if the code has failed, goes back one screen.
  ///
  /// A `CancellationError` or ``BackNavigationError`` that the code throws is not reported.
  package mutating func finishCode(
    of step: ShownStep, _ result: Result<AnyScreenExit, any Error>
  ) {
    switch result {
    case .success(let exit):
      fire(exit.port, output: exit.output, from: step.id)
      // If no route applies, the user returns to the step before, not to the latest screen of this
      // one, on which any answer would end the step again.
      guard state.isActive, state.current?.id == step.id else { return }
      if !leaveStep() { failedStep = step.id }
    case .failure(let error):
      if !(error is CancellationError || error is BackNavigationError) { report(error) }
      if !back() { failedStep = step.id }
    }
  }
}
