/// A request to one checked address.
public struct TransportRequest: Sendable, Hashable {
  /// The URL.
  public let url: WebURL
  /// The IP address to connect to.
  public let ipAddress: IPAddress
  /// The header fields, each as a line such as `Accept: text/html`.
  public let headerFields: [String]
  /// The maximum number of bytes of the response, decompressed.
  public let maximumBytes: Int
  /// The timeout in milliseconds.
  public let timeoutMilliseconds: Int
  /// The bytes of a POST request; nil for GET.
  public let body: [UInt8]?

  package init(
    url: WebURL, ipAddress: IPAddress, headerFields: [String], maximumBytes: Int,
    timeoutMilliseconds: Int,
    body: [UInt8]? = nil
  ) {
    self.url = url
    self.ipAddress = ipAddress
    self.headerFields = headerFields
    self.maximumBytes = maximumBytes
    self.timeoutMilliseconds = timeoutMilliseconds
    self.body = body
  }
}

/// An HTTP response.
public struct TransportResponse: Sendable, Hashable {
  /// The status.
  public var status: Int
  /// `Content-Type`.
  public var contentType: String?
  /// `Location`.
  public var location: String?
  /// `ETag`.
  public var entityTag: String?
  /// `Last-Modified`.
  public var lastModified: String?
  /// `Retry-After`.
  public var retryAfter: String?
  /// The body.
  public var body: [UInt8]

  /// Creates a response.
  public init(
    status: Int, contentType: String? = nil, location: String? = nil, entityTag: String? = nil,
    lastModified: String? = nil, retryAfter: String? = nil, body: [UInt8] = []
  ) {
    self.status = status
    self.contentType = contentType
    self.location = location
    self.entityTag = entityTag
    self.lastModified = lastModified
    self.retryAfter = retryAfter
    self.body = body
  }
}

/// The reason why there is no usable response.
public enum TransportError: String, Error, Sendable, CaseIterable {
  /// No server responds, or the connection was lost.
  case noConnection
  /// The request timed out.
  case timedOut
  /// The response is too long.
  case tooLong
  /// The server's certificate is not trusted, or the TLS handshake failed.
  case untrusted
  /// The connection would have been to an address other than the checked one.
  case unexpectedAddress
  /// Another error.
  case failed
}

/// Sends single requests, without following redirects.
public protocol Transport: Sendable {
  /// Sends the request and returns the response with any status.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}
