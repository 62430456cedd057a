package import FlowCore

extension NavigatorReducer {
  /// Starts a run of a step in code from its beginning.
  ///
  /// - Parameters:
  ///   - owner: The step of the path that the run belongs to.
  ///   - name: The name of a `RoutedStep`; nil for a step that a view performs.
  package mutating func beginRun(of owner: ShownStep.ID, name: Name?) {
    state.visits[owner, default: StepVisit(name: name)].log.rewind()
  }

  /// Presents a screen of a step in code.
  ///
  /// - Returns: The exit of the screen in an earlier run; nil if it is shown now.
  /// - Throws: `content-mismatch` if the screen cannot decode the metadata of the step,
  ///   `need-mismatch` if it needs an output that no earlier step has provided, and
  ///   `CancellationError` if the step is no longer on the path.
  package mutating func present(
    _ request: ScreenRequest, in owner: ShownStep.ID
  ) throws -> AnyScreenExit? {
    guard var visit = state.visits[owner] else { throw CancellationError() }
    let ownerIndex = state.path.firstIndex { $0.id == owner }
    let values = try request.values(
      ownerIndex.map { state.path[$0].metadata } ?? JSONObject(),
      outputs: ownerIndex.flatMap { state.session?.outputs(before: $0) } ?? JSONObject())
    let index = visit.log.position
    if let exit = visit.log.replay(request) {
      // Only a restored step has answers whose screens have not been shown.
      if visit.screens.count <= index {
        _ = insert(request, values, at: index, of: owner, in: &visit)
      }
      state.visits[owner] = visit
      return exit
    }
    let change = insert(request, values, at: index, of: owner, in: &visit)
    let isRestored = visit.isRestored
    visit.isRestored = false
    state.visits[owner] = visit
    if !isRestored, let change { state.lastChange = change }
    if let shown = visit.screens.last {
      effects.append(.show(shown))
      var detail = shown.detail
      detail["in"] = visit.name.map { .string($0.string) }
      if isRestored { detail["restored"] = true }
      record(.stepShown, detail)
    }
    return nil
  }

  /// Records the exit of the screen that a step in code shows.
  package mutating func recordAnswer(
    _ exit: AnyScreenExit, of screen: Name, in owner: ShownStep.ID
  ) {
    if let shown = state.visits[owner]?.screens.last { recordPress(exit.port, of: shown.id) }
    state.visits[owner]?.log.recordAnswer(screen, exit)
  }

  /// The effect that a step in code runs now.
  package mutating func beginEffect(_ name: Name, in owner: ShownStep.ID) -> StepLog.Effect? {
    effectCount += 1
    return state.visits[owner]?.log.beginEffect(name, key: "\(makeID())-\(effectCount)")
  }

  /// Stores the result of an effect.
  package mutating func finishEffect(
    _ effect: StepLog.Effect, _ result: JSON, in owner: ShownStep.ID
  ) {
    state.visits[owner]?.log.finish(effect, result)
  }

  /// Removes the latest answers of a step in code, so that it shows the screen before them.
  ///
  /// - Returns: Whether there were that many answers.
  @discardableResult
  package mutating func undoAnswers(_ count: Int = 1, in owner: ShownStep.ID) -> Bool {
    guard var visit = state.visits[owner], count > 0, visit.log.answers.count >= count else {
      return false
    }
    for _ in 0..<count { visit.log.undo() }
    for step in visit.screens.dropFirst(visit.log.answers.count + 1) { contents[step.id] = nil }
    visit.screens = Array(visit.screens.prefix(visit.log.answers.count + 1))
    if let shown = visit.screens.last { forgetPress(of: shown.id) }
    state.visits[owner] = visit
    state.lastChange = .pop
    return true
  }

  /// Discards the visit of a step in code and its screens.
  package mutating func endVisit(of owner: ShownStep.ID) {
    for step in state.visits[owner]?.screens ?? [] { contents[step.id] = nil }
    state.visits[owner] = nil
  }

  /// The step of the path whose code has shown a screen, and the screen's index.
  func owner(of id: ShownStep.ID) -> (step: ShownStep.ID, index: Int)? {
    for (owner, visit) in state.visits {
      if let index = visit.screens.firstIndex(where: { $0.id == id }) { return (owner, index) }
    }
    return nil
  }

  /// Whether going back can show a step, or a screen of it.
  func canReturn(to step: ShownStep) -> Bool {
    if screens.hasInterface(step.screen) { return true }
    return screens.isRoutedStep(step.screen)
      && state.visits[step.id]?.log.answers.isEmpty == false
  }

  /// Inserts a screen at its index among those of a visit and removes the ones after it.
  ///
  /// - Returns: The change for an interface; nil if the screen was already the last one.
  private mutating func insert(
    _ request: ScreenRequest, _ values: StepValues, at index: Int, of owner: ShownStep.ID,
    in visit: inout StepVisit
  ) -> NavigationChange? {
    var change: NavigationChange? = visit.screens.count > index + 1 ? .pop : nil
    var keptCount = min(visit.screens.count, index + 1)
    if keptCount > index, visit.screens[index].screen != request.screen.name {
      keptCount = index
      change = .replace
    }
    for step in visit.screens.dropFirst(keptCount) { contents[step.id] = nil }
    visit.screens.removeSubrange(keptCount...)
    if keptCount == index {
      change = change ?? .push
      lastID += 1
      visit.screens.append(
        ShownStep(id: lastID, request.screen.name, of: state.path.first { $0.id == owner }))
    }
    contents[visit.screens[index].id] = values
    return change
  }
}
