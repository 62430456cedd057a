import FlowCore

/// Encodes, decodes and validates the addresses of flows, of steps, and of links.
package enum FlowAddress {
  /// Returns a name, percent-encoded as one component of a path.
  package static func encoded(_ name: String) -> String { escaped(name, keeping: "-._~") }

  /// Returns an address as the value of a header, with characters that are not allowed in a URL,
  /// such as line breaks, percent-encoded.
  static func headerValue(_ address: String) -> String {
    escaped(address, keeping: "-._~:/?#[]@!$&'()*+,;=%")
  }

  private static func escaped(_ text: String, keeping characters: StaticString) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: bytes.append(byte)
      case _ where characters.withUTF8Buffer({ $0.contains(byte) }): bytes.append(byte)
      default:
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a component of a path, decoded; nil for invalid escapes and invalid UTF-8.
  static func decoded(_ component: some StringProtocol) -> Name? {
    var bytes: [UInt8] = []
    var remaining = Array(component.utf8)[...]
    while let byte = remaining.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = remaining.popFirst().flatMap(digit),
        let low = remaining.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self).map { Name($0) }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }

  /// Whether an address may be opened: a path of this site, or an https URL of one of the hosts.
  static func isAllowed(_ address: String, hosts: [String]) -> Bool {
    let bytes = Array(address.utf8)
    guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
      return false
    }
    if bytes.first == UInt8(ascii: "/") { return bytes.count < 2 || bytes[1] != bytes[0] }
    guard address.hasPrefix("https://") else { return false }
    let host = address.dropFirst(8).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return hosts.contains { $0 == host.lowercased() }
  }
}

/// The address of a step: its id, preceded by the id of its flow unless that is the flow that the
/// visitor started.
struct StepAddress: Equatable {
  let components: [Name]

  /// The address of the flow itself, without a step.
  static let start = StepAddress([])

  init(_ components: [Name]) { self.components = components }

  init(_ shown: Presentation, root: Name) {
    components = shown.flow == root ? [shown.step] : [shown.flow, shown.step]
  }
}
