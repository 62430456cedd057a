import FlowCore
import FlowMagic

/// The events of visits, which are those of an app's sessions.
///
/// Pages that are only viewed (reloads, steps that the browser's back button shows again, new data)
/// record none. A linkable step that is not on the visitor's path is recorded at each request,
/// because the visit does not move there before a press.
extension FlowHost {
  /// Notifies the app of a transition, and reports its events.
  ///
  /// - Parameters:
  ///   - transition: The transition.
  ///   - visit: The visit after it.
  ///   - request: The request.
  ///   - isNew: Whether the transition started the visit.
  ///   - status: The status of the session after the transition; nil if it is the visit's. A visit
  ///     stays at its step when a press fails.
  func record(
    _ transition: SessionTransition, _ visit: Visit, _ request: VisitRequest, isNew: Bool = false,
    status: Session.Status? = nil
  ) {
    settings.onTransition(transition, request.visitor.pseudonym)
    guard request.isReported, let sink = events else { return }
    let events = visit.events
    if isNew {
      sink.record(
        events.startEvent(
          flow: request.flow, attributes: request.context,
          privateAttributes: settings.privateAttributes))
    }
    let status = status ?? visit.session.status
    for event in events.events(of: transition, status: status) { sink.record(event) }
  }

  /// Reports that a visit has moved to a newer release, if it has.
  func recordAdoption(_ visit: inout Visit, _ request: VisitRequest) {
    let previous = visit.reportedRelease
    visit.reportedRelease = visit.release.id
    guard let previous, previous != visit.release.id, request.isReported, let events else { return }
    events.record(visit.events.adoptionEvent(from: releases.release(previous)?.release.number))
  }
}

extension Visit {
  fileprivate var events: SessionEvents {
    SessionEvents(session: id, release: release.release)
  }
}
