import NIOConcurrencyHelpers

/// The live sessions of running apps, which the canvas shows; see ``FollowedEnvironments``.
///
/// In memory only, and bounded: the 50 most recent of each environment, until ten minutes after
/// their last event.
package final class LiveSessions: Sendable {
  /// The maximum number of sessions kept for an environment.
  package static let maximumSessions = 50
  /// The time for which a session counts as live after its last event, in seconds.
  package static let span = 600

  private let kept = NIOLockedValueBox<[EnvironmentKey: [LiveSession]]>([:])

  package init() {}

  /// Applies the changes of a batch of events, in order.
  ///
  ///   - notify: Receives the resulting sessions, newest first; not called without changes.
  package func take(
    _ moves: [SessionMove], build: LiveSession.Build, application: String, environment: String,
    at now: Int, notify: ([LiveSession]) -> Void
  ) {
    guard !moves.isEmpty else { return }
    let key = EnvironmentKey(application, environment)
    kept.withLockedValue { kept in
      var sessions = Self.live(kept[key] ?? [], at: now)
      for move in moves {
        var session = LiveSession(id: move.session, build: build, at: now)
        if let index = sessions.firstIndex(where: { $0.id == move.session }) {
          session = sessions.remove(at: index)
        }
        session.at = now
        move.apply(to: &session)
        sessions.append(session)
        if sessions.count > Self.maximumSessions { sessions.removeFirst() }
      }
      kept[key] = sessions
      // NB: called under the lock; otherwise an older state could overtake a newer one.
      notify(sessions.reversed())
    }
  }

  /// The live sessions of an environment, newest first.
  package func sessions(
    application: String, environment: String, at now: Int
  ) -> [LiveSession] {
    let key = EnvironmentKey(application, environment)
    return kept.withLockedValue { kept in
      let sessions = Self.live(kept[key] ?? [], at: now)
      kept[key] = sessions.isEmpty ? nil : sessions
      return sessions.reversed()
    }
  }

  /// Removes all sessions of an environment.
  package func remove(application: String, environment: String) {
    kept.withLockedValue { $0[EnvironmentKey(application, environment)] = nil }
  }

  /// Removes sessions that are no longer live.
  ///
  ///   - notify: Receives the application, the environment and the remaining sessions
  ///   wherever a session was removed.
  package func sweep(at now: Int, notify: (String, String, [LiveSession]) -> Void) {
    kept.withLockedValue { kept in
      for (key, sessions) in kept {
        let live = Self.live(sessions, at: now)
        guard live.count < sessions.count else { continue }
        kept[key] = live.isEmpty ? nil : live
        notify(key.application, key.environment, live.reversed())
      }
    }
  }

  private static func live(_ sessions: [LiveSession], at now: Int) -> [LiveSession] {
    // NB: none from before the clock was set back, which would be live until it catches up.
    sessions.filter { abs(now - $0.at) < span }
  }
}
