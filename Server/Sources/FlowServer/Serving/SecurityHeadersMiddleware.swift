import Accounts
package import HTTPTypes
import Hummingbird

/// Adds the security headers that a response does not set itself, and the request's id.
struct SecurityHeadersMiddleware: RouterMiddleware {
  let services: Services

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    let isReadable = context.trace.current.isCrossOriginReadable
    Self.set(.xContentTypeOptions, "nosniff", &response)
    Self.set(.referrerPolicy, "no-referrer", &response)
    Self.set(.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'", &response)
    Self.set(.crossOriginResourcePolicy, isReadable ? "cross-origin" : "same-origin", &response)
    // Two years; whether subdomains are included is not this server's decision.
    if services.accounts.settings.publicURL.hasPrefix("https:") {
      Self.set(.strictTransportSecurity, "max-age=63072000", &response)
    }
    response.headers[.requestID] = context.requestID
    return response
  }

  private static func set(_ name: HTTPField.Name, _ value: String, _ response: inout Response) {
    if response.headers[name] == nil { response.headers[name] = value }
  }
}

extension HTTPField.Name {
  // NB: never nil, because the names are tokens of RFC 9110, but the initializer is failable.
  package static let referrerPolicy = Self("Referrer-Policy") ?? .via
  package static let crossOriginResourcePolicy = Self("Cross-Origin-Resource-Policy") ?? .via
}
