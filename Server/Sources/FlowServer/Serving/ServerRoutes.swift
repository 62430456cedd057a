import FlowCore
import FlowStore
import HTTPTypes

/// What the server says about itself.
enum ServerRoutes {
  static let all = [
    readOpenAPI, readOpenAPIAsYAML, readDocs, isAlive, isLive, isReady, isWritable,
    readMetrics,
  ]

  static let readOpenAPI = Endpoint(
    "readOpenAPI", .get, "/openapi.json", .server, .anyone, "This API as OpenAPI 3.1",
    answers: [AnswerDeclaration(200, "The description.", .openAPI)]
  ) { _ in
    .bytes(OpenAPIDocument.bytes, headers: [.cacheControl: "no-cache"])
  }

  static let readOpenAPIAsYAML = Endpoint(
    "readOpenAPIAsYAML", .get, "/openapi.yaml", .server, .anyone,
    "This API as OpenAPI 3.1, in YAML", detail: "The same document as `/openapi.json`.",
    answers: [AnswerDeclaration(200, "The description.", .openAPI, contentType: "application/yaml")]
  ) { _ in
    .bytes(
      try OpenAPIDocument.yaml.get(), type: "application/yaml",
      headers: [.cacheControl: "no-cache"])
  }

  static let readDocs = Endpoint(
    "readDocs", .get, "/docs", .server, .anyone, "A page to read this API and try it",
    answers: [AnswerDeclaration(200, "The page.", .text, contentType: "text/html; charset=utf-8")]
  ) { _ in DocsPage.reply }

  static let isAlive = Endpoint(
    "isAlive", .get, "/healthz", .server, .anyone, "Whether the process answers",
    answers: [AnswerDeclaration(200, "It does.", .health)]
  ) { _ in .json(["status": "ok"]) }

  static let isLive = Endpoint(
    "isLive", .get, "/livez", .server, .anyone, "Whether the process answers",
    detail: "The same as `/healthz`. If it fails, restart the process.",
    answers: [AnswerDeclaration(200, "It does.", .health)]
  ) { _ in .json(["status": "ok"]) }

  static let isReady = Endpoint(
    "isReady", .get, "/readyz", .server, .anyone, "Whether reads are answered",
    detail:
      "For a load balancer. It stays 200 while only writing is impossible: on a full disk, or "
      + "while another process has the store locked. Nothing is written.",
    answers: [AnswerDeclaration(200, "They are.", .health)], problems: [.storeUnavailable]
  ) { request in
    try await request.services.readiness.check(.reading)
    return .json(["status": "ok"])
  }

  static let isWritable = Endpoint(
    "isWritable", .get, "/readyz/writes", .server, .anyone, "Whether changes can be made",
    detail: "For monitoring: publishing, signing in and events need it. Nothing is written.",
    answers: [AnswerDeclaration(200, "They can.", .health)],
    problems: [.storeUnavailable, .storeFull]
  ) { request in
    try await request.services.readiness.check(.writing)
    return .json(["status": "ok"])
  }

  static let readMetrics = Endpoint(
    "readMetrics", .get, "/metrics", .server, .anyone, "Numbers for Prometheus",
    detail: "Only the administration listener (`--admin-bind`) names applications; beside it, the "
      + "other one has no metrics.",
    answers: [
      AnswerDeclaration(
        200, "The numbers.", .text, contentType: "text/plain; version=0.0.4; charset=utf-8")
    ], problems: [.unknownPath]
  ) { request in
    guard request.listener.servesMetrics else {
      throw Problem(.unknownPath, "The metrics are at the administration listener only.")
    }
    let text = await request.services.metricsText(
      namesApplications: request.listener.namesApplications)
    return .bytes(Array(text.utf8), type: "text/plain; version=0.0.4; charset=utf-8")
  }
}
