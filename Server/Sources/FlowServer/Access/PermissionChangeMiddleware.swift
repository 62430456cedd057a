import Hummingbird

/// Makes every open stream recheck its reader's access as soon as someone's permissions may have
/// changed, such as through a member, a role, a token, a key, a session or an account.
struct PermissionChangeMiddleware: RouterMiddleware {
  let services: Services

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    // NB: a rejected request may still have ended something, such as a session in which someone
    // guesses passwords.
    defer { services.streams.recheck() }
    return try await next(request, context)
  }
}

extension Endpoint {
  /// Whether requests of the route may revoke someone's access: all writes about access,
  /// organizations or users, and all forms of the pages.
  ///
  /// NB: decided by the route's topic, so that a new route is not forgotten.
  package var changesPermissions: Bool {
    let topics: Set<Topic> = [.access, .organizations, .users, .pages]
    return isWrite && topics.contains(topic)
  }
}
