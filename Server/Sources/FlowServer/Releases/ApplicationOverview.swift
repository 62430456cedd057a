import Accounts
import FlowCore
import FlowStore

/// An application as a card shows it: what is live, what is drafted, how it is.
struct ApplicationOverview {
  private let call: Call
  private let application: Application

  init(_ call: Call, _ application: Application) {
    self.call = call
    self.application = application
  }

  private struct Place {
    let name: String
    let current: StoredRelease?
    let clients: Int
    let builds: BuildTable
  }

  /// Reads it; nothing is verified that was verified before.
  func json() async throws -> JSON {
    let places = try await places()
    let draft = try await call.store.draftHead(of: application.id)
    let isConnected = places.contains {
      !$0.builds.builds.isEmpty || $0.clients > 0 || $0.builds.sessions > 0
    }
    return [
      "id": .string(application.id), "name": .string(application.name),
      "created": .string(Moment.text(application.created)),
      "role": .string(role(environment: nil)),
      "environments": .array(places.map(json)), "draft": draft.map(Self.json) ?? .null,
      "findings": try await findings(places, draft), "changed": try await changed(draft),
      "connected": .bool(isConnected),
    ]
  }

  private func role(environment: String?) -> String {
    let scope = call.caller.scope(
      in: application.organization, application: application.id, environment: environment)
    return scope?.role.rawValue ?? "guest"
  }

  // MARK: Environments

  private func places() async throws -> [Place] {
    let builds = try await call.store.builds(of: application.id)
    var places: [Place] = []
    for environment in try await call.store.environments(of: application.id) {
      // Numbers only rise, so the newest one there is the current one; without its document.
      let newest = try await call.store.releases(
        of: application.id, environment: environment.name, before: nil, limit: 1)
      let clients = await call.services.hub.clientsByRelease(
        application: application.id, environment: environment.name)
      let table = try await BuildTable(
        builds, of: application.id, environment: environment.name, store: call.store,
        now: call.now)
      places.append(
        Place(
          name: environment.name, current: newest.first,
          clients: clients.values.reduce(0, +), builds: table))
    }
    return places
  }

  private func json(_ place: Place) -> JSON {
    [
      "name": .string(place.name),
      "current": place.current.map { .number(JSONNumber($0.number)) } ?? .null,
      "release": place.current.map(Self.json) ?? .null,
      "clients": .number(JSONNumber(place.clients)),
      "sessions": .number(JSONNumber(place.builds.sessions)),
      "role": .string(role(environment: place.name)),
    ]
  }

  private static func json(_ release: StoredRelease) -> JSON {
    var object: JSONObject = [
      "number": .number(JSONNumber(release.number)), "author": .string(release.author),
      "published": .string(Moment.text(release.published)), "note": .string(release.note),
    ]
    object["rollbackOf"] = release.rollbackOf.map { .number(JSONNumber($0)) }
    return .object(object)
  }

  // MARK: Draft, findings, last change

  private static func json(_ draft: Draft) -> JSON {
    [
      "revision": .number(JSONNumber(draft.revision)), "author": .string(draft.author),
      "updated": .string(Moment.text(draft.updated)),
    ]
  }

  /// Of the draft, or else of what is live, in production or else the last environment.
  private func findings(_ places: [Place], _ draft: Draft?) async throws -> JSON {
    guard let place = places.first(where: { $0.name == "production" }) ?? places.last else {
      return .null
    }
    var counts = FindingCounts.Counts(errors: 0, warnings: 0)
    let subject: FindingCounts.Subject? =
      draft.map { .draft(revision: $0.revision) }
      ?? place.current.map { .release(number: $0.number) }
    if let subject {
      counts = try await call.services.findingCounts.counts(
        of: subject, in: application.id, environment: place.name, builds: place.builds.builds)
    }
    return [
      "environment": .string(place.name), "errors": .number(JSONNumber(counts.errors)),
      "warnings": .number(JSONNumber(counts.warnings)),
    ]
  }

  private func changed(_ draft: Draft?) async throws -> JSON {
    let entries = try await call.store.audit(
      of: application.organization,
      matching: AuditFilter(application: application.id, action: "application."), before: nil,
      limit: 1)
    let release = try await call.store.releases(
      of: application.id, environment: nil, before: nil, limit: 1)
    var last = (
      at: entries.first?.at ?? application.created, by: entries.first?.actor ?? "",
      what: "application"
    )
    if let release = release.first, release.published >= last.at {
      last = (release.published, release.author, "release")
    }
    if let draft, draft.updated >= last.at { last = (draft.updated, draft.author, "draft") }
    return [
      "at": .string(Moment.text(last.at)), "by": .string(last.by), "what": .string(last.what),
    ]
  }
}
