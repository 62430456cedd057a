public import FlowCore

/// The events of a session that is not run by a ``Navigator``, such as that of a website's visitor.
public struct SessionEvents: Sendable {
  private let session: String
  private let release: Release

  /// Creates the events of a session.
  ///
  /// - Parameters:
  ///   - session: The session's id, which must reveal nothing about the user.
  ///   - release: Its release.
  public init(session: String, release: Release) {
    self.session = session
    self.release = release
  }

  /// The event for the start of the session; the events of its first transition follow it.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - attributes: The user's attributes.
  ///   - privateAttributes: The attributes whose values are not reported.
  /// - Returns: The event.
  public func startEvent(
    flow: Name, attributes: JSONObject, privateAttributes: PrivateAttributes = .standard
  ) -> FlowEvent {
    var detail: JSONObject = ["flow": .string(flow.string)]
    let reported = ReportedAttributes.json(
      attributes, of: release, privateAttributes: privateAttributes)
    if !reported.isEmpty { detail["attributes"] = .object(reported) }
    return event(.sessionStarted, detail)
  }

  /// The events of a transition, in order.
  ///
  /// - Parameters:
  ///   - transition: The transition.
  ///   - status: The session's status after it: an error that ended the session is a
  ///     `session-failed`, any other a `problem`.
  /// - Returns: The events.
  public func events(
    of transition: SessionTransition, status: Session.Status = .active
  ) -> [FlowEvent] {
    var events: [FlowEvent] = []
    for edge in transition.edges {
      if let detail = edge.json.object { events.append(event(.edge, detail)) }
    }
    for exposure in transition.exposures {
      if let detail = exposure.json.object { events.append(event(.exposure, detail)) }
    }
    switch transition.effect {
    case .show(let step, _), .pop(let step, _): events.append(shownEvent(step))
    case .finish(let outcome):
      events.append(event(.sessionFinished, ["outcome": .string(outcome.string)]))
    case .fail(let error):
      let hasFailed = if case .failed = status { true } else { false }
      events.append(event(hasFailed ? .sessionFailed : .problem, error.detail))
    case .atStart: break
    }
    return events
  }

  /// The event for the session's move to this release, from an older one.
  ///
  /// - Parameter previous: The number of the older release, if it has one.
  /// - Returns: The event.
  public func adoptionEvent(from previous: Int?) -> FlowEvent {
    var detail = JSONObject()
    if let previous { detail["from"] = .number(JSONNumber(previous)) }
    return event(.releaseAdopted, detail)
  }

  private func shownEvent(_ step: Presentation) -> FlowEvent {
    event(
      .stepShown,
      [
        "flow": .string(step.flow.string), "step": .string(step.step.string),
        "screen": .string(step.screen.string),
      ])
  }

  private func event(_ type: FlowEvent.EventType, _ detail: JSONObject) -> FlowEvent {
    FlowEvent(type, session: session, release: release.number, detail: detail)
  }
}
