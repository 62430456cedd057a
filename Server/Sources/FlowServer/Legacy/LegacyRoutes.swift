import FlowCore
import FlowStore
import HTTPTypes

/// The routes of the Flow Magic report, as it documents them.
enum LegacyRoutes {
  static let all = [
    reportApplications, reportApplicationsByQuery, reportScreenFlow, reportUpdateScreenFlow,
    reportScreens, reportNodes,
  ]

  private static let application = "/applications/{applicationId}"

  static let reportApplications = Endpoint(
    "reportApplications", .get, "/applications/{companyName}", .report, .member(.read),
    "All registered applications of a company",
    detail: "The company by its id or its name, in capital letters or not.",
    answers: [AnswerDeclaration(200, "The applications.", .reportApplications)],
    problems: [.unknownCompany], problemStyle: .report
  ) { request in
    try await applications(request)
  }

  static let reportApplicationsByQuery = Endpoint(
    "reportApplicationsByQuery", .get, "/applications", .report, .member(.read),
    "All registered applications of a company",
    parameters: [Parameter("companyName", isRequired: true, "The company's id or name.")],
    answers: [AnswerDeclaration(200, "The applications.", .reportApplications)],
    problems: [.unknownCompany], problemStyle: .report
  ) { request in
    try await applications(request)
  }

  private static func applications(_ request: EndpointRequest) async throws -> Reply {
    let id = try request.organization
    let name = try await request.organizationName()
    let seen = try await request.store.applications(of: id).filter(request.sees)
    let list = seen.map { application -> JSON in
      ["id": .string(application.id), "applicationName": .string(application.name)]
    }
    return .json([
      "companyName": .string(name), "applications": .array(list),
      "applicationsData": .array(list),
    ])
  }

  static let reportScreenFlow = Endpoint(
    "reportScreenFlow", .get, application + "/screenFlow", .report, .scope(.read),
    "The application's screen flow", detail: "What is live in `production`.",
    answers: [AnswerDeclaration(200, "The screen flow.", .reportScreenFlow)],
    problemStyle: .report
  ) { request in
    let release = ScreenFlow.release(request)
    return .json(try ScreenFlow(request.applicationID, release).json)
  }

  static let reportUpdateScreenFlow = Endpoint(
    "reportUpdateScreenFlow", .put, application + "/screenFlow", .report, .scope(.publish),
    "Changes the application's screen flow",
    detail: "Verifies it and publishes it to `production`. What this format cannot say, such as "
      + "content, conditions and other flows, stays as it is live.",
    body: RequestBodyDeclaration(.reportScreenFlow, limit: RequestBodyDeclaration.documentLimit),
    answers: [AnswerDeclaration(200, "The new screen flow, live.", .reportScreenFlow)],
    problems: [.findings, .conflict, .notRecent], problemStyle: .report
  ) { request in
    try await request.requireSignIn(toPublishTo: ScreenFlow.environment)
    let parsed = try ParsedJSON(request.body)
    guard try DocumentFormat(of: parsed.root) == .flowMagic else {
      throw Problem.body("The body must be a document with `id` and `screenFlow`.")
    }
    var document = try FlowDocument(parsed.root)
    ScreenFlow.dropAnswerMembers(&document)
    let live = ScreenFlow.release(request)
    if let live { document = try ScreenFlow.merged(document, into: live) }
    let release = try await Publisher(request.services).publish(
      Publisher.Request(
        organization: try request.organization, application: request.applicationID,
        environment: ScreenFlow.environment, document: document, note: "",
        author: request.principal.actor,
        acceptsWarnings: true, replaces: live?.number ?? 0))
    return .json(try ScreenFlow(request.applicationID, release).json)
  }

  static let reportScreens = Endpoint(
    "reportScreens", .get, application + "/screens", .report, .scope(.read),
    "The screens that the application's code registers",
    answers: [AnswerDeclaration(200, "The screens by name.", .reportScreens)],
    problemStyle: .report
  ) { request in
    let screens = try ScreenList(try await request.store.manifests(of: request.applicationID))
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

  static let reportNodes = Endpoint(
    "reportNodes", .get, application + "/nodesInfo", .report, .scope(.read),
    "The screens as nodes of a canvas",
    detail: "Those of the live flow by their distance from its start, then those without a "
      + "connection.",
    answers: [AnswerDeclaration(200, "The nodes.", .reportNodes)], problemStyle: .report
  ) { request in
    let screens = try ScreenList(try await request.store.manifests(of: request.applicationID))
    let release = ScreenFlow.release(request)
    let flow = try release.map { try FlowDocument(parsing: $0.body) }?.flows.first
    return .json(.array(NodeLayout(flow, screens).nodes))
  }
}
