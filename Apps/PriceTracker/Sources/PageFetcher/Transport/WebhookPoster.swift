/// Posts to user-supplied addresses, such as webhooks: over https, never into a private
/// network, and without following redirects.
public struct WebhookPoster: Sendable {
  private let resolver: any Resolver
  private let transport: any Transport
  private let allowsLoopback: Bool

  /// Creates a poster; the parts are for tests, `allowsLoopback` for a receiver on this machine.
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
    do throws(WebAddress.Fault) {
      address = try WebAddress(text, allowsLoopback: allowsLoopback)
    } catch { throw .address(error) }
    var machines: [IPAddress] = []
    if allowsLoopback, let machine = IPAddress(address.host), machine.isLoopback {
      machines = [machine]
    } else {
      machines = await resolver.addresses(of: address.host)
      guard machines.allSatisfy(\.isPublic) else { throw .privateAddress(address.host) }
    }
    guard let machine = machines.first else { throw .unknownHost(address.host) }
    do throws(TransportFault) {
      return try await transport.send(
        TransportRequest(
          address: address, machine: machine, header: header, longest: 65_536,
          milliseconds: 15_000, body: body)
      ).status
    } catch { throw .transport(error) }
  }
}
