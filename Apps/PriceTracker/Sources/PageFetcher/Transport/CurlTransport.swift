internal import CFetch
internal import Dispatch

/// A transport with libcurl, which connects only to the checked address, and verifies the
/// certificate for the host name.
public struct CurlTransport: Transport {
  private let trustedFile: String?

  /// Creates a transport.
  ///
  /// - `trustedFile`: a PEM file of certificates to trust instead of the system's.
  public init(trustedFile: String? = nil) { self.trustedFile = trustedFile }

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
    let address = request.address
    let ipAddress = "\(request.ipAddress)"
    let bracketed = if case .v6 = request.ipAddress { "[\(ipAddress)]" } else { ipAddress }
    let fetch = cfetch_new(
      "\(address)", !address.isSecure, ipAddress, "\(address.host):\(address.port):\(bracketed)",
      request.maximumBytes, request.milliseconds)
    guard let fetch else { return .failure(.failed) }
    defer { cfetch_free(fetch) }
    if let trustedFile, !cfetch_trust(fetch, trustedFile) { return .failure(.failed) }
    for line in request.header where !cfetch_header(fetch, line) { return .failure(.failed) }
    if let body = request.body, !cfetch_post(fetch, body, body.count) { return .failure(.failed) }
    switch cfetch_perform(fetch) {
    case CFETCH_ANSWERED: break
    case CFETCH_NO_CONNECTION: return .failure(.noConnection)
    case CFETCH_TOO_SLOW: return .failure(.tooSlow)
    case CFETCH_TOO_LONG: return .failure(.tooLong)
    case CFETCH_UNTRUSTED: return .failure(.untrusted)
    case CFETCH_OTHER_ADDRESS: return .failure(.otherAddress)
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
