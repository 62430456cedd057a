import FlowCore
import FlowStore

/// What is so in an application when somebody begins to look at it.
struct ChangeState {
  private let services: Services
  private let application: String

  init(_ services: Services, _ application: String) {
    self.services = services
    self.application = application
  }

  /// The state as the events that would have led to it.
  func events() async throws -> [ChangeEvent] {
    var events = [ChangeEvent.draft(try await services.store.draft(of: application))]
    let environments = try await services.store.environments(of: application)
    for environment in environments {
      let release = try await services.store.currentRelease(
        of: application, environment: environment.name)
      if let release { events.append(.release(release)) }
    }
    events.append(services.changes.people(of: application))
    events += try await services.changes.clients(of: application)
    for environment in LiveSessions.followed(among: environments.map(\.name)) {
      events.append(services.sessionsEvent(of: application, in: environment))
    }
    return events
  }
}

extension ChangeEvent {
  /// A draft as it is now; that there is none, if it is nil.
  static func draft(_ draft: Draft?, client: String? = nil) -> ChangeEvent {
    guard let draft else { return ChangeEvent(.draft, ["revision": .null]) }
    return self.draft(
      revision: .number(JSONNumber(draft.revision)), author: draft.author, at: draft.updated,
      client: client)
  }

  /// A draft that somebody threw away.
  static func draftDiscarded(by author: String, at: Int, client: String?) -> ChangeEvent {
    draft(revision: .null, author: author, at: at, client: client)
  }

  private static func draft(
    revision: JSON, author: String, at: Int, client: String?
  ) -> ChangeEvent {
    var data: JSONObject = [
      "revision": revision, "author": .string(author), "updated": .string(Moment.text(at)),
    ]
    data["client"] = client.map { .string($0) }
    return ChangeEvent(.draft, .object(data))
  }

  /// A release that is current now.
  static func release(_ release: StoredRelease, client: String? = nil) -> ChangeEvent {
    var data: JSONObject = [
      "environment": .string(release.environment), "number": .number(JSONNumber(release.number)),
      "author": .string(release.author), "note": .string(release.note),
      "published": .string(Moment.text(release.published)),
    ]
    data["rollbackOf"] = release.rollbackOf.map { .number(JSONNumber($0)) }
    data["client"] = client.map { .string($0) }
    return ChangeEvent(.release, of: release.environment, .object(data))
  }

  /// What a build declares is new.
  static func manifest(_ manifest: StoredManifest) -> ChangeEvent {
    let build = [manifest.platform, manifest.version, manifest.build]
    return ChangeEvent(
      .manifest, of: build.joined(separator: "\n"),
      [
        "platform": .string(build[0]), "version": .string(build[1]), "build": .string(build[2]),
      ])
  }
}
