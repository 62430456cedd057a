import HTTPTypes
import NIOCore

/// A reason to refuse a request or a connection without a response from the routes.
enum Refusal {
  case malformed
  case malformedBody
  case headTooLarge
  case unsupportedVersion
  case unsupportedTransferCoding
  case unsupportedMethod
  case bodyTooSlow
  case tooManyStreams(StreamLimit)
  case tooManyConnections
  case tooManyConnectionsOfNetwork

  init(_ refusal: RequestHead.Refusal) {
    switch refusal {
    case .malformed: self = .malformed
    case .unsupportedVersion: self = .unsupportedVersion
    case .unsupportedTransferCoding: self = .unsupportedTransferCoding
    case .unsupportedMethod: self = .unsupportedMethod
    }
  }

  private var problemFields: (status: Int, title: String, code: String, detail: String) {
    switch self {
    case .malformed:
      (
        400, "Bad Request", "malformed-request",
        "The head of the request does not follow RFC 9112."
      )
    case .malformedBody:
      (
        400, "Bad Request", "malformed-body",
        "The body's chunks or trailers do not follow RFC 9112, its extensions or trailers are too "
          + "long, or it has too many chunks of one or two bytes."
      )
    case .headTooLarge:
      (
        431, "Request Header Fields Too Large", "head-too-large",
        "The head of the request exceeds the limit of this server."
      )
    case .unsupportedVersion:
      (
        505, "HTTP Version Not Supported", "unsupported-version",
        "This server supports only HTTP/1.0 and HTTP/1.1."
      )
    case .unsupportedTransferCoding:
      (
        501, "Not Implemented", "unsupported-transfer-coding",
        "The only transfer coding that this server supports is chunked."
      )
    case .unsupportedMethod:
      (501, "Not Implemented", "unsupported-method", "This server does not support CONNECT.")
    case .bodyTooSlow:
      (
        408, "Request Timeout", "body-too-slow",
        "The body arrives too slowly; send it again over a faster connection."
      )
    case .tooManyStreams(.server):
      (503, "Service Unavailable", "too-many-streams", Self.detail(.server))
    case .tooManyStreams(let limit):
      (429, "Too Many Requests", "too-many-streams", Self.detail(limit))
    case .tooManyConnectionsOfNetwork:
      (
        429, "Too Many Requests", "too-many-connections",
        "The limit of connections from one network is reached. If this is a proxy, start the "
          + "server with --trusted-proxies."
      )
    case .tooManyConnections:
      (
        503, "Service Unavailable", "too-many-connections",
        "The server's limit of connections is reached; try again later."
      )
    }
  }

  private static func detail(_ limit: StreamLimit) -> String {
    switch limit {
    case .server:
      "The server's limit of open streams is reached; poll the release, or try again later."
    case .organization:
      "The organization's limit of open streams is reached; poll the release, or try again "
        + "later. The operator can raise it with --streams-per-organization."
    case .network:
      "The limit of open streams from one network is reached; poll the release, or try again "
        + "later."
    case .caller:
      "The limit of open streams of one user or token is reached; close some, then try again."
    case .routes:
      "The server's limit of open streams that are not served from memory is reached; close some, "
        + "or try again later."
    }
  }

  /// The refusal as a problem, for a route that refuses a stream.
  func problem(retryAfter: Int) -> Problem {
    Problem(.tooManyStreams, problemFields.detail, headers: [.retryAfter: "\(retryAfter)"])
  }

  /// The complete response, with a problem document (RFC 9457).
  func response(date: ByteBuffer, retryAfter: Int, originLines: String) -> ByteBuffer {
    let fields = problemFields
    let id = String(UInt64.random(in: .min ... .max), radix: 16)
    let body =
      #"{"type":"about:blank","title":"\#(fields.title)","status":\#(fields.status),"#
      + #""detail":"\#(fields.detail)","code":"\#(fields.code)","requestId":"\#(id)"}"#
    let retry = fields.status == 429 || fields.status == 503 ? "retry-after: \(retryAfter)\r\n" : ""
    let head = ResponseHeadBytes.buffer(
      "\(fields.status) \(fields.title)",
      "content-type: application/problem+json\r\ncontent-length: \(body.utf8.count)\r\n"
        + "cache-control: no-store\r\nx-content-type-options: nosniff\r\n"
        + "\(originLines)\(retry)"
        + "connection: close\r\n",
      date: date)
    return ResponseHeadBytes.joined(head, ByteBuffer(string: body))
  }
}
