import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Authenticates and authorizes the sender of a request.
struct AuthenticationMiddleware: RouterMiddleware {
  private let endpoint: Endpoint
  private let authenticator: Authenticator
  private let authorizer: Authorizer

  init(endpoint: Endpoint, services: Services) {
    self.endpoint = endpoint
    authenticator = Authenticator(services: services)
    authorizer = Authorizer(services: services)
  }

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let endpoint = endpoint
    context.trace.note { $0.endpoint = endpoint }
    var context = context
    context.path = endpoint.parameters(of: context)
    context.query = try endpoint.query(of: request)
    let principal =
      endpoint.access == .operator
      ? try await Self.operator(of: context)
      : try await authenticator.principal(of: request.head, context.query, for: endpoint)
    context.trace.note { $0.principal = principal }
    context.principal = principal
    context.authorization = try await authorizer.authorization(
      of: endpoint, context.path, context.query, principal)
    if endpoint.needsRecentSignIn { try authenticator.requireRecentSignIn(of: principal) }
    return try await next(request, context)
  }

  /// The operator at the other end of the control socket; on any other listener, such an endpoint
  /// does not exist.
  private static func `operator`(of context: ServerContext) async throws -> Principal {
    guard context.listener == .control else { throw HTTPError(.notFound) }
    let user = try await ControlPeer.user(of: context.connection)
    guard user.map(ControlPeer.mayOperate) ?? true else {
      throw Problem(.notAllowed, "This is for the user whom the server runs as, and for root.")
    }
    return .operator(user: user)
  }
}

/// Reads a request's body and runs its endpoint.
struct EndpointHandler: HTTPResponder {
  let endpoint: Endpoint
  let services: Services

  func respond(to request: Request, context: ServerContext) async throws -> Response {
    // Without `Content-Length`, the body may be as large as the route allows.
    let length = request.headers[.contentLength].flatMap(Int.init) ?? Int.max
    guard let declared = endpoint.body, min(length, declared.limit) > LargeBodies.size else {
      return try await response(request, context)
    }
    return try await services.largeBodies.hold(for: context.authorization.organization ?? "") {
      try await response(request, context)
    }
  }

  private func response(_ request: Request, _ context: ServerContext) async throws -> Response {
    let client = ClientAddress.client(
      peer: context.peer, request.headers, trustedProxies: services.trustedProxies)
    // A request of known size is refused before its body is read.
    let length = request.headers[.contentLength].flatMap(Int.init)
    if endpoint.isIntake, let length { try admit(length, client, context.principal) }
    var body: [UInt8] = []
    if let declared = endpoint.body {
      body = Array(buffer: try await request.body.collect(upTo: declared.limit))
    }
    if endpoint.isIntake, length == nil { try admit(body.count, client, context.principal) }
    let endpointRequest = EndpointRequest(
      services: services, principal: context.principal, client: client,
      authorization: context.authorization, path: context.path, query: context.query,
      headers: request.headers, body: body, requestID: context.requestID, logger: context.logger,
      connection: context.connection, listener: context.listener)
    let reply = try await reply(to: endpointRequest)
    return try services.largeResponses.response(
      reply, for: reply.owner ?? organization(of: endpointRequest),
      to: context.principal.credential)
  }

  /// Runs the endpoint; work on documents is limited per organization and runs on separate threads.
  private func reply(to request: EndpointRequest) async throws -> EndpointResponse {
    guard endpoint.readsDocuments else { return try await endpoint.run(request) }
    let endpoint = endpoint
    return try await services.documentLimiter.take(
      for: organization(of: request), isUrgent: endpoint.isUrgent
    ) {
      try await DocumentExecutor.run { try await endpoint.run(request) }
    }
  }

  /// The organization whose limits apply; requests with SDK keys have limits of their own.
  private func organization(of request: EndpointRequest) -> String {
    let organization = request.authorization.organization ?? ""
    return request.principal.appKey == nil ? organization : "apps of \(organization)"
  }

  private func admit(_ bytes: Int, _ client: Client, _ principal: Principal) throws(Problem) {
    var key: AuthenticatedSDKKey?
    if case .app(let app) = principal { key = app }
    try services.intake.admit(key: key, client: client, bytes: max(0, bytes))
  }
}

extension Endpoint {
  /// The path with parameters named by position: to Hummingbird's router, two routes are different
  /// if their parameters in the same position have different names.
  var routerPath: String {
    "/"
      + path.split(separator: "/").enumerated()
      .map { $1.hasPrefix("{") ? "{\($0)}" : String($1) }.joined(separator: "/")
  }

  /// The decoded parameters of the query.
  ///
  /// NB: a proxy, a log and this server may each read another value of a repeated parameter, so a
  /// request that repeats one of the endpoint's is rejected.
  fileprivate func query(of request: Request) throws(Problem) -> [String: String] {
    let repeated = QueryText.repeatedNames(request.uri.query)
    let declared = parameters.first { $0.location == .query && repeated.contains($0.name) }
    if let declared {
      throw Problem(.invalidParameter, "`\(declared.name)` may be given only once.")
    }
    return QueryText.parameters(request.uri.query)
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
