import Hummingbird
import Logging

/// Logs one line for each request, without the query, because it may hold a key.
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
    let isProbe = ["isAlive", "isLive", "isReady", "isWritable", "readMetrics"].contains(
      trace.route)
    let level: Logger.Level = status >= 500 ? .error : isProbe ? .debug : .info
    guard services.logger.logLevel <= level else { return }
    var metadata: Logger.Metadata = [
      "request": "\(context.requestID)", "route": "\(trace.route)", "status": "\(status)",
      "ms": "\(Self.milliseconds(duration))",
    ]
    if let principal = trace.principal { metadata["caller"] = "\(principal.name)" }
    if let problem = trace.problem { metadata["code"] = "\(problem.code.rawValue)" }
    // The inner error is for the operator only.
    if let cause = trace.cause, status >= 500 { metadata["reason"] = "\(cause)" }
    services.logger.log(
      level: level, "\(request.method.rawValue) \(request.uri.path)", metadata: metadata)
  }

  private static func milliseconds(_ duration: Duration) -> String {
    let tenths = duration / .microseconds(100)
    return "\(Int(tenths) / 10).\(Int(tenths) % 10)"
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
    metrics.count(
      route: context.trace.current.route, method: request.method.rawValue,
      status: response.status.code, duration: ContinuousClock.now - start)
    return response
  }
}
