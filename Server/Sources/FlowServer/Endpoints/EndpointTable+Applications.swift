import FlowCore
import FlowStore
import HTTPTypes

extension EndpointTable {
  /// Applications, their environments, and what their builds declare.
  static let applications = [
    listApplications, addApplication, readApplication, renameApplication, listEnvironments,
    addEnvironment, listManifests, addManifest, listScreens,
  ]

  static let listApplications = Endpoint(
    "listApplications", .get, "/v1/apps", .applications, .member(.read),
    "The organization's applications, by name",
    detail: "Those that the caller may see.", parameters: [.organization],
    answers: [AnswerDeclaration(200, "The applications.", .applications)]
  ) { call in
    let all = try await call.store.applications(of: try call.organization).filter(call.sees)
    return .json(["applications": .array(all.map(\.json))])
  }

  static let addApplication = Endpoint(
    "addApplication", .post, "/v1/apps", .applications, .scope(.admin), "Adds an application",
    detail: "Without `environments` it has development, staging and production.",
    parameters: [.organization],
    body: RequestBodyDeclaration(.newApplication),
    answers: [AnswerDeclaration(201, "The application.", .application, headers: [.location])],
    problems: [.alreadyExists]
  ) { call in
    let object = try call.object()
    let application = Application(
      id: try call.id("id", in: object), organization: try call.organization,
      name: try call.title("name", in: object), created: call.now)
    let names = try environmentNames(object)
    try await call.store.add(
      application, environments: names,
      audit: try call.audit(
        "application.added", application: application.id,
        detail: ["name": .string(application.name)]))
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
        throw Problem.body("An environment's name \(Identifiers.rule)")
      }
      guard !names.contains(name), names.count < 20 else {
        throw Problem.body("`environments` must name at most 20, each once.")
      }
      names.append(name)
    }
    guard !names.isEmpty else { throw Problem.body("`environments` must name at least one.") }
    return names
  }

  static let readApplication = Endpoint(
    "readApplication", .get, "/v1/apps/{app}", .applications, .scope(.read),
    "An application with its environments",
    answers: [AnswerDeclaration(200, "The application.", .application)]
  ) { call in try await shown(call, call.application) }

  private static func shown(_ call: Call, _ application: Application?) async throws -> Reply {
    let environments = try await call.store.environments(of: call.applicationID)
    guard let application, var object = application.json.object else {
      throw Problem(.unknownApplication, "There is no such application.")
    }
    object["environments"] = .array(environments.map(\.json))
    return .json(.object(object))
  }

  static let renameApplication = Endpoint(
    "renameApplication", .patch, "/v1/apps/{app}", .applications, .scope(.admin),
    "Changes what people call the application", detail: "Its id stays.",
    body: RequestBodyDeclaration(.nameOnly),
    answers: [AnswerDeclaration(200, "The application.", .application)]
  ) { call in
    let name = try call.title("name", in: try call.object())
    try await call.store.renameApplication(
      call.applicationID, to: name,
      audit: try call.audit(
        "application.renamed",
        detail: ["from": .string(call.application?.name ?? ""), "name": .string(name)]))
    return try await shown(call, try await call.store.application(call.applicationID))
  }

  static let listEnvironments = Endpoint(
    "listEnvironments", .get, "/v1/apps/{app}/environments", .applications, .scope(.read),
    "The environments with their current releases",
    answers: [AnswerDeclaration(200, "The environments in their order.", .environments)]
  ) { call in
    let all = try await call.store.environments(of: call.applicationID)
    return .json(["environments": .array(all.map(\.json))])
  }

  static let addEnvironment = Endpoint(
    "addEnvironment", .post, "/v1/apps/{app}/environments", .applications, .scope(.admin),
    "Adds an environment behind the others", body: RequestBodyDeclaration(.newEnvironment),
    answers: [AnswerDeclaration(201, "The environment.", .environment)], problems: [.alreadyExists]
  ) { call in
    let name = try call.id("name", in: try call.object())
    let environment = Environment(application: call.applicationID, name: name)
    try await call.store.add(
      environment, audit: try call.audit("environment.added", environment: name))
    return .json(environment.json, status: 201)
  }

  static let listManifests = Endpoint(
    "listManifests", .get, "/v1/apps/{app}/manifests", .applications, .scope(.read),
    "What builds declare, newest first", parameters: [limit, cursor],
    answers: [AnswerDeclaration(200, "The manifests.", .manifests)]
  ) { call in
    let all = try await call.store.manifests(of: call.applicationID)
    let start = min(try call.cursor ?? 0, all.count)
    let end = min(start + (try call.limit), all.count)
    let list = try all[start..<end].map { stored throws -> JSON in
      var object = stored.summary
      object["manifest"] = try JSON(parsing: stored.body)
      return .object(object)
    }
    return .json([
      "manifests": .array(list), "next": end < all.count ? Call.cursor(end) : .null,
    ])
  }

  static let addManifest = Endpoint(
    "addManifest", .post, "/v1/apps/{app}/manifests", .applications, .scope(.draft),
    "Keeps what a build declares",
    detail: "In place of what the same platform, version and build declared before.",
    body: RequestBodyDeclaration(.manifest, limit: RequestBodyDeclaration.documentLimit),
    answers: [
      AnswerDeclaration(201, "It is new or different.", .manifestSummary),
      AnswerDeclaration(200, "Exactly this was kept already.", .manifestSummary),
    ]
  ) { call in
    let stored = try ManifestReader.manifest(call)
    let isNew = try await call.store.put(
      stored,
      audit: try call.audit(
        "manifest.added",
        detail: [
          "platform": .string(stored.platform), "version": .string(stored.version),
          "build": .string(stored.build),
        ]))
    if isNew {
      await call.services.findingCounts.manifestsChanged(in: stored.application)
      call.services.changes.publish(.manifest(stored), to: stored.application)
    }
    return .json(.object(stored.summary), status: isNew ? 201 : 200)
  }

  static let listScreens = Endpoint(
    "listScreens", .get, "/v1/apps/{app}/screens", .applications, .scope(.read),
    "All screens that builds declare, as the newest build has them, with their pictures",
    answers: [AnswerDeclaration(200, "The screens by name.", .screens)]
  ) { call in
    let all = try await call.store.manifests(of: call.applicationID)
    let snapshots = try await call.store.snapshots(of: call.applicationID)
    return .json(["screens": .array(try ScreenList(all).json(with: snapshots))])
  }

  static let limit = Parameter(
    "limit", kind: .integer(1...200), "How many to list; 50 if it is not given.")
  static let cursor = Parameter(
    "cursor", kind: .pattern("^c[1-9][0-9]{0,17}$"), "What the list before gave as `next`.")
}
