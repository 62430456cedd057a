import FlowCore
import FlowStore
import HTTPTypes

/// The routes of applications, their environments, and the manifests of their builds.
enum ApplicationRoutes {
  static let all = [
    listApplications, addApplication, readApplication, renameApplication, listEnvironments,
    addEnvironment, changeEnvironment, listManifests, addManifest, listScreens,
  ]

  static let listApplications = Endpoint(
    "listApplications", .get, "/v1/apps", .applications, .member(.read),
    "The organization's applications, by name",
    detail: "Lists the applications that the caller has access to.", parameters: [.organization],
    responses: [ResponseDeclaration(200, "The applications.", .applications)]
  ) { request in
    let all = try await request.store.applications(of: try request.organization).filter(
      request.canSee)
    return .json(["applications": .array(all.map(\.json))])
  }

  static let addApplication = Endpoint(
    "addApplication", .post, "/v1/apps", .applications, .scope(.admin), "Creates an application",
    detail: "By default it has the environments development, staging and production. Without `id`, "
      + "or if the server does not allow chosen ids (`--application-ids random`), the id has a "
      + "random suffix: use the `id` of the response.",
    parameters: [.organization],
    body: RequestBodyDeclaration(.newApplication),
    responses: [ResponseDeclaration(201, "The application.", .application, headers: [.location])],
    problems: [.alreadyExists, .quotaReached, .tooManyAttempts]
  ) { request in
    let object = try request.object()
    let id = try object.optionalString("id").map { _ in try request.id("id", in: object) }
    let creation = try ApplicationCreation(
      request, name: try request.name("name", in: object),
      environments: try environmentNames(object))
    let application = try await creation.create(id)
    return .json(
      application.json, status: 201, headers: [.location: "/v1/apps/\(application.id)"])
  }

  private static func environmentNames(_ object: JSONView) throws -> [String] {
    guard let list = try object.optionalArray("environments") else {
      return ["development", "staging", "production"]
    }
    var names: [String] = []
    for element in list {
      let name = try element.requireString()
      guard Identifiers.isValid(name) else {
        throw Problem.malformedBody("An environment's name \(Identifiers.rule)")
      }
      guard !names.contains(name), names.count < 20 else {
        throw Problem.malformedBody("`environments` must name at most 20, each once.")
      }
      names.append(name)
    }
    guard !names.isEmpty else {
      throw Problem.malformedBody("`environments` must name at least one.")
    }
    return names
  }

  static let readApplication = Endpoint(
    "readApplication", .get, "/v1/apps/{app}", .applications, .scope(.read),
    "An application with its environments",
    responses: [ResponseDeclaration(200, "The application.", .application)]
  ) { request in try await response(request, request.application) }

  private static func response(
    _ request: EndpointRequest, _ application: Application?
  ) async throws -> EndpointResponse {
    let environments = try await request.store.environments(of: request.applicationID)
    guard let application, var object = application.json.object else {
      throw Problem(.unknownApplication, "There is no such application.")
    }
    object["environments"] = Environment.json(environments, request.services.currentReleases)
    let draft = try await request.store.draftMetadata(of: application.id)
    object["draft"] = draft.map { .number(JSONNumber($0.revision)) } ?? .null
    return .json(.object(object))
  }

  static let renameApplication = Endpoint(
    "renameApplication", .patch, "/v1/apps/{app}", .applications, .scope(.admin),
    "Changes the display name of the application", detail: "Its id stays the same.",
    body: RequestBodyDeclaration(.nameOnly),
    responses: [ResponseDeclaration(200, "The application.", .application)]
  ) { request in
    let name = try request.name("name", in: try request.object())
    try await request.store.renameApplication(
      request.applicationID, to: name,
      audit: try request.audit(
        "application.renamed",
        detail: ["from": .string(request.application?.name ?? ""), "name": .string(name)]))
    return try await response(request, try await request.store.application(request.applicationID))
  }

  static let listEnvironments = Endpoint(
    "listEnvironments", .get, "/v1/apps/{app}/environments", .applications, .scope(.read),
    "The environments with their current releases",
    responses: [ResponseDeclaration(200, "The environments in their order.", .environments)]
  ) { request in
    let all = try await request.store.environments(of: request.applicationID)
    return .json(["environments": Environment.json(all, request.services.currentReleases)])
  }

  static let addEnvironment = Endpoint(
    "addEnvironment", .post, "/v1/apps/{app}/environments", .applications, .scope(.admin),
    "Appends an environment",
    detail: "The last environment is protected like `production`. The one that was last before is "
      + "no longer protected, unless it is `production`; that is why a recent sign-in is required.",
    body: RequestBodyDeclaration(.newEnvironment),
    responses: [ResponseDeclaration(201, "The environment.", .environment)],
    problems: [.alreadyExists, .quotaReached], needsRecentSignIn: true
  ) { request in
    let name = try request.id("name", in: try request.object())
    let environment = Environment(application: request.applicationID, name: name)
    try await request.store.add(
      environment, audit: try request.audit("environment.added", environment: name))
    request.services.followSettings.invalidate()
    return .json(try await json(request, environment: name), status: 201)
  }

  static let changeEnvironment = Endpoint(
    "changeEnvironment", .patch, "/v1/apps/{app}/environments/{env}", .applications, .scope(.admin),
    "Allows or forbids following running apps",
    detail: "A member who follows an app sees in the portal at which step each of the newest 50 "
      + "sessions is, without users' ids, attributes or answers. Apps under development may be "
      + "followed by default, those of real users (`production`, or the last environment) only if "
      + "this allows it.",
    body: RequestBodyDeclaration(.environmentChange),
    responses: [ResponseDeclaration(200, "The environment.", .environment)],
    needsRecentSignIn: true
  ) { request in
    let name = request.path("env")
    guard let allowsFollowing = try request.object().optionalBool("followable") else {
      throw Problem.malformedBody("`followable` must be true or false.")
    }
    try await request.services.setAllowsFollowing(
      allowsFollowing, environment: name, of: request.applicationID,
      audit: try request.audit(
        allowsFollowing ? "environment.follow-enabled" : "environment.follow-disabled",
        environment: name))
    return .json(try await json(request, environment: name))
  }

  private static func json(_ request: EndpointRequest, environment: String) async throws -> JSON {
    let all = try await request.store.environments(of: request.applicationID)
    return Environment.json(all, request.services.currentReleases).array?
      .first { $0["name"]?.string == environment } ?? .null
  }

  static let listManifests = Endpoint(
    "listManifests", .get, "/v1/apps/{app}/manifests", .applications, .scope(.read),
    "The manifests of builds, newest first", parameters: [.limit, .cursor],
    responses: [ResponseDeclaration(200, "The manifests.", .manifests)],
    problems: [.tooManyDocuments]
  ) { request in
    let all = try await request.store.manifests(of: request.applicationID)
    let start = min(try request.cursor ?? 0, all.count)
    let end = min(start + (try request.limit), all.count)
    let list = try all[start..<end].map { stored throws -> JSON in
      var object = stored.summary
      object["manifest"] = try JSON(parsing: stored.body)
      return .object(object)
    }
    return .json([
      "manifests": .array(list), "next": end < all.count ? EndpointRequest.cursor(end) : .null,
    ])
  }

  static let addManifest = Endpoint(
    "addManifest", .post, "/v1/apps/{app}/manifests", .applications, .scope(.draft),
    "Stores the manifest of a build",
    detail: "Replaces the manifest of the same platform, version and build. When the quota is "
      + "reached, the oldest archived build is removed.",
    body: RequestBodyDeclaration(.manifest, limit: RequestBodyDeclaration.manifestLimit),
    responses: [
      ResponseDeclaration(201, "The manifest is new or has changed.", .manifestSummary),
      ResponseDeclaration(200, "The manifest is unchanged.", .manifestSummary),
    ],
    problems: [.quotaReached, .tooManyDocuments]
  ) { request in
    let stored = try ManifestReader.manifest(request)
    let isNew = try await request.store.put(
      stored,
      audit: try request.audit(
        "manifest.added",
        detail: [
          "platform": .string(stored.platform), "version": .string(stored.version),
          "build": .string(stored.build),
        ]))
    if isNew {
      await request.services.findingCounts.manifestsChanged(in: stored.application)
      request.services.changes.publish(.manifest(stored), to: stored.application)
    }
    return .json(.object(stored.summary), status: isNew ? 201 : 200)
  }

  static let listScreens = Endpoint(
    "listScreens", .get, "/v1/apps/{app}/screens", .applications, .scope(.read),
    "The screens that builds declare, as the newest build declares them, with their pictures",
    responses: [ResponseDeclaration(200, "The screens by name.", .screens)],
    problems: [.tooManyDocuments]
  ) { request in
    let all = try await request.store.manifests(of: request.applicationID)
    let snapshots = try await request.store.snapshots(of: request.applicationID)
    return .json(["screens": .array(try ScreenList(all).json(with: snapshots))])
  }
}
