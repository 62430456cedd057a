package import FlowCore

extension Walk {
  mutating func note(_ transition: Transition, in session: Session) {
    for edge in transition.edges {
      if edge.skipped == .missingScreen { reportMissingScreen(edge.from, session.release) }
      if let detail = edge.json.object { record(.edge, detail) }
    }
    for exposure in transition.exposures {
      if let detail = exposure.json.object { record(.exposure, detail) }
    }
  }

  mutating func reportMissingScreen(_ location: FlowLocation, _ release: Release) {
    guard let flow = location.flow, let step = location.step, let index = release.flowIndex(flow),
      let found = release.stepIndex(step, flow: index),
      reported.insert(Name(flow.string + "\u{0}" + step.string)).inserted
    else { return }
    let screen = release.steps[found].screen
    report(
      FlowMagicError(
        .missingScreen,
        "Step \(step) of flow \(flow) was skipped: this build has no screen \(screen)."))
  }

  /// Tells the host and the portal about something that could not be done.
  package mutating func report(_ error: any Error) {
    notes.append(.failed(error))
    record(.problem, FlowProblem(error).detail)
  }

  package mutating func record(_ kind: FlowEvent.Kind, _ detail: JSONObject) {
    notes.append(
      .event(
        FlowEvent(
          kind, session: state.id, release: state.session?.release.number, detail: detail)))
  }
}
