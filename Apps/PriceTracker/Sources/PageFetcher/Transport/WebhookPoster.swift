/// Posts to user-supplied addresses, such as webhooks: over https, never into a private
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
  ///   - text: The address.
  ///   - header: The header fields, such as `Content-Type: application/json`.
  /// - Returns: The status of the response.
  /// - Throws: `FetchError`; with `transport`, the receiver may nevertheless have received it.
  public func post(
    _ body: [UInt8], to text: String, header: [String]
  ) async throws(FetchError) -> Int {
    let address: WebAddress
    do throws(WebAddress.ValidationError) {
      address = try WebAddress(text, allowsLoopback: allowsLoopback)
    } catch { throw .address(error) }
    var ipAddresses: [IPAddress] = []
    if allowsLoopback, let ipAddress = IPAddress(address.host), ipAddress.isLoopback {
      ipAddresses = [ipAddress]
    } else {
      ipAddresses = await resolver.addresses(of: address.host)
      guard ipAddresses.allSatisfy(\.isPublic) else { throw .privateAddress(address.host) }
    }
    guard let ipAddress = ipAddresses.first else { throw .unknownHost(address.host) }
    do throws(TransportError) {
      return try await transport.send(
        TransportRequest(
          address: address, ipAddress: ipAddress, header: header, maximumBytes: 65_536,
          milliseconds: 15_000, body: body)
      ).status
    } catch { throw .transport(error) }
  }
}
