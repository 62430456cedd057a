import Hummingbird

/// Lets every open stream check its reader's access again as soon as someone's rights may have
/// changed: a member, a role, a token, a key, a session or an account.
struct RightsMiddleware: RouterMiddleware {
  let services: Services

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    // NB: a change that is refused may have ended something all the same, such as a session in
    // which passwords are guessed.
    defer { services.streams.recheck() }
    return try await next(request, context)
  }
}

extension Endpoint {
  /// Whether the route may take someone's rights away: those that change access or users.
  ///
  /// NB: by topic, so that a new route is not forgotten.
  package var changesRights: Bool {
    let topics: Set<Topic> = [.access, .organizations, .users, .pages]
    return isWrite && topics.contains(topic)
  }
}
