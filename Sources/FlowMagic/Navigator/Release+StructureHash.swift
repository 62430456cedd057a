import FlowCore

extension Release {
  /// A hash of the release's steps, screens, needs, routes and conditions (FNV-1a).
  ///
  /// Two releases that differ only in texts, or in the constants that conditions compare with, have
  /// the same structure. Not for security: it decides whether a restored session must be checked
  /// for the outputs that the release needs.
  ///
  /// - Complexity: Linear in the size of the release.
  var structureHash: String {
    var hash = FNV1aHash()
    for flow in flows {
      hash.combine(flow.id.string)
      hash.combine(flow.start)
      hash.combine(flow.stepCount)
    }
    for path in conditions.paths { hash.combine(path.name.string) }
    for number in conditions.structure { hash.combine(number) }
    for (index, step) in steps.enumerated() {
      let screen = screen(of: index)
      hash.combine(step.id.string)
      hash.combine(screen.name.string)
      hash.combine(step.showWhen?.start ?? -1)
      for need in screen.needs { hash.combine(need.key.string) }
      for port in ports[step.portIndices] {
        hash.combine(port.name.string)
        for route in routes[port.routeIndices] {
          hash.combine(route.when?.start ?? -1)
          hash.combine(route.split)
          hash.combine(route.destination)
        }
      }
    }
    for variant in variants { hash.combine(variant.destination) }
    for destination in destinations {
      hash.combine(Int32(destination.kind.rawValue))
      hash.combine(destination.target)
    }
    return String(hash.value, radix: 16)
  }
}

private struct FNV1aHash {
  var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    combine(UInt8(0xff))
  }

  mutating func combine(_ number: Int32) {
    for shift in [0, 8, 16, 24] as [Int32] { combine(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  private mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}
