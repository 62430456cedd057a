import HTTPTypes
import Hummingbird

/// Lets pages of other origins read what an SDK key gives access to (CORS), because it is not
/// secret.
struct CrossOriginMiddleware: RouterMiddleware {
  let origins: AllowedOrigins

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    let trace = context.trace.current
    // NB: never for a request that a session's cookie authenticates, so that other sites cannot
    // read what a user may see.
    guard let endpoint = trace.endpoint, endpoint.isCrossOriginReadable, !trace.usesSessionCookie,
      !Self.mayBeForged(request, endpoint)
    else { return response }
    if origins.variesByOrigin { response.headers.vary(by: "origin") }
    guard let origin = origins.allowOriginHeader(for: request.headers[.origin]) else {
      return response
    }
    context.trace.update { $0.isCrossOriginReadable = true }
    response.headers[.accessControlAllowOrigin] = origin
    response.headers[.accessControlExposeHeaders] = "ETag, Retry-After, X-Request-Id"
    return response
  }

  /// Whether the request could be a cross-site forgery: a write without `Authorization`, which a
  /// session's cookie may authenticate, even if it was rejected.
  private static func mayBeForged(_ request: Request, _ endpoint: Endpoint) -> Bool {
    endpoint.isWrite && endpoint.access.isForUsers && request.headers[.authorization] == nil
  }
}

/// Responds to a method that an existing path does not support: with 405, or with the allowed
/// methods if it is OPTIONS, as in a browser's preflight request.
struct OtherMethodHandler: HTTPResponder {
  private let isCrossOriginReadable: Bool
  private let origins: AllowedOrigins
  let allowed: [String]

  init(_ endpoints: [Endpoint], _ origins: AllowedOrigins) {
    isCrossOriginReadable = endpoints.contains(where: \.isCrossOriginReadable)
    self.origins = origins
    let methods = endpoints.map(\.method.rawValue)
    allowed = (methods + (methods.contains("GET") ? ["HEAD"] : [])).sorted()
  }

  func respond(to request: Request, context: ServerContext) async throws -> Response {
    let methods = allowed.joined(separator: ", ")
    guard request.method == .options else {
      throw Problem(
        .wrongMethod, "This path supports \(methods), not \(request.method.rawValue).",
        headers: [.allow: methods])
    }
    var headers: HTTPFields = [.allow: methods, .cacheControl: "no-store"]
    if isCrossOriginReadable, origins.variesByOrigin { headers.vary(by: "origin") }
    if isCrossOriginReadable,
      let origin = origins.allowOriginHeader(for: request.headers[.origin])
    {
      headers[.accessControlAllowOrigin] = origin
      headers[.accessControlAllowMethods] = methods
      headers[.accessControlAllowHeaders] =
        "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID"
      headers[.accessControlMaxAge] = "86400"
    }
    return Response(status: .noContent, headers: headers)
  }
}

extension HTTPFields {
  /// Adds a request header to `Vary`.
  fileprivate mutating func vary(by name: String) {
    self[.vary] = self[.vary].map { "\($0), \(name)" } ?? name
  }
}
