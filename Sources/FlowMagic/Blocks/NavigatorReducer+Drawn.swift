package import FlowBlocks
package import FlowCore

// The state of the drawn screens on the path.

extension NavigatorReducer {
  /// The state of the drawn screen of a step that is being shown; nil if its screen is not drawn.
  func drawnScreenState(of step: ShownStep, in session: Session) -> DrawnScreenState? {
    guard let program = program(of: step.screen, in: session.release) else { return nil }
    var values = values(of: step, session, session.outputs)
    // Values that were entered before the user went back are restored.
    let secrets = program.secrets
    for field in program.fields where !secrets.contains(field) {
      let key = program.outputKey(of: field, at: step.step)
      values.enteredValues[field] = session.enteredValues.last { $0.key == key }?.value
    }
    return DrawnScreenState(ScreenModel(program, values))
  }

  /// The state of the drawn screen of a restored step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - session: The restored session.
  ///   - index: The index of the step on the path.
  ///   - saved: The saved values of the screen; nil if none were saved.
  /// - Returns: The screen; nil if the step's screen is not drawn.
  func restoredScreenState(
    of step: ShownStep, in session: Session, before index: Int, _ saved: JSON?
  ) -> DrawnScreenState? {
    guard let program = program(of: step.screen, in: session.release) else { return nil }
    var model = ScreenModel(program, values(of: step, session, session.outputs(before: index)))
    if let saved { model.restore(saved) }
    return DrawnScreenState(model)
  }

  private func program(of screen: Name, in release: Release) -> ScreenProgram? {
    guard let registered = screens[screen] else { return ScreenProgram(screen, of: release) }
    return registered.composedScreen.map {
      ScreenProgram($0, in: release, provides: registered.declaration.provides.map(\.key))
    }
  }

  private func values(
    of step: ShownStep, _ session: Session, _ outputs: JSONObject
  ) -> ScreenValues {
    ScreenValues(
      outputs: outputs, attributes: session.context, content: step.content, data: liveData,
      products: products, today: today(), step: step.step)
  }

  /// Updates a screen that the user has returned to with the current values.
  mutating func refreshDrawnScreen(of step: ShownStep, _ session: Session) {
    let today = today()
    state.drawnScreens[step.id]?.model.update { values in
      values.outputs = session.outputs
      values.attributes = session.context
      values.today = today
    }
  }

  /// Applies the screens of an adopted release; entered values are kept.
  mutating func updatePrograms() {
    guard let session = state.session else { return }
    for step in state.path {
      guard state.drawnScreens[step.id] != nil else { continue }
      if let program = program(of: step.screen, in: session.release) {
        state.drawnScreens[step.id]?.model.adopt(program)
      }
      state.drawnScreens[step.id]?.model.update { $0.content = step.content }
    }
  }

  /// Changes the values that all drawn screens on the path read.
  mutating func updateDrawnScreens(_ change: (inout ScreenValues) -> Void) {
    for id in state.drawnScreens.keys { state.drawnScreens[id]?.model.update(change) }
  }

  /// Sets data, and updates the drawn screens on the path.
  package mutating func setData(_ name: Name, to value: JSON) {
    liveData[name] = value
    updateDrawnScreens { $0.data[name] = value }
  }

  /// Sets the products of offers.
  package mutating func setProducts(_ products: JSONObject) {
    self.products = products
    updateDrawnScreens { $0.products = products }
  }

  /// Abandons the calls of screens that are no longer current.
  mutating func abandonCalls() {
    guard !state.drawnScreens.isEmpty else { return }
    let current = state.current?.id
    for (id, screen) in state.drawnScreens where screen.call != nil && id != current {
      state.drawnScreens[id]?.call = nil
    }
  }
}

// MARK: - Interacting with a screen

extension NavigatorReducer {
  /// Changes the values of a drawn screen, or shows the error of a field that has lost focus.
  ///
  /// - Parameters:
  ///   - id: The step of the screen; ignored if it is no longer on the path, because a field may
  ///     lose focus after its screen is gone.
  ///   - body: Changes the screen.
  package mutating func edit(_ id: ShownStep.ID, _ body: (inout ScreenModel) -> Void) {
    guard var model = state.drawnScreens[id]?.model else { return }
    body(&model)
    state.drawnScreens[id]?.model = model
  }

  /// Performs a press or selection on a drawn screen.
  ///
  /// - Parameters:
  ///   - id: The step of the screen.
  ///   - body: Performs the press or selection.
  /// - Returns: The effects to perform, in order; none while an action is running, or if the screen
  ///   is not current, which is reported unless a press has left it, as for a double tap.
  package mutating func interact(
    with id: ShownStep.ID, _ body: (inout ScreenModel) -> [ScreenEffect]
  ) -> [ScreenEffect] {
    guard state.isActive, id == state.current?.id, var screen = state.drawnScreens[id] else {
      if !isRepeatedPress(nil, of: id) {
        report(
          FlowMagicError(
            .staleScreen, "A press on a drawn screen that is no longer shown was ignored."))
      }
      return []
    }
    guard screen.call == nil else { return [] }
    let today = today()
    if screen.model.values.today.map({ Name($0) }) != today.map({ Name($0) }) {
      screen.model.update { $0.today = today }
    }
    let effects = body(&screen.model)
    state.drawnScreens[id] = apply(effects, to: screen)
    return effects
  }

  /// Ends a call, and performs what the screen defines for its outcome.
  ///
  /// - Parameters:
  ///   - number: The number of the call.
  ///   - id: The step of the screen.
  ///   - result: The outcome with its outputs, or the error that the action has thrown.
  /// - Returns: The effects to perform; none if the call has been abandoned.
  package mutating func finishCall(
    _ number: Int, of id: ShownStep.ID,
    _ result: Result<(outcome: Name, outputs: JSONObject), any Error>
  ) -> [ScreenEffect] {
    guard var screen = state.drawnScreens[id], let call = screen.call, call.number == number
    else { return [] }
    screen.call = nil
    switch result {
    case .success(let result):
      let effects = screen.model.finish(call.screenCall, result.outcome, outputs: result.outputs)
      state.drawnScreens[id] = apply(effects, to: screen)
      return effects
    case .failure(let error):
      state.drawnScreens[id] = screen
      if !(error is CancellationError) { report(error) }
      return []
    }
  }

  /// Applies the effects that change the screen itself, and returns the changed screen.
  private mutating func apply(
    _ effects: [ScreenEffect], to screen: DrawnScreenState
  ) -> DrawnScreenState {
    var screen = screen
    for effect in effects {
      switch effect {
      case .call(let call):
        callCount += 1
        screen.call = DrawnScreenState.Call(number: callCount, screenCall: call)
      case .reject: screen.rejectedPressCount += 1
      case .fire, .back, .open, .step: break
      }
    }
    return screen
  }
}
