import Accounts
import FlowCore
import FlowStore

/// The state of an application with which a change stream starts.
struct ChangeState {
  private let services: Services
  private let application: String

  init(_ services: Services, _ application: String) {
    self.services = services
    self.application = application
  }

  /// The state as events.
  func events() async throws -> [ChangeEvent] {
    var events = [ChangeEvent.draft(try await services.store.draft(of: application))]
    let environments = try await services.store.environments(of: application)
    for environment in environments {
      let live = services.currentReleases.current(
        application: application, environment: environment.name)
      guard let live, let release = try await services.store.listed(live.stored) else { continue }
      events.append(.release(release))
    }
    events.append(services.changes.presence(of: application))
    events += try await services.changes.clients(of: application)
    for environment in FollowSettings(environments).enabledEnvironments {
      events.append(services.sessionsEvent(of: application, in: environment))
    }
    return events
  }
}

extension ChangeEvent {
  /// The current draft, or its absence.
  static func draft(_ draft: Draft?, client: String? = nil) -> ChangeEvent {
    guard let draft else { return ChangeEvent(.draft, ["revision": .null]) }
    return self.draft(
      revision: .number(JSONNumber(draft.revision)), author: draft.author, at: draft.updated,
      client: client)
  }

  /// A draft that was discarded.
  static func draftDiscarded(by author: Actor, at: Int, client: String?) -> ChangeEvent {
    draft(revision: .null, author: author, at: at, client: client)
  }

  private static func draft(
    revision: JSON, author: Actor, at: Int, client: String?
  ) -> ChangeEvent {
    var data: JSONObject = [
      "revision": revision, "author": author.json, "updated": .string(Timestamp.string(at)),
    ]
    data["client"] = client.map { .string($0) }
    return ChangeEvent(.draft, .object(data))
  }

  /// A release that became current.
  static func release(_ release: StoredRelease, client: String? = nil) -> ChangeEvent {
    var data: JSONObject = [
      "environment": .string(release.environment), "number": .number(JSONNumber(release.number)),
      "author": release.author.json, "note": .string(release.note),
      "published": .string(Timestamp.string(release.published)),
    ]
    data["rollbackOf"] = release.rollbackOf.map { .number(JSONNumber($0)) }
    data["client"] = client.map { .string($0) }
    return ChangeEvent(.release, of: release.environment, .object(data))
  }

  /// A manifest that is new or has changed.
  static func manifest(_ manifest: StoredManifest) -> ChangeEvent {
    let build = [manifest.platform, manifest.version, manifest.build]
    return ChangeEvent(
      .manifest, of: build.joined(separator: "\n"),
      [
        "platform": .string(build[0]), "version": .string(build[1]), "build": .string(build[2]),
      ])
  }
}
