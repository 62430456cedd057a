import NIOConcurrencyHelpers

/// The live sessions of running apps, which the canvas shows; see ``FollowedEnvironments``.
///
/// In memory only, and bounded: the newest 50 of each environment, for ten minutes after their last
/// event.
package final class LiveSessions: Sendable {
  /// The maximum number of sessions kept for an environment.
  package static let most = 50
  /// For how many seconds a session counts as live after it was heard of.
  package static let span = 600

  private let kept = NIOLockedValueBox<[EnvironmentKey: [LiveSession]]>([:])

  package init() {}

  /// Takes what a batch of events says, in its order.
  ///
  /// - Parameters:
  ///   - moves: The changes of sessions by a batch.
  ///   - build: The build that it comes from.
  ///   - application: The application's id.
  ///   - environment: The environment.
  ///   - now: The time at which it was received.
  ///   - notify: Hears the sessions as they are then, the newest first, if someone has moved.
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
        if sessions.count > Self.most { sessions.removeFirst() }
      }
      kept[key] = sessions
      // NB: under the lock, or the older of two would overtake the newer.
      notify(sessions.reversed())
    }
  }

  /// The live sessions of an environment, the newest first.
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

  /// Forgets all sessions of an environment.
  package func remove(application: String, environment: String) {
    kept.withLockedValue { $0[EnvironmentKey(application, environment)] = nil }
  }

  /// Forgets what is no longer live.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - notify: Hears the application, the environment and what is left, where something was
  ///     forgotten.
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
    sessions.filter { $0.at > now - span }
  }
}
