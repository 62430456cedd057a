import Accounts
import HTTPTypes
import Hummingbird

/// Converts errors to problem documents, or to pages for browsers.
struct ProblemMiddleware: RouterMiddleware {
  let services: Services

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let problem = Self.problem(error)
      context.trace.update { trace in
        trace.problem = problem
        if !(error is Problem) { trace.cause = error }
      }
      return endpointResponse(problem, request, context).response
    }
  }

  private static func problem(_ error: any Error) -> Problem {
    if let error = error as? HTTPError, error.status == .notFound {
      return Problem(.unknownPath, "There is no route at this path; /docs lists all routes.")
    }
    return Problem(error)
  }

  private func endpointResponse(_ problem: Problem, _ request: Request, _ context: ServerContext)
    -> EndpointResponse
  {
    let isPage = problem.code == .unknownPath && PageProblem.isPreferred(request.headers)
    let style = context.trace.current.endpoint?.problemStyle ?? (isPage ? .page : .document)
    guard style == .page else {
      return .problem(problem, requestID: context.requestID, style: style)
    }
    let settings = services.accounts.settings
    return PageProblem.response(
      problem, request.headers, requestID: context.requestID, publicURL: settings.publicURL,
      service: settings.serviceName)
  }
}

/// Responds with "not found" to a path with an empty segment, such as `/v1//apps`, which the router
/// would otherwise match to another path.
struct StrictPathMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let path = request.uri.path
    guard !path.contains("//"), path == "/" || !path.hasSuffix("/") else {
      throw HTTPError(.notFound)
    }
    return try await next(request, context)
  }
}
