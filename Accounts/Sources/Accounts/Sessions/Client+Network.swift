extension Client {
  /// The network by which attempts are counted: an IPv4 address, or the /64 of an IPv6 one, because
  /// the owner of one address in it has them all.
  public var network: String { networkPrefix(v4: 4, v6: 4) }

  /// The program and the network of a client, coarse enough to be stable over time; distinguishes a
  /// new client from a usual one.
  var fingerprint: String { summary(in: .english) + " " + networkPrefix(v4: 3, v6: 3) }

  /// The first `v4` bytes of an IPv4 address or the first `v6` groups of an IPv6 one; any
  /// other text unchanged.
  private func networkPrefix(v4: Int, v6: Int) -> String {
    let bytes = address.split(separator: ".", omittingEmptySubsequences: false)
    if bytes.count == 4, !address.contains(":") {
      return bytes.prefix(v4).joined(separator: ".")
    }
    guard address.contains(":") else { return address }
    // An IPv4-mapped IPv6 address counts as the IPv4 address.
    if bytes.count == 4, let mapped = address.split(separator: ":").last {
      return Client(address: String(mapped)).networkPrefix(v4: v4, v6: v6)
    }
    let sides = address.split(separator: "%")[0].lowercased().components(around: "::")
    let before = sides.before.split(separator: ":")
    let after = sides.after.split(separator: ":")
    let zeros = max(0, 8 - before.count - after.count)
    let groups =
      before.map(String.init) + Array(repeating: "0", count: zeros)
      + after.map(String.init)
    return groups.prefix(v6).map(Self.withoutZeros).joined(separator: ":") + "::"
  }

  private static func withoutZeros(_ group: String) -> String {
    let digits = group.drop { $0 == "0" }
    return digits.isEmpty ? "0" : String(digits)
  }
}

extension String {
  /// The parts before and after the first `separator`; everything is before it if there is none.
  fileprivate func components(around separator: String) -> (before: Substring, after: Substring) {
    guard let range = firstRange(of: separator) else { return (self[...], "") }
    return (self[..<range.lowerBound], self[range.upperBound...])
  }
}
