import FlowCore
import FlowStore
import HTTPTypes

extension EndpointTable {
  /// The routes of the Flow Magic report, as it documents them.
  static let report = [
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
  ) { call in
    try await applications(call)
  }

  static let reportApplicationsByQuery = Endpoint(
    "reportApplicationsByQuery", .get, "/applications", .report, .member(.read),
    "All registered applications of a company",
    parameters: [Parameter("companyName", isRequired: true, "The company's id or name.")],
    answers: [AnswerDeclaration(200, "The applications.", .reportApplications)],
    problems: [.unknownCompany], problemStyle: .report
  ) { call in
    try await applications(call)
  }

  private static func applications(_ call: Call) async throws -> Reply {
    let id = try call.organization
    let name = try await call.organizationName()
    let seen = try await call.store.applications(of: id).filter(call.sees)
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
  ) { call in
    let release = try await ScreenFlow.release(call)
    return .json(try ScreenFlow(call.applicationID, release).json)
  }

  static let reportUpdateScreenFlow = Endpoint(
    "reportUpdateScreenFlow", .put, application + "/screenFlow", .report, .scope(.publish),
    "Changes the application's screen flow",
    detail: "Verifies it and publishes it to `production`. What this format cannot say, such as "
      + "content, conditions and other flows, stays as it is live.",
    body: RequestBodyDeclaration(.reportScreenFlow, limit: RequestBodyDeclaration.documentLimit),
    answers: [AnswerDeclaration(200, "The new screen flow, live.", .reportScreenFlow)],
    problems: [.findings, .conflict], problemStyle: .report
  ) { call in
    let parsed = try ParsedJSON(call.body)
    guard try DocumentFormat(of: parsed.root) == .flowMagic else {
      throw Problem.body("The body must be a document with `id` and `screenFlow`.")
    }
    var document = try FlowDocument(parsed.root)
    ScreenFlow.dropAnswerMembers(&document)
    if let live = try await ScreenFlow.release(call) {
      document = try ScreenFlow.merged(document, into: live)
    }
    let release = try await Publisher(call.services).publish(
      Publisher.Order(
        organization: try call.organization, application: call.applicationID,
        environment: ScreenFlow.environment, document: document, note: "", author: call.caller.name,
        acceptsWarnings: true))
    return .json(try ScreenFlow(call.applicationID, release).json)
  }

  static let reportScreens = Endpoint(
    "reportScreens", .get, application + "/screens", .report, .scope(.read),
    "The screens that the application's code registers",
    answers: [AnswerDeclaration(200, "The screens by name.", .reportScreens)],
    problemStyle: .report
  ) { call in
    let screens = try ScreenList(try await call.store.manifests(of: call.applicationID))
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
  ) { call in
    let screens = try ScreenList(try await call.store.manifests(of: call.applicationID))
    let release = try await ScreenFlow.release(call)
    let flow = try release.map { try FlowDocument(parsing: $0.body) }?.flows.first
    return .json(.array(NodeLayout(flow, screens).nodes))
  }
}
