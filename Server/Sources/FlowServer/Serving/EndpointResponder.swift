import FlowStore
package import Hummingbird
import HTTPTypes
import Logging
import NIOCore

/// Makes an answer of every request.
///
/// It finds the endpoint, sees who calls, reads the body, and tells problems; nothing is thrown on
/// to Hummingbird.
package struct EndpointResponder: HTTPResponder {
  package typealias Context = BasicRequestContext

  private let services: Services
  private let routes: RouteTable
  private let authenticator: Authenticator

  package init(services: Services, endpoints: [Endpoint] = EndpointTable.all) {
    self.services = services
    routes = RouteTable(endpoints)
    authenticator = Authenticator(services: services)
  }

  package func respond(to request: Request, context: Context) async throws -> Response {
    let start = ContinuousClock.now
    // NB: `context.id` crashes where a logger keeps no metadata.
    let requestID = context.logger[metadataKey: "hb.request.id"]?.description ?? "none"
    var log = RequestLog(request, requestID: requestID)
    var reply: Reply
    switch routes.find(request.method, path: request.uri.path) {
    case .endpoint(let endpoint, let path):
      log.route = endpoint.id
      reply = await answer(endpoint, path, request, context, &log)
      if endpoint.isForApps { reply.headers[.accessControlAllowOrigin] = "*" }
    case .otherMethods(let endpoints):
      reply = refuse(request, among: endpoints, requestID: requestID, &log)
    case .nothing:
      let problem = Problem(
        .unknownPath, "There is nothing at this path; /docs lists what there is.")
      reply = .problem(problem, requestID: requestID, style: .document)
    }
    reply.headers[.requestID] = requestID
    let duration = ContinuousClock.now - start
    log.write(reply, duration, to: services.logger)
    services.metrics.count(
      route: log.route, method: request.method.rawValue, status: reply.status, duration: duration)
    var response = reply.response
    if request.method == .head { response = response.createHeadResponse() }
    return response
  }

  private func answer(
    _ endpoint: Endpoint, _ path: [String: String], _ request: Request, _ context: Context,
    _ log: inout RequestLog
  ) async -> Reply {
    do {
      let call = try await call(endpoint, path, request, context, &log)
      return try await endpoint.run(call)
    } catch {
      let problem = Problem(error)
      log.note(problem, error)
      return .problem(problem, requestID: log.requestID, style: endpoint.problemStyle)
    }
  }

  /// Everything that is the same for all endpoints.
  private func call(
    _ endpoint: Endpoint, _ path: [String: String], _ request: Request, _ context: Context,
    _ log: inout RequestLog
  ) async throws -> Call {
    let query = QueryText.parameters(request.uri.query)
    let caller = try await authenticator.caller(of: request.headers, query, for: endpoint)
    log.caller = caller.name
    let application = try await authenticator.application(of: endpoint, path, caller)
    try await authenticator.checkEnvironment(of: endpoint, path, application, caller)
    var body: [UInt8] = []
    if let declared = endpoint.body {
      body = Array(buffer: try await request.body.collect(upTo: declared.limit))
    }
    return Call(
      services: services, caller: caller, application: application, path: path, query: query,
      headers: request.headers, body: body, requestID: log.requestID, logger: context.logger)
  }

  /// The path is right and the method is not; a browser that asks first what it may do is told.
  private func refuse(
    _ request: Request, among endpoints: [Endpoint], requestID: String, _ log: inout RequestLog
  ) -> Reply {
    let methods =
      endpoints.map(\.method.rawValue) + (endpoints.contains { $0.method == .get } ? ["HEAD"] : [])
    let allowed = methods.sorted().joined(separator: ", ")
    if request.method == .options {
      var reply = Reply(204, headers: [.allow: allowed])
      if endpoints.contains(where: \.isForApps) {
        reply.headers[.accessControlAllowOrigin] = "*"
        reply.headers[.accessControlAllowMethods] = allowed
        reply.headers[.accessControlAllowHeaders] =
          "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID"
        reply.headers[.accessControlMaxAge] = "86400"
      }
      return reply
    }
    let problem = Problem(
      .wrongMethod, "This path takes \(allowed), not \(request.method.rawValue).",
      headers: [.allow: allowed])
    return .problem(problem, requestID: requestID, style: .document)
  }
}
