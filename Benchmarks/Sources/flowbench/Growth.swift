import CAllocations
import FlowCore

/// The growth of time and memory with the number of steps.
struct Growth {
  let steps: Int
  let bytes: Int
  let seconds: Double
  /// The memory of the document and its compiled release, in bytes.
  let memory: Double

  var microsecondsPerStep: Double { seconds * 1e6 / Double(steps) }
  var bytesPerStep: Double { memory / Double(steps) }

  /// Parses, compiles and verifies documents of 100 to 100,000 steps.
  static func measure(_ shape: Shape = .chain) throws -> [Growth] {
    let manifests = try shape.manifests()
    return try [100, 1_000, 10_000, 100_000].map { steps in
      let bytes = Array(shape.text(steps).utf8)
      var times: [Double] = []
      for _ in 0..<(steps < 100_000 ? 9 : 5) {
        let elapsed = try ContinuousClock().measure {
          keep(try Workloads.prepare(bytes, manifests: manifests))
        }
        times.append(elapsed.nanoseconds / 1e9)
      }
      times.sort()
      return Growth(
        steps: steps, bytes: bytes.count, seconds: times[times.count / 2],
        memory: try kept(bytes, manifests.first))
    }
  }

  private static func kept(_ bytes: [UInt8], _ manifest: Manifest?) throws -> Double {
    return_free_memory()
    let before = allocated_bytes()
    let document = try FlowDocument(try ParsedJSON(bytes, limits: Workloads.limits).root)
    let release = try Release(document, manifest: manifest)
    let after = allocated_bytes()
    keep(release)
    keep(document)
    return Double(after) - Double(before)
  }

  /// The milliseconds of each stage for one document, the fastest of five runs.
  static func stages(_ shape: Shape, steps: Int) throws -> [(name: String, milliseconds: Double)] {
    let manifests = try shape.manifests()
    let bytes = Array(shape.text(steps).utf8)
    var stages = ["parse", "read", "compile", "verify", "whole"].map {
      (name: $0, milliseconds: Double.infinity)
    }
    func note(_ index: Int, _ work: () throws -> Void) rethrows {
      let elapsed = try ContinuousClock().measure { try work() }
      stages[index].milliseconds = min(stages[index].milliseconds, elapsed.nanoseconds / 1e6)
    }
    for _ in 0..<5 {
      try note(0) { keep(try ParsedJSON(bytes, limits: Workloads.limits)) }
      let parsed = try ParsedJSON(bytes, limits: Workloads.limits)
      try note(1) { keep(try FlowDocument(parsed.root)) }
      let document = try FlowDocument(parsed.root)
      try note(2) { keep(try Release(document, manifest: manifests.first)) }
      note(3) { keep(Verifier(document, manifests: manifests).findings()) }
      try note(4) { keep(try Workloads.prepare(bytes, manifests: manifests)) }
    }
    return stages
  }
}
