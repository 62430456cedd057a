public import FlowCore

/// Everything that a navigator knows about a person's way: a value to look at, compare and save.
public struct NavigatorState: Sendable, Equatable {
  /// The session's id in events; nil before the start.
  public internal(set) var id: String?
  /// The engine's session; nil before the start.
  public internal(set) var session: Session?
  /// The steps from the first to the one that is shown.
  public internal(set) var path: [ShownStep] = []

  /// The step that is shown; nil before the start.
  public var current: ShownStep? { path.last }

  /// The outcome, once the flow has ended.
  public var outcome: Name? {
    if case .finished(let outcome) = session?.status { outcome } else { nil }
  }

  /// Why the session cannot go on, if it cannot.
  public var failure: FlowError? {
    if case .failed(let error) = session?.status { error } else { nil }
  }

  /// Whether a step is shown that can be left.
  public var isActive: Bool { session?.status == .active }
}

extension NavigatorState {
  private static let format = 1

  /// The state as JSON, to go on after a restart; nil before the start.
  public var saved: JSON? {
    guard let session, let id else { return nil }
    return [
      "navigator": .number(JSONNumber(NavigatorState.format)), "id": .string(id),
      "session": session.saved(),
    ]
  }

  /// The parts of a saved state.
  ///
  /// - Throws: `sessionMismatch` for anything else.
  static func parts(of saved: JSON) throws(FlowError) -> (id: String, session: JSON) {
    guard saved["navigator"]?.number?.int == Int64(format), let id = saved["id"]?.string,
      let session = saved["session"]
    else {
      throw FlowError(.sessionMismatch, "This is not a navigator's saved state, format \(format).")
    }
    return (id, session)
  }
}
