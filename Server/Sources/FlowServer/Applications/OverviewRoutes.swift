import FlowCore
import FlowStore
import HTTPTypes

/// The routes for the overview of applications, and for the clients and builds of an environment.
enum OverviewRoutes {
  static let all = [readOverview, readClients, listBuilds, archiveBuild]

  private static let environmentPath = "/v1/apps/{app}/environments/{env}"

  static let readOverview = Endpoint(
    "readOverview", .get, "/v1/overview", .applications, .member(.read),
    "The organization's applications with their status",
    detail: "The applications that the caller has access to, by name. Sessions are those of the "
      + "last 30 days; findings are those of the draft, or without one of the release that is live "
      + "in `production`, or in the last environment.",
    parameters: [.organization],
    responses: [ResponseDeclaration(200, "The applications.", .overview)]
  ) { request in
    var list: [JSON] = []
    for application in try await request.store.applications(of: try request.organization)
    where request.canSee(application) {
      list.append(try await ApplicationOverview(request, application).json())
    }
    return .json(["applications": .array(list)])
  }

  static let readClients = Endpoint(
    "readClients", .get, environmentPath + "/clients", .applications, .scope(.read),
    "The number of connected clients by release",
    responses: [ResponseDeclaration(200, "The releases, newest first.", .clients)]
  ) { request in
    let environment = request.path("env")
    let clients = await request.services.currentReleases.clientsByRelease(
      application: request.applicationID, environment: environment)
    return .json(ClientCounts.json(environment, clients))
  }

  /// The maximum number of listed builds that are not in use.
  private static let maximumOtherBuilds = 200

  static let listBuilds = Endpoint(
    "listBuilds", .get, environmentPath + "/builds", .applications, .scope(.read),
    "The builds with a manifest, newest first",
    detail: "With their sessions of the last 30 days. Publishing is verified against the builds "
      + "that are in use; of the others, the newest 200 are listed.",
    responses: [ResponseDeclaration(200, "The builds.", .builds)], problems: [.tooManyDocuments]
  ) { request in
    let table = try await BuildTable(
      try await request.store.manifests(of: request.applicationID), of: request.applicationID,
      environment: request.path("env"), store: request.store, now: request.now)
    var others = 0
    let listed = table.builds.filter { build in
      if !build.isInUse { others += 1 }
      return build.isInUse || others <= maximumOtherBuilds
    }
    return .json([
      "days": .number(JSONNumber(BuildsInUse.usageWindow / 86_400)),
      "sessions": .number(JSONNumber(table.sessions)),
      "builds": .array(try listed.map { try $0.json }),
    ])
  }
}

extension OverviewRoutes {
  static let archiveBuild = Endpoint(
    "archiveBuild", .put, "/v1/apps/{app}/builds/archived", .applications, .scope(.publish),
    "Archives or unarchives a build",
    detail: "Publishing is not verified against an archived build, however many sessions it has. "
      + "Apps of that build keep working; the newest build of each platform that is not archived "
      + "is always verified. The `reason` is recorded in the audit log.",
    body: RequestBodyDeclaration(.buildArchive),
    responses: [ResponseDeclaration(204, "The build was archived or unarchived.")],
    problems: [.unknownBuild]
  ) { request in
    let object = try request.object()
    let isArchived = try object.optionalBool("archived") ?? true
    let build = StoredManifest(
      application: request.applicationID, platform: try object.text("platform", limit: 100),
      version: try object.text("version", limit: 100), build: try object.text("build", limit: 100),
      body: [], received: request.now)
    var detail: JSONObject = [
      "platform": .string(build.platform), "version": .string(build.version),
      "build": .string(build.build),
    ]
    detail["reason"] = try object.optionalString("reason").map {
      .string(try BoundedText.checkTitle($0, "`reason`", limit: 500))
    }
    let audit = try request.audit(
      isArchived ? "build.archived" : "build.unarchived", detail: detail)
    do throws(StoreError) {
      _ = try await request.store.archiveBuild(
        build, at: isArchived ? request.now : nil, audit: audit)
    } catch {
      throw error.code == .notFound ? Problem(.unknownBuild, error.message) : error
    }
    return .noContent
  }
}

extension BuildTable.Build {
  fileprivate var json: JSON {
    get throws {
      var object = stored.summary
      object["archived"] = stored.archived.map { .string(Timestamp.string($0)) } ?? .null
      object["sessions"] = .number(JSONNumber(sessions))
      object["share"] = share.map { .number($0) } ?? .null
      object["inUse"] = .bool(isInUse)
      object["manifest"] = try manifest.json
      return .object(object)
    }
  }
}
