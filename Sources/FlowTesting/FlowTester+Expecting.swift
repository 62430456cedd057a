public import FlowCore
public import FlowMagic
public import Testing

extension FlowTester {
  /// Expects a screen to be current.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - step: The step's id; if nil, any step.
  ///   - sourceLocation: The line of the test.
  ///   - isExpected: Whether the content is as expected.
  /// - Returns: Whether the expectation is met.
  @discardableResult
  public func expect<S: Screen>(
    _ screen: S.Type, step: Name? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ isExpected: (S.Content) -> Bool = { _ in true }
  ) -> Bool {
    guard isRunning else { return false }
    // The step itself, or the screen that its code presents.
    let shownSteps = [state.current, state.shownPath.last].compactMap { $0 }
    guard state.isActive, let last = shownSteps.last else {
      fail("Expected the screen \(S.name), but \(stateDescription).", sourceLocation)
      return false
    }
    let match = shownSteps.first { $0.screen == Name(S.name) && (step == nil || $0.step == step) }
    guard let current = match else {
      let expectation = step.map { "the screen \(S.name) of step \($0)" } ?? "the screen \(S.name)"
      fail(
        "Expected \(expectation), but \(last.screen) of step \(last.step) is shown.",
        sourceLocation)
      return false
    }
    consumeScreen()
    guard let content = content(of: current) as? S.Content, isExpected(content) else {
      fail("\(S.name) has different content: \(current.content.text(.compact))", sourceLocation)
      return false
    }
    return true
  }

  /// Expects a screen to be current with certain content.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - content: The content.
  ///   - sourceLocation: The line of the test.
  public func expect<S: Screen>(
    _ screen: S.Type, content: S.Content, sourceLocation: SourceLocation = #_sourceLocation
  ) where S.Content: Equatable {
    expect(screen, sourceLocation: sourceLocation) { $0 == content }
  }

  /// Expects an output of the session.
  ///
  /// - Parameters:
  ///   - property: The output.
  ///   - value: Its value; nil if the session does not have it.
  ///   - sourceLocation: The line of the test.
  public func expect<Outputs: FlowOutput, Value: Equatable>(
    _ property: KeyPath<Outputs, Value?>, _ value: Value?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let actual = state.outputs(Outputs.self)[keyPath: property]
    guard isRunning, actual != value else { return }
    fail("Expected the output \(text(value)), but it is \(text(actual)).", sourceLocation)
  }

  /// Expects the ids of the steps on the path, from the first to the current one.
  ///
  /// - Parameters:
  ///   - steps: The ids.
  ///   - sourceLocation: The line of the test.
  public func expectPath(_ steps: Name..., sourceLocation: SourceLocation = #_sourceLocation) {
    let path = state.path.map(\.step)
    guard isRunning else { return }
    consumeScreen()
    guard path != steps else { return }
    fail("Expected the path \(text(steps)), but it is \(text(path)).", sourceLocation)
  }

  /// Expects an experiment's exposure.
  ///
  /// - Parameters:
  ///   - experiment: The experiment's key.
  ///   - variant: The variant's key.
  ///   - sourceLocation: The line of the test.
  public func expectExposure(
    _ experiment: Name, variant: Name, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard isRunning else { return }
    let exposure = events.last { event in
      event.type == .exposure && event.detail["experiment"] == .string(experiment.string)
    }
    guard exposure?.detail["variant"] == .string(variant.string), consume(.exposure, experiment)
    else {
      fail(
        "Expected the variant \(variant) of the experiment \(experiment), but there is "
          + "\(list(.exposure)).", sourceLocation)
      return
    }
  }

  /// Expects that a step was skipped.
  ///
  /// - Parameters:
  ///   - step: The step's id.
  ///   - sourceLocation: The line of the test.
  public func expectSkipped(
    _ step: Name, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard isRunning, !consume(.skipped, step) else { return }
    fail("Expected \(step) to be skipped, but there is \(list(.skipped)).", sourceLocation)
  }

  /// Expects an error.
  ///
  /// - Parameters:
  ///   - code: The error's stable code, such as `no-route`.
  ///   - sourceLocation: The line of the test.
  public func expectProblem(_ code: Name, sourceLocation: SourceLocation = #_sourceLocation) {
    guard isRunning, !consume(.problem, code) else { return }
    fail("Expected the error \(code), but there is \(list(.problem)).", sourceLocation)
  }

  /// Expects that the session moved to the published release.
  ///
  /// - Parameter sourceLocation: The line of the test.
  public func expectAdoption(sourceLocation: SourceLocation = #_sourceLocation) {
    guard isRunning, !consume(.adoption, "") else { return }
    let reason = reducer.adoptionError.map { ": \($0.message)" } ?? "."
    fail("Expected the session to move to the new release, but it did not\(reason)", sourceLocation)
  }

  /// Expects that the flow has ended.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - sourceLocation: The line of the test.
  public func expectFinished(
    _ outcome: Name, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard isRunning else { return }
    guard consume(.finish, outcome) || state.outcome == outcome else {
      return fail("Expected the outcome \(outcome), but \(stateDescription).", sourceLocation)
    }
    consumeScreen()
  }

  /// Expects that the flow has ended, with certain outputs.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - sourceLocation: The line of the test.
  ///   - isExpected: Whether the outputs are as expected.
  public func expectFinished<Outputs: FlowOutput>(
    _ outcome: Name, sourceLocation: SourceLocation = #_sourceLocation,
    _ isExpected: (Outputs) -> Bool
  ) {
    expectFinished(outcome, sourceLocation: sourceLocation)
    guard isRunning, !isExpected(state.outputs(Outputs.self)) else { return }
    let actual = session.map { JSON.object($0.outputs).text(.compact) } ?? "nothing"
    fail("The flow ended with different outputs: \(actual)", sourceLocation)
  }

  /// The flow's current state, as part of a sentence.
  var stateDescription: String {
    if let outcome = state.outcome { return "the flow has ended with \(outcome)" }
    if let failure = state.failure { return "the flow cannot continue: \(failure.message)" }
    guard let current = state.shownPath.last else { return "no screen is shown" }
    return "\(current.screen) of step \(current.step) is shown"
  }

  private func text(_ names: [Name]) -> String {
    names.map(\.string).joined(separator: " → ")
  }

  private func text<Value>(_ value: Value?) -> String {
    value.map { "\($0)" } ?? "nothing"
  }
}
