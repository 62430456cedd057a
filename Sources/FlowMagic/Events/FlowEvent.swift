public import FlowCore

/// An analytics event, usually of a session.
public struct FlowEvent: Sendable, Equatable {
  /// The types of events, with the members of their details.
  public enum EventType: String, Sendable, CaseIterable {
    /// A session started: `flow`, and the `attributes` that may be reported.
    case sessionStarted = "session-started"
    /// A step was shown: `flow`, `step`, `screen`; `restored` after state restoration. If a step in
    /// code shows the screen, `in` is the name of that step.
    case stepShown = "step-shown"
    /// A route was taken: the members of `SessionEdge.json`.
    case edge
    /// A variant of an experiment took effect: the members of `Exposure.json`. The server receives
    /// a hash, the `unit`, instead of the attribute's `value`; an app's own sinks receive the
    /// value.
    case exposure
    /// A session ended: `outcome`.
    case sessionFinished = "session-finished"
    /// A session failed: `code`, `message`, as for a problem.
    case sessionFailed = "session-failed"
    /// A session moved to a newer release: `from`.
    case releaseAdopted = "release-adopted"
    /// An error occurred: `code`, `message`. The message of an error that the app's own code threw
    /// has only the name of its type; that of a value that cannot be decoded does not contain it.
    case problem
    /// An app's own event: `name`, `properties`.
    case custom
  }

  /// The type.
  public let type: EventType
  /// The session's id, if there is one.
  public let session: String?
  /// The number of the session's release, if it has one.
  public let release: Int?
  /// The details, depending on the type.
  public let detail: JSONObject

  /// Creates an event.
  public init(
    _ type: EventType, session: String? = nil, release: Int? = nil,
    detail: JSONObject = JSONObject()
  ) {
    self.type = type
    self.session = session
    self.release = release
    self.detail = detail
  }
}

/// Receives events: an `EventQueue` in an app, a list in a test.
public protocol EventSink: Sendable {
  /// Records an event; never waits and never fails.
  func record(_ event: FlowEvent)
}

/// A sink that discards all events.
public struct NoOpEventSink: EventSink {
  /// Creates a sink.
  public init() {}

  /// Discards the event.
  public func record(_ event: FlowEvent) {}
}
