public import FlowCore

/// The state of a navigator, as a value to inspect, compare and save.
public struct NavigatorState: Sendable, Equatable {
  /// The session's id in events; nil before the start.
  public internal(set) var id: String?
  /// The engine's session; nil before the start.
  public internal(set) var session: Session?
  /// The path from the first step to the current one.
  public internal(set) var path: [ShownStep] = []
  /// The last change of the path; nil before the start.
  public internal(set) var lastChange: NavigationChange?
  /// The visits of steps in code on the path, by the identity of their step.
  package internal(set) var visits: [ShownStep.ID: StepVisit] = [:]
  /// The drawn screens on the path, by the identity of their step.
  package internal(set) var drawnScreens: [ShownStep.ID: DrawnScreenState] = [:]

  /// The current step; nil before the start.
  public var current: ShownStep? { path.last }

  /// The path with the screens that steps in code have shown, each after its step.
  package var shownPath: [ShownStep] {
    visits.isEmpty ? path : path.flatMap { [$0] + (visits[$0.id]?.screens ?? []) }
  }

  /// The outcome, once the flow has ended.
  public var outcome: Name? {
    if case .finished(let outcome) = session?.status { outcome } else { nil }
  }

  /// The error that ended the session; nil if it can continue.
  public var failure: FlowError? {
    if case .failed(let error) = session?.status { error } else { nil }
  }

  /// Whether the session has a current step that can fire ports.
  public var isActive: Bool { session?.status == .active }

  /// Whether there is a session that has ended, with an outcome or an error.
  package var hasEnded: Bool { outcome != nil || failure != nil }
}

extension NavigatorState {
  private static let format = 1

  /// The state as JSON, for state restoration at the next launch; nil before the start.
  ///
  /// From the state of a session that has ended, the flow starts anew.
  public var saved: JSON? {
    guard let session, let id else { return nil }
    var saved: JSONObject = [
      "navigator": .number(JSONNumber(NavigatorState.format)), "id": .string(id),
      "session": SavedDrawnScreens.withoutSecrets(session), "layers": SavedLayers(path).json,
      "shape": .string(session.release.structureHash),
    ]
    saved["code"] = SavedVisits.json(self)
    saved["drawn"] = SavedDrawnScreens.json(self)
    return .object(saved)
  }

  /// The parts of a saved state.
  struct SavedParts {
    /// The session's id.
    let id: String
    /// The engine's saved session.
    let session: JSON
    /// Whether the session has ended, with an outcome or an error.
    var hasEnded: Bool { session["finished"] != nil || session["failed"] != nil }
    let layers: SavedLayers
    let visits: SavedVisits
    let drawnScreens: SavedDrawnScreens
    /// A hash of the structure of the release that the session ran on; nil if it is missing.
    let structureHash: String?
  }

  /// Splits a saved state into its parts.
  ///
  /// - Throws: `session-mismatch` if it is not the saved state of a navigator.
  static func parts(of saved: JSON) throws(FlowError) -> SavedParts {
    guard saved["navigator"]?.number?.int == Int64(format), let id = saved["id"]?.string,
      let session = saved["session"]
    else {
      throw FlowError(.sessionMismatch, "This is not a navigator's saved state, format \(format).")
    }
    return SavedParts(
      id: id, session: session, layers: SavedLayers(saved["layers"]),
      visits: try SavedVisits(saved["code"]), drawnScreens: SavedDrawnScreens(saved["drawn"]),
      structureHash: saved["shape"]?.string)
  }
}
