package import FlowCore
package import HTTPTypes
package import Hummingbird
package import NIOCore

/// A response: status, headers and body.
package struct EndpointResponse: Sendable {
  package var status: Int
  package var headers: HTTPFields
  package var body: ByteBuffer
  /// A stream without end, in place of `body`.
  package var stream: ResponseBody?
  /// The owner whose limit an unread large body counts against; nil for the request's organization.
  package var owner: String?

  package init(_ status: Int, headers: HTTPFields = HTTPFields(), body: ByteBuffer = ByteBuffer()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Creates a response with JSON.
  package static func json(
    _ json: JSON, status: Int = 200, headers: HTTPFields = HTTPFields()
  ) -> EndpointResponse {
    .bytes(json.utf8(.compact), status: status, headers: headers)
  }

  /// Creates a response with encoded bytes of a media type, by default JSON.
  package static func bytes(
    _ bytes: [UInt8], type: String = "application/json", status: Int = 200,
    headers: HTTPFields = HTTPFields()
  ) -> EndpointResponse {
    var headers = headers
    headers[.contentType] = type
    return EndpointResponse(status, headers: headers, body: ByteBuffer(bytes: bytes))
  }

  /// A response for success without a body: 204 No Content.
  package static let noContent = EndpointResponse(204)

  /// Creates a response with a problem document, or with the error format of the legacy routes.
  package static func problem(
    _ problem: Problem, requestID: String, style: Endpoint.ProblemStyle
  ) -> EndpointResponse {
    switch style {
    case .document, .page:
      .bytes(
        problem.json(requestID: requestID).utf8(.compact), type: "application/problem+json",
        status: problem.code.status, headers: problem.headers)
    case .legacy:
      .json(problem.legacyJSON, status: problem.code.status, headers: problem.headers)
    }
  }

  /// The HTTP response; `no-store` unless it has a `Cache-Control` header.
  package var response: Response {
    var headers = headers
    if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    return Response(
      status: HTTPResponse.Status(code: status), headers: headers,
      body: stream ?? ResponseBody(byteBuffer: body))
  }
}

extension HTTPField.Name {
  // NB: never nil, because the names are tokens of RFC 9110, but the initializer is failable.
  package static let requestID = Self("X-Request-Id") ?? .via
  package static let idempotencyKey = Self("Idempotency-Key") ?? .via
  package static let lastEventID = Self("Last-Event-ID") ?? .via
}
