import FlowCore
import FlowStore

extension Services {
  /// Whether an app of this environment is one that is being tried, and not people's own.
  func follows(_ environment: String, of application: String) async throws(StoreError) -> Bool {
    // Where nearly all events come from nothing has to be looked up.
    if environment == "production" { return false }
    let environments = try await store.environments(of: application).map(\.name)
    return LiveSessions.followed(among: environments).contains(environment)
  }

  /// Lets those who follow an app see what its events say; they are durable already.
  func follow(_ events: ReadEvents, at now: Int) {
    let batch = events.batch
    sessions.take(
      events.moves, build: events.build, application: batch.application,
      environment: batch.environment, at: now
    ) { changes.publish(.sessions($0, in: batch.environment), to: batch.application) }
  }

  /// Forgets the sessions of which nothing was heard for long, and says so.
  package func sweepSessions() {
    sessions.sweep(at: clock()) { application, environment, left in
      changes.publish(.sessions(left, in: environment), to: application)
    }
  }

  /// The live sessions of an environment as they are now.
  func sessionsEvent(of application: String, in environment: String) -> ChangeEvent {
    .sessions(
      sessions.sessions(application: application, environment: environment, at: clock()),
      in: environment)
  }
}

extension ChangeEvent {
  /// Where those are who try an app.
  fileprivate static func sessions(
    _ sessions: [LiveSession], in environment: String
  ) -> ChangeEvent {
    ChangeEvent(
      .sessions, of: environment,
      ["environment": .string(environment), "sessions": .array(sessions.map(\.json))])
  }

  /// A screen has another picture, or none any more.
  static func snapshot(of screen: String) -> ChangeEvent {
    ChangeEvent(.snapshot, of: screen, ["screen": .string(screen)])
  }
}
