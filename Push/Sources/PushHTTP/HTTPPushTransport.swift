internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
public import Push

/// Sends messages over HTTP/2 if the service supports it, with persistent connections.
public final class HTTPPushTransport: PushTransport {
  /// The maximum size of a response that is read, in bytes.
  private static let responseLimit = 65_536
  private let client: HTTPClient
  private let timeout: TimeAmount

  /// Creates a transport.
  ///
  /// `timeout` is the number of seconds until a response begins, and between two parts of its body;
  /// Firebase requires at least 10.
  ///
  /// `trustedCertificate` is a PEM certificate to trust besides those of the system, for a fake
  /// service in tests. Call `shutdown()` when the transport is no longer needed.
  public init(timeout: Int = 20, trustedCertificate: String? = nil) throws {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(10), read: .seconds(Int64(timeout))))
    configuration.httpVersion = .automatic
    if let trustedCertificate {
      var tls = TLSConfiguration.makeClientConfiguration()
      let certificates = try NIOSSLCertificate.fromPEMBytes(Array(trustedCertificate.utf8))
      tls.additionalTrustRoots = [.certificates(certificates)]
      configuration.tlsConfiguration = tls
    }
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    self.timeout = .seconds(Int64(timeout))
  }

  /// Sends a request and returns the response, whatever its status.
  ///
  /// Throws `HTTPPushError.notConnected` if no connection was established, and other errors if
  /// there was one but no response, or if a service responds with HTTP/1.1 where HTTP/2 is
  /// required.
  public func send(_ request: PushRequest) async throws -> PushResponse {
    var outgoing = HTTPClientRequest(url: request.url)
    outgoing.method = .POST
    for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
    outgoing.body = .bytes(ByteBuffer(bytes: request.body))
    let response: HTTPClientResponse
    do {
      response = try await client.execute(outgoing, timeout: timeout)
    } catch  where Self.isBeforeConnection(error) {
      throw HTTPPushError.notConnected
    }
    guard request.version == .any || response.version.major >= 2 else {
      throw HTTPPushError.http2Required
    }
    let body = try await firstBytes(of: response)
    let headers = Dictionary(
      response.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
    return PushResponse(status: Int(response.status.code), headers: headers, body: body)
  }

  /// Closes all connections.
  ///
  /// Nothing can be sent afterwards.
  public func shutdown() async throws {
    try await client.shutdown()
  }

  /// Whether no part of the request can have been sent.
  private static func isBeforeConnection(_ error: any Error) -> Bool {
    if error is NIOConnectionError { return true }
    guard let error = error as? HTTPClientError else { return false }
    return [.connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout].contains(error)
  }

  private func firstBytes(of response: HTTPClientResponse) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await part in response.body {
      bytes += part.readableBytesView.prefix(Self.responseLimit - bytes.count)
      if bytes.count == Self.responseLimit { break }
    }
    return bytes
  }
}

/// The reason why a response cannot be used.
public enum HTTPPushError: Error, Hashable, Sendable {
  /// The service supports only HTTP/1.1, which APNs never does: a proxy must be in between.
  case http2Required
  /// There was no connection, so the service cannot have received the message: it can be retried.
  case notConnected
}
