import FlowCore
import FlowStore

extension Services {
  /// Sets whether sessions of an environment may be followed; if not, removes its live sessions.
  func setAllowsFollowing(
    _ allowsFollowing: Bool, environment: String, of application: String, audit: AuditEntry
  ) async throws(StoreError) {
    let isChanged = try await store.setAllowsFollowing(
      allowsFollowing, environment: environment, of: application, audit: audit)
    guard isChanged else { return }
    followSettings.invalidate()
    if !allowsFollowing { sessions.remove(application: application, environment: environment) }
    changes.publish(sessionsEvent(of: application, in: environment), to: application)
  }

  /// Publishes the changes to live sessions after their events have been stored.
  func updateSessions(with events: ParsedEvents, at now: Int) {
    let batch = events.batch
    sessions.apply(
      events.changes, build: events.build, application: batch.application,
      environment: batch.environment, at: now
    ) { changes.publish(.sessions($0, in: batch.environment), to: batch.application) }
  }

  /// Removes live sessions that have timed out, and publishes the remaining ones.
  package func removeExpiredSessions() {
    sessions.removeExpired(at: clock()) { application, environment, remaining in
      changes.publish(.sessions(remaining, in: environment), to: application)
    }
  }

  /// The current live sessions of an environment, as an event.
  func sessionsEvent(of application: String, in environment: String) -> ChangeEvent {
    .sessions(
      sessions.sessions(application: application, environment: environment, at: clock()),
      in: environment)
  }
}

extension ChangeEvent {
  /// The live sessions of an environment.
  fileprivate static func sessions(
    _ sessions: [LiveSession], in environment: String
  ) -> ChangeEvent {
    ChangeEvent(
      .sessions, of: environment,
      ["environment": .string(environment), "sessions": .array(sessions.map(\.json))])
  }

  /// A screen's snapshot was replaced or removed.
  static func snapshot(of screen: String) -> ChangeEvent {
    ChangeEvent(.snapshot, of: screen, ["screen": .string(screen)])
  }
}
