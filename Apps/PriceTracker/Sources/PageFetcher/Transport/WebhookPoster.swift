/// Posts to user-supplied URLs, such as webhooks: over https, never into a private
/// network, and without following redirects.
public struct WebhookPoster: Sendable {
  private let resolver: any Resolver
  private let transport: any Transport
  private let allowsLoopback: Bool

  /// Creates a poster; tests replace its parts, and allow a receiver on this machine.
  public init(
    resolver: any Resolver = SystemResolver(), transport: any Transport = CurlTransport(),
    allowsLoopback: Bool = false
  ) {
    self.resolver = resolver
    self.transport = transport
    self.allowsLoopback = allowsLoopback
  }

  /// Posts, and waits for the response.
  ///
  /// - Parameters:
  ///   - body: The bytes.
  ///   - text: The URL.
  ///   - headerFields: The header fields, such as `Content-Type: application/json`.
  /// - Returns: The status of the response.
  /// - Throws: `FetchError`; with `transport`, the receiver may nevertheless have received it.
  public func post(
    _ body: [UInt8], to text: String, headerFields: [String]
  ) async throws(FetchError) -> Int {
    let url: WebURL
    do throws(WebURL.ValidationError) {
      url = try WebURL(text, allowsLoopback: allowsLoopback)
    } catch { throw .invalidURL(error) }
    var ipAddresses: [IPAddress] = []
    if allowsLoopback, let ipAddress = IPAddress(url.host), ipAddress.isLoopback {
      ipAddresses = [ipAddress]
    } else {
      ipAddresses = await resolver.addresses(of: url.host)
      guard ipAddresses.allSatisfy(\.isPublic) else { throw .privateAddress(url.host) }
    }
    guard let ipAddress = ipAddresses.first else { throw .unknownHost(url.host) }
    do throws(TransportError) {
      return try await transport.send(
        TransportRequest(
          url: url, ipAddress: ipAddress, headerFields: headerFields, maximumBytes: 65_536,
          timeoutMilliseconds: 15_000, body: body)
      ).status
    } catch { throw .transport(error) }
  }
}
