import Accounts
import Hummingbird
import Logging

/// Logs a line for each request, without the query, which may contain a key, and without secrets in
/// the path; rate-limited by route and status.
struct RequestLogMiddleware: RouterMiddleware {
  let services: Services

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    log(request, context, status: response.status.code, ContinuousClock.now - start)
    return response
  }

  private func log(
    _ request: Request, _ context: ServerContext, status: Int, _ duration: Duration
  ) {
    let trace = context.trace.current
    let isProbe = [
      "checkHealth", "checkLiveness", "checkReadiness", "checkWriteReadiness", "readMetrics",
    ].contains(
      trace.route)
    let level: Logger.Level = status >= 500 ? .error : isProbe ? .debug : .info
    guard services.logger.logLevel <= level,
      let skipped = services.logSampler.countLine(
        route: trace.route, status: status, at: services.clock())
    else { return }
    var metadata: Logger.Metadata = [
      "request": "\(context.requestID)", "route": "\(trace.route)",
      "status": .stringConvertible(status), "ms": .stringConvertible(Self.milliseconds(duration)),
    ]
    let address = ClientAddress.address(
      peer: context.peer, request.headers, trustedProxies: services.trustedProxies)
    if !address.isEmpty { metadata["client"] = "\(address)" }
    if skipped > 0 { metadata["skipped"] = .stringConvertible(skipped) }
    if let principal = trace.principal { metadata["caller"] = "\(principal.name)" }
    if let problem = trace.problem { metadata["code"] = "\(problem.code.rawValue)" }
    // The underlying error is for the operator only.
    if let cause = trace.cause, status >= 500 { metadata["reason"] = "\(cause)" }
    let path = LoggedPath.masked(request.uri.path)
    services.logger.log(level: level, "\(request.method.rawValue) \(path)", metadata: metadata)
  }

  /// The duration in milliseconds, rounded to a tenth.
  private static func milliseconds(_ duration: Duration) -> Double {
    (duration / .microseconds(100)).rounded() / 10
  }
}

/// Counts requests and measures their duration, by route.
struct RouteMetricsMiddleware: RouterMiddleware {
  let metrics: Metrics

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    let trace = context.trace.current
    if let problem = trace.problem {
      metrics.countSignInFailure(problem.code)
      metrics.countQuotaRefusal(problem)
    }
    metrics.count(
      route: trace.route, method: request.method.rawValue,
      status: response.status.code, duration: ContinuousClock.now - start)
    return response
  }
}
