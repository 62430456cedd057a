import FlowCore
import FlowStore
import HTTPTypes

/// The routes with information about the server.
enum ServerRoutes {
  static let all = [
    readOpenAPI, readOpenAPIAsYAML, readDocs, checkHealth, checkLiveness, checkReadiness,
    checkWriteReadiness,
    readMetrics,
  ]

  static let readOpenAPI = Endpoint(
    "readOpenAPI", .get, "/openapi.json", .server, .anyone, "This API as OpenAPI 3.1",
    responses: [ResponseDeclaration(200, "The description.", .openAPI)]
  ) { _ in
    .bytes(OpenAPIDocument.bytes, headers: [.cacheControl: "no-cache"])
  }

  static let readOpenAPIAsYAML = Endpoint(
    "readOpenAPIAsYAML", .get, "/openapi.yaml", .server, .anyone,
    "This API as OpenAPI 3.1, in YAML", detail: "The same document as `/openapi.json`.",
    responses: [
      ResponseDeclaration(200, "The description.", .openAPI, contentType: "application/yaml")
    ]
  ) { _ in
    .bytes(
      try OpenAPIDocument.yaml.get(), type: "application/yaml",
      headers: [.cacheControl: "no-cache"])
  }

  static let readDocs = Endpoint(
    "readDocs", .get, "/docs", .server, .anyone, "The interactive API documentation",
    responses: [
      ResponseDeclaration(200, "The page.", .text, contentType: "text/html; charset=utf-8")
    ]
  ) { _ in DocsPage.response }

  static let checkHealth = Endpoint(
    "checkHealth", .get, "/healthz", .server, .anyone, "Liveness: whether the process responds",
    responses: [ResponseDeclaration(200, "The process responds.", .health)]
  ) { _ in .json(["status": "ok"]) }

  static let checkLiveness = Endpoint(
    "checkLiveness", .get, "/livez", .server, .anyone, "Liveness: whether the process responds",
    detail: "The same as `/healthz`. If it fails, restart the process.",
    responses: [ResponseDeclaration(200, "The process responds.", .health)]
  ) { _ in .json(["status": "ok"]) }

  static let checkReadiness = Endpoint(
    "checkReadiness", .get, "/readyz", .server, .anyone, "Readiness: whether reads are served",
    detail:
      "For load balancers. Stays 200 while only writing is impossible: on a full disk, or while "
      + "another process has locked the store. Writes nothing.",
    responses: [ResponseDeclaration(200, "Reads are served.", .health)],
    problems: [.storeUnavailable]
  ) { request in
    try await request.services.readiness.check(.read)
    return .json(["status": "ok"])
  }

  static let checkWriteReadiness = Endpoint(
    "checkWriteReadiness", .get, "/readyz/writes", .server, .anyone, "Whether writes are possible",
    detail: "For monitoring: publishing, signing in and events require it. Writes nothing.",
    responses: [ResponseDeclaration(200, "Writes are possible.", .health)],
    problems: [.storeUnavailable, .storeFull]
  ) { request in
    try await request.services.readiness.check(.write)
    return .json(["status": "ok"])
  }

  static let readMetrics = Endpoint(
    "readMetrics", .get, "/metrics", .server, .anyone, "Metrics for Prometheus",
    detail:
      "Only the administration listener (`--admin-bind`) names applications; if there is one, "
      + "the public listener has no metrics.",
    responses: [
      ResponseDeclaration(
        200, "The metrics.", .text, contentType: "text/plain; version=0.0.4; charset=utf-8")
    ], problems: [.unknownPath]
  ) { request in
    guard request.listener.servesMetrics else {
      throw Problem(.unknownPath, "Metrics are served by the administration listener only.")
    }
    let text = await request.services.metricsText(
      namesApplications: request.listener.namesApplications)
    return .bytes(Array(text.utf8), type: "text/plain; version=0.0.4; charset=utf-8")
  }
}
