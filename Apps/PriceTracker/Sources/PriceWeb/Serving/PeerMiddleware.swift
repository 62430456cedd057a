import HTTPTypes
public import Hummingbird
public import PriceService

/// Sets a header to the client's address, overwriting any value from the client: rate limits depend
/// on it.
public struct PeerMiddleware: RouterMiddleware {
  /// Creates the middleware.
  public init() {}

  /// Sets the header.
  public func handle(
    _ request: Request, context: PriceContext,
    next: @concurrent (Request, PriceContext) async throws -> Response
  ) async throws -> Response {
    var head = request.head
    head.headerFields[.peer] = context.address
    return try await next(Request(head: head, body: request.body), context)
  }
}
