internal import CFetch
internal import Dispatch

/// A transport with libcurl, which connects only to the checked address, and verifies the
/// certificate for the host name.
public struct CurlTransport: Transport {
  private let caFile: String?

  /// Creates a transport.
  ///
  /// - `caFile`: a PEM file of certificates to trust instead of the system's.
  public init(caFile: String? = nil) { self.caFile = caFile }

  /// Sends the request and returns the response with any status.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let result: Result<TransportResponse, TransportError> = await withCheckedContinuation {
      continuation in
      // It blocks, so it must not run on Swift's cooperative thread pool.
      DispatchQueue.global().async { continuation.resume(returning: perform(request)) }
    }
    return try result.get()
  }

  private func perform(_ request: TransportRequest) -> Result<TransportResponse, TransportError> {
    let url = request.url
    let ipAddress = "\(request.ipAddress)"
    let bracketed = if case .v6 = request.ipAddress { "[\(ipAddress)]" } else { ipAddress }
    let fetch = cfetch_new(
      "\(url)", !url.isSecure, ipAddress, "\(url.host):\(url.port):\(bracketed)",
      request.maximumBytes, request.timeoutMilliseconds)
    guard let fetch else { return .failure(.failed) }
    defer { cfetch_free(fetch) }
    if let caFile, !cfetch_trust(fetch, caFile) { return .failure(.failed) }
    for line in request.headerFields where !cfetch_header(fetch, line) { return .failure(.failed) }
    if let body = request.body, !cfetch_post(fetch, body, body.count) { return .failure(.failed) }
    switch cfetch_perform(fetch) {
    case CFETCH_OK: break
    case CFETCH_NO_CONNECTION: return .failure(.noConnection)
    case CFETCH_TIMED_OUT: return .failure(.timedOut)
    case CFETCH_TOO_LONG: return .failure(.tooLong)
    case CFETCH_UNTRUSTED: return .failure(.untrusted)
    case CFETCH_UNEXPECTED_ADDRESS: return .failure(.unexpectedAddress)
    default: return .failure(.failed)
    }
    func field(_ name: String) -> String? {
      cfetch_field(fetch, name).map { String(cString: $0) }
    }
    var length = 0
    let body = cfetch_body(fetch, &length)
    return .success(
      TransportResponse(
        status: Int(cfetch_status(fetch)), contentType: field("content-type"),
        location: field("location"), entityTag: field("etag"),
        lastModified: field("last-modified"), retryAfter: field("retry-after"),
        body: Array(UnsafeBufferPointer(start: body, count: length))))
  }
}
