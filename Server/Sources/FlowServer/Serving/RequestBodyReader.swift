import Accounts
import HTTPTypes
import Hummingbird
import NIOCore

/// Reads the bodies of an endpoint's requests; those of apps within the limits of `IntakeGuard`.
struct RequestBodyReader: Sendable {
  let endpoint: Endpoint
  let intake: IntakeGuard

  /// Admits a request of an app before its body is read; nil for other routes.
  ///
  /// Without `Content-Length`, the body may be as large as the route allows.
  ///
  /// - Throws: `body-too-large`, `intake-paused` or `intake-limited`.
  func admission(
    of request: Request, from client: Client, _ context: ServerContext
  ) throws(Problem) -> IntakeAdmission? {
    guard endpoint.isIntake else { return nil }
    let limit = endpoint.body?.limit ?? 0
    let length = request.headers[.contentLength].flatMap(Int.init) ?? limit
    guard length <= limit else { throw Problem.bodyTooLarge }
    return try intake.admit(
      key: context.principal.sdkKey, organization: context.authorization.organization,
      client: client, bytes: max(0, length))
  }

  /// Reads the body of a request; empty if the route takes none.
  ///
  /// - Throws: `body-too-large`; `intake-limited` if apps send too much at the same time.
  func body(
    of request: Request, _ admission: inout IntakeAdmission?
  ) async throws -> [UInt8] {
    guard let limit = endpoint.body?.limit else { return [] }
    guard var current = admission else {
      return Array(buffer: try await request.body.collect(upTo: limit))
    }
    // Also after an error: the bytes that have arrived count until the response.
    defer { admission = current }
    var bytes: [UInt8] = []
    for try await part in request.body {
      guard part.readableBytes <= limit - bytes.count else { throw Problem.bodyTooLarge }
      try intake.receive(part.readableBytes, of: &current)
      bytes.append(contentsOf: part.readableBytesView)
    }
    return bytes
  }
}
