import FlowCore

extension NavigatorReducer {
  /// Moves the session to a release that it has adopted; the current step stays visible.
  mutating func move(to newSession: Session, from session: Session) {
    state.session = newSession
    var remaining = state.path[...]
    var path: [ShownStep] = []
    for (index, presentation) in newSession.path.enumerated() {
      while let step = remaining.popFirst() {
        guard step.step == presentation.step, step.flow == presentation.flow else { continue }
        path.append(
          refresh(
            step, content: newSession.content(at: index), metadata: newSession.metadata(at: index)))
        break
      }
    }
    state.lastChange = .adopted
    replacePath(with: path)
    updatePrograms()
    var detail = JSONObject()
    if let from = session.release.number { detail["from"] = .number(JSONNumber(from)) }
    record(.releaseAdopted, detail)
  }

  /// Decodes the new content of a step, and returns the step with it, or with its old content if
  /// the screen cannot decode the new.
  mutating func refresh(
    _ step: ShownStep, content: JSON, metadata: JSONObject
  ) -> ShownStep {
    guard content != step.content || metadata != step.metadata else { return step }
    var newStep = step
    newStep.content = content
    newStep.metadata = metadata
    do {
      // The values of its needs stay those that the step was shown with.
      let shownNeeds = contents[step.id]?.neededValues
      var values = try decode(
        newStep, state.session?.outputs ?? JSONObject(),
        in: state.session?.release ?? bundledRelease)
      if let shownNeeds { values.neededValues = shownNeeds }
      contents[step.id] = values
      return newStep
    } catch {
      report(error)
      return step
    }
  }

  /// Replaces the whole path with that of a restored session.
  mutating func show(
    _ session: Session, _ saved: NavigatorState.SavedParts
  ) throws(FlowError) {
    var path: [ShownStep] = []
    var decoded: [ShownStep.ID: StepValues] = [:]
    var visits: [ShownStep.ID: StepVisit] = [:]
    var drawnScreens: [ShownStep.ID: DrawnScreenState] = [:]
    for (index, presentation) in session.path.enumerated() {
      lastID += 1
      let step = ShownStep(
        id: lastID, presentation, content: session.content(at: index),
        metadata: session.metadata(at: index),
        layer: saved.layers.key(at: index, lastID, presentation.style, over: path))
      do {
        decoded[step.id] = try decode(
          step, session.outputs(before: index), in: session.release)
      } catch {
        throw FlowError(.sessionMismatch, ProblemDetail(error).reportedMessage)
      }
      visits[step.id] = saved.visits.visit(at: index, step.screen)
      drawnScreens[step.id] = restoredScreenState(
        of: step, in: session, before: index,
        saved.drawnScreens.values(at: index, of: step.screen))
      path.append(step)
    }
    contents = decoded
    state = NavigatorState(
      id: saved.id, session: session, path: path, lastChange: .restored, visits: visits,
      drawnScreens: drawnScreens)
    guard let last = path.last else { return }
    effects.append(.show(last))
    // Recorded because the portal shows live positions; `restored` tells analytics that the user
    // did not navigate.
    var detail = last.detail
    detail["restored"] = true
    record(.stepShown, detail)
  }

  /// Decodes the values of a step for its screen.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - outputs: The outputs before it.
  ///   - release: The release that the step belongs to.
  /// - Returns: The values.
  /// - Throws: `missing-screen`, `content-mismatch`, `need-mismatch`.
  func decode(
    _ step: ShownStep, _ outputs: JSONObject, in release: Release
  ) throws(FlowMagicError) -> StepValues {
    guard let screen = screens[step.screen] else {
      if release.drawnScreens?.screen(step.screen) != nil { return .drawn }
      throw FlowMagicError(
        .missingScreen, "Step \(step.step) shows \(step.screen), which this build does not have.")
    }
    return try screen.decode(
      "Step \(step.step) of flow \(step.flow)", content: step.content, metadata: step.metadata,
      outputs: outputs)
  }
}
