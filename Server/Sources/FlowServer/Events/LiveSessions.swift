import NIOConcurrencyHelpers

/// The live sessions of running apps, which the canvas shows; see ``FollowSettings``.
///
/// In memory only, and bounded: the 50 most recent of each environment, until ten minutes after
/// their last event.
package final class LiveSessions: Sendable {
  /// The maximum number of sessions kept for an environment.
  package static let maximumSessions = 50
  /// The time for which a session counts as live after its last event, in seconds.
  package static let timeout = 600

  private let sessionsByEnvironment = NIOLockedValueBox<[EnvironmentKey: [LiveSession]]>([:])

  package init() {}

  /// Applies the changes of a batch of events, in order.
  ///
  /// `notify` receives the resulting sessions, newest first; it is not called without changes.
  package func apply(
    _ changes: [LiveSessionChange], build: LiveSession.Build, application: String,
    environment: String, at now: Int, notify: ([LiveSession]) -> Void
  ) {
    guard !changes.isEmpty else { return }
    let key = EnvironmentKey(application, environment)
    sessionsByEnvironment.withLockedValue { sessionsByEnvironment in
      var sessions = Self.live(sessionsByEnvironment[key] ?? [], at: now)
      for change in changes {
        var session = LiveSession(id: change.session, build: build, at: now)
        if let index = sessions.firstIndex(where: { $0.id == change.session }) {
          session = sessions.remove(at: index)
        }
        session.at = now
        change.apply(to: &session)
        sessions.append(session)
        if sessions.count > Self.maximumSessions { sessions.removeFirst() }
      }
      sessionsByEnvironment[key] = sessions
      // NB: called under the lock; otherwise an older state could overtake a newer one.
      notify(sessions.reversed())
    }
  }

  /// The live sessions of an environment, newest first.
  package func sessions(
    application: String, environment: String, at now: Int
  ) -> [LiveSession] {
    let key = EnvironmentKey(application, environment)
    return sessionsByEnvironment.withLockedValue { sessionsByEnvironment in
      let sessions = Self.live(sessionsByEnvironment[key] ?? [], at: now)
      sessionsByEnvironment[key] = sessions.isEmpty ? nil : sessions
      return sessions.reversed()
    }
  }

  /// Removes all sessions of an environment.
  package func remove(application: String, environment: String) {
    sessionsByEnvironment.withLockedValue { $0[EnvironmentKey(application, environment)] = nil }
  }

  /// Removes sessions that are no longer live.
  ///
  /// `notify` receives the application, the environment and the remaining sessions of each
  /// environment from which a session was removed.
  package func removeExpired(
    at now: Int, notify: (String, String, [LiveSession]) -> Void
  ) {
    sessionsByEnvironment.withLockedValue { sessionsByEnvironment in
      for (key, sessions) in sessionsByEnvironment {
        let live = Self.live(sessions, at: now)
        guard live.count < sessions.count else { continue }
        sessionsByEnvironment[key] = live.isEmpty ? nil : live
        notify(key.application, key.environment, live.reversed())
      }
    }
  }

  private static func live(_ sessions: [LiveSession], at now: Int) -> [LiveSession] {
    // NB: excludes those from before the clock was set back, which would be live until it catches
    // up.
    sessions.filter { abs(now - $0.at) < timeout }
  }
}
