#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An IPv4 or IPv6 address.
public enum IPAddress: Hashable, Sendable, CustomStringConvertible {
  /// Four bytes.
  case v4(UInt32)
  /// Sixteen bytes.
  case v6(high: UInt64, low: UInt64)

  /// Parses an address; nil if it is invalid.
  ///
  /// IPv4 has four decimal parts; `127.1` and `0x7f.1` are invalid.
  public init?(_ text: String) {
    var ipv4 = in_addr()
    var ipv6 = in6_addr()
    if inet_pton(AF_INET, text, &ipv4) == 1 {
      self = .v4(UInt32(bigEndian: ipv4.s_addr))
    } else if inet_pton(AF_INET6, text, &ipv6) == 1 {
      self = withUnsafeBytes(of: &ipv6) { bytes in
        .v6(
          high: UInt64(bigEndian: bytes.load(as: UInt64.self)),
          low: UInt64(bigEndian: bytes.load(fromByteOffset: 8, as: UInt64.self)))
      }
    } else {
      return nil
    }
  }

  /// The address in canonical text form.
  public var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    switch self {
    case .v4(let value):
      var ipv4 = in_addr(s_addr: value.bigEndian)
      inet_ntop(AF_INET, &ipv4, &text, socklen_t(text.count))
    case .v6(let high, let low):
      var parts = (high.bigEndian, low.bigEndian)
      inet_ntop(AF_INET6, &parts, &text, socklen_t(text.count))
    }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether it is a loopback address.
  public var isLoopback: Bool {
    switch self {
    case .v4(let value): value >> 24 == 127
    case .v6(let high, let low): high == 0 && low == 1
    }
  }

  /// Whether it is a public address: not this machine, a private network, a cloud's metadata
  /// service, or a network for documentation or translation.
  ///
  /// Source: the IANA special-purpose address registries. Of IPv6 only the assigned unicast space
  /// is allowed, without the parts that embed an IPv4 address.
  public var isPublic: Bool {
    switch self {
    case .v4(let value):
      return !Self.reservedNetworks.contains {
        value >> (32 - $0.bits) == $0.network >> (32 - $0.bits)
      }
    case .v6(let high, _):
      guard high >> 61 == 1 else { return false }  // 2000::/3
      let top = high >> 32
      if top >> 16 == 0x2002 { return false }  // 6to4
      if top >> 9 == 0x2001_0000 >> 9 { return false }  // 2001::/23, Teredo and others
      if top == 0x2001_0DB8 { return false }  // documentation
      return top >> 12 != 0x3FFF_0  // documentation
    }
  }

  private static let reservedNetworks: [(network: UInt32, bits: UInt32)] = [
    (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16),
    (0xAC10_0000, 12), (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16),
    (0xC612_0000, 15), (0xC633_6400, 24), (0xCB00_7100, 24), (0xE000_0000, 4), (0xF000_0000, 4),
  ]
}
