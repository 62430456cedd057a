import HTTPTypes
import NIOCore

/// A refusal before routing; the connection ends with it.
enum Refusal {
  case malformed
  case headTooLarge
  case unknownVersion
  case unknownTransferCoding
  case unknownMethod
  case bodyTooSlow
  case tooManyStreams(StreamLimit)
  case tooManyConnections
  case tooManyConnectionsOfNetwork

  init(_ refusal: RequestHead.Refusal) {
    switch refusal {
    case .malformed: self = .malformed
    case .unknownVersion: self = .unknownVersion
    case .unknownTransferCoding: self = .unknownTransferCoding
    case .unknownMethod: self = .unknownMethod
    }
  }

  private var texts: (status: Int, title: String, code: String, detail: String) {
    switch self {
    case .malformed:
      (
        400, "Bad Request", "malformed-request",
        "The head of the request does not follow RFC 9112."
      )
    case .headTooLarge:
      (
        431, "Request Header Fields Too Large", "head-too-large",
        "The head of the request is longer than this server reads."
      )
    case .unknownVersion:
      (
        505, "HTTP Version Not Supported", "unknown-version",
        "This server speaks HTTP/1.1 here."
      )
    case .unknownTransferCoding:
      (
        501, "Not Implemented", "unknown-transfer-coding",
        "The one transfer coding this server reads is chunked."
      )
    case .unknownMethod:
      (501, "Not Implemented", "unknown-method", "This server makes no tunnels.")
    case .bodyTooSlow:
      (
        408, "Request Timeout", "body-too-slow",
        "The body comes too slowly; send it in one go, over a faster connection."
      )
    case .tooManyStreams(.server):
      (
        503, "Service Unavailable", "too-many-streams",
        "As many streams as this server serves are open; poll the release, or try again later."
      )
    case .tooManyStreams(let limit):
      (429, "Too Many Requests", "too-many-streams", Self.detail(limit))
    case .tooManyConnectionsOfNetwork:
      (
        429, "Too Many Requests", "too-many-connections",
        "As many connections as one network may have are open from here. If this is a proxy, "
          + "start the server with --trusted-proxies."
      )
    case .tooManyConnections:
      (
        503, "Service Unavailable", "too-many-connections",
        "As many connections as this server serves are open; try again later."
      )
    }
  }

  private static func detail(_ limit: StreamLimit) -> String {
    switch limit {
    case .server: "As many streams as this server serves are open; poll, or try again later."
    case .organization:
      "As many streams as one organization may have are open; poll the release, or try again "
        + "later. --streams-per-organization lets this organization have more."
    case .network:
      "As many streams as one network may have are open from here; poll the release, or try "
        + "again later."
    case .caller:
      "As many streams as one token or user may have are open; close some, then try again."
    case .routes:
      "As many streams of tokens and users as this server serves are open; close some, then try "
        + "again."
    }
  }

  /// The same for a route that refuses a stream.
  func problem(retryAfter: Int) -> Problem {
    Problem(.tooManyStreams, texts.detail, headers: [.retryAfter: "\(retryAfter)"])
  }

  /// The whole response, a problem document (RFC 9457).
  func response(date: ByteBuffer, retryAfter: Int, originLines: String) -> ByteBuffer {
    let texts = texts
    let id = String(UInt64.random(in: .min ... .max), radix: 16)
    let body =
      #"{"type":"about:blank","title":"\#(texts.title)","status":\#(texts.status),"#
      + #""detail":"\#(texts.detail)","code":"\#(texts.code)","requestId":"\#(id)"}"#
    let retry = texts.status == 429 || texts.status == 503 ? "retry-after: \(retryAfter)\r\n" : ""
    let head = ResponseHeadBytes.buffer(
      "\(texts.status) \(texts.title)",
      "content-type: application/problem+json\r\ncontent-length: \(body.utf8.count)\r\n"
        + "cache-control: no-store\r\nx-content-type-options: nosniff\r\n"
        + "\(originLines)\(retry)"
        + "connection: close\r\n",
      date: date)
    return ResponseHeadBytes.joined(head, ByteBuffer(string: body))
  }
}
