package import FlowCore

extension NavigatorReducer {
  /// Records the events of a transition.
  mutating func recordEvents(of transition: SessionTransition, in session: Session) {
    for edge in transition.edges {
      if edge.skipReason == .missingScreen { reportMissingScreen(edge.from, session.release) }
      if let detail = edge.json.object { record(.edge, detail) }
    }
    for exposure in transition.exposures {
      if let detail = exposure.json.object { record(.exposure, detail) }
    }
  }

  /// Reports a step that was skipped because its screen is not registered, once per session.
  mutating func reportMissingScreen(_ location: FlowLocation, _ release: Release) {
    guard let flow = location.flow, let step = location.step, let index = release.flowIndex(flow),
      let stepIndex = release.stepIndex(step, flow: index),
      reportedSteps.insert(Name(flow.string + "\u{0}" + step.string)).inserted
    else { return }
    let screen = release.screen(of: stepIndex).name
    report(
      FlowMagicError(
        .missingScreen,
        "Step \(step) of flow \(flow) was skipped: this build has no screen \(screen)."))
  }

  /// Reports an error to the app, and records it as an event, without the text of the app's own
  /// errors.
  package mutating func report(_ error: any Error) {
    effects.append(.error(error))
    record(.problem, ProblemDetail(error).detail)
  }

  package mutating func record(_ type: FlowEvent.EventType, _ detail: JSONObject) {
    effects.append(
      .event(
        FlowEvent(
          type, session: state.id, release: state.session?.release.number, detail: detail)))
  }
}
