package import Hummingbird
import HTTPTypes

/// Responds to the requests that `DeliveryServer` does not answer on its fast path: Hummingbird's
/// router with the server's middleware and endpoints.
///
/// `ProblemMiddleware` converts the errors of endpoints to problem documents or pages.
package struct EndpointResponder: HTTPResponder {
  package typealias Context = ServerContext

  private let router: RouterResponder<ServerContext>
  private let listener: Listener

  package init(
    services: Services, endpoints: [Endpoint] = Routes.all, listener: Listener = .single
  ) {
    self.listener = listener
    let router = Router(context: ServerContext.self)
    router.add(middleware: RequestLogMiddleware(services: services))
    router.add(middleware: RouteMetricsMiddleware(metrics: services.metrics))
    router.add(middleware: SecurityHeadersMiddleware(services: services))
    router.add(middleware: CrossOriginMiddleware(origins: services.origins))
    router.add(middleware: ProblemMiddleware(services: services))
    router.add(middleware: StrictPathMiddleware())
    for endpoint in endpoints { Self.add(endpoint, to: router, services) }
    for (path, endpoints) in Dictionary(grouping: endpoints, by: \.routerPath) {
      Self.addOtherMethods(of: endpoints, at: path, to: router, services.origins)
    }
    self.router = router.buildResponder()
  }

  private static func add(
    _ endpoint: Endpoint, to router: Router<ServerContext>, _ services: Services
  ) {
    let group = router.group()
      .add(middleware: AuthenticationMiddleware(endpoint: endpoint, services: services))
    if endpoint.isLimitedChange || endpoint.isPublication {
      group.add(middleware: ChangeLimitMiddleware(endpoint, services.intake))
    }
    if endpoint.changesPermissions {
      group.add(middleware: PermissionChangeMiddleware(services: services))
    }
    let handler = EndpointHandler(endpoint: endpoint, services: services)
    let path = RouterPath(endpoint.routerPath)
    group.on(path, method: endpoint.method, responder: handler)
    // HEAD is routed like GET; the response's body is dropped below.
    if endpoint.method == .get { group.on(path, method: .head, responder: handler) }
  }

  /// Responds to the other usual methods of an existing path: with 405, or with the allowed methods
  /// to OPTIONS.
  ///
  /// Other methods, such as TRACE, get 404.
  private static func addOtherMethods(
    of endpoints: [Endpoint], at path: String, to router: Router<ServerContext>,
    _ origins: AllowedOrigins
  ) {
    let handler = OtherMethodHandler(endpoints, origins)
    let all: [HTTPRequest.Method] = [.get, .head, .put, .post, .patch, .delete, .options]
    for method in all where !handler.allowed.contains(method.rawValue) {
      router.on(RouterPath(path), method: method, responder: handler)
    }
  }

  package func respond(to request: Request, context: Context) async throws -> Response {
    var context = context
    context.listener = listener
    let response = try await router.respond(to: request, context: context)
    return request.method == .head ? response.createHeadResponse() : response
  }
}
