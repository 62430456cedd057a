import NIOCore

/// An environment's current release as complete responses, ready to be written.
///
/// Rebuilt when the release or the date in the head changes; all requests in between get the same
/// buffers.
final class PrebuiltResponses {
  let release: LiveRelease
  let full: ByteBuffer
  let head: ByteBuffer
  let notModified: ByteBuffer

  init(_ release: LiveRelease, date: ByteBuffer) {
    self.release = release
    let about =
      "etag: \(release.etag)\r\ncache-control: no-cache\r\nx-content-type-options: nosniff\r\n"
      + "access-control-allow-origin: *\r\naccess-control-expose-headers: etag\r\n"
    head = ResponseHeadBytes.buffer(
      "200 OK",
      "content-type: application/json\r\n"
        + "content-length: \(release.envelope.readableBytes)\r\n\(about)", date: date)
    full = ResponseHeadBytes.joined(head, release.envelope)
    notModified = ResponseHeadBytes.buffer("304 Not Modified", about, date: date)
  }
}

/// Heads of responses that the fast path writes.
enum ResponseHeadBytes {
  /// Writes a head from code and reason, complete lines, and the letters of the date.
  static func buffer(_ status: String, _ fields: String, date: ByteBuffer) -> ByteBuffer {
    var buffer = ByteBuffer(string: "HTTP/1.1 \(status)\r\n\(fields)date: ")
    buffer.writeImmutableBuffer(date)
    buffer.writeStaticString("\r\n\r\n")
    return buffer
  }

  static func joined(_ head: ByteBuffer, _ body: ByteBuffer) -> ByteBuffer {
    var buffer = ByteBufferAllocator().buffer(capacity: head.readableBytes + body.readableBytes)
    buffer.writeImmutableBuffer(head)
    buffer.writeImmutableBuffer(body)
    return buffer
  }

  /// What a stream starts with: no length, the end of the connection ends it.
  static func stream(date: ByteBuffer) -> ByteBuffer {
    var buffer = buffer(
      "200 OK",
      "content-type: text/event-stream\r\ncache-control: no-store\r\n"
        + "x-content-type-options: nosniff\r\n"
        + "access-control-allow-origin: *\r\nx-accel-buffering: no\r\nconnection: close\r\n",
      date: date)
    buffer.writeStaticString("retry: 1000\n\n")
    return buffer
  }

  /// The answer of `/healthz`: the process is there and its event loops turn.
  static let healthBody = ByteBuffer(string: #"{"status":"ok"}"#)

  static func health(date: ByteBuffer) -> ByteBuffer {
    buffer(
      "200 OK",
      "content-type: application/json\r\ncontent-length: \(healthBody.readableBytes)\r\n"
        + "cache-control: no-store\r\nx-content-type-options: nosniff\r\n",
      date: date)
  }
}

/// Why a request is refused before routing; the connection ends with it.
enum Refusal {
  case malformed
  case headTooLarge
  case unknownVersion
  case unknownTransferCoding
  case unknownMethod
  case tooManyStreamsOfKey
  case tooManyStreams
  case tooManyConnections

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
    case .tooManyStreamsOfKey:
      (
        429, "Too Many Requests", "too-many-streams",
        "As many streams as this key may have are open; poll the release, or try again later."
      )
    case .tooManyStreams:
      (
        503, "Service Unavailable", "too-many-streams",
        "As many streams as this server serves are open; poll the release, or try again later."
      )
    case .tooManyConnections:
      (
        503, "Service Unavailable", "too-many-connections",
        "As many connections as this server serves are open; try again later."
      )
    }
  }

  /// The whole answer, a problem document (RFC 9457).
  func answer(date: ByteBuffer, retryAfter: Int) -> ByteBuffer {
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
        + "access-control-allow-origin: *\r\n\(retry)"
        + "connection: close\r\n",
      date: date)
    return ResponseHeadBytes.joined(head, ByteBuffer(string: body))
  }
}
