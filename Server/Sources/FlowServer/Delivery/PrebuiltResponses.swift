import NIOCore

/// The current release of an environment as complete responses.
///
/// Rebuilt when the release or the date in the head changes; all requests in between share the same
/// buffers.
final class PrebuiltResponses {
  let release: LiveRelease
  let full: ByteBuffer
  let head: ByteBuffer
  let notModified: ByteBuffer
  private let date: ByteBuffer
  private let origins: AllowedOrigins
  private var responsesByOrigin: [Int: PrebuiltResponses] = [:]

  /// Creates the responses for one allowed origin, or for requests without one.
  init(_ release: LiveRelease, date: ByteBuffer, origins: AllowedOrigins, origin: Int? = nil) {
    self.release = release
    self.date = date
    self.origins = origins
    let fields =
      "etag: \(release.etag)\r\ncache-control: \(ReleaseCaching.current)\r\n"
      + "vary: \(origins.vary)\r\nx-content-type-options: nosniff\r\n\(origins.headerLines(origin))"
    head = ResponseHeadBytes.buffer(
      "200 OK",
      "content-type: application/json\r\n"
        + "content-length: \(release.envelope.readableBytes)\r\n\(fields)", date: date)
    full = ResponseHeadBytes.joined(head, release.envelope)
    notModified = ResponseHeadBytes.buffer("304 Not Modified", fields, date: date)
  }

  /// Returns the responses for an allowed origin; for nil, these responses.
  func responses(forOrigin origin: Int?) -> PrebuiltResponses {
    guard let origin else { return self }
    if let responses = responsesByOrigin[origin] { return responses }
    let responses = PrebuiltResponses(release, date: date, origins: origins, origin: origin)
    responsesByOrigin[origin] = responses
    return responses
  }
}

/// The encoded parts of responses that the fast path writes.
enum ResponseHeadBytes {
  /// Encodes a head from the status, complete header lines, and the date.
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

  /// Returns the start of a stream's response: its head, which has no length because the response
  /// ends with the connection, and the time after which clients reconnect.
  static func stream(date: ByteBuffer, originLines: String) -> ByteBuffer {
    var buffer = buffer(
      "200 OK",
      "content-type: text/event-stream\r\ncache-control: no-store\r\n"
        + "x-content-type-options: nosniff\r\n"
        + "\(originLines)x-accel-buffering: no\r\nconnection: close\r\n",
      date: date)
    buffer.writeStaticString("retry: 1000\n\n")
    return buffer
  }

  /// The body of `/healthz` and `/livez`: the process is running and its event loops respond.
  static let healthBody = ByteBuffer(string: #"{"status":"ok"}"#)

  static func health(date: ByteBuffer) -> ByteBuffer {
    buffer(
      "200 OK",
      "content-type: application/json\r\ncontent-length: \(healthBody.readableBytes)\r\n"
        + "cache-control: no-store\r\nx-content-type-options: nosniff\r\n",
      date: date)
  }
}
