package import FlowCore

/// A live session of a running app.
package struct LiveSession: Sendable, Equatable {
  /// The session's id, as reported by the app.
  package let id: String
  package let build: Build
  package var flow: String?
  package var step: String?
  package var screen: String?
  /// The session's release; nil for the flows bundled with the app.
  package var release: Int?
  /// The server's time of its last event, in seconds since 1970, because a device's clock may be
  /// wrong.
  package var at: Int
  /// The outcome of a session that has ended; nil before.
  package var outcome: String?
  /// The code of the error that stopped it; nil if none did.
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
      "at": .string(Timestamp.string(at)),
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

/// The change to a live session by one event.
package struct LiveSessionChange: Sendable, Equatable {
  package enum EventType: String, Sendable {
    case started = "session-started"
    case stepShown = "step-shown"
    case finished = "session-finished"
    case failed = "session-failed"
    case releaseAdopted = "release-adopted"
  }

  package let type: EventType
  package let session: String
  package var release: Int?
  package var flow: String?
  package var step: String?
  package var screen: String?
  package var outcome: String?
  package var failure: String?

  package init(_ type: EventType, session: String) {
    self.type = type
    self.session = session
  }

  /// Reads an event; nil if it changes no session.
  init?(_ event: JSONView) {
    guard let type = event["type"]?.string.flatMap(EventType.init(rawValue:)),
      let session = event.validText("session", limit: 200)
    else { return nil }
    self.init(type, session: session)
    release = event["release"]?.int.flatMap { $0 > 0 ? Int($0) : nil }
    flow = event.validText("flow", limit: 200)
    step = event.validText("step", limit: 200)
    screen = event.validText("screen", limit: 200)
    outcome = event.validText("outcome", limit: 200)
    failure = event.validText("code", limit: 200)
  }

  /// Applies the change to a session.
  func apply(to session: inout LiveSession) {
    session.release = release
    switch type {
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
