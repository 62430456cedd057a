import FlowBlocks
public import FlowCore
public import FlowMagic
public import Testing

// Drawn screens in a test: entering values, pressing buttons, and the actions that buttons call.

extension FlowTester {
  /// The drawn screen of the current step as a user sees it; nil if the step does not show one.
  public var drawnScreen: ResolvedScreen? {
    state.current.flatMap { state.drawnScreens[$0.id]?.model.screen }
  }

  /// Expects a drawn screen to be current.
  ///
  /// - Parameters:
  ///   - screen: The screen's name in the document.
  ///   - step: The step's id; if nil, any step.
  ///   - sourceLocation: The line of the test.
  public func expect(
    drawn screen: Name, step: Name? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard isRunning else { return }
    guard let drawnScreen, let current = state.current else {
      return fail("Expected the drawn screen \(screen), but \(stateDescription).", sourceLocation)
    }
    guard drawnScreen.name == screen, step == nil || step == current.step else {
      let suffix = step.map { " of step \($0)" } ?? ""
      return fail(
        "Expected the drawn screen \(screen)\(suffix), but \(stateDescription).", sourceLocation)
    }
    consumeScreen()
  }

  /// Enters a value into a field of the current drawn screen, and ends editing it.
  ///
  /// ```swift
  /// flow.enter("email", "mira@example.com")
  /// flow.press("Continue")
  /// ```
  ///
  /// - Parameters:
  ///   - field: The field's name.
  ///   - value: The text as typed, the chosen value, or an array of chosen values.
  ///   - sourceLocation: The line of the test.
  public func enter(
    _ field: Name, _ value: JSON, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard isRunning else { return }
    guard let drawnScreen, let id = state.current?.id else {
      return failWithoutDrawnScreen(sourceLocation)
    }
    guard drawnScreen.fields.contains(field) else {
      let fields = drawnScreen.fields.map(\.string).joined(separator: ", ")
      return fail(
        "\(drawnScreen.name) shows no field \(field). Its fields are: \(fields).", sourceLocation)
    }
    proceed("\(field) was entered", sourceLocation) { reducer in
      reducer.edit(id) { model in
        model.enter(value, in: field)
        model.endEditing(field)
      }
    }
  }

  /// Selects an option, a tab or a slide on the current drawn screen, and performs its actions.
  ///
  /// - Parameters:
  ///   - field: The name of the field, or the key of the block.
  ///   - value: The chosen value, an array of several, or the index of a tab or slide.
  ///   - sourceLocation: The line of the test.
  public func choose(
    _ field: Name, _ value: JSON, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard isRunning else { return }
    guard let drawnScreen else { return failWithoutDrawnScreen(sourceLocation) }
    let block = drawnScreen.blocks.first { $0.key == field || $0.name(.name) == field }
    guard let key = block?.key else {
      return fail("\(drawnScreen.name) shows no field \(field) in which to choose.", sourceLocation)
    }
    use("\(field) was chosen", sourceLocation) { $0.choose(value, in: key) }
  }

  /// Presses a button, a card or a link of the current drawn screen.
  ///
  /// If the form is incomplete, the press is rejected, and the test has to expect an error of each
  /// invalid field: `flow.expectFieldError("email")`.
  ///
  /// - Parameters:
  ///   - button: The title as the user reads it, or the key of the block.
  ///   - sourceLocation: The line of the test.
  public func press(_ button: Name, sourceLocation: SourceLocation = #_sourceLocation) {
    guard isRunning else { return }
    guard let drawnScreen else { return failWithoutDrawnScreen(sourceLocation) }
    let buttons = drawnScreen.blocks.filter { [.button, .card, .link].contains($0.type) }
    let matches = buttons.filter { $0.key == button || $0.text(.title).map { Name($0) } == button }
    guard let block = matches.first, matches.count == 1 else {
      let list = buttons.map { $0.text(.title) ?? $0.key.string }.joined(separator: ", ")
      return fail(
        matches.isEmpty
          ? "\(drawnScreen.name) shows no button \(button). It shows: \(list)."
          : "\(drawnScreen.name) shows \(matches.count) buttons \(button). Press one by its key: "
            + matches.map(\.key.string).joined(separator: ", ") + ".", sourceLocation)
    }
    use("\(button) was pressed", sourceLocation) { $0.press(block.key) }
  }

  /// Finishes the action that a button has called, without running its code.
  ///
  /// - Parameters:
  ///   - action: The action's name.
  ///   - outcome: The outcome.
  ///   - outputs: The outputs that the action would have produced.
  ///   - sourceLocation: The line of the test.
  public func finish(
    _ action: Name, _ outcome: Name, outputs: some FlowOutput = NoFlowOutput(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let call = runningCall(of: action, sourceLocation) else { return }
    finishCall(
      call, sourceLocation, Result { (outcome, try JSON(encoding: outputs).object ?? [:]) })
  }

  /// Runs the code of the action that a button has called.
  ///
  /// - Parameters:
  ///   - action: The action's name.
  ///   - sourceLocation: The line of the test.
  public func run(
    _ action: Name, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard let call = runningCall(of: action, sourceLocation) else { return }
    guard let declared = reducer.screens.blocks?.actions.first(where: { $0.name == action }) else {
      return fail("This build has no action \(action).", sourceLocation)
    }
    do {
      let result = try await declared.perform(call.screenCall.arguments)
      finishCall(call, sourceLocation, .success(result))
    } catch {
      finishCall(call, sourceLocation, .failure(error))
    }
  }

  /// Expects that a press was rejected because of a field.
  ///
  /// - Parameters:
  ///   - field: The field's name.
  ///   - kind: The kind of error; if nil, any kind.
  ///   - sourceLocation: The line of the test.
  public func expectFieldError(
    _ field: Name, _ kind: FieldError.Kind? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard isRunning else { return }
    let error = drawnScreen?.errors.first { $0.field == field }
    guard let error, kind == nil || error.kind == kind, consume(.fieldError, field) else {
      return fail(
        "Expected an error of the field \(field), but there is \(list(.fieldError)).",
        sourceLocation)
    }
  }

  /// Expects that a drawn screen opens a URL.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - sourceLocation: The line of the test.
  public func expectOpened(
    _ url: Name, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard isRunning, !consume(.opened, url) else { return }
    fail("Expected \(url) to be opened, but there is \(list(.opened)).", sourceLocation)
  }

  /// Sets live data, as the app does with `Navigator.set(_:to:)`.
  ///
  /// - Parameters:
  ///   - data: The data.
  ///   - value: The value.
  ///   - sourceLocation: The line of the test.
  public func set<Value>(
    _ data: LiveData<Value>, to value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    proceed("\(data.name) was set", sourceLocation) { reducer in
      do {
        reducer.setData(data.name, to: try JSON(encoding: value))
      } catch {
        reducer.report(error)
      }
    }
  }
}

extension FlowTester {
  private func failWithoutDrawnScreen(_ location: SourceLocation) {
    fail("No drawn screen is shown: \(stateDescription).", location)
  }

  private func runningCall(of action: Name, _ location: SourceLocation) -> DrawnScreenState.Call? {
    guard isRunning else { return nil }
    let call = state.current.flatMap { state.drawnScreens[$0.id]?.call }
    guard let call, call.screenCall.name == action, consume(.call, action) else {
      fail("Expected a call of \(action), but there is \(list(.call)).", location)
      return nil
    }
    return call
  }

  private func finishCall(
    _ call: DrawnScreenState.Call, _ location: SourceLocation,
    _ result: Result<(outcome: Name, outputs: JSONObject), any Error>
  ) {
    use("\(call.screenCall.name) ended", location) { reducer, id in
      reducer.finishCall(call.number, of: id, result)
    }
  }

  private func use(
    _ action: String, _ location: SourceLocation,
    _ body: @escaping (inout ScreenModel) -> [ScreenEffect]
  ) {
    use(action, location) { reducer, id in reducer.interact(with: id, body) }
  }

  /// Performs a press, a selection or the end of a call on the current drawn screen, and its
  /// effects, as a navigator does.
  private func use(
    _ action: String, _ location: SourceLocation,
    _ body: (inout NavigatorReducer, ShownStep.ID) -> [ScreenEffect]
  ) {
    guard let id = state.current?.id else { return }
    var events: [ExpectedEvent] = []
    proceed(action, location) { [context = reducer.state.session?.context ?? [:]] reducer in
      for effect in body(&reducer, id) {
        switch effect {
        case .fire(let port, let output): reducer.fire(port, output: output, from: id)
        case .back: _ = reducer.back()
        case .step(let step):
          let flow = reducer.state.current?.flow
          _ = reducer.open(step, of: flow, outputs: [:], context: context)
        case .open(let url, _):
          events.append(ExpectedEvent(.opened, Name(url), "that \(url) is opened"))
        case .call(let call):
          events.append(ExpectedEvent(.call, call.name, "the call of \(call.name)"))
        case .reject(let errors):
          events += errors.map {
            ExpectedEvent(.fieldError, $0.field, "the error of \($0.field): “\($0.message)”")
          }
        }
      }
    }
    for event in events { addPending(event) }
  }
}

extension ResolvedScreen {
  /// All blocks that are shown, in drawing order.
  fileprivate var blocks: [ResolvedBlock] {
    func all(_ block: ResolvedBlock) -> [ResolvedBlock] {
      [block] + block.children.flatMap { all($0) }
    }
    return root.map { all($0) } ?? []
  }
}
