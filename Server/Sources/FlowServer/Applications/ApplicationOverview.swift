import Accounts
import FlowCore
import FlowStore

/// The summary of an application for the portal's home page.
struct ApplicationOverview {
  private let request: EndpointRequest
  private let application: Application

  init(_ request: EndpointRequest, _ application: Application) {
    self.request = request
    self.application = application
  }

  private struct EnvironmentSummary {
    let name: String
    let current: StoredRelease?
    let clients: Int
    let buildTable: BuildTable
  }

  /// Reads the summary; findings are cached.
  func json() async throws -> JSON {
    let summaries = try await environments()
    let draft = try await request.store.draftMetadata(of: application.id)
    let isConnected = summaries.contains {
      !$0.buildTable.builds.isEmpty || $0.clients > 0 || $0.buildTable.sessions > 0
    }
    return [
      "id": .string(application.id), "name": .string(application.name),
      "created": .string(Timestamp.string(application.created)),
      "role": .string(role(environment: nil)),
      "environments": .array(summaries.map(json)),
      "draft": try await draftJSON(draft, summaries),
      "findings": try await findings(summaries, draft), "changed": try await lastChange(draft),
      "connected": .bool(isConnected),
    ]
  }

  private func role(environment: String?) -> String {
    let scope = request.principal.scope(
      in: application.organization, application: application.id, environment: environment)
    return scope?.role.rawValue ?? "guest"
  }

  // MARK: Environments

  private func environments() async throws -> [EnvironmentSummary] {
    let builds = try await request.store.builds(of: application.id)
    var summaries: [EnvironmentSummary] = []
    for environment in try await request.store.environments(of: application.id) {
      let currentReleases = request.services.currentReleases
      let live = currentReleases.current(
        application: application.id, environment: environment.name)
      var current: StoredRelease?
      if let live { current = try await request.store.listed(live.stored) }
      let clients = await currentReleases.clientsByRelease(
        application: application.id, environment: environment.name)
      let table = try await BuildTable(
        builds, of: application.id, environment: environment.name, store: request.store,
        now: request.now)
      summaries.append(
        EnvironmentSummary(
          name: environment.name, current: current,
          clients: clients.values.reduce(0, +), buildTable: table))
    }
    return summaries
  }

  private func json(_ environment: EnvironmentSummary) -> JSON {
    [
      "name": .string(environment.name),
      "current": environment.current.map { .number(JSONNumber($0.number)) } ?? .null,
      "release": environment.current.map(Self.json) ?? .null,
      "clients": .number(JSONNumber(environment.clients)),
      "sessions": .number(JSONNumber(environment.buildTable.sessions)),
      "role": .string(role(environment: environment.name)),
    ]
  }

  private static func json(_ release: StoredRelease) -> JSON {
    var object: JSONObject = [
      "number": .number(JSONNumber(release.number)), "author": release.author.json,
      "published": .string(Timestamp.string(release.published)), "note": .string(release.note),
    ]
    object["rollbackOf"] = release.rollbackOf.map { .number(JSONNumber($0)) }
    return .object(object)
  }

  // MARK: Draft, findings, last change

  /// The draft with its number of unpublished changes, compared with the release in production, or
  /// else in the last environment that has one.
  private func draftJSON(
    _ draft: Draft?, _ summaries: [EnvironmentSummary]
  ) async throws -> JSON {
    guard let draft else { return .null }
    let live = summaries.filter { $0.current != nil }
    let baseline = live.first { $0.name == "production" } ?? live.last
    let changes = try await request.services.draftChanges.changes(
      ofDraft: draft.revision, in: application.id, since: baseline?.current?.number)
    return [
      "revision": .number(JSONNumber(draft.revision)), "author": draft.author.json,
      "updated": .string(Timestamp.string(draft.updated)), "changes": .number(JSONNumber(changes)),
    ]
  }

  /// The findings of the draft, or else of the current release, in production or else in the last
  /// environment.
  private func findings(_ summaries: [EnvironmentSummary], _ draft: Draft?) async throws -> JSON {
    guard let summary = summaries.first(where: { $0.name == "production" }) ?? summaries.last else {
      return .null
    }
    var counts = FindingCounts.Counts(errors: 0, warnings: 0)
    let subject: FindingCounts.Subject? =
      draft.map { .draft(revision: $0.revision) }
      ?? summary.current.map { .release(number: $0.number) }
    if let subject {
      counts = try await request.services.findingCounts.counts(
        of: subject, in: application.id, environment: summary.name,
        builds: summary.buildTable.builds)
    }
    return [
      "environment": .string(summary.name), "errors": .number(JSONNumber(counts.errors)),
      "warnings": .number(JSONNumber(counts.warnings)),
    ]
  }

  private func lastChange(_ draft: Draft?) async throws -> JSON {
    let entries = try await request.store.audit(
      of: application.organization,
      matching: AuditFilter(application: application.id, action: "application."), before: nil,
      limit: 1)
    let release = try await request.store.releases(
      of: application.id, environment: nil, before: nil, limit: 1)
    var last = (
      at: entries.first?.at ?? application.created, by: entries.first?.actor ?? .system,
      what: "application"
    )
    if let release = release.first, release.published >= last.at {
      last = (release.published, release.author, "release")
    }
    if let draft, draft.updated >= last.at { last = (draft.updated, draft.author, "draft") }
    return [
      "at": .string(Timestamp.string(last.at)), "by": last.by.json, "what": .string(last.what),
    ]
  }
}
