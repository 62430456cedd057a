import HTTPTypes
import Hummingbird

/// Authenticates and authorizes the sender of a request: before its body is read and, if it has one
/// or has waited for its turn, again before its endpoint runs.
///
/// A sender may take minutes to send a body, and a request may wait for its turn. What has been
/// revoked in the meantime no longer gives access, so nothing is kept from the first time.
struct RequestAccess: Sendable {
  private let endpoint: Endpoint
  private let authenticator: Authenticator
  private let authorizer: Authorizer

  init(endpoint: Endpoint, services: Services) {
    self.endpoint = endpoint
    authenticator = Authenticator(services: services)
    authorizer = Authorizer(services: services)
  }

  /// Returns the context with the request's sender and their permissions.
  ///
  /// - Throws: The errors of ``Authenticator`` and ``Authorizer``; `not-recent`; for an operator's
  ///   endpoint, "not found" on any other listener, and `not-allowed`.
  func authorizedContext(
    for head: HTTPRequest, in context: ServerContext
  ) async throws -> ServerContext {
    var context = context
    let principal =
      endpoint.access == .operator
      ? try await Self.operator(of: context)
      : try await authenticator.principal(of: head, context.query, for: endpoint)
    context.trace.update { $0.principal = principal }
    context.principal = principal
    context.authorization = try await authorizer.authorization(
      of: endpoint, context.pathParameters, context.query, principal)
    if endpoint.needsRecentSignIn { try authenticator.requireRecentSignIn(of: principal) }
    return context
  }

  /// The operator at the other end of the control socket; on any other listener, such an endpoint
  /// does not exist.
  private static func `operator`(of context: ServerContext) async throws -> Principal {
    guard context.listener == .control else { throw HTTPError(.notFound) }
    let uid = try await ControlPeer.user(of: context.connection)
    guard uid.map(ControlPeer.mayOperate) ?? true else {
      throw Problem(.notAllowed, "Only the server's user and root may do this.")
    }
    return .operator(uid: uid)
  }
}
