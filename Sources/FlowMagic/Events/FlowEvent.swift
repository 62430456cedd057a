public import FlowCore

/// Something that happened on a person's way, for the numbers in the portal.
public struct FlowEvent: Sendable, Equatable {
  /// What kind of thing happened.
  public enum Kind: String, Sendable, CaseIterable {
    /// A session began: `flow`, and `attributes` as far as they may be told.
    case sessionStarted = "session-started"
    /// A step was shown: `flow`, `step`, `screen`; `restored` if it was the one shown last time.
    case stepShown = "step-shown"
    /// A route was taken: what `Edge.json` says.
    case edge
    /// A person's variant of an experiment took effect: what `Exposure.json` says.
    case exposure
    /// A session ended: `outcome`.
    case sessionFinished = "session-finished"
    /// A session could not go on: `code`, `message`.
    case sessionFailed = "session-failed"
    /// A session moved to a newer release: `from`.
    case releaseAdopted = "release-adopted"
    /// Something was refused or could not be done: `code`, `message`.
    case problem
    /// What the app itself wants counted: `name`, `properties`.
    case custom
  }

  /// What kind of thing happened.
  public let kind: Kind
  /// The session's id, if it happened in one.
  public let session: String?
  /// The release that the session was on, if it has a number.
  public let release: Int?
  /// What else is known, by kind.
  public let detail: JSONObject

  /// Makes an event.
  public init(
    _ kind: Kind, session: String? = nil, release: Int? = nil, detail: JSONObject = JSONObject()
  ) {
    self.kind = kind
    self.session = session
    self.release = release
    self.detail = detail
  }
}

/// What takes events: an `EventQueue` in an app, a list in a test.
public protocol EventSink: Sendable {
  /// Takes an event; never waits and never fails.
  func record(_ event: FlowEvent)
}
