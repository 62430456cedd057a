import FlowCore
import FlowMagic

/// The events of visits, which are those of an app's sessions.
///
/// Pages that are only viewed (reloads, steps that the browser's back button shows again, new data)
/// record none.
extension FlowHost {
  /// Notifies the app of a transition, and reports its events.
  ///
  /// - Parameters:
  ///   - transition: The transition.
  ///   - visit: The visit after it.
  ///   - arrival: The request.
  ///   - isNew: Whether the transition started the visit.
  func record(
    _ transition: SessionTransition, _ visit: Visit, _ arrival: VisitRequest, isNew: Bool = false
  ) {
    settings.moved(transition, arrival.visit.pseudonym)
    guard arrival.isReported, let sink = events else { return }
    let events = visit.events
    if isNew {
      sink.record(
        events.started(
          flow: arrival.flow, attributes: arrival.context,
          privateAttributes: settings.privateAttributes))
    }
    for event in events.events(of: transition) { sink.record(event) }
  }

  /// Reports that a visit has moved to a newer release.
  ///
  /// - Parameters:
  ///   - id: The id of the release that the visit had.
  ///   - visit: The visit on the newer release.
  ///   - arrival: The request.
  func recordAdoption(from id: String, _ visit: Visit, _ arrival: VisitRequest) {
    guard arrival.isReported, let events else { return }
    events.record(visit.events.adopted(from: releases.release(id)?.release.number))
  }
}

extension Visit {
  fileprivate var events: SessionEvents {
    SessionEvents(session: id, release: release.release.number)
  }
}
