package import NIOCore

/// The network by which a client's connections are counted: its IPv4 address, or the /64 prefix of
/// its IPv6 address, because the holder of one IPv6 address usually controls its whole /64.
package struct ClientNetwork: Hashable, Sendable {
  private let bits: UInt64
  private let isIPv6: Bool

  /// The network of an address; nil for a Unix socket, whose clients have no address.
  package init?(_ address: SocketAddress?) {
    // NB: the offsets of the address in `sockaddr_in` and `sockaddr_in6`, the same on Linux and
    // macOS.
    switch address {
    case .v4(let v4): self.init(withUnsafeBytes(of: v4.address) { Array($0[4..<8]) })
    case .v6(let v6): self.init(withUnsafeBytes(of: v6.address) { Array($0[8..<24]) })
    case .unixDomainSocket, nil: return nil
    }
  }

  /// The network of an address in text form; nil if the text is not an address.
  package init?(_ text: String) {
    self.init(try? SocketAddress(ipAddress: text, port: 0))
  }

  /// NB: a dual-stack listener sees IPv4 clients as `::ffff:192.0.2.1`.
  private init(_ bytes: [UInt8]) {
    func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
    let isMapped = bytes.count == 16 && number(0..<8) == 0 && number(8..<12) == 0xFFFF
    isIPv6 = bytes.count == 16 && !isMapped
    bits = isIPv6 ? number(0..<8) : number(bytes.count - 4..<bytes.count)
  }
}
