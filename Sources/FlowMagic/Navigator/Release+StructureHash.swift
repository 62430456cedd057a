import FlowCore

extension Release {
  /// A hash of the release's steps, screens, their needs and outputs, routes, splits with their
  /// seeds and namespaces, continuations and conditions (FNV-1a).
  ///
  /// Two releases that differ only in contents have the same structure. Not for security: it
  /// decides whether a session must be checked for the outputs that the release needs.
  ///
  /// - Complexity: Linear in the size of the release.
  package var structureHash: String {
    var hash = FNV1aHash()
    for flow in flows {
      hash.combine(flow.id.string)
      hash.combine(flow.start)
      hash.combine(flow.stepCount)
    }
    hash.combine(conditionsHash)
    for (index, step) in steps.enumerated() {
      let screen = screen(of: index)
      hash.combine(step.id.string)
      hash.combine(screen.name.string)
      hash.combine(Int32(screen.isAvailable ? 1 : 0))
      hash.combine(step.showWhen?.start ?? -1)
      for port in ports[step.portIndices] {
        hash.combine(port.name.string)
        for route in routes[port.routeIndices] {
          hash.combine(route.when?.start ?? -1)
          hash.combine(route.split)
          hash.combine(route.destination)
        }
      }
    }
    for screen in stepScreens { combine(screen, into: &hash) }
    for split in splits {
      hash.combine(split.bucket)
      hash.combine(split.variantCount)
      hash.combine(Int32(split.isUsable ? 1 : 0))
      hash.combine(split.namespace?.bucket ?? -1)
      hash.combine(split.namespace?.from.bitPattern ?? 0)
      hash.combine(split.namespace?.to.bitPattern ?? 0)
    }
    for variant in variants {
      hash.combine(variant.destination)
      hash.combine(variant.from.bitPattern)
      hash.combine(variant.to.bitPattern)
    }
    for bucket in buckets {
      hash.combine(bucket.attribute.string)
      hash.combine(bucket.fallbackAttribute?.string ?? "")
      hash.combine(Int32(bitPattern: bucket.prefix.state))
      hash.combine(bucket.prefix.suffix ?? "")
    }
    for destination in destinations {
      hash.combine(Int32(destination.kind.rawValue))
      hash.combine(destination.target)
      hash.combine(destination.continuationCount)
    }
    for continuation in continuations {
      hash.combine(continuation.outcome)
      hash.combine(continuation.destination)
    }
    for outcome in outcomes { hash.combine(outcome.string) }
    return String(hash.value, radix: 16)
  }
}

extension Release {
  /// Combines the outputs that a screen needs, and those that it provides at each port: documents
  /// change those of drawn screens.
  private func combine(_ screen: CompiledScreen, into hash: inout FNV1aHash) {
    for need in screen.needs { hash.combine(need.key.string) }
    hash.combine(Int32(-1))
    for provided in screen.provides { hash.combine(provided.key.string) }
    for port in screens?[screen.name]?.ports ?? [] {
      hash.combine(port.name.string)
      for key in port.provides ?? [] { hash.combine(key.string) }
      hash.combine(Int32(port.provides == nil ? -2 : -1))
    }
  }
}

private struct FNV1aHash {
  var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    combine(UInt8(0xff))
  }

  mutating func combine(_ number: UInt64) {
    combine(Int32(truncatingIfNeeded: number))
    combine(Int32(truncatingIfNeeded: number >> 32))
  }

  mutating func combine(_ number: Int32) {
    for shift in [0, 8, 16, 24] as [Int32] { combine(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  private mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}
