import HTTPTypes
import Hummingbird

/// Lets pages of other sites read what an SDK key gives access to (CORS), because that is no
/// secret.
struct CrossOriginMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    let trace = context.trace.current
    // NB: never with a cookie, so that no other site's page reads what a user may see.
    guard let endpoint = trace.endpoint, endpoint.isForApps, !trace.isByCookie,
      !Self.mayBeForged(request, endpoint)
    else { return response }
    context.trace.note { $0.isShared = true }
    response.headers[.accessControlAllowOrigin] = "*"
    return response
  }

  /// Whether a change comes with nothing but a cookie, if anything, also one that was refused.
  private static func mayBeForged(_ request: Request, _ endpoint: Endpoint) -> Bool {
    endpoint.isWrite && endpoint.access.isForPeople && request.headers[.authorization] == nil
  }
}

/// Responds where a path exists and the method does not: 405, or to a browser's preflight request
/// (OPTIONS) what is allowed.
struct OtherMethodHandler: HTTPResponder {
  private let isForApps: Bool
  let allowed: [String]

  init(_ endpoints: [Endpoint]) {
    isForApps = endpoints.contains(where: \.isForApps)
    let methods = endpoints.map(\.method.rawValue)
    allowed = (methods + (methods.contains("GET") ? ["HEAD"] : [])).sorted()
  }

  func respond(to request: Request, context: ServerContext) async throws -> Response {
    let methods = allowed.joined(separator: ", ")
    guard request.method == .options else {
      throw Problem(
        .wrongMethod, "This path takes \(methods), not \(request.method.rawValue).",
        headers: [.allow: methods])
    }
    var headers: HTTPFields = [.allow: methods]
    if isForApps {
      headers[.accessControlAllowOrigin] = "*"
      headers[.accessControlAllowMethods] = methods
      headers[.accessControlAllowHeaders] =
        "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID"
      headers[.accessControlMaxAge] = "86400"
    }
    return Response(status: .noContent, headers: headers)
  }
}
