import Accounts
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
  package typealias Context = ServerContext

  private let services: Services
  private let routes: RouteTable
  private let authenticator: Authenticator
  private let authorizer: Authorizer

  package init(services: Services, endpoints: [Endpoint] = EndpointTable.all) {
    self.services = services
    routes = RouteTable(endpoints)
    authenticator = Authenticator(services: services)
    authorizer = Authorizer(services: services)
  }

  package func respond(to request: Request, context: Context) async throws -> Response {
    let start = ContinuousClock.now
    // NB: `context.id` crashes where a logger keeps no metadata.
    let requestID = context.logger[metadataKey: "hb.request.id"]?.description ?? "none"
    var log = RequestLog(request, requestID: requestID)
    var reply: Reply
    var isShared = false
    switch routes.find(request.method, path: request.uri.path) {
    case .endpoint(let endpoint, let path):
      log.route = endpoint.id
      reply = await answer(endpoint, path, request, context, &log)
      // NB: never with a cookie, so that no other site's page reads what a person may see.
      isShared = endpoint.isForApps && !log.isByCookie && !Self.mayBeForged(request, endpoint)
      if isShared { reply.headers[.accessControlAllowOrigin] = "*" }
    case .otherMethods(let endpoints):
      reply = refuse(request, among: endpoints, requestID: requestID, &log)
    case .nothing:
      let problem = Problem(
        .unknownPath, "There is nothing at this path; /docs lists what there is.")
      let style: Endpoint.ProblemStyle = PageProblem.isWanted(request.headers) ? .page : .document
      reply = tell(problem, request, style, requestID)
    }
    SecurityHeaders.add(
      to: &reply, isShared: isShared, publicURL: services.accounts.settings.publicURL)
    reply.headers[.requestID] = requestID
    let duration = ContinuousClock.now - start
    log.write(reply, duration, to: services.logger)
    services.metrics.count(
      route: log.route, method: request.method.rawValue, status: reply.status, duration: duration)
    var response = reply.response
    if request.method == .head { response = response.createHeadResponse() }
    return response
  }

  /// Whether a change comes with nothing but a cookie, if anything, also one that was refused.
  private static func mayBeForged(_ request: Request, _ endpoint: Endpoint) -> Bool {
    endpoint.isWrite && endpoint.access.isForPeople && request.headers[.authorization] == nil
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
      return tell(problem, request, endpoint.problemStyle, log.requestID)
    }
  }

  /// A problem, as a page where people would read it.
  private func tell(
    _ problem: Problem, _ request: Request, _ style: Endpoint.ProblemStyle, _ requestID: String
  ) -> Reply {
    guard style == .page else { return .problem(problem, requestID: requestID, style: style) }
    let settings = services.accounts.settings
    return PageProblem.reply(
      problem, request.headers, requestID: requestID, publicURL: settings.publicURL,
      service: settings.serviceName)
  }

  /// Everything that is the same for all endpoints.
  private func call(
    _ endpoint: Endpoint, _ path: [String: String], _ request: Request, _ context: Context,
    _ log: inout RequestLog
  ) async throws -> Call {
    let query = QueryText.parameters(request.uri.query)
    let caller = try await authenticator.caller(of: request.head, query, for: endpoint)
    log.note(caller)
    let reach = try await authorizer.reach(of: endpoint, path, query, caller)
    var body: [UInt8] = []
    if let declared = endpoint.body {
      body = Array(buffer: try await request.body.collect(upTo: declared.limit))
    }
    return Call(
      services: services, caller: caller, client: client(request, context), reach: reach,
      path: path, query: query, headers: request.headers, body: body, requestID: log.requestID,
      logger: context.logger, connectionClosed: context.connectionClosed)
  }

  private func client(_ request: Request, _ context: Context) -> Client {
    ClientAddress.client(
      peer: context.peer, request.headers, trustedProxies: services.trustedProxies)
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
