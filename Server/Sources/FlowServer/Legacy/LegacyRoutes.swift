import FlowCore
import FlowStore
import HTTPTypes

/// The legacy API: the routes of the first Flow Magic, an earlier product; see `docs/api.md`.
enum LegacyRoutes {
  static let all = [
    listLegacyApplications, listLegacyApplicationsByQuery, readLegacyScreenFlow,
    changeLegacyScreenFlow, listLegacyScreens, listLegacyNodes,
  ]

  private static let applicationPath = "/applications/{applicationId}"

  static let listLegacyApplications = Endpoint(
    "listLegacyApplications", .get, "/applications/{companyName}", .legacy, .member(.read),
    "The applications of a company",
    detail: "The company is given by its id or its name, case-insensitively; an exact id has "
      + "precedence, unless it is the name of an older company.",
    responses: [ResponseDeclaration(200, "The applications.", .legacyApplications)],
    problems: [.unknownCompany], problemStyle: .legacy
  ) { request in
    try await applications(request)
  }

  static let listLegacyApplicationsByQuery = Endpoint(
    "listLegacyApplicationsByQuery", .get, "/applications", .legacy, .member(.read),
    "The applications of a company",
    parameters: [Parameter("companyName", isRequired: true, "The company's id or name.")],
    responses: [ResponseDeclaration(200, "The applications.", .legacyApplications)],
    problems: [.unknownCompany], problemStyle: .legacy
  ) { request in
    try await applications(request)
  }

  private static func applications(_ request: EndpointRequest) async throws -> EndpointResponse {
    let id = try request.organization
    let name = try await request.organizationName()
    let visible = try await request.store.applications(of: id).filter(request.canSee)
    let list = visible.map { application -> JSON in
      ["id": .string(application.id), "applicationName": .string(application.name)]
    }
    return .json([
      "companyName": .string(name), "applications": .array(list),
      "applicationsData": .array(list),
    ])
  }

  static let readLegacyScreenFlow = Endpoint(
    "readLegacyScreenFlow", .get, applicationPath + "/screenFlow", .legacy, .appOrScope(.read),
    "The application's screen flow",
    detail:
      "The release that is live in `production`, or with an SDK key in the key's environment.",
    responses: [ResponseDeclaration(200, "The screen flow.", .legacyScreenFlow, headers: [.etag])],
    problems: [.tooManyDocuments], problemStyle: .legacy
  ) { request in
    let application = ScreenFlow.application(request)
    let release = ScreenFlow.release(request)
    return try await Publisher(request.services).check(
      for: application, isForApps: request.principal.sdkKey != nil
    ) { try ScreenFlow.response(application, release) }
  }

  static let changeLegacyScreenFlow = Endpoint(
    "changeLegacyScreenFlow", .put, applicationPath + "/screenFlow", .legacy, .scope(.publish),
    "Changes the application's screen flow",
    detail: "Verifies it and publishes it to `production`, and makes the same change in the draft. "
      + "What this format cannot represent, such as content, conditions and other flows, is kept; "
      + "a missing row removes its route. New warnings are refused unless `acceptWarnings` is "
      + "sent. With `If-Match`, or with the `lastUpdatedOn` or `release` of `GET`, the change "
      + "applies only to the release that was read: of two concurrent changes one gets 412 "
      + "`flow-changed`. Otherwise it applies to the current release, and a release in between is "
      + "409 `conflict`. `lastUpdatedOn` has whole seconds; send `release` or `If-Match` if two "
      + "changes may be made within a second. A name that is unknown stands for the known name "
      + "that differs from it only in case, if there is exactly one. The body's `id` must be the "
      + "application's, ignoring case. Without a change there is no new release.",
    parameters: [
      Parameter("If-Match", in: .header, "The `ETag` of the screen flow that was read."),
      Parameter(
        "acceptWarnings", "`true` publishes despite warnings; also accepted in the body."),
    ],
    body: RequestBodyDeclaration(.legacyScreenFlow, limit: RequestBodyDeclaration.documentLimit),
    responses: [
      ResponseDeclaration(
        200, "The screen flow that is live.", .legacyScreenFlow, headers: [.etag])
    ],
    problems: [
      .findings, .missingAsset, .warnings, .conflict, .flowChanged, .notRecent, .quotaReached,
      .tooManyDocuments,
    ],
    problemStyle: .legacy
  ) { request in
    try await request.requireRecentSignIn(toPublishTo: ScreenFlow.environment)
    return try await ScreenFlowUpdate(request).publish()
  }

  static let listLegacyScreens = Endpoint(
    "listLegacyScreens", .get, applicationPath + "/screens", .legacy, .scope(.read),
    "The screens that the application's code registers",
    responses: [ResponseDeclaration(200, "The screens by name.", .legacyScreens)],
    problems: [.tooManyDocuments], problemStyle: .legacy
  ) { request in
    let screens = try await ScreenList(declaredIn: request)
    return .json(
      .array(
        screens.names.map { name in
          let ports = screens.ports(of: name).map { JSON.string("\(name.string).\($0)") }
          return [
            "screenName": .string(name.string), "portNames": .array(ports),
            "view": .string(name.string),
          ]
        }))
  }

  static let listLegacyNodes = Endpoint(
    "listLegacyNodes", .get, applicationPath + "/nodesInfo", .legacy, .scope(.read),
    "The steps and screens as nodes of a canvas",
    detail: "The steps of the live flow, in columns by their distance from the start; below them, "
      + "the screens that no step uses.",
    responses: [ResponseDeclaration(200, "The nodes.", .legacyNodes)],
    problems: [.tooManyDocuments], problemStyle: .legacy
  ) { request in
    let screens = try await ScreenList(declaredIn: request)
    let release = ScreenFlow.release(request)
    let flow = try release.map { try FlowDocument(parsing: $0.body) }?.flows.first
    return .json(.array(NodeLayout(flow, screens).nodes))
  }
}
