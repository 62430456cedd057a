import FlowCore

extension NavigatorReducer {
  /// The maximum number of consecutive decisions, which stops endless cycles.
  package static let maximumDecisions = 100

  /// Evaluates the decision that the session has arrived at, and those that follow.
  ///
  /// - Returns: The error that stopped the decisions; nil if there was none.
  mutating func makeDecisions() -> (any Error)? {
    var count = 0
    while state.isActive, var session = state.session, let current = state.current,
      let decision = screens[current.screen]?.decision
    {
      count += 1
      guard count <= NavigatorReducer.maximumDecisions else {
        return FlowMagicError(
          .decisionCycle,
          "Decisions lead to each other endlessly: \(NavigatorReducer.maximumDecisions) were made "
            + "in a row, the last one by \(current.screen) in step \(current.step) of flow "
            + "\(current.flow). Route one of its cases to a step that shows something.")
      }
      guard let values = contents[current.id] else { return nil }
      let transition: SessionTransition
      do {
        transition = session.fire(try decision(values, state), output: nil)
      } catch {
        return error
      }
      if let error = applyWithoutDecisions(transition, to: session, isNew: false) { return error }
    }
    return nil
  }
}
