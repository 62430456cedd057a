/// A POST request to a push service, for any HTTP client to send.
public struct PushRequest: Sendable {
  /// The protocol that the service requires.
  public enum Version: Hashable, Sendable {
    /// HTTP/1.1 or HTTP/2, as the connection negotiates.
    case any
    /// HTTP/2 only, as APNs requires.
    case http2
  }

  /// The absolute https URL.
  public var url: String
  /// The header fields with lowercase names, in the order in which they are sent.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: [UInt8]
  /// The protocol that the service requires.
  public var version: Version

  package init(
    url: String, headers: [(name: String, value: String)], body: [UInt8], version: Version = .any
  ) {
    self.url = url
    self.headers = headers
    self.body = body
    self.version = version
  }

  /// The first value of a header field; `name` must be lowercase.
  public subscript(header name: String) -> String? {
    headers.first { $0.name == name }?.value
  }
}

/// The response of a push service.
public struct PushResponse: Hashable, Sendable {
  /// The HTTP status.
  public var status: Int
  /// The header fields by lowercase name; if a name is repeated, the last value.
  public var headers: [String: String]
  /// The first 64 KiB of the body.
  public var body: [UInt8]

  /// Creates a response.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The delay in the `Retry-After` header field in seconds, at most a day; nil if there is none.
  ///
  /// NB: a date is not parsed, because none of the services documents sending one.
  package var retryAfter: Int? {
    headers["retry-after"].flatMap(Int.init).map { min(max($0, 0), 86_400) }
  }
}

/// Sends requests of this package: `HTTPPushTransport` in the module `PushHTTP`, or a fake in a
/// test.
public protocol PushTransport: Sendable {
  /// Sends a request and returns the response, whatever its status.
  ///
  /// Throws if there is no response: no connection, a timeout, or a connection that ended early.
  /// The service may have accepted the message nevertheless.
  func send(_ request: PushRequest) async throws -> PushResponse
}
