package import FlowCore

/// Where somebody is who tries an app that is being made.
package struct LiveSession: Sendable, Equatable {
  /// The session's id, as the app gave it.
  package let id: String
  package let build: Build
  package var flow: String?
  package var step: String?
  package var screen: String?
  /// The release that it is on; nil for the flows compiled into the app.
  package var release: Int?
  /// When the server heard of it last; a phone's clock may be anywhere.
  package var at: Int
  /// How it ended.
  package var outcome: String?
  /// The code of what kept it from going on.
  package var failure: String?

  /// The build that a session runs in.
  package struct Build: Sendable, Equatable {
    package let platform: String
    package let version: String
    package let build: String

    package init(platform: String, version: String, build: String) {
      self.platform = platform
      self.version = version
      self.build = build
    }
  }

  package init(id: String, build: Build, at: Int) {
    self.id = id
    self.build = build
    self.at = at
  }

  package var json: JSON {
    var object: JSONObject = [
      "id": .string(id),
      "build": [
        "platform": .string(build.platform), "version": .string(build.version),
        "build": .string(build.build),
      ],
      "at": .string(Moment.text(at)),
    ]
    object["flow"] = flow.map { .string($0) }
    object["step"] = step.map { .string($0) }
    object["screen"] = screen.map { .string($0) }
    object["release"] = release.map { .number(JSONNumber($0)) }
    object["outcome"] = outcome.map { .string($0) }
    object["failure"] = failure.map { .string($0) }
    return .object(object)
  }
}

/// What one event says of where a session is.
package struct SessionMove: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case started = "session-started"
    case stepShown = "step-shown"
    case finished = "session-finished"
    case failed = "session-failed"
    case releaseAdopted = "release-adopted"
  }

  package let kind: Kind
  package let session: String
  package var release: Int?
  package var flow: String?
  package var step: String?
  package var screen: String?
  package var outcome: String?
  package var failure: String?

  package init(_ kind: Kind, session: String) {
    self.kind = kind
    self.session = session
  }

  /// Reads an event; nil for one that moves nobody.
  init?(_ event: JSONView) {
    guard let kind = event["type"]?.string.flatMap(Kind.init(rawValue:)),
      let session = Self.text("session", in: event)
    else { return nil }
    self.init(kind, session: session)
    release = event["release"]?.int.flatMap { $0 > 0 ? Int($0) : nil }
    flow = Self.text("flow", in: event)
    step = Self.text("step", in: event)
    screen = Self.text("screen", in: event)
    outcome = Self.text("outcome", in: event)
    failure = Self.text("code", in: event)
  }

  /// A text that is short enough to be kept in memory.
  private static func text(_ name: StaticString, in event: JSONView) -> String? {
    event[name]?.string.flatMap { (1...200).contains($0.utf8.count) ? $0 : nil }
  }

  /// Moves a session.
  func apply(to session: inout LiveSession) {
    session.release = release
    switch kind {
    case .started:
      session.flow = flow
      session.step = nil
      session.screen = nil
    case .stepShown:
      session.flow = flow
      session.step = step
      session.screen = screen
      session.outcome = nil
      session.failure = nil
    case .finished: session.outcome = outcome ?? "finished"
    case .failed: session.failure = failure ?? "failed"
    case .releaseAdopted: break
    }
  }
}
