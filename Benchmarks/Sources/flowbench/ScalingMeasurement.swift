import CAllocations
import FlowCore

/// The time and the memory that a document with a number of steps needs.
struct ScalingMeasurement {
  let steps: Int
  /// The size of the document's JSON.
  let bytes: Int
  /// The median time to parse, compile and verify the document.
  let seconds: Double
  /// The memory of the document and its compiled release, in bytes.
  let memory: Double

  var microsecondsPerStep: Double { seconds * 1e6 / Double(steps) }
  var bytesPerStep: Double { memory / Double(steps) }

  /// Parses, compiles and verifies documents of 100 to 100,000 steps.
  static func measure(_ shape: Shape = .chain) throws -> [ScalingMeasurement] {
    let manifests = try shape.manifests()
    return try [100, 1_000, 10_000, 100_000].map { steps in
      let bytes = Array(shape.text(steps).utf8)
      var times: [Double] = []
      for _ in 0..<(steps < 100_000 ? 9 : 5) {
        let elapsed = try ContinuousClock().measure {
          blackHole(try Workloads.prepare(bytes, manifests: manifests))
        }
        times.append(elapsed.nanoseconds / 1e9)
      }
      times.sort()
      return ScalingMeasurement(
        steps: steps, bytes: bytes.count, seconds: times[times.count / 2],
        memory: try retainedBytes(bytes, manifests.first))
    }
  }

  /// Returns the heap memory of a document and its compiled release.
  private static func retainedBytes(_ bytes: [UInt8], _ manifest: Manifest?) throws -> Double {
    return_free_memory()
    let before = allocated_bytes()
    let document = try FlowDocument(try ParsedJSON(bytes, limits: Workloads.limits).root)
    let release = try Release(document, manifest: manifest)
    let after = allocated_bytes()
    blackHole(release)
    blackHole(document)
    return Double(after) - Double(before)
  }

  /// Returns the milliseconds of each stage for one document, the fastest of five runs.
  static func stages(_ shape: Shape, steps: Int) throws -> [(name: String, milliseconds: Double)] {
    let manifests = try shape.manifests()
    let bytes = Array(shape.text(steps).utf8)
    var stages = ["parse", "read", "compile", "verify", "total"].map {
      (name: $0, milliseconds: Double.infinity)
    }
    func record(_ index: Int, _ work: () throws -> Void) rethrows {
      let elapsed = try ContinuousClock().measure { try work() }
      stages[index].milliseconds = min(stages[index].milliseconds, elapsed.nanoseconds / 1e6)
    }
    for _ in 0..<5 {
      try record(0) { blackHole(try ParsedJSON(bytes, limits: Workloads.limits)) }
      let parsed = try ParsedJSON(bytes, limits: Workloads.limits)
      try record(1) { blackHole(try FlowDocument(parsed.root)) }
      let document = try FlowDocument(parsed.root)
      try record(2) { blackHole(try Release(document, manifest: manifests.first)) }
      record(3) { blackHole(Verifier(document, manifests: manifests).findings()) }
      try record(4) { blackHole(try Workloads.prepare(bytes, manifests: manifests)) }
    }
    return stages
  }
}
