public import FlowCore
public import FlowMagic
public import Testing

extension FlowTester {
  /// Expects that a screen is shown.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - step: The step's id, if it matters.
  ///   - sourceLocation: The test's line.
  ///   - isRight: Whether its content is right.
  /// - Returns: Whether it is so.
  @discardableResult
  public func expect<S: Screen>(
    _ screen: S.Type, step: Name? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ isRight: (S.Content) -> Bool = { _ in true }
  ) -> Bool {
    guard isWalking else { return false }
    guard state.isActive, let current = state.current else {
      fail("Expected the screen \(S.name), but \(ending).", sourceLocation)
      return false
    }
    guard current.screen == Name(S.name), step == nil || current.step == step else {
      let wanted = step.map { "the screen \(S.name) of step \($0)" } ?? "the screen \(S.name)"
      fail(
        "Expected \(wanted), but \(current.screen) of step \(current.step) is shown.",
        sourceLocation)
      return false
    }
    settleScreen()
    guard let content = content(of: current) as? S.Content, isRight(content) else {
      fail("\(S.name) has other content: \(current.content.text(.compact))", sourceLocation)
      return false
    }
    return true
  }

  /// Expects that a screen is shown with this content.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - content: The content.
  ///   - sourceLocation: The test's line.
  public func expect<S: Screen>(
    _ screen: S.Type, content: S.Content, sourceLocation: SourceLocation = #_sourceLocation
  ) where S.Content: Equatable {
    expect(screen, sourceLocation: sourceLocation) { $0 == content }
  }

  /// Expects what the person has entered so far.
  ///
  /// - Parameters:
  ///   - property: The output.
  ///   - value: Its value; nil when nobody has entered it.
  ///   - sourceLocation: The test's line.
  public func expect<Outputs: FlowOutput, Value: Equatable>(
    _ property: KeyPath<Outputs, Value?>, _ value: Value?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let entered = state.answers(Outputs.self)[keyPath: property]
    guard isWalking, entered != value else { return }
    fail("Expected \(words(value)) to be entered, but it is \(words(entered)).", sourceLocation)
  }

  /// Expects the ids of the steps on the path, the first one first.
  ///
  /// - Parameters:
  ///   - steps: The ids.
  ///   - sourceLocation: The test's line.
  public func expectPath(_ steps: Name..., sourceLocation: SourceLocation = #_sourceLocation) {
    let path = state.path.map(\.step)
    guard isWalking else { return }
    settleScreen()
    guard path != steps else { return }
    fail("Expected the path \(words(steps)), but it is \(words(path)).", sourceLocation)
  }

  /// Expects that the person met an experiment.
  ///
  /// - Parameters:
  ///   - experiment: The experiment's key.
  ///   - variant: The variant's key.
  ///   - sourceLocation: The test's line.
  public func expectExposure(
    _ experiment: Name, variant: Name, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard isWalking else { return }
    let exposure = events.last { event in
      event.kind == .exposure && event.detail["experiment"] == .string(experiment.string)
    }
    guard exposure?.detail["variant"] == .string(variant.string), settle(.exposure, experiment) else {
      fail(
        "Expected the experiment \(experiment) with the variant \(variant), but there is "
          + "\(list(.exposure)).", sourceLocation)
      return
    }
  }

  /// Expects that a step was skipped.
  ///
  /// - Parameters:
  ///   - step: The step's id.
  ///   - sourceLocation: The test's line.
  public func expectSkipped(
    _ step: Name, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard isWalking, !settle(.skipped, step) else { return }
    fail("Expected \(step) to be skipped, but there is \(list(.skipped)).", sourceLocation)
  }

  /// Expects that something could not be done.
  ///
  /// - Parameters:
  ///   - code: The error's stable code, such as `no-route`.
  ///   - sourceLocation: The test's line.
  public func expectProblem(_ code: Name, sourceLocation: SourceLocation = #_sourceLocation) {
    guard isWalking, !settle(.problem, code) else { return }
    fail("Expected the problem \(code), but there is \(list(.problem)).", sourceLocation)
  }

  /// Expects that the session moved to the release just published.
  ///
  /// - Parameter sourceLocation: The test's line.
  public func expectAdoption(sourceLocation: SourceLocation = #_sourceLocation) {
    guard isWalking, !settle(.adoption, "") else { return }
    fail("Expected the session to move to the new release, but it stayed.", sourceLocation)
  }

  /// Expects that the flow has ended.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - sourceLocation: The test's line.
  public func expectFinished(
    _ outcome: Name, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard isWalking else { return }
    guard settle(.finish, outcome) || state.outcome == outcome else {
      return fail("Expected the end with \(outcome), but \(ending).", sourceLocation)
    }
    settleScreen()
  }

  /// Expects that the flow has ended, and what was entered.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - sourceLocation: The test's line.
  ///   - isRight: Whether what the person has entered is right.
  public func expectFinished<Outputs: FlowOutput>(
    _ outcome: Name, sourceLocation: SourceLocation = #_sourceLocation,
    _ isRight: (Outputs) -> Bool
  ) {
    expectFinished(outcome, sourceLocation: sourceLocation)
    guard isWalking, !isRight(state.answers(Outputs.self)) else { return }
    let entered = session.map { JSON.object($0.outputs).text(.compact) } ?? "nothing"
    fail("The flow ended with other outputs: \(entered)", sourceLocation)
  }

  private var ending: String {
    if let outcome = state.outcome { return "the flow has ended with \(outcome)" }
    if let failure = state.failure { return "the flow cannot go on: \(failure.message)" }
    guard let current = state.current else { return "nothing is shown" }
    return "\(current.screen) of step \(current.step) is shown"
  }

  private func words(_ names: [Name]) -> String {
    names.map(\.string).joined(separator: " → ")
  }

  private func words<Value>(_ value: Value?) -> String {
    value.map { "\($0)" } ?? "nothing"
  }
}
