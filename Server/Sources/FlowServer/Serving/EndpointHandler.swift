import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Authenticates and authorizes the sender of a request, before its body is read.
struct AuthenticationMiddleware: RouterMiddleware {
  private let endpoint: Endpoint
  private let access: RequestAccess

  init(endpoint: Endpoint, services: Services) {
    self.endpoint = endpoint
    access = RequestAccess(endpoint: endpoint, services: services)
  }

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let endpoint = endpoint
    context.trace.update { $0.endpoint = endpoint }
    var context = context
    context.pathParameters = endpoint.parameters(of: context)
    context.query = try endpoint.query(of: request)
    return try await next(
      request, try await access.authorizedContext(for: request.head, in: context))
  }
}

/// Reads a request's body and runs its endpoint.
struct EndpointHandler: HTTPResponder {
  private let endpoint: Endpoint
  private let services: Services
  private let access: RequestAccess

  init(endpoint: Endpoint, services: Services) {
    self.endpoint = endpoint
    self.services = services
    access = RequestAccess(endpoint: endpoint, services: services)
  }

  func respond(to request: Request, context: ServerContext) async throws -> Response {
    // Without `Content-Length`, the body may be as large as the route allows.
    let length = request.headers[.contentLength].flatMap(Int.init) ?? Int.max
    guard let declared = endpoint.body,
      min(length, declared.limit) > LargeBodyLimiter.threshold
    else { return try await response(request, context) }
    return try await services.largeBodyLimiter.withReservation(
      for: context.authorization.organization ?? ""
    ) {
      try await response(request, context)
    }
  }

  private func response(_ request: Request, _ context: ServerContext) async throws -> Response {
    let client = ClientAddress.client(
      peer: context.peer, request.headers, trustedProxies: services.trustedProxies)
    let reader = RequestBodyReader(endpoint: endpoint, intake: services.intake)
    var admission = try reader.admission(of: request, from: client, context)
    defer { if let admission { services.intake.end(admission) } }
    let body = try await reader.body(of: request, &admission)
    let endpointResponse = try await endpointResponse(to: request.head, client, body, context)
    return try services.largeResponseLimiter.response(
      endpointResponse, for: endpointResponse.owner ?? organization(of: context),
      to: context.principal.callerID)
  }

  /// Runs the endpoint; checks access again if it has a body or its requests may have been queued.
  ///
  /// Work on documents is limited per organization and runs on separate threads.
  private func endpointResponse(
    to head: HTTPRequest, _ client: Client, _ body: [UInt8], _ context: ServerContext
  ) async throws -> EndpointResponse {
    guard endpoint.readsDocuments else {
      var current = context
      if endpoint.body != nil {
        current = try await access.authorizedContext(for: head, in: context)
      }
      return try await endpoint.run(endpointRequest(head, client, body, current))
    }
    return try await services.documentLimiter.run(
      for: organization(of: context), isUrgent: endpoint.isUrgent
    ) {
      // NB: checked only now, because the request may have waited in the queue.
      let current = try await access.authorizedContext(for: head, in: context)
      let request = endpointRequest(head, client, body, current)
      let endpoint = endpoint
      return try await DocumentExecutor.run { try await endpoint.run(request) }
    }
  }

  private func endpointRequest(
    _ head: HTTPRequest, _ client: Client, _ body: [UInt8], _ context: ServerContext
  ) -> EndpointRequest {
    EndpointRequest(
      services: services, principal: context.principal, client: client,
      authorization: context.authorization, pathParameters: context.pathParameters,
      query: context.query, headers: head.headerFields, body: body,
      bodySchema: endpoint.body?.schema, requestID: context.requestID, logger: context.logger,
      connection: context.connection, listener: context.listener)
  }

  /// The organization whose limits apply; requests with SDK keys have limits of their own.
  private func organization(of context: ServerContext) -> String {
    if let key = context.principal.sdkKey { return "apps of \(key.organization)" }
    return context.authorization.organization ?? ""
  }
}

extension Endpoint {
  /// The path with parameters named by position, because Hummingbird's router treats two paths as
  /// different if their parameters in the same position have different names.
  var routerPath: String {
    "/"
      + path.split(separator: "/").enumerated()
      .map { $1.hasPrefix("{") ? "{\($0)}" : String($1) }.joined(separator: "/")
  }

  /// The decoded parameters of the query.
  ///
  /// NB: a proxy, a log and this server may each read a different value of a repeated parameter, so
  /// a request that repeats one of the endpoint's is rejected.
  fileprivate func query(of request: Request) throws(Problem) -> [String: String] {
    let repeated = QueryString.repeatedNames(request.uri.query)
    let declared = parameters.first { $0.location == .query && repeated.contains($0.name) }
    if let declared {
      throw Problem(.invalidParameter, "`\(declared.name)` may be given only once.")
    }
    return QueryString.parameters(request.uri.query)
  }

  /// The decoded path parameters.
  fileprivate func parameters(of context: ServerContext) -> [String: String] {
    var values: [String: String] = [:]
    for (index, segment) in path.split(separator: "/").enumerated() where segment.hasPrefix("{") {
      let value = context.parameters.get("\(index)") ?? ""
      values[String(segment.dropFirst().dropLast())] = value.removingPercentEncoding ?? value
    }
    return values
  }
}
